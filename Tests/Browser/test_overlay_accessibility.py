"""The HUD and toasts without sight, enlarged, in a small window, and by touch."""

import pytest

from support.accessibility import axe_in_both
from support.layers import wait_until_still
from support.overlay import PANEL, show, toast, wait_for_hud, wait_for_toasts

pytestmark = pytest.mark.holds("D10")

KINDS = ["activity", "progress", "success", "failure", "info"]
#: Elements of the HUD or of toasts that are clipped by the window or by an ancestor.
CUT_OFF = """[...document.querySelectorAll('.hud-panel, .hud-panel *, .toast, .toast *')].filter(e => e.checkVisibility()
    && !e.closest('svg')).filter(e => { const b = e.getBoundingClientRect();
    return b.left < -0.5 || b.right > innerWidth + 0.5 || e.scrollWidth > e.clientWidth + 1 && getComputedStyle(e).display !== 'inline' })
    .map(e => e.outerHTML.slice(0, 90))"""


def test_every_kind_of_the_hud_is_accessible(visit, engine):
    tab = visit("/", dark=engine != "chromium", size=(1000, 700))
    problems = {}
    for kind in KINDS:
        show(tab, kind=kind, text="Exporting everything", value=0.4 if kind == "progress" else None, cancel="/", duration=0)
        wait_for_hud(tab, "hud")
        problems[kind] = axe_in_both(tab)
    assert {kind: found for kind, found in problems.items() if found} == {}


def test_toasts_are_accessible_in_the_page_and_over_a_sheet(visit, engine):
    tab = visit("/", dark=engine != "chromium", size=(1000, 700))
    for path in ("/", "/about"):
        tab.goto(path)
        for kind in ("info", "success", "failure"):
            toast(tab, f"A {kind} with an action", kind=kind, duration=0, action={"label": "Undo", "href": "/"})
        tab.wait_for("document.querySelectorAll('.toast').length === 3")
        wait_until_still(tab)
        assert axe_in_both(tab) == [], path


def test_the_hud_fits_at_the_largest_text_in_the_smallest_window(visit):
    tab = visit("/", size=(320, 640))
    tab.evaluate("document.documentElement.dataset.textSize = 'XXXL'")
    text = "Exporting everything that is stored about you, which is a lot of things"
    for alignment in ("topLeading", "center", "bottomTrailing"):
        show(tab, kind="progress", text=text, value=0.4, cancel="/", alignment=alignment)
        wait_for_hud(tab, "hud")
        assert tab.evaluate(CUT_OFF) == [], alignment
        left, top, width, height = tab.box(PANEL)
        assert top >= 0 and top + height <= tab.evaluate("innerHeight"), alignment


def test_a_content_higher_than_the_window_can_be_scrolled(visit):
    tab = visit("/", size=(320, 640))
    show(tab, text="word " * 400, cancel="/")
    wait_for_hud(tab, "hud")
    assert tab.box(PANEL)[1] >= 0, "its beginning is in sight"
    tab.of(f"{PANEL} button", "e.scrollIntoView()")
    assert tab.box(f"{PANEL} button")[1] < tab.evaluate("innerHeight")


def test_toasts_fit_at_the_largest_text_in_the_smallest_window(visit):
    tab = visit("/", size=(320, 640))
    tab.evaluate("document.documentElement.dataset.textSize = 'XXXL'")
    for number in range(3):
        toast(tab, "Everything that is stored about you is ready", id=f"n{number}", duration=0,
              action={"label": "Download now", "href": "/"})
    tab.wait_for("document.querySelectorAll('.toast').length === 3")
    wait_until_still(tab)
    left, top, width, height = tab.box("[data-id=n2] .toast-text")
    assert top + height <= tab.evaluate("innerHeight"), "the newest is in sight"
    assert (width > 150, tab.box("[data-id=n2] .toast-action")[1] >= top + height) == (True, True), "the action has a line of its own"
    assert tab.evaluate(CUT_OFF) == []
    for number in range(3):
        tab.of(f"[data-id=n{number}] .toast-close", "e.scrollIntoView({ block: 'nearest', behavior: 'instant' })")
        left, top, width, height = tab.box(f"[data-id=n{number}] .toast-close")
        assert 0 <= top and top + height <= tab.evaluate("innerHeight") + 0.5


def test_targets_are_large_enough_for_fingers(visit):
    tab = visit("/", size=(390, 844))
    show(tab, text="Saving…", cancel="/")
    wait_for_hud(tab, "hud")
    toast(tab, "Deleted", duration=0, action={"label": "Go", "href": "/"})
    wait_for_toasts(tab, "Deleted")
    for selector in (f"{PANEL} button", ".toast-action", ".toast-close"):
        left, top, width, height = tab.box(selector)
        assert (selector, width >= 44 or selector == ".toast-action", height >= 44) == (selector, True, True)
