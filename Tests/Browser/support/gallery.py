"""Screenshots of every screen."""

import io

from PIL import Image

from .layers import present
from .portico import PASSWORD, Portico
from .screens import FIRST, ORDINARY, splash


class Gallery:
    """Two installations, one with an account and one without, and screenshots of their screens."""

    def __init__(self, engines):
        self._engines = engines
        self._ordinary, self._first = Portico(), Portico()

    def __enter__(self):
        self._ordinary.users("add", "ada", "--name", "Ada Lovelace", "--administrator", password=PASSWORD)
        self._ordinary.users("add", "grace", "--name", "Grace Hopper", "--email", "grace@example.org", password=PASSWORD)
        self._ordinary.start()
        self._ordinary.users("invite", "mary@example.org", "--name", "Mary Somerville")
        self._first.start()
        return self

    def __exit__(self, *_):
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
        """A screenshot of the page that a link opens."""
        self.page(path, url, size, lambda tab: present(tab, link))

    def page(self, path, url, size, prepare=lambda tab: None, part=None, signed_in=True, scale=2, colours=128, **look):
        """A screenshot of a page or of an element in it, by default for a signed-in person. It has few colours, so that
        the file is small."""
        cookies = self._ordinary.sign_in() if signed_in else []
        tab = self._engines.open("chromium", self._ordinary.origin, cookies, size=size, scale=scale, **look)
        try:
            tab.goto(url)
            prepare(tab)
            tab.evaluate("void document.activeElement.blur()")
            with Image.open(io.BytesIO(tab.screenshot(part=part))) as picture:
                picture.convert("RGB").quantize(colours, kmeans=2, dither=Image.Dither.NONE).save(path, optimize=True)
        finally:
            tab.close()
