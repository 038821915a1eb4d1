"""Screenshots of every screen."""

import io
import tempfile

from PIL import Image

from .authenticator import enter_password, set_up
from .film import Film
from .layers import present, wait_until_still
from .passkeys import NO_AUTOFILL, Authenticator, add_passkey, wait_for_passkeys
from .portico import PASSWORD, Portico
from .screens import FIRST, ORDINARY, splash

#: People of the installation, besides the administrator and one who has a password.
PEOPLE = """username,name,email
annie,Annie Easley,annie@example.org
dorothy,Dorothy Vaughan,dorothy@example.org
edith,Edith Clarke,edith@example.org
emilie,Émilie du Châtelet,emilie@example.org
frances,Frances Allen,frances@example.org
hedy,Hedy Lamarr,hedy@example.org
joan,Joan Clarke,joan@example.org
katherine,Katherine Johnson,katherine@example.org
margaret,Margaret Hamilton,margaret@example.org
radia,Radia Perlman,radia@example.org
"""
#: In pictures of components, their code is left out, and nothing is cut off at the edges. Fields fill columns.
PICTURE_STYLE = """
    .gallery-code, .gallery-tokens, .gallery-title, .bar:not(.gallery-sample > .bar) { display: none; }
    .gallery-component { padding: 0 0.75rem 0.75rem; }
    @media (width >= 64rem) {
        .page { max-inline-size: none; }
        #component-Field { columns: 4; column-gap: 2rem; }
        .field { break-inside: avoid; }
    }
"""


#: Builds for debugging offer a language of accented English.
OFFERED_STYLE = "[lang=en-XA], .cell:has([lang=en-XA]), option[value=en-XA] { display: none; }"


class Gallery:
    """Two installations, one with accounts and one without, and screenshots of their screens."""

    def __init__(self, engines):
        self._engines = engines
        # With a name, the installation has passkeys.
        self._ordinary, self._first = Portico(host="localhost"), Portico()
        #: The open tabs, by the look and the person.
        self._tabs = {}
        self._cookies = None

    def __enter__(self):
        self._ordinary.users("add", "ada", "--name", "Ada Lovelace", "--administrator", password=PASSWORD)
        self._ordinary.users("add", "grace", "--name", "Grace Hopper", "--email", "grace@example.org", password=PASSWORD)
        with tempfile.NamedTemporaryFile("w", suffix=".csv", encoding="utf-8") as people:
            people.write(PEOPLE)
            people.flush()
            self._ordinary.users("import", people.name)
        self._ordinary.start()
        self._ordinary.users("invite", "mary@example.org", "--name", "Mary Somerville")
        self._first.start()
        return self

    def __exit__(self, *_):
        for tab in self._tabs.values():
            tab.close()
        self._ordinary.close()
        self._first.close()

    def picture(self, path, screen, engine="chromium", text_size=None, **look):
        portico = self._first if screen in FIRST else self._ordinary
        tab = self._engines.open(engine, portico.origin, streaming=screen == "splash", **look)
        try:
            {**ORDINARY, **FIRST, "splash": splash}[screen](tab, portico)
            if text_size:
                tab.evaluate(f"document.documentElement.dataset.textSize = '{text_size}'")
            tab.screenshot(path)
        finally:
            tab.close()
            portico.set(launchDelay=0)

    def presentation(self, path, url, link, size):
        """A screenshot of the page that a link opens, or of the page at an address, over its presenter."""
        self.page(path, url, size, lambda tab: present(tab, link) if link else wait_until_still(tab))

    def page(self, path, url, size, prepare=lambda tab: None, signed_in=True, scale=2, colours=128, **look):
        """A screenshot of a page, by default for a signed-in person."""
        tab = self._tab(signed_in, size=size, scale=scale, **look)
        tab.goto(url)
        prepare(tab)
        take(tab, path, colours)

    def components(self, folder, wide):
        """A screenshot of the samples of each component, without their code. Those in `wide` are in a wide window."""
        for size, is_wide in (((390, 844), False), ((1280, 844), True)):
            tab = self._tab(True, size=size, scale=1 if is_wide else 2)
            tab.goto("/dev/components")
            restyle(tab, PICTURE_STYLE)
            for name in tab.evaluate("[...document.querySelectorAll('section[id^=component-]')].map((e) => e.id.slice(10))"):
                if (name in wide) == is_wide:
                    save(tab.screenshot(part=f"#component-{name}"), folder / f"{name}.png", 128)
                    yield folder / f"{name}.png"

    def proof(self, size):
        """The ways to log in: tabs that show a page each, with its name. One person sets up an app beside passkeys; another has
        only a passkey, and must have a second factor by then."""
        portico = Portico(host="localhost")
        for username, *details in (("ada", "--name", "Ada Lovelace", "--administrator"), ("grace", "--name", "Grace Hopper")):
            portico.users("add", username, *details, password=PASSWORD)
        portico.start()
        tabs = {}
        try:
            for username, passkeys in {"ada": ["Telephone"], "grace": ["Telephone", "Security key"]}.items():
                tab = self._engines.open("chromium", portico.origin, portico.sign_in(username), size=size, scale=2)
                tabs[username] = tab
                tab.context.add_init_script(NO_AUTOFILL)
                for count, name in enumerate(passkeys, 1):
                    device = Authenticator(tab)
                    add_passkey(tab, name)
                    wait_for_passkeys(tab, count)
                    device.send("removeVirtualAuthenticator")
            tab.goto("/account/factors/app")
            yield "app", tab
            set_up(tab)
            yield "codes", tab
            tab.goto("/account/factors")
            yield "ways", tab
            portico.stop()
            portico.options["PORTICO_ACCOUNTS_SECOND_FACTOR"] = "administrators"
            portico.start()
            for username, name in {"grace": "code", "ada": "passkey"}.items():
                tab = tabs[username]
                tab.context.clear_cookies()
                tab.goto("/")
                enter_password(tab, username)
                yield name, tab
        finally:
            for tab in tabs.values():
                tab.close()
            portico.close()

    def film(self, path):
        """Launch, login, a sheet under the finger, a HUD and a toast, on a telephone."""
        tab = self._engines.open("chromium", self._ordinary.origin, size=(390, 780), touch=True, streaming=True)
        try:
            splash(tab, self._ordinary)
            film = Film(tab)
            # Each frame has another picture of the spinner.
            for _ in range(8):
                film.hold(0.085)
            self._ordinary.set(launchDelay=0)
            tab.wait_until_ready()
            restyle(tab, OFFERED_STYLE)
            film.hold(0.8)
            for field, text in {"#username": "ada", "#password": PASSWORD}.items():
                tab.click(field)
                for start in range(0, len(text), 3):
                    tab.type(text[start:start + 3])
                    film.hold(0.12)
            film.hold(0.4)
            with tab.leaving():
                film.tap("#log-in", moves=False)
            wait_until_still(tab)
            restyle(tab, OFFERED_STYLE)
            film.hold(0.8)
            film.scroll_to("a[href='/settings/appearance']")
            film.tap("a[href='/settings/appearance']")
            film.hold(0.6)
            film.drag("dialog[open] .grabber", by=-330)
            film.hold(0.6)
            film.drag("dialog[open] .grabber", by=560)
            film.hold(0.4)
            film.move(lambda: shown(tab, 'hud.show({ id: "film", kind: "progress", text: "Preparing your data", value: 0.1, grace: 0 })'))
            for value in (0.25, 0.45, 0.7, 0.9, 1):
                shown(tab, f'hud.show({{ id: "film", kind: "progress", text: "Preparing your data", value: {value} }})')
                film.hold(0.25)
            film.move(lambda: shown(tab, "hud.hideAll()"))
            film.move(lambda: shown(
                tab, 'toast({ kind: "success", text: "Your data is ready", action: { label: "Download", href: "/" }, duration: 60 })'))
            film.hold(2)
            film.save(path)
        finally:
            tab.close()
            self._ordinary.set(launchDelay=0)

    def _tab(self, signed_in, **look):
        """A tab of a person; one for all pictures with the same look."""
        key = (signed_in, *sorted(look.items()))
        if key not in self._tabs:
            if signed_in and self._cookies is None:
                self._cookies = self._ordinary.sign_in()
            cookies = self._cookies if signed_in else []
            self._tabs[key] = self._engines.open("chromium", self._ordinary.origin, cookies, **look)
        return self._tabs[key]


def take(tab, path, colours=128):
    """A screenshot of the page as it is, as in a release."""
    restyle(tab, OFFERED_STYLE)
    tab.evaluate("void document.activeElement.blur()")
    save(tab.screenshot(), path, colours)


def restyle(tab, style):
    tab.evaluate(f"""void (style => {{
        style.replaceSync(`{style}`);
        document.adoptedStyleSheets.push(style);
    }})(new CSSStyleSheet())""")


def shown(tab, script):
    """Shows or hides a HUD or a toast."""
    tab.evaluate(f"void (() => {{ const {{ hud, toast }} = window.portico; {script}; }})()")


def save(screenshot, path, colours):
    """Writes a screenshot with few colours, so that the file is small."""
    with Image.open(io.BytesIO(screenshot)) as picture:
        picture.convert("RGB").quantize(colours, kmeans=2, dither=Image.Dither.NONE).save(path, optimize=True)
