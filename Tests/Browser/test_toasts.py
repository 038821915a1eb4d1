"""Toasts appear at the edge of the page, at most three at a time; they take no focus and block nothing."""

import pytest

from support.overlay import SEEN, TIMERS, listen_to_regions, reached, toast, wait_for_toasts, wait_until_said
from support.steps import tab_to

pytestmark = pytest.mark.holds("D8")

DESK = (1000, 700)
TREE_HAS_THEM = "[...document.querySelectorAll('.toasts')].some(e => e.checkVisibility())"


@pytest.mark.holds("D8", "D10")
@pytest.mark.parametrize("size", [(390, 844), DESK], ids=["phone", "desk"])
@pytest.mark.parametrize("direction", ["ltr", "rtl"])
def test_it_is_at_the_bottom_where_reading_ends_and_covers_nothing(visit, size, direction):
    tab = visit("/", size=size)
    tab.evaluate(f"void (document.documentElement.dir = '{direction}', document.querySelector('#menu-link').focus())")
    toast(tab, "Saved", duration=60)
    wait_for_toasts(tab, "Saved")
    width, height = tab.evaluate("[document.documentElement.clientWidth, innerHeight]")
    left, top, w, h = tab.box(".toast")
    before, after = left, width - left - w
    assert 0 < height - top - h < 30
    if size != DESK:
        assert abs(before - after) < 2
    else:
        assert (before > after) == (direction == "ltr") and min(before, after) < 40
    assert tab.focus == "menu-link"
    assert reached(tab, left + w / 3, top + h / 2) == "toast"
    assert reached(tab, left + w / 3, top - 12) == "presenter", "elements beside it can be clicked"
    assert tab.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_the_newest_three_are_in_sight_and_the_others_wait(visit):
    tab = visit("/", size=DESK)
    for number in range(1, 4):
        toast(tab, f"Number {number}", id=f"n{number}", duration=0)
    wait_for_toasts(tab, "Number 1", "Number 2", "Number 3")
    tab.of("[data-id=n1] .toast-close", "e.focus()")
    toast(tab, "Number 4", id="n4", duration=0)
    wait_for_toasts(tab, "Number 1", "Number 2", "Number 3", "Number 4")
    tab.of("#menu-link", "e.focus()")
    wait_for_toasts(tab, "Number 2", "Number 3", "Number 4")
    tab.click("[data-id=n4] .toast-close")
    wait_for_toasts(tab, "Number 1", "Number 2", "Number 3")


@pytest.mark.holds("D8", "D10")
def test_its_icon_and_a_word_say_that_something_failed(visit):
    tab = visit("/", size=DESK)
    for kind, known in {"info": "info", "success": "success", "failure": "failure", "no such kind": "info"}.items():
        toast(tab, "Order 12 is gone", id="order", kind=kind, duration=0)
        tab.wait_for(f"document.querySelector('.toast')?.dataset.kind === '{known}'", f"the toast of the kind {kind}")
        assert tab.of(".toast", """[[...e.querySelectorAll("path[data-for]:not([hidden])")].map(p => p.dataset.for),
            e.querySelector("span[data-for]").checkVisibility()]""") == [[known], known == "failure"]


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


def test_a_button_dismisses_it(visit):
    tab = visit("/", size=DESK)
    toast(tab, "Saved", "one", duration=0)
    wait_for_toasts(tab, "Saved")
    tab.evaluate("void one.ended.then(() => window.isOver = true)")
    tab.of(".toast", """void new MutationObserver(() => { window.isSeenToLeave ??= e.isConnected; })
        .observe(e, { attributeFilter: ["data-leaving"] })""")
    tab.click(".toast-close")
    wait_for_toasts(tab)
    tab.wait_for("window.isOver")
    assert tab.evaluate("isSeenToLeave")
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


def test_a_double_click_does_the_action_once(visit):
    tab = visit("/", size=DESK)
    tab.evaluate("""void (window.undone = 0, portico.toast({ text: 'Deleted', duration: 0,
        action: { label: 'Undo', onSelect: () => window.undone += 1 } }))""")
    wait_for_toasts(tab, "Deleted")
    tab.of(".toast-action:not([hidden])", "(e.click(), e.click())")
    wait_for_toasts(tab)
    assert tab.evaluate("window.undone") == 1


def test_hiding_or_updating_a_toast_that_has_left_has_no_effect(visit):
    tab = visit("/", size=DESK)
    toast(tab, "Saved", "one", duration=0)
    wait_for_toasts(tab, "Saved")
    tab.click(".toast-close")
    tab.evaluate("one.ended.then(() => one.hide())")
    tab.evaluate("void one.update({ text: 'Saved twice' })")
    toast(tab, "Another", duration=0)
    wait_for_toasts(tab, "Another")


def test_a_click_on_it_takes_no_focus(visit):
    tab = visit("/profile/edit", size=DESK)
    tab.of("#note", "e.focus()")
    toast(tab, "Saved", duration=0)
    wait_for_toasts(tab, "Saved")
    tab.click(".toast-text")
    assert tab.focus == "note"
    tab.click(".toast-close")
    wait_for_toasts(tab)
    assert tab.focus == "note"


@pytest.mark.parametrize("less_motion", [False, True], ids=["motion", "less"])
def test_an_action_can_lead_somewhere(visit, less_motion):
    tab = visit("/", size=DESK, less_motion=less_motion)
    toast(tab, "Order 7 is there", action={"label": "Open", "href": "/dev/presentations"}, duration=60)
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


@pytest.mark.every_engine
@pytest.mark.holds("D8", "D10")
def test_a_shortcut_reaches_undo_and_the_focus_returns(visit):
    tab = visit("/", size=DESK)
    tab.wait_for("document.hasFocus()", "the window to be the one in front")
    tab_to(tab, "edit-profile-link")
    listen_to_regions(tab)
    tab.evaluate("""void (window.undone = [], window.remove = (text) => portico.toast({ text, duration: 0,
        action: { label: 'Undo', onSelect: () => window.undone.push(text) } }))""")
    assert tab.evaluate(TREE_HAS_THEM) is False, "without toasts there is no region"
    tab.evaluate("void (remove('One is deleted'), remove('Two are deleted'))")
    wait_for_toasts(tab, "One is deleted", "Two are deleted")
    wait_until_said(tab, "status", "Press Alt+T for “Undo”.")
    assert tab.of(".toasts", "[e.ariaKeyShortcuts, e.ariaLabel, e.checkVisibility()]") == ["Alt+T", "Notifications", True]
    tab.press("Alt+t")
    assert tab.evaluate("document.activeElement.textContent") == "Undo"
    tab.press("Enter")
    wait_for_toasts(tab, "One is deleted")
    assert tab.evaluate("undone") == ["Two are deleted"]
    assert tab.evaluate("document.activeElement.textContent") == "Undo", "the focus goes on to the next"
    tab.press("Tab", "Enter")
    wait_for_toasts(tab)
    assert (tab.evaluate("undone.length"), tab.focus) == (1, "edit-profile-link")


def test_the_shortcut_reaches_the_newest_and_leaves_typing_alone(visit):
    tab = visit("/", size=DESK)
    tab.evaluate("void (window.press = (more) => dispatchEvent(new KeyboardEvent('keydown',"
                 " { altKey: true, code: 'KeyT', cancelable: true, ...more })))")
    assert tab.evaluate("press()"), "without toasts, the key belongs to the browser"
    for number in range(1, 5):
        toast(tab, f"Number {number}", duration=0)
    wait_for_toasts(tab, "Number 2", "Number 3", "Number 4")
    assert tab.evaluate("press({ ctrlKey: true })"), "AltGr is for typing"
    assert not tab.evaluate("press()")
    assert tab.evaluate("document.activeElement.closest('.toast').querySelector('.toast-text').textContent") == "Number 4"


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
    assert tab.evaluate(f"{TIMERS}[0].effect.getTiming().duration") == 4000, "this is not a motion"
