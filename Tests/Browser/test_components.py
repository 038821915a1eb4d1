"""The gallery of components is accessible in every look, and shows the states of controls."""

import pytest

from support.accessibility import CUT_OFF, SPILLS, axe_in_both

pytestmark = pytest.mark.holds("E2")

GALLERY = "/dev/components"
#: The background of the row of a sample, and the outline of its control.
LOOKS = """[...document.querySelectorAll('#component-LinkCell .gallery-sample')].map((sample) => {
    const { backgroundColor, outlineStyle } = getComputedStyle(sample.querySelector("a"));
    return [sample.dataset.shown ?? "", backgroundColor, outlineStyle];
})"""


def test_no_look_has_a_violation(visit):
    tab = visit(GALLERY)
    assert axe_in_both(tab) == []
    tab.resize(320, 640)
    for query in ("?size=XXXL", "?direction=rtl&size=XXXL", "?appearance=dark"):
        tab.goto(GALLERY + query)
        assert not tab.evaluate(SPILLS), query
        assert tab.evaluate(CUT_OFF) == [], query


def test_controls_are_shown_pressed_and_with_the_focus(visit):
    tab = visit(GALLERY)
    tab.wait_for("document.querySelector('.gallery-contrast').textContent !== ''", "the contrasts")
    looks = {shown: (background, outline) for shown, background, outline in tab.evaluate(LOOKS)}
    assert looks["focus-visible"][1] == "solid" != looks[""][1]
    assert looks["active"][0] != looks[""][0]


def test_the_contrasts_of_texts_are_those_of_the_shown_appearance(visit):
    tab = visit(GALLERY)
    shown = {}
    for appearance in ("light", "dark"):
        tab.goto(f"{GALLERY}?appearance={appearance}")
        tab.wait_for("document.querySelector('.gallery-contrast').textContent !== ''", "the contrasts")
        shown[appearance] = tab.evaluate("[...document.querySelectorAll('.gallery-contrast')].map((e) => parseFloat(e.textContent))")
    assert min(shown["light"] + shown["dark"]) >= 4.5
    assert shown["light"] != shown["dark"]


def test_tabs_are_links_that_keyboard_and_history_follow(visit):
    tab = visit(GALLERY)
    current = "document.querySelector('#directions [aria-current]').textContent"
    tab.of("#directions li:nth-child(2) a", "e.focus()")
    tab.press("Tab")
    with tab.leaving():
        tab.press("Enter")
    assert tab.evaluate(current) == "Right to left"
    assert tab.of("#components", "getComputedStyle(e).direction") == "rtl"
    with tab.leaving():
        tab.go_back()
    assert tab.evaluate(current) == "As the language"
