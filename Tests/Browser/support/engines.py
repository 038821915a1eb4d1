"""The three engines behind one interface."""

import os

from playwright.sync_api import sync_playwright

from .display import Display
from .playwright_tab import Browsers
from .tab import Look
from .webkit_tab import WebKitBrowsers

#: The engines named in the environment; all by default.
ENGINES = tuple(os.environ.get("ENGINES", "chromium firefox webkit").split())


class Engines:
    """Opens browsers and closes all of them at the end. Starts each engine when it is first needed."""

    def __init__(self):
        self._playwright = None
        self._browsers = None
        self._display = None
        self._webkit = None

    def open(self, engine, origin, cookies=(), **look):
        look = Look(**look)
        if engine == "webkit":
            if self._display is None:
                self._display = Display()
                os.environ["DISPLAY"] = self._display.name
                self._webkit = WebKitBrowsers()
            return self._webkit.open(origin, look, cookies)
        if self._browsers is None:
            # Screenshots do not wait for fonts: Firefox reports its fonts as ready only after the end of a streamed
            # response.
            os.environ["PW_TEST_SCREENSHOT_NO_FONTS_READY"] = "1"
            self._playwright = sync_playwright().start()
            self._browsers = Browsers(self._playwright)
        return self._browsers.open(engine, origin, look, cookies)

    def close(self):
        if self._browsers:
            self._browsers.close()
            self._playwright.stop()
        if self._display:
            self._webkit.close()
            self._display.close()
