"""Pointers that move like hands: each goes down, follows a path in a given time, and comes up."""

import time

from selenium.webdriver.common.actions.action_builder import ActionBuilder
from selenium.webdriver.common.actions.pointer_input import PointerInput


class Mouse:
    def __init__(self, mouse):
        self._mouse = mouse

    def down(self, x, y):
        self._mouse.move(x, y)
        self._mouse.down()

    def follow(self, points, seconds):
        for x, y in paced(points, seconds):
            self._mouse.move(x, y)

    def throw(self, points, seconds):
        self.follow(points, seconds)
        self.up()

    def up(self):
        self._mouse.up()


class Clocked:
    """A pointer through Chromium's protocol. Its events have their own times, and the browser uses them. So a busy
    machine does not slow the movement down."""

    def __init__(self, session):
        self._session = session
        self._time = time.time()
        self._followed = time.monotonic()

    def down(self, x, y):
        self._send(self.DOWN, (x, y))

    def follow(self, points, seconds):
        start = self._now()
        for number, point in enumerate(paced(points, seconds), 1):
            self._send(self.MOVE, point, moment=start + seconds * number / len(points))

    def throw(self, points, seconds):
        self.follow(points, seconds)
        self.up()

    def _now(self):
        return self._time + time.monotonic() - self._followed

    def _send(self, kind, *places, moment=None):
        self._time = moment or self._now()
        self._session.send(self.COMMAND, {"type": kind, "timestamp": self._time, **self._event(kind, places)})
        self._followed = time.monotonic()


class Touch(Clocked):
    """One finger, or two."""

    COMMAND, DOWN, MOVE = "Input.dispatchTouchEvent", "touchStart", "touchMove"

    def up(self):
        self._send("touchEnd")

    def pinch(self, first, second):
        """Moves two fingers down that touch one after the other."""
        self._send("touchStart", first)
        for step in range(10):
            places = [(x, y + 20 * step) for x, y in (first, second)]
            self._send("touchMove" if step else "touchStart", *places)
        self._send("touchEnd")

    def _event(self, kind, places):
        return {"touchPoints": [{"x": x, "y": y, "id": number} for number, (x, y) in enumerate(places)]}


class ClockedMouse(Clocked):
    COMMAND, DOWN, MOVE = "Input.dispatchMouseEvent", "mousePressed", "mouseMoved"

    def down(self, x, y):
        self._send(self.MOVE, (x, y))
        super().down(x, y)

    def up(self):
        self._send("mouseReleased", self._place)

    def _event(self, kind, places):
        self._place = x, y = places[0]
        return {"x": x, "y": y, "button": "left", "clickCount": 0 if kind == self.MOVE else 1}


class DrivenMouse:
    """The mouse of a WebDriver, which keeps the pace itself."""

    def __init__(self, driver):
        self._driver = driver

    def down(self, x, y):
        self._perform(lambda pointer: (pointer.move_to_location(int(x), int(y)), pointer.pointer_down()))

    def follow(self, points, seconds):
        self._perform(lambda pointer: move(pointer, points), seconds / len(points))

    def throw(self, points, seconds):
        """Sends one command, so that the release does not wait for the driver."""
        self._perform(lambda pointer: (move(pointer, points), pointer.pointer_up()), seconds / len(points))

    def up(self):
        self._perform(lambda pointer: pointer.pointer_up())

    def _perform(self, act, each=0):
        actions = ActionBuilder(self._driver, mouse=PointerInput("mouse", "mouse"), duration=int(each * 1000))
        act(actions.pointer_action)
        actions.perform()


def move(pointer, points):
    for x, y in points:
        pointer.move_to_location(int(x), int(y))


def paced(points, seconds):
    """The points one by one, evenly distributed over the time."""
    start = time.monotonic()
    for number, point in enumerate(points, 1):
        time.sleep(max(0, start + seconds * number / len(points) - time.monotonic()))
        yield point
