"""The HUD shows one or several contents, each with an id, and announces them."""

import pytest

from support.overlay import PANEL, hide, listen_to_regions, show, wait_for_hud, wait_until_gone, wait_until_said

pytestmark = pytest.mark.holds("D2")

SIZE = (1000, 700)


@pytest.mark.holds("D2", "D5")
def test_it_shows_several_contents_at_once_and_each_can_be_hidden(visit):
    tab = visit("/", size=SIZE)
    for id, alignment in {"a": "topLeading", "b": "center", "c": "bottomTrailing"}.items():
        show(tab, id=id, text=id, alignment=alignment)
    wait_for_hud(tab, "a", "b", "c")
    hide(tab, "b")
    wait_for_hud(tab, "a", "c")
    hide(tab, "a")
    wait_for_hud(tab, "c")
    hide(tab, "c")
    wait_until_gone(tab)


def test_the_same_id_again_replaces_in_place_and_keeps_its_promise(visit):
    tab = visit("/", size=SIZE)
    show(tab, "first", id="a", kind="activity", text="Saving…", alignment="top", interactiveHide=True)
    show(tab, id="b", text="Another", alignment="bottom")
    wait_for_hud(tab, "a", "b")
    tab.evaluate("void (window.panel = document.querySelector('[data-id=a] .hud-panel'), window.ended = false,"
                 " first.ended.then(() => window.ended = true))")
    show(tab, id="a", kind="success", text="Saved", duration=0)
    assert tab.evaluate("panel.isConnected && getComputedStyle(panel).opacity") == "1", "nothing flashes"
    wait_for_hud(tab, "a", "b")
    assert tab.text("[data-id=a] .hud-text") == "Saved"
    assert tab.attribute("[data-id=a]", "data-alignment") == "center", "no part of the previous content is left"
    assert tab.evaluate("window.ended") is False
    hide(tab, "a")
    tab.wait_for("window.ended", "the promise of the first")


def test_a_content_for_another_page_is_not_shown(visit):
    tab = visit("/")
    show(tab, id="elsewhere", path="/about", text="Elsewhere")
    show(tab, id="here", path="/", text="Here")
    wait_for_hud(tab, "here")


def test_nothing_is_dropped_under_a_burst(visit):
    tab = visit("/", size=SIZE)
    tab.evaluate("""void (window.ended = 0, window.burst = Array.from({ length: 20 }, (_, n) =>
        portico.hud.show({ id: `n${n}`, kind: 'info', text: `Number ${n}`, duration: 0 })),
        burst.forEach(({ ended }) => ended.then(() => window.ended += 1)))""")
    wait_for_hud(tab, *(f"n{n}" for n in range(20)))
    tab.evaluate("void burst.forEach((one) => one.hide())")
    tab.wait_for("window.ended === 20", "all of them to have ended")
    wait_until_gone(tab)
    tab.evaluate("void Array.from({ length: 20 }, (_, n) => portico.hud.show({ id: 'same', text: `Number ${n}` }))")
    wait_for_hud(tab, "same")
    assert tab.text(".hud-text") == "Number 19"


def test_hiding_and_showing_in_one_breath_leaves_it_shown(visit):
    tab = visit("/", size=SIZE)
    show(tab, text="First")
    wait_for_hud(tab, "hud")
    tab.evaluate("void (portico.hud.hide('hud'), portico.hud.show({ id: 'hud', text: 'Second' }))")
    tab.wait_for_text(".hud-text", "Second")
    wait_for_hud(tab, "hud")


def test_a_handle_updates_and_hides(visit):
    tab = visit("/", size=SIZE)
    show(tab, "one", kind="progress", text="Exporting…", value=0.2)
    wait_for_hud(tab, "hud")
    tab.evaluate("void one.update({ value: 0.6, text: 'Nearly' })")
    tab.wait_for_text(".hud-text", "Nearly")
    assert tab.of(".hud progress", "[e.value, e.max, e.checkVisibility()]") == [0.6, 1, True]
    tab.evaluate("void one.update({ kind: 'success', text: 'Done', duration: 0 })")
    tab.wait_for_text(".hud-text", "Done")
    assert not tab.of(".hud progress", "e.checkVisibility()")
    tab.evaluate("void one.hide()")
    wait_until_gone(tab)


def test_a_handle_of_a_hidden_content_has_no_effect(visit):
    tab = visit("/", size=SIZE)
    show(tab, "one", text="Saving…")
    wait_for_hud(tab, "hud")
    hide(tab)
    wait_until_gone(tab)
    tab.evaluate("void one.update({ text: 'Late' })")
    show(tab, id="other", text="Another")
    wait_for_hud(tab, "other")


@pytest.mark.holds("D10")
def test_frequent_changes_are_announced_once_a_second(visit):
    tab = visit("/", size=SIZE)
    listen_to_regions(tab)
    show(tab, "one", kind="progress", text="Part 0")
    wait_until_said(tab, "status", "Part 0")
    tab.evaluate("void [1, 2, 3, 4, 5].forEach(n => one.update({ text: `Part ${n}` }))")
    wait_until_said(tab, "status", "Part 5")
    assert [text for _, text, _ in tab.evaluate("said")] == ["Part 0", "Part 5"]


@pytest.mark.holds("D10")
def test_it_is_announced_politely_or_at_once(visit):
    tab = visit("/", size=SIZE)
    listen_to_regions(tab)
    show(tab, text="Saving…")
    wait_until_said(tab, "status", "Saving…")
    show(tab, kind="failure", text="Not saved", duration=0)
    wait_until_said(tab, "alert", "Not saved")
    wait_for_hud(tab, "hud")


@pytest.mark.holds("D1", "D10")
def test_the_accessibility_tree_has_the_hud_and_its_announcement_and_nothing_else(visit, engine):
    if engine != "chromium":
        pytest.skip("only this driver shows the tree")
    tab = visit("/about", size=SIZE)
    listen_to_regions(tab)
    show(tab, kind="progress", text="Exporting…", value=0.4, cancel="/nowhere")
    wait_until_said(tab, "status", "Exporting…")
    session = tab.protocol()
    nodes = [node for node in session.send("Accessibility.getFullAXTree")["nodes"] if not node.get("ignored")]
    named = {(node["role"]["value"], node.get("name", {}).get("value", "")) for node in nodes}
    assert {("dialog", "Status"), ("progressbar", "Exporting…"), ("button", "Cancel"), ("status", "")} <= named
    assert ("StaticText", "Exporting…") in named
    assert not [role for role, name in named if role in ("link", "heading", "switch")], "the page under it is inert"


def test_contents_without_an_id_stand_beside_each_other(visit):
    tab = visit("/", size=SIZE)
    tab.evaluate("""void (window.both = [portico.hud.show({ text: 'First', alignment: 'top' }), portico.hud.show('Second')])""")
    first, second = tab.evaluate("both.map(({ id }) => id)")
    wait_for_hud(tab, first, second)
    tab.evaluate("void both[0].hide()")
    wait_for_hud(tab, second)


@pytest.mark.parametrize("call", ["show()", "show({ kind: 'no such kind', text: 'Working' })"], ids=["nothing", "unknown"])
def test_an_empty_content_and_an_unknown_kind_are_an_activity(visit, call):
    tab = visit("/", size=SIZE)
    tab.evaluate(f"void portico.hud.{call}")
    tab.wait_for(f"document.querySelectorAll('{PANEL}').length === 1", "the content")
    assert tab.of(f"{PANEL} .activity-indicator", "e.checkVisibility()")
    tab.evaluate("void portico.hud.hideAll()")
    wait_until_gone(tab)
