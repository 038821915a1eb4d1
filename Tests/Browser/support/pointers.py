"""What hands move: every pointer goes down, follows a path in a given time, and comes up."""

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

    def up(self):
        self._mouse.up()


class Touch:
    """One finger, through Chromium's own protocol."""

    def __init__(self, session):
        self._session = session

    def down(self, x, y):
        self._send("touchStart", (x, y))

    def follow(self, points, seconds):
        for x, y in paced(points, seconds):
            self._send("touchMove", (x, y))

    def up(self):
        self._send("touchEnd")

    def pinch(self, first, second):
        """Two fingers that come down one after the other, and move down together."""
        self._send("touchStart", first)
        for step in range(10):
            places = [(x, y + 20 * step) for x, y in (first, second)]
            self._send("touchMove" if step else "touchStart", *places)
        self._send("touchEnd")

    def _send(self, kind, *places):
        points = [{"x": x, "y": y, "id": number} for number, (x, y) in enumerate(places)]
        self._session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})


class DrivenMouse:
    """The mouse of a WebDriver, whose driver keeps the pace."""

    def __init__(self, driver):
        self._driver = driver

    def down(self, x, y):
        self._perform(lambda pointer: (pointer.move_to_location(int(x), int(y)), pointer.pointer_down()))

    def follow(self, points, seconds):
        each = int(seconds * 1000 / len(points))
        self._perform(lambda pointer: [pointer.move_to_location(int(x), int(y)) for x, y in points], each)

    def up(self):
        self._perform(lambda pointer: pointer.pointer_up())

    def _perform(self, act, duration=0):
        actions = ActionBuilder(self._driver, mouse=PointerInput("mouse", "mouse"), duration=duration)
        act(actions.pointer_action)
        actions.perform()


def paced(points, seconds):
    """The points one by one, spread evenly over the time."""
    start = time.monotonic()
    for number, point in enumerate(points, 1):
        time.sleep(max(0, start + seconds * number / len(points) - time.monotonic()))
        yield point
