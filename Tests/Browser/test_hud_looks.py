"""The look, position and parts of a HUD content."""

import json

import pytest

from support.layers import TOP, stack
from support.overlay import GALLERY, PANEL, SHOWN, hide, motion_once, show, wait_for_hud, wait_until_gone
from support.waiting import wait_until

pytestmark = pytest.mark.holds("D3")

SIZE = (1000, 700)
PLACES = {"topLeading": (0, 0), "top": (1, 0), "topTrailing": (2, 0), "leading": (0, 1), "center": (1, 1),
          "trailing": (2, 1), "bottomLeading": (0, 2), "bottom": (1, 2), "bottomTrailing": (2, 2)}


def place(tab, selector=PANEL):
    """The ninth of the window that contains an element, by the edges that it touches or by its middle."""
    width, height = tab.evaluate("[innerWidth, innerHeight]")
    left, top, w, h = tab.box(selector)

    def third(start, size, whole):
        before, after = start, whole - start - size
        return 1 if abs(before - after) < 2 else 0 if before < after else 2

    assert left >= 15 and top >= 15 and left + w <= width - 15 and top + h <= height - 15
    return third(left, w, width), third(top, h, height)


@pytest.mark.parametrize("direction", ["ltr", "rtl"])
def test_a_content_stands_in_one_of_nine_places(visit, direction):
    tab = visit("/", size=SIZE)
    tab.evaluate(f"void (document.documentElement.dir = '{direction}')")
    for alignment, (x, y) in PLACES.items():
        show(tab, text="Here", alignment=alignment)
        wait_for_hud(tab, "hud")
        assert place(tab) == (2 - x if direction == "rtl" else x, y), alignment


def test_the_safe_area_is_kept_clear_unless_it_is_ignored(visit, engine):
    if engine != "chromium":
        pytest.skip("only this driver has a notch")
    tab = visit("/", size=SIZE)
    insets = {"top": 50, "bottom": 40, "left": 30, "right": 30}
    tab.protocol().send("Emulation.setSafeAreaInsetsOverride", {"insets": insets})

    def edges(alignment, ignored=()):
        show(tab, text="Here", alignment=alignment, ignoresSafeAreaEdges=list(ignored))
        wait_for_hud(tab, "hud")
        left, top, width, height = tab.box(PANEL)
        return left, top, SIZE[0] - left - width, SIZE[1] - top - height

    assert edges("topLeading")[:2] == (30, 67)
    assert edges("topLeading", ["top"])[:2] == (30, 17)
    assert edges("topLeading", ["leading"])[:2] == (17, 67)
    assert edges("bottomTrailing")[2:] == (30, 57)
    assert edges("bottomTrailing", ["bottom", "trailing"])[2:] == (17, 17)


@pytest.mark.holds("D4")
def test_missing_values_are_the_defaults(visit):
    tab = visit("/", size=SIZE)
    assert motion_once(tab, PANEL, "portico.hud.show({ id: 'hud', text: 'Saving…' })") == [
        ["opacity", "linear", 0.1], ["scale", "linear", 0.1]]
    wait_for_hud(tab, "hud")
    assert tab.of(".hud", "getComputedStyle(e).backgroundColor") in ("rgba(0, 0, 0, 0.5)", "rgba(0, 0, 0, 0.502)")
    tab.click_at(5, 5)
    tab.press("Escape")
    assert tab.evaluate(SHOWN) == ["hud"]


@pytest.mark.holds("D4")
def test_an_installation_sets_the_defaults(visit):
    tab = visit("/", size=SIZE)
    style = {"background": "#0000ff33", "interactiveHide": True, "alignment": "bottom", "transition": ["moveBottom"],
             "animation": {"curve": "easeInOut", "duration": 0.9}, "version": 1}
    tab.evaluate(f"void (document.getElementById('screen').dataset.hudStyle = {json.dumps(json.dumps(style))})")
    partly = "portico.hud.show({ id: 'hud', text: 'Saving…', animation: { duration: 0.8 } })"
    assert motion_once(tab, PANEL, partly) == [["translate", "ease-in-out", 0.8]], "the rest is as usual here"
    hide(tab)
    wait_until_gone(tab)
    assert motion_once(tab, PANEL, "portico.hud.show({ id: 'hud', text: 'Saving…' })") == [["translate", "ease-in-out", 0.9]]
    wait_for_hud(tab, "hud")
    assert place(tab) == (1, 2)
    assert tab.of(".hud", "getComputedStyle(e).backgroundColor") == "rgba(0, 0, 255, 0.2)"
    show(tab, text="Saving…", background="#ff000033", alignment="top")
    wait_for_hud(tab, "hud")
    assert (place(tab), tab.of(".hud", "getComputedStyle(e).backgroundColor")) == ((1, 0), "rgba(255, 0, 0, 0.2)")
    tab.click_at(5, 5)
    wait_until_gone(tab)


@pytest.mark.every_engine
@pytest.mark.holds("D2", "D4", "D5")
def test_a_tap_outside_hides_the_topmost_and_only_where_that_is_allowed(visit):
    tab = visit("/about", size=SIZE)
    for id, allowed in {"a": True, "b": False, "c": True}.items():
        show(tab, id=id, text=id, interactiveHide=allowed, background={"a": "#ff000040", "b": "#00ff0040", "c": "#0000ff40"}[id])
    wait_for_hud(tab, "a", "b", "c")
    tab.click(f"[data-id=c] {PANEL}")
    assert tab.evaluate(SHOWN) == ["a", "b", "c"], "the inner and outer colours differ"
    assert "0, 0, 255" in tab.of(".hud", "getComputedStyle(e).backgroundColor"), "only the topmost background is visible"
    tab.click_at(5, 5)
    wait_for_hud(tab, "a", "b")
    assert "0, 255, 0" in tab.of(".hud", "getComputedStyle(e).backgroundColor")
    tab.click_at(5, 5)
    tab.press("Escape")
    assert tab.evaluate(SHOWN) == ["a", "b"]
    hide(tab, "b")
    wait_for_hud(tab, "a")
    tab.press("Escape")
    wait_until_gone(tab)
    assert (stack(tab), tab.count(TOP)) == (["/about"], 1), "the sheet has not received the event"


@pytest.mark.holds("D7")
def test_every_kind_has_its_parts(visit):
    tab = visit(GALLERY, size=SIZE)
    parts = {}
    for kind in ["activity", "progress", "success", "failure", "info", "custom"]:
        tab.evaluate(f"""void portico.hud.show({{ id: 'hud', kind: '{kind}', text: 'Text', duration: 0,
            html: '{kind}' === 'custom' ? document.getElementById('drawing') : undefined }})""")
        wait_for_hud(tab, "hud")
        parts[kind] = tab.of(PANEL, """[...e.children].filter(p => p.checkVisibility())
            .map(p => p.classList[0] || p.localName)""")
        assert tab.attribute(".hud-content", "data-kind") == kind
    assert parts == {
        "activity": ["activity-indicator", "hud-text"], "progress": ["hud-text", "progress"], "success": ["kind-icon", "hud-text"],
        "failure": ["kind-icon", "visually-hidden", "hud-text", "bar-item"], "info": ["kind-icon", "hud-text"], "custom": ["hud-custom"]}
    assert tab.count(f"{PANEL} .hud-custom > svg") == 1


@pytest.mark.holds("D7")
def test_a_string_is_never_markup(visit):
    tab = visit(GALLERY, size=SIZE)
    for html in ["'<b id=injected>bold</b>'", "document.createElement('div')", "'hud-fields'", "{}"]:
        tab.evaluate(f"""(window.refused = '', void portico.hud.show({{ html: {html} }}).ended.catch(e => window.refused = e.name))""")
        tab.wait_for("window.refused === 'TypeError'", f"{html} to be refused")
    assert tab.count(".hud, #injected") == 0


@pytest.mark.holds("D6", "D7")
def test_cancel_reaches_the_server(visit, portico):
    tab = visit(GALLERY, size=SIZE)
    show(tab, kind="progress", text="Exporting…", value=0.3, cancel="/dev/hud/slow")
    wait_for_hud(tab, "hud")
    before = portico.gate.count("POST", "/dev/hud/slow")
    tab.click(f"{PANEL} button")
    wait_until(lambda: portico.gate.count("POST", "/dev/hud/slow") == before + 1, "the request")
    wait_until_gone(tab)
