"""One tab of one browser, the same in every engine."""

import contextlib
import json
import re
from dataclasses import dataclass

from .waiting import wait_until


@dataclass(frozen=True)
class Look:
    """The settings of a person's browser, and the size of its window."""

    script: bool = True
    dark: bool = False
    #: The language that the browser asks for, if the driver supports it.
    language: str | None = None
    less_motion: bool = False
    size: tuple = (390, 844)
    scale: int = 1
    #: Whether the journey checks responses while they are arriving.
    streaming: bool = False
    #: Whether the window has a touch screen, if the driver of the engine supports it.
    touch: bool = False
    #: Whether scrollbars take up space, if the driver supports it.
    scrollbars: bool = False
    #: Whether the browser accepts cookies, if the driver supports it.
    takes_cookies: bool = True
    #: Whether the browser has a back/forward cache, if the engine lets the driver choose.
    keeps_pages: bool = False
    #: Whether animations take their full time. Otherwise they take a fifth, except in WebKit: there, a fade that is
    #: shorter than the time until the first frame, as on a busy machine, never ends.
    whole_motion: bool = True


class Undrivable(Exception):
    """The driver of this engine does not support a step of the journey."""


class Tab:
    """The actions that all engines share use a few primitives: `_go`, `_back`, `evaluate`, `click`, `fill`, `press`,
    and `pointer`."""

    engine = ""

    def __init__(self, origin, look):
        self.origin = origin
        self.look = look
        #: The browser's complaints: script errors, violations of the Content-Security-Policy.
        self.complaints = []
        #: The number of documents it has left.
        self.departures = 0

    # Going somewhere

    def goto(self, path):
        """Opens a path, or an address on another host, and waits until its page is complete."""
        with self.leaving():
            self._go(path if path.startswith(("http://", "https://")) else self.origin + path)

    def reload(self):
        with self.leaving():
            self._reload()

    def back(self):
        with self.leaving():
            self._back()

    def forward(self):
        with self.leaving():
            self._forward()

    def go_back(self):
        """Goes back like the browser's button. The document may stay the same."""
        self._back()

    def go_forward(self):
        self._forward()

    def leaving(self):
        """A block that leads to another document. It ends when that document is complete."""
        return _Departure(self)

    def wait_until_ready(self):
        """Waits until the page is complete, and is not the page being left."""
        ready = "'ready' in document.documentElement.dataset" if self.look.script else "document.readyState === 'complete'"
        wait_until(lambda: self.evaluate(f"window.departure !== {self.departures} && {ready} && location.protocol !== 'about:'"), "the page to be ready")

    # Looking

    @property
    def path(self):
        """The current path, without the token of a page that answered a form."""
        return re.sub(r"[?&]portico-kept=[^&]+$", "", self.evaluate("location.pathname + location.search"))

    @property
    def address(self):
        return self.evaluate("location.href")

    @property
    def screen(self):
        return self.attribute("#screen", "data-screen")

    @property
    def heading(self):
        return self.text("h1")

    @property
    def focus(self):
        """The id of the focused element, or its name in lower case."""
        id, is_to_come = self._focus()
        if is_to_come:
            # A new page sets the focus when it is first drawn; the HUD of a request keeps it for its minimum time.
            with contextlib.suppress(AssertionError):
                wait_until(lambda: self._focus()[0] != id, "the focus", 5)
        return self._focus()[0] if is_to_come else id

    def _focus(self):
        """As ``focus``, and whether another element gets it soon: that with autofocus, or the one that waits for the HUD."""
        return self.evaluate("""[document.activeElement?.id || document.activeElement?.localName,
            document.activeElement === document.body && document.querySelector("[autofocus]") !== null
            || document.activeElement?.matches(".hud") && document.querySelector(".hud [data-id=portico-request]") !== null]""")

    def text(self, selector):
        return self.of(selector, "e.textContent.trim()")

    def value(self, selector):
        return self.of(selector, "e.value")

    def attribute(self, selector, name):
        return self.of(selector, f"e.getAttribute({json.dumps(name)})")

    def count(self, selector):
        return self.evaluate(f"document.querySelectorAll({json.dumps(selector)}).length")

    def box(self, selector):
        """Left, top, width and height in CSS pixels."""
        return self.of(selector, "(({ x, y, width, height }) => [x, y, width, height])(e.getBoundingClientRect())")

    def of(self, selector, expression):
        """Evaluates an expression about the first element `e` that matches."""
        return self.evaluate(f"(e => {expression})(document.querySelector({json.dumps(selector)}))")

    # Waiting

    def evaluate_painted(self, expression):
        """The value of an expression in the frame after the current state has been painted; without script, at once."""

    def let_it_paint(self):
        """Returns when the current state has been painted, if the engine reports that."""
        self.evaluate_painted("null")

    def wait_for(self, expression, what=None):
        """Waits until a script expression is true in the page."""
        return wait_until(lambda: self.evaluate(expression), what or expression)

    def wait_for_text(self, selector, text):
        self.wait_for(f"document.querySelector({json.dumps(selector)})?.textContent.trim() === {json.dumps(text)}",
                      f"“{text}” in {selector}")

    def wait_for_screen(self, name):
        self.wait_for(f"document.querySelector('#screen')?.dataset.screen === '{name}'", f"the {name} screen")


class _Departure:
    def __init__(self, tab):
        self.tab = tab

    def __enter__(self):
        # A number, because a page restored by Back or Forward may have the mark of an earlier departure.
        self.tab.departures += 1
        self.tab.evaluate(f"window.departure = {self.tab.departures}")

    def __exit__(self, kind, *_):
        if kind is None:
            self.tab.wait_until_ready()
