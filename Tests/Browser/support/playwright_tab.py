"""Chromium and Firefox, through Playwright."""

import json
import tempfile
from pathlib import Path

from .pointers import ClockedMouse, Mouse, Touch
from .tab import Tab, Undrivable
from .waiting import PATIENCE, wait_until

#: A browser's message about every unsuccessful response; not a complaint about the page.
ORDINARY = ["Failed to load resource"]
#: Firefox's message about an event stream that ends with the server, or with the page.
ORDINARY += ["can’t establish a connection to the server", "was interrupted while the page was loading"]
#: The style `body {}`, which Playwright adds to Firefox's page for a moment when it takes a screenshot.
ORDINARY += ["sha256-YjaKGiklmzC6wjXA513HAMmzus8VE61XCOT+SmwNZWA="]

#: Chromium's message about the cover in a frame of another application's page.
ORDINARY += ["Blocked autofocusing on a <input> element in a cross-origin subframe"]

#: Turns off work of Firefox for the next start and for pages of people, which took a fifth of its time.
ALL_FOR_THE_MOMENT = {
    "places.history.enabled": False, "browser.formfill.enable": False, "browser.chrome.site_icons": False,
    "browser.sessionstore.interval": 3_600_000, "browser.sessionstore.max_tabs_undo": 0,
    "browser.sessionstore.max_windows_undo": 0, "browser.translations.enable": False, "browser.ml.enable": False}

#: Shortens the times in Public/css/tokens.css to a fifth, in a new document.
SHORT_MOTION = """{
    const short = new CSSStyleSheet();
    short.replaceSync(":root { --quick: 40ms; --calm: 60ms; --slow: 100ms; }");
    document.adoptedStyleSheets.push(short);
}"""


class Browsers:
    """The running browsers, one for each set of start-up preferences."""

    def __init__(self, playwright):
        self._playwright = playwright
        self._running = {}
        self._profiles = []

    def open(self, engine, origin, look, cookies=()):
        if engine == "chromium" and not look.takes_cookies:
            return PlaywrightTab(engine, self._chromium_without_cookies(look), origin, look)
        context = self._browser(engine, look).new_context(
            viewport={"width": look.size[0], "height": look.size[1]},
            device_scale_factor=look.scale,
            java_script_enabled=look.script or engine == "firefox",
            color_scheme="dark" if look.dark else "light",
            ignore_https_errors=True,
            reduced_motion="reduce" if look.less_motion else "no-preference",
            **({"has_touch": True} if look.touch else {}),
            **({"locale": look.language} if look.language and engine == "chromium" else {}),
        )
        context.set_default_timeout(PATIENCE * 1000)
        if look.script and not look.whole_motion:
            context.add_init_script(SHORT_MOTION)
        if cookies:
            context.add_cookies([{**cookie, "url": origin} for cookie in cookies])
        return PlaywrightTab(engine, context, origin, look)

    def close(self):
        for browser in self._running.values():
            browser.close()
        for profile in self._profiles:
            profile.cleanup()
        self._running, self._profiles = {}, []

    def _browser(self, engine, look):
        key = (engine, look.script, look.dark, look.less_motion, look.takes_cookies, look.language) if engine == "firefox" else (
            engine, look.keeps_pages, look.scrollbars)
        if key not in self._running:
            self._running[key] = self._firefox(look) if engine == "firefox" else self._chromium(look)
        return self._running[key]

    def _chromium(self, look):
        # The headless shell is the same engine without a browser around it, at half the cost; it has no back/forward
        # cache. All its pages share a process, because starting new ones took a fifth of the journeys' time. It draws in
        # its own process, because passing the pictures to another one took up to a tenth.
        arguments = ["--no-sandbox", "--host-resolver-rules=MAP *.portico.test 127.0.0.1"]
        if not look.keeps_pages:
            arguments += ["--process-per-site", "--disable-site-isolation-trials", "--renderer-process-limit=1"]
            arguments += ["--in-process-gpu"]
        return self._playwright.chromium.launch(
            executable_path="/usr/bin/chromium" if look.keeps_pages else "/usr/bin/chromium-headless-shell",
            args=arguments,
            ignore_default_args=["--disable-back-forward-cache"] + ["--hide-scrollbars"] * look.scrollbars)

    def _chromium_without_cookies(self, look):
        """The full browser, with all cookies blocked in its settings."""
        profile = tempfile.TemporaryDirectory(prefix="portico-profile-", ignore_cleanup_errors=True)
        self._profiles.append(profile)
        preferences = Path(profile.name) / "Default/Preferences"
        preferences.parent.mkdir()
        preferences.write_text(json.dumps({"profile": {"default_content_setting_values": {"cookies": 2}}}))
        return self._playwright.chromium.launch_persistent_context(
            profile.name, executable_path="/usr/bin/chromium", args=["--no-sandbox"], java_script_enabled=look.script)

    def _firefox(self, look):
        # WebDriver BiDi can emulate neither disabled script nor media features, so they are preferences.
        return self._playwright.firefox.launch(
            executable_path="/usr/bin/firefox-esr", channel="moz-firefox",
            firefox_user_prefs={
                "javascript.enabled": look.script,
                **({} if look.takes_cookies else {"network.cookie.cookieBehavior": 2}),
                # Half of the usual frame rate, because without a graphics card each frame costs processor time.
                "layout.frame_rate": 30,
                **ALL_FOR_THE_MOMENT,
                **({"intl.accept_languages": look.language} if look.language else {}),
                "ui.systemUsesDarkTheme": int(look.dark),
                "ui.prefersReducedMotion": int(look.less_motion),
            })


class PlaywrightTab(Tab):
    def __init__(self, engine, context, origin, look, page=None):
        super().__init__(origin, look)
        self.engine = engine
        self.context = context
        self.page = page or context.new_page()
        self.page.on("pageerror", lambda error: self._hear(str(error)))
        self.page.on("console", lambda message: message.type == "error" and self._hear(message.text))

    def evaluate(self, expression):
        return self.page.evaluate(f"({expression})")

    def click(self, selector):
        if self._checks_before_acting:
            return self.page.click(selector)
        left, top, width, height = self._place_at_rest(selector)
        self.click_at(left + width / 2, top + height / 2)

    def _place_at_rest(self, selector):
        """Scrolls to an element. A new page may still scroll to the fragment of its address."""
        seen = []

        def rests():
            self.of(selector, "e.scrollIntoView({ block: 'center', behavior: 'instant' })")
            seen.append(self.box(selector))
            return seen[-2:-1] == seen[-1:]

        wait_until(rests, f"{selector} to rest")
        return seen[-1]

    def click_at(self, x, y):
        self.page.mouse.click(x, y)

    def fill(self, selector, text):
        if self._checks_before_acting:
            if self.engine == "firefox":  # Here, Playwright appends to the content of email fields.
                self.of(selector, "e.type === 'email' && (e.value = '')")
            # Playwright would also type into a field under a HUD, where the text is lost.
            self.wait_for(f"(e => (e.focus(), e === document.activeElement))(document.querySelector({json.dumps(selector)}))",
                          f"the focus in {selector}")
            return self.page.fill(selector, text)
        self.click(selector)
        self.of(selector, "e.select()")
        self.page.keyboard.press("Delete")
        self.page.keyboard.type(text)

    def press(self, *keys):
        for key in keys:
            self.page.keyboard.press(key)

    def type(self, text):
        self.page.keyboard.type(text)

    def pointer(self, kind="mouse"):
        if self.page.context.browser.browser_type.name != "chromium":
            return Mouse(self.page.mouse)
        return (Touch if kind == "touch" else ClockedMouse)(self.protocol())

    def protocol(self):
        """Chromium's protocol."""
        if self.page.context.browser.browser_type.name != "chromium":
            raise Undrivable("only Chromium has this protocol")
        return self.context.new_cdp_session(self.page)

    def wheel(self, x, y, by):
        """Turns the wheel like two fingers on a trackpad: in small steps, as fast as the browser accepts them."""
        self.page.mouse.move(x, y)
        for _ in range(20):
            self.page.mouse.wheel(0, by / 20)

    def screenshot(self, path=None, part=None):
        """A screenshot of the window, or of the element with a selector."""
        target = self.page.locator(part) if part else self.page
        # Hiding the caret would add a style to the page, which its policy forbids.
        return target.screenshot(path=path, caret="initial")

    def evaluate_painted(self, expression):
        if not self.look.script:
            return self.evaluate(expression)
        return self.page.evaluate(
            f"new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() => done({expression}))))")

    def wait_for_complaints(self, *texts):
        """Waits until the page has reported exactly these complaints, in any order, and clears them."""
        # Messages of a page arrive only during calls.
        wait_until(lambda: self.evaluate("true") and sorted(self.complaints) == sorted(texts), "the complaints")
        self.complaints.clear()

    def resize(self, width, height):
        self.page.set_viewport_size({"width": width, "height": height})

    def begin(self, path):
        """Navigates to a path without waiting for the end of the response."""
        self.page.goto(self.origin + path, wait_until="commit")

    def cookies(self):
        kept = [cookie for cookie in self.context.cookies() if cookie["expires"] > 0]
        return [{"name": cookie["name"], "value": cookie["value"]} for cookie in kept]

    def opened_by(self, action):
        """The tab that an action opens."""
        with self.context.expect_page() as opened:
            action()
        return PlaywrightTab(self.engine, self.context, self.origin, self.look, opened.value)

    @property
    def is_closed(self):
        self.context.cookies()  # Calls also deliver news of the pages.
        return self.page.is_closed()

    def new_tab(self):
        """Another tab of the same browser."""
        return PlaywrightTab(self.engine, self.context, self.origin, self.look)

    def close_alone(self):
        """Closes the tab, but not the other tabs of the browser."""
        self.page.close()

    def close(self):
        """Closes the browser with all its tabs."""
        self.context.close()

    @property
    def _checks_before_acting(self):
        """Playwright's checks before an action wait for an animation frame, which Firefox never calls without
        script."""
        return self.look.script or self.engine != "firefox"

    def _go(self, url):
        self.page.goto(url, wait_until="commit")

    def _reload(self):
        self.page.reload(wait_until="commit")

    def _back(self):
        self.page.go_back(wait_until="commit")

    def _forward(self):
        self.page.go_forward(wait_until="commit")

    def _hear(self, complaint):
        if not any(words in complaint for words in ORDINARY):
            self.complaints.append(complaint)
