"""An editor inside a sheet: Cancel and Back return inside the sheet, a gesture closes the sheet; both ask first."""

import pytest

from support.layers import (
    CANCEL, QUESTION, SAVE, answer, close, fling, navigate, present, stack, wait_for_question, wait_for_stack)
from support.waiting import wait_until

pytestmark = pytest.mark.holds("C12")

LIBRARY = "/dev/library"
PHONE = (390, 844)


@pytest.fixture
def deep_editor(visit):
    tab = visit("/dev/presentations", size=PHONE)
    present(tab, "#library-link")
    tab.was = tab.text("#record-3 .cell-title")
    navigate(tab, "#record-3-link")
    return tab


def test_a_deep_editor_has_its_own_cancel_and_save(deep_editor):
    tab = deep_editor
    tab.click(CANCEL)
    wait_for_stack(tab, LIBRARY)
    navigate(tab, "#record-3-link")
    tab.fill("#record-name", "Stone bridge")
    tab.click(SAVE)
    wait_for_stack(tab, LIBRARY)
    tab.wait_for_text("#record-3 .cell-title", "Stone bridge")
    close(tab)
    assert (stack(tab), tab.path) == ([], "/dev/presentations")


def test_cancel_of_a_deep_editor_asks_and_goes_back_inside(deep_editor):
    tab = deep_editor
    tab.fill("#record-name", "Unsaved")
    tab.click(CANCEL)
    wait_for_question(tab)
    answer(tab, "keep")
    assert tab.value("#record-name") == "Unsaved"
    wait_until(lambda: tab.count(QUESTION) == 0, "the question to go")
    tab.click(CANCEL)
    wait_for_question(tab)
    answer(tab, "discard")
    wait_for_stack(tab, LIBRARY)
    assert tab.text("#record-3 .cell-title") == tab.was


def test_an_error_of_a_closed_editor_is_reported_without_the_editor(deep_editor, portico):
    tab = deep_editor
    tab.fill("#record-name", "")
    with portico.gate.holding("POST", f"{LIBRARY}/3"):
        tab.click(SAVE)
        wait_until(lambda: portico.gate.count("POST", f"{LIBRARY}/3"), "the request")
        tab.of(CANCEL, "e.click()")
        wait_for_question(tab)
        tab.of(f"{QUESTION} [value=discard]", "e.click()")
        wait_for_stack(tab, LIBRARY)
    tab.wait_for_text(".toast .toast-text", "Give it a name.")
    assert (stack(tab), tab.path) == ([LIBRARY], LIBRARY)
    assert tab.count("#record-3 .cell-title") == 1


@pytest.mark.parametrize("way", ["escape", "drag"])
def test_a_gesture_on_a_deep_editor_asks_and_takes_the_whole_sheet(deep_editor, way):
    deep_editor.fill("#record-name", "Unsaved")
    deep_editor.press("Escape") if way == "escape" else fling(deep_editor)
    wait_for_question(deep_editor)
    answer(deep_editor, "discard")
    wait_for_stack(deep_editor)
    assert deep_editor.path == "/dev/presentations"


@pytest.mark.holds("C12", "C13")
def test_back_from_a_deep_editor_asks(deep_editor):
    deep_editor.fill("#record-name", "Unsaved")
    deep_editor.go_back()
    wait_for_question(deep_editor)
    answer(deep_editor, "keep")
    wait_for_stack(deep_editor, f"{LIBRARY}/3")
    assert (deep_editor.path, deep_editor.value("#record-name")) == (f"{LIBRARY}/3", "Unsaved")
    deep_editor.go_back()
    wait_for_question(deep_editor)
    answer(deep_editor, "discard")
    wait_for_stack(deep_editor, LIBRARY)
