"""Toasts stand in the topmost page, three at a time, until they were read; they take no focus and block nothing."""

import pytest

from support.layers import TOP, close, present, stack, wait_for_question, wait_for_stack, wait_until_still
from support.overlay import (
    SEEN, TIMERS, listen_to_regions, reached, show, timers, toast, wait_for_hud, wait_for_toasts, wait_until_said)
from support.waiting import wait_until

DESK = (1000, 700)


def hover(tab, selector):
    left, top, width, height = tab.box(selector)
    tab.pointer().follow([(left + width / 3, top + height / 2 - 1), (left + width / 3, top + height / 2)], 0.05)


def hover_nothing(tab):
    tab.pointer().follow([(6, 100), (5, 100)], 0.05)


@pytest.mark.parametrize("size", [(390, 844), DESK], ids=["phone", "desk"])
@pytest.mark.parametrize("direction", ["ltr", "rtl"])
def test_it_stands_at_the_bottom_where_reading_ends_and_takes_nothing(visit, size, direction):
    tab = visit("/", size=size)
    tab.evaluate(f"void (document.documentElement.dir = '{direction}', document.querySelector('#sign-out-link').focus())")
    toast(tab, "Saved")
    wait_for_toasts(tab, "Saved")
    width, height = tab.evaluate("[document.documentElement.clientWidth, innerHeight]")
    left, top, w, h = tab.box(".toast")
    before, after = left, width - left - w
    assert 0 < height - top - h < 30
    if size != DESK:
        assert abs(before - after) < 2
    else:
        assert (before > after) == (direction == "ltr") and min(before, after) < 40
    assert tab.focus == "sign-out-link"
    assert reached(tab, left + w / 3, top + h / 2) == "toast"
    assert reached(tab, left + w / 3, top - 12) == "presenter", "what lies beside it can be clicked"
    assert tab.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_three_are_in_sight_and_the_rest_wait_their_turn(visit):
    tab = visit("/", size=DESK)
    for number in range(1, 6):
        toast(tab, f"Number {number}", id=f"n{number}")
    wait_for_toasts(tab, "Number 1", "Number 2", "Number 3")
    tab.evaluate("void document.querySelectorAll('.toast-close')[1].click()")
    wait_for_toasts(tab, "Number 1", "Number 3", "Number 4")
    assert tab.evaluate("document.querySelectorAll('.toast').length") == 4


def test_nothing_is_dropped_under_a_burst(visit):
    tab = visit("/", size=DESK, less_motion=True)
    tab.evaluate("""void (window.seen = new Set(), window.left = 0, new MutationObserver(() => {
        const now = [...document.querySelectorAll('.toast')].filter(e => e.checkVisibility());
        window.most = Math.max(window.most ?? 0, now.length);
        now.forEach(e => window.seen.add(e.textContent));
      }).observe(document, { subtree: true, childList: true, attributes: true }),
      Array.from({ length: 50 }, (_, n) => portico.toast({ text: `Number ${n}`, duration: 0.1 }).ended.then(() => window.left += 1)))""")
    tab.wait_for("window.left === 50", "all of them to have been there")
    assert tab.evaluate("[window.seen.size, window.most]") == [50, 3]
    tab.wait_for("document.querySelectorAll('.toast').length === 0")


def test_it_leaves_by_itself_unless_it_is_to_stay(visit):
    tab = visit("/", size=DESK)
    toast(tab, "Stays", duration=0)
    toast(tab, "Leaves", duration=0.4)
    wait_for_toasts(tab, "Stays", "Leaves")
    wait_for_toasts(tab, "Stays")
    assert tab.evaluate(f"{TIMERS}[0].effect.getTiming().duration") > 1e9


def test_the_time_it_stays_grows_with_its_text(visit):
    tab = visit("/", size=DESK)
    toast(tab, "Saved")
    toast(tab, "a" * 100)
    wait_for_toasts(tab, "Saved", "a" * 100)
    assert tab.evaluate(f"{TIMERS}.map(a => Math.round(a.effect.getTiming().duration))") == [4000, 8000]


def test_its_time_stands_still_while_the_pointer_is_on_it(visit):
    tab = visit("/", size=DESK)
    hover_nothing(tab)
    for text in ("One", "Two"):
        toast(tab, text, duration=60)
    wait_for_toasts(tab, "One", "Two")
    assert timers(tab) == ["running", "running"]
    hover(tab, ".toast")
    wait_until(lambda: timers(tab) == ["paused", "paused"], "time to stand still")
    hover_nothing(tab)
    wait_until(lambda: timers(tab) == ["running", "running"], "time to go on")


def test_its_time_stands_still_while_the_focus_is_in_it(visit):
    tab = visit("/", size=DESK)
    toast(tab, "One", duration=60)
    wait_for_toasts(tab, "One")
    tab.evaluate("void document.querySelector('.toast-close').focus()")
    wait_until(lambda: timers(tab) == ["paused"], "time to stand still")
    tab.evaluate("void document.querySelector('#sign-out-link').focus()")
    wait_until(lambda: timers(tab) == ["running"], "time to go on")


def test_its_time_stands_still_in_a_hidden_tab(visit):
    tab = visit("/", size=DESK)
    toast(tab, "One", duration=60)
    wait_for_toasts(tab, "One")
    for hidden, state in [("true", "paused"), ("false", "running")]:
        tab.evaluate(f"""void (Object.defineProperty(document, 'hidden', {{ value: {hidden}, configurable: true }}),
            document.dispatchEvent(new Event('visibilitychange')))""")
        wait_until(lambda: timers(tab) == [state], f"time to be {state}")


def test_a_button_dismisses_it(visit):
    tab = visit("/", size=DESK)
    toast(tab, "Saved", "one", duration=0)
    wait_for_toasts(tab, "Saved")
    tab.evaluate("void one.ended.then(() => window.isOver = true)")
    tab.click(".toast-close")
    wait_for_toasts(tab)
    tab.wait_for("window.isOver")
    assert tab.of(".toast-close", "e") is None


def test_an_action_is_done_once_and_takes_the_toast_away(visit):
    tab = visit("/", size=DESK)
    tab.evaluate("""void (window.undone = 0, portico.toast({ text: 'Deleted', duration: 0,
        action: { label: 'Undo', onSelect: () => window.undone += 1 } }))""")
    wait_for_toasts(tab, "Deleted")
    assert tab.of(".toast-action:not([hidden])", "[e.localName, e.textContent]") == ["button", "Undo"]
    tab.click(".toast-action:not([hidden])")
    wait_for_toasts(tab)
    assert tab.evaluate("window.undone") == 1


@pytest.mark.parametrize("less_motion", [False, True], ids=["motion", "less"])
def test_an_action_can_lead_somewhere(visit, less_motion):
    tab = visit("/", size=DESK, less_motion=less_motion)
    toast(tab, "Order 7 is there", action={"label": "Open", "href": "/dev/presentations"})
    wait_for_toasts(tab, "Order 7 is there")
    with tab.leaving():
        tab.click(".toast-action")
    assert tab.path == "/dev/presentations"


def test_the_same_id_again_replaces_in_place(visit):
    tab = visit("/", size=DESK)
    toast(tab, "Sending…", "first", id="order", duration=0)
    toast(tab, "Another", duration=0)
    wait_for_toasts(tab, "Sending…", "Another")
    tab.evaluate("void first.ended.then(() => window.isOver = true)")
    toast(tab, "Sent", id="order", kind="success", duration=0)
    wait_for_toasts(tab, "Sent", "Another")
    tab.evaluate("void first.update({ text: 'Sent twice' })")
    wait_for_toasts(tab, "Sent twice", "Another")
    assert not tab.evaluate("window.isOver")
    tab.evaluate("void first.hide()")
    wait_for_toasts(tab, "Another")
    tab.wait_for("window.isOver")


def test_a_shortcut_reaches_the_newest_and_the_focus_goes_on_and_comes_back(visit):
    tab = visit("/", size=DESK)
    tab.evaluate("void document.querySelector('#sign-out-link').focus()")
    for number in (1, 2):
        toast(tab, f"Number {number}", duration=0)
    wait_for_toasts(tab, "Number 1", "Number 2")
    focused = "document.activeElement.closest('.toast')?.querySelector('.toast-text').textContent"
    tab.evaluate("void dispatchEvent(new KeyboardEvent('keydown', { altKey: true, code: 'KeyT', key: 't' }))")
    assert tab.evaluate(focused) == "Number 2"
    tab.press("Enter")
    tab.wait_for(f"{focused} === 'Number 1'", "the focus to go on to the next")
    wait_for_toasts(tab, "Number 1")
    tab.press("Enter")
    wait_for_toasts(tab)
    assert tab.focus == "sign-out-link"


def test_it_is_announced_politely_or_at_once(visit):
    tab = visit("/", size=DESK)
    listen_to_regions(tab)
    toast(tab, "Saved")
    toast(tab, "Not sent", kind="failure")
    wait_until_said(tab, "status", "Saved")
    wait_until_said(tab, "alert", "Not sent")


def test_it_is_announced_inside_a_modal_page_too(visit):
    tab = visit("/about", size=DESK)
    listen_to_regions(tab)
    toast(tab, "Saved")
    wait_until_said(tab, "status", "Saved")
    show(tab, text="Sending…")
    wait_for_hud(tab, "hud")
    toast(tab, "Not sent", kind="failure")
    wait_until_said(tab, "alert", "Not sent")


def test_the_accessibility_tree_has_it_over_a_sheet(visit, engine):
    if engine != "chromium":
        pytest.skip("only this driver shows the tree")
    tab = visit("/about", size=DESK)
    toast(tab, "Saved", duration=0, action={"label": "Open", "href": "/"})
    wait_for_toasts(tab, "Saved")
    session = tab.context.new_cdp_session(tab.page)
    nodes = [node for node in session.send("Accessibility.getFullAXTree")["nodes"] if not node.get("ignored")]
    named = {(node["role"]["value"], node.get("name", {}).get("value", "")) for node in nodes}
    assert {("region", "Notifications"), ("StaticText", "Saved"), ("link", "Open"), ("button", "Dismiss")} <= named


def test_it_moves_to_the_page_on_top_and_back(visit):
    tab = visit("/", size=DESK)
    toast(tab, "Saved", duration=60)
    wait_for_toasts(tab, "Saved")
    before = tab.box(".toast")
    present(tab, "#about-portico-link")
    wait_for_toasts(tab, "Saved")
    left, top, width, height = tab.box(".toast")
    assert [top, width, height] == before[1:], "it stays where it is"
    assert abs(left - before[0]) <= 15, "but for the scrollbar, which goes"
    assert tab.of(".toast", "e.closest('dialog')?.dataset.url") == "/about"
    assert (reached(tab, left + width / 3, top + height / 2), timers(tab)) == ("toast", ["running"])
    close(tab)
    wait_for_toasts(tab, "Saved")
    assert tab.of(".toast", "e.closest('.presenter') !== null")
    assert tab.box(".toast") == before
    tab.click(".toast-close")
    wait_for_toasts(tab)


def test_one_shown_in_a_sheet_survives_what_becomes_of_the_sheet(visit):
    tab = visit("/", size=DESK)
    present(tab, "#about-portico-link")
    toast(tab, "Saved", duration=0)
    wait_for_toasts(tab, "Saved")
    tab.click("#licences-link")
    wait_for_stack(tab, "/about/licences")
    wait_for_toasts(tab, "Saved")
    tab.go_back()
    wait_for_stack(tab, "/about")
    tab.press("Escape")
    wait_for_stack(tab)
    wait_for_toasts(tab, "Saved")
    tab.click(".toast-close")
    wait_for_toasts(tab)


def test_it_stands_in_a_question_and_outlives_it(visit):
    tab = visit("/dev/records/1", size=DESK)
    tab.fill("#record-name", "Unsaved")
    tab.press("Escape")
    wait_for_question(tab)
    toast(tab, "Somebody else has saved", duration=0)
    wait_for_toasts(tab, "Somebody else has saved")
    left, top, width, height = tab.box(".toast")
    assert reached(tab, left + width / 3, top + height / 2) == "toast"
    tab.press("Escape")
    tab.wait_for("!document.querySelector('[data-question]:modal')")
    wait_for_toasts(tab, "Somebody else has saved")
    tab.click(".toast-close")
    wait_for_toasts(tab)


def test_one_that_belongs_to_a_view_stays_in_it_and_waits_while_it_is_covered(visit):
    tab = visit("/", size=DESK)
    tab.evaluate("void portico.toast({ text: 'Of the page', duration: 60, in: document.querySelector('#profile') })")
    wait_for_toasts(tab, "Of the page")
    present(tab, "#about-portico-link")
    assert tab.of(".toast", "e.closest('.presenter') !== null")
    wait_until(lambda: timers(tab) == ["paused"], "time to stand still")
    close(tab)
    wait_until(lambda: timers(tab) == ["running"], "time to go on")
    present(tab, "#about-portico-link")
    tab.evaluate(f"void portico.toast({{ text: 'Of the sheet', duration: 60, in: document.querySelector('{TOP} .page') }})")
    wait_for_toasts(tab, "Of the page", "Of the sheet")
    close(tab)
    wait_for_toasts(tab, "Of the page", "Of the sheet")


def test_it_can_be_used_over_the_hud_and_goes_back_under_it(visit):
    tab = visit("/", size=DESK)
    toast(tab, "Before", duration=60)
    wait_for_toasts(tab, "Before")
    show(tab, text="Saving…")
    wait_for_hud(tab, "hud")
    toast(tab, "Meanwhile", duration=60)
    wait_for_toasts(tab, "Before", "Meanwhile")
    left, top, width, height = tab.box(".toast")
    assert reached(tab, left + width / 3, top + height / 2) == "hud"
    assert tab.of(".toast", "e.closest('.hud') !== null && document.elementFromPoint"
                            f"({left + width / 3}, {top + height / 2}).closest('.toast') === e")
    tab.evaluate("void portico.hud.hideAll()")
    tab.wait_for("document.querySelectorAll('.hud').length === 0")
    wait_for_toasts(tab, "Before", "Meanwhile")
    assert tab.of(".toast", "e.closest('.presenter') !== null")


def test_it_stays_clear_of_the_keyboard_of_a_phone(visit):
    tab = visit("/", size=(390, 844))
    toast(tab, "Saved", duration=0)
    wait_for_toasts(tab, "Saved")
    before = tab.box(".toast")[1]
    tab.evaluate("void document.querySelector('#screen').style.setProperty('--keyboard', '300px')")
    assert before - tab.box(".toast")[1] == 300


def test_with_less_motion_it_is_there_at_once(visit):
    tab = visit("/", less_motion=True, size=DESK)
    toast(tab, "Saved")
    tab.wait_for(f"({SEEN}).length === 1")
    assert tab.of(".toast", "e.getAnimations().map(a => a.animationName)") == ["toast-stays"]
    assert tab.evaluate(f"{TIMERS}[0].effect.getTiming().duration") == 4000, "that is no motion"
