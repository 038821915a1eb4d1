"""Every pair of conditions: input, width, text size, direction, motion and script. Each engine covers its share."""

from itertools import combinations, product

import pytest

from support.layers import CANCEL, SAVE, TOP, fling, stack, wait_for_question, wait_for_stack
from support.steps import tab_to

pytestmark = [pytest.mark.every_engine, pytest.mark.holds("C1", "C3", "C11")]

AXES = {
    "touch": ["touch", "mouse", "keyboard"], "width": [320, 768, 1280], "text": ["L", "XXXL"], "direction": ["ltr", "rtl"],
    "motion": ["usual", "less"], "script": ["script", "no-script"]}
RECORDS = "/dev/records"


def covering_array(axes):
    """Rows in which every two values of different axes meet: in each step the row with the most missing pairs."""
    def pairs(row):
        return set(combinations(enumerate(row), 2))

    rows = list(product(*axes))
    left = set().union(*map(pairs, rows))
    chosen = []
    while left:
        best = max(rows, key=lambda row: len(pairs(row) & left))
        chosen.append(best)
        left -= pairs(best)
    return chosen


def spread(rows):
    """The engine of each row: Chromium for touch, which only it supports; the others in turn."""
    by_hand = [row for row in rows if row[0] != "touch"]
    others = ["firefox", "webkit"]
    return [("chromium", row) for row in rows if row[0] == "touch"] + \
        [(others[number % 2], row) for number, row in enumerate(by_hand)]


ROWS = spread(covering_array(list(AXES.values())))
assert {engine for engine, _ in ROWS} == {"chromium", "firefox", "webkit"}


@pytest.mark.parametrize(
    "engine, row", ROWS, ids=["-".join(map(str, (engine, *row))) for engine, row in ROWS], indirect=["engine"])
def test_a_record_is_opened_filled_in_saved_and_left(visit, engine, row):
    kind, width, text, direction, motion, script = row
    tab = visit(RECORDS, size=(width, 800), less_motion=motion == "less", script=script == "script", touch=kind == "touch")
    hand = Hand(tab, kind)
    arrange(tab, text, direction)

    hand.open("record-1-link")
    assert stack(tab) == [f"{RECORDS}/1"]
    arrange(tab, text, direction)
    hand.fill("record-name", f"By {kind} at {width}")
    hand.use(SAVE)
    wait_for_stack(tab)
    tab.wait_for_text("#record-1 .cell-title", f"By {kind} at {width}")

    arrange(tab, text, direction)
    hand.open("record-1-link")
    arrange(tab, text, direction)
    hand.fill("record-name", "To be thrown away")
    hand.leave()
    wait_for_stack(tab)
    assert tab.text("#record-1 .cell-title") == f"By {kind} at {width}"


def arrange(tab, text, direction):
    """Sets the person's text size and direction; without script, on every new page."""
    tab.of("html", f"void (e.dir = '{direction}', e.dataset.textSize = '{text}')")


class Hand:
    """Performs actions with one kind of input."""

    def __init__(self, tab, kind):
        self.tab, self.kind = tab, kind

    def use(self, selector):
        """Presses a control; without script, waits for the next document."""
        if self.tab.look.script:
            return self._press(selector)
        with self.tab.leaving():
            self._press(selector)

    def open(self, name):
        path = self.tab.of(f"#{name}", "e.pathname")
        self.use(f"#{name}")
        wait_for_stack(self.tab, path)

    def fill(self, name, text):
        if self.kind != "keyboard":
            return self.tab.fill(f"#{name}", text)
        tab_to(self.tab, name)
        self.tab.of(f"#{name}", "e.select()")
        self.tab.type(text)

    def leave(self):
        """Leaves a form with unsaved input, and discards the input."""
        if not self.tab.look.script:
            self.use(CANCEL)
            return self.use(f"{TOP} .choice-destructive")
        if self.kind == "keyboard":
            self.tab.press("Escape")
        elif self.tab.evaluate("innerWidth < 640"):
            fling(self.tab, self.kind)
        else:
            self._press(CANCEL)
        wait_for_question(self.tab)
        self._press("dialog[data-question][open] button[value=discard]")

    def _press(self, selector):
        if self.kind == "keyboard":
            self._go_to(selector)
            self.tab.press("Enter")
        elif self.kind == "touch":
            self.tab.page.tap(selector)
        else:
            self.tab.click(selector)

    def _go_to(self, selector):
        for _ in range(40):
            if self.tab.of(selector, "e === document.activeElement"):
                return
            self.tab.press("Tab")
        raise AssertionError(f"Tab does not reach {selector}")
