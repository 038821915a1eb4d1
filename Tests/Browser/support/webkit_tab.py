"""WebKit, through Selenium and the driver of WebKitGTK."""

import base64
import collections
import copy
import glob
import os
import socket
import tempfile
from pathlib import Path

import urllib3
from selenium import webdriver
from selenium.common.exceptions import ElementNotInteractableException, WebDriverException
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.webkitgtk.options import Options
from selenium.webdriver.webkitgtk.service import Service

from .display import Display
from .pointers import DrivenMouse
from .tab import Tab, Undrivable
from .waiting import PATIENCE, wait_until

KEYS = {
    "Tab": Keys.TAB, "Enter": Keys.ENTER, "Escape": Keys.ESCAPE, "Space": Keys.SPACE, "ArrowDown": Keys.ARROW_DOWN,
    "ArrowUp": Keys.ARROW_UP, "Home": Keys.HOME, "End": Keys.END}


class WebKitBrowsers:
    """Browsers, each used by one journey at a time, then by the next one with the same preferences."""

    def __init__(self):
        self._idle = collections.defaultdict(list)

    def open(self, origin, look, cookies=()):
        if look.language:
            raise Undrivable("the driver of this engine cannot choose the languages that the browser asks for")
        idle = self._idle[look.dark, look.less_motion, look.streaming]
        browser = idle.pop() if idle else WebKitBrowser(look)
        return WebKitTab(browser, origin, look, cookies, give_back=idle.append)

    def close(self):
        for idle in self._idle.values():
            while idle:
                idle.pop().quit()


class WebKitBrowser:
    """A browser and its driver. Journeys share it, because a new tab costs less than a new browser."""

    def __init__(self, look):
        self._look = look
        self._settings = tempfile.TemporaryDirectory(prefix="portico-webkit-")
        self.driver = self._start()
        self.driver.set_script_timeout(PATIENCE)
        #: The window of the first tab, and the window that the driver currently controls.
        self.first = self._current = self.driver.current_window_handle

    def open_window(self, beside):
        """Opens a window, because a second tab in the same window would stay hidden and never paint."""
        self.work_in(beside).switch_to.new_window("window")
        self._current = self.driver.current_window_handle
        return self._current

    def work_in(self, window):
        if window != self._current:
            self.driver.switch_to.window(window)
            self._current = window
        return self.driver

    def close(self, window):
        self.work_in(window).close()
        self._current = None

    def forget(self):
        """Closes all windows but the first and opens a new tab there, without history and without cookies of this host.
        The next journey deletes stored items and its host's cookies on arrival."""
        for window in self.driver.window_handles:
            if window != self.first:
                self.close(window)
        before = self.first
        self.work_in(before).switch_to.new_window("tab")
        self.first = self._current = self.driver.current_window_handle
        self.work_in(before).delete_all_cookies()
        self.close(before)
        # Moves the window away from the pointer.
        self.work_in(self.first).set_window_position(*Display.SIZE)

    def quit(self):
        try:
            self.driver.quit()
        finally:
            self._settings.cleanup()

    def _start(self, attempts=3):
        """Starts the driver. It picks a free port for its browser, which listens there half a second later. If another
        connection of this machine has taken the port by then, the two never connect, and need another port."""
        before = socket.getdefaulttimeout()
        socket.setdefaulttimeout(PATIENCE)
        try:
            return webdriver.WebKitGTK(options=self._options(), service=self._service())
        except urllib3.exceptions.HTTPError:
            if attempts == 1:
                raise
            return self._start(attempts - 1)
        finally:
            socket.setdefaulttimeout(before)

    def _options(self):
        options = Options()
        options.binary_location = glob.glob("/usr/lib/*/webkit2gtk-4.1/MiniBrowser")[0]
        options.page_load_strategy = "none" if self._look.streaming else "normal"
        # Without its toolbar, the window can be as narrow as a phone.
        arguments = ["--automation", "--full-screen"]
        arguments += ["--dark-mode"] if self._look.dark else []
        for argument in arguments:
            options.add_argument(argument)
        return options

    def _service(self):
        gtk = Path(self._settings.name, "gtk-3.0")
        gtk.mkdir(exist_ok=True)
        gtk.joinpath("settings.ini").write_text(f"[Settings]\ngtk-enable-animations={int(not self._look.less_motion)}\n")
        environment = {
            **os.environ, "XDG_CONFIG_HOME": self._settings.name, "WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS": "1",
            # Threads of the software renderer cost a fifth more processor time than they save; painting with it costs
            # another sixth.
            "LP_NUM_THREADS": "0", "WEBKIT_SKIA_ENABLE_CPU_RENDERING": "1", "WEBKIT_SKIA_CPU_PAINTING_THREADS": "0"}
        return Service("/usr/bin/WebKitWebDriver", env=environment)


class WebKitTab(Tab):
    """A tab of a browser without traces of the previous journey."""

    engine = "webkit"

    def __init__(self, browser, origin, look, cookies=(), give_back=None):
        super().__init__(origin, look)
        self._browser = browser
        self._give_back = give_back
        self._window = browser.first
        self.resize(*look.size)
        self._arrive_at_the_origin()
        self.evaluate("localStorage.clear()")
        # The cookies of a journey that ended at another host. The driver does not wait until they are deleted.
        self.driver.delete_all_cookies()
        wait_until(lambda: not self.driver.get_cookies(), "no cookie to be left")
        for cookie in cookies:
            self.driver.add_cookie({**cookie, "path": "/", "httpOnly": True, "expiry": 4_000_000_000})

    @property
    def driver(self):
        """Switches to the window of this tab."""
        return self._browser.work_in(self._window)

    @property
    def page(self):
        raise Undrivable("this driver does only what people do")

    context = page

    def wait_for_complaints(self, *texts):
        raise Undrivable("this driver tells no complaints")

    def protocol(self):
        raise Undrivable("only Chromium has this protocol")

    def wait_until_ready(self):
        """Also waits for a frame, because only then is the focus where the page sets it first."""
        super().wait_until_ready()
        frame = "requestAnimationFrame(() => arguments[0](true))"
        wait_until(lambda: self.driver.execute_async_script(frame), "a frame")

    def evaluate(self, expression):
        return self.driver.execute_script(f"return ({expression})")

    def click(self, selector):
        # The driver does not scroll inside a dialog.
        self.of(selector, "e.scrollIntoViewIfNeeded()")
        self._act(lambda: self._element(selector).click(), selector)

    def click_at(self, x, y):
        actions = ActionChains(self.driver)
        actions.w3c_actions.pointer_action.move_to_location(x, y).click()
        actions.perform()

    def fill(self, selector, text):
        self._act(lambda: self._element(selector).clear(), selector)
        # The page gets no event when the driver clears a field.
        keys = [text.replace("\n", Keys.ENTER)] if text else ["1", Keys.BACKSPACE]
        self._element(selector).send_keys(*keys)

    def press(self, *keys):
        for key in keys:
            if key == "Alt+t":
                ActionChains(self.driver).key_down(Keys.ALT).send_keys("t").key_up(Keys.ALT).perform()
            else:
                self.type(KEYS[key])

    def type(self, text):
        ActionChains(self.driver).send_keys(text).perform()

    def pointer(self, kind="mouse"):
        assert kind == "mouse", "the driver has no touch input"
        return DrivenMouse(self.driver)

    def wheel(self, x, y, by):
        """Sends the events by script, because the driver turns the wheel only once. So nothing scrolls by default. All
        steps come at once, which no busy machine can stretch."""
        self.driver.execute_script("""const [x, y, by] = arguments;
            for (let step = 0; step < 20; step += 1) {
              const at = { clientX: x, clientY: y, deltaY: by / 20, bubbles: true, cancelable: true };
              document.elementFromPoint(x, y).dispatchEvent(new WheelEvent("wheel", at));
            }""", x, y, by)

    def screenshot(self, path=None):
        self.let_it_paint()  # The driver takes the last painted frame.
        image = base64.b64decode(self.driver.get_screenshot_as_base64())
        if path:
            Path(path).write_bytes(image)
        return image

    def evaluate_painted(self, expression):
        return self.driver.execute_async_script(
            f"requestAnimationFrame(() => requestAnimationFrame(() => arguments[0]({expression})))")

    def resize(self, width, height):
        before = self.driver.get_window_size()
        # Without a window manager, the window under the pointer has the focus, and the pointer is in the middle.
        across, down = Display.SIZE
        self.driver.set_window_rect((across - width) // 2, (down - height) // 2, width, height)
        # A window at its minimum width keeps its size.
        if self.driver.get_window_size() != before:
            wait_until(lambda: self.evaluate("[innerWidth, innerHeight]") != [before["width"], before["height"]],
                       "the window to have its size")

    def begin(self, path):
        """Navigates to a path without waiting for the end of the response; for tabs that are `streaming`."""
        assert self.look.streaming
        self._go(self.origin + path)

    def cookies(self):
        kept = [cookie for cookie in self.driver.get_cookies() if cookie.get("expiry")]
        return [{"name": cookie["name"], "value": cookie["value"]} for cookie in kept]

    def new_tab(self):
        """Another tab of the same browser, in its own window."""
        tab = copy.copy(self)
        tab.complaints = []
        tab._window = self._browser.open_window(beside=self._window)
        tab.resize(*self.look.size)
        tab._arrive_at_the_origin()
        return tab

    def opened_by(self, action):
        """The tab that an action opens."""
        before = set(self.driver.window_handles)
        action()
        opened = wait_until(lambda: set(self.driver.window_handles) - before, "another window")
        tab = copy.copy(self)
        tab.complaints, tab._window = [], opened.pop()
        return tab

    @property
    def is_closed(self):
        return self._window not in self._browser.driver.window_handles

    def close_alone(self):
        """Closes the tab, but not the other tabs of the browser."""
        self._browser.close(self._window)

    def close(self):
        """Closes the browser with all its tabs."""
        try:
            self._browser.forget()
        except (WebDriverException, urllib3.exceptions.HTTPError):
            self._browser.quit()
        else:
            self._give_back(self._browser)

    @staticmethod
    def _act(action, selector):
        """Repeats an action during a view transition, when no element can be reached."""

        def is_done():
            try:
                action()
                return True
            except ElementNotInteractableException:
                return False

        wait_until(is_done, f"{selector} to be within reach")

    def _arrive_at_the_origin(self):
        """The first page of an origin starts a new process. A command to the old process at that moment is never
        answered, so it is repeated."""
        configuration = self.driver.command_executor.client_config
        patience, configuration.timeout = configuration.timeout, 10
        self.driver.get(self.origin + "/robots.txt")
        wait_until(lambda: self.evaluate("location.pathname") == "/robots.txt", "the first page")
        configuration.timeout = patience

    def _element(self, selector):
        return self.driver.find_element(By.CSS_SELECTOR, selector)

    def _go(self, url):
        self.driver.get(url)

    def _reload(self):
        self.driver.refresh()

    def _back(self):
        self.driver.back()

    def _forward(self):
        self.driver.forward()
