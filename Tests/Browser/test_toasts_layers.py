"""Toasts appear and are announced in the topmost page, and outlive it."""

import pytest

from support.layers import TOP, close, present, wait_for_question, wait_for_stack
from support.overlay import (
    listen_to_regions, reached, show, timers, toast, wait_for_hud, wait_for_toasts, wait_until_said)
from support.waiting import wait_until

pytestmark = pytest.mark.holds("D8", "D10")

DESK = (1000, 700)


@pytest.mark.holds("D10")
def test_it_is_announced_politely_or_at_once(visit):
    tab = visit("/", size=DESK)
    listen_to_regions(tab)
    toast(tab, "Saved")
    toast(tab, "Not sent", kind="failure")
    wait_until_said(tab, "status", "Saved")
    wait_until_said(tab, "alert", "Not sent")


@pytest.mark.every_engine
@pytest.mark.holds("D10")
def test_it_is_announced_inside_a_modal_page_too(visit):
    tab = visit("/about", size=DESK)
    listen_to_regions(tab)
    toast(tab, "Saved")
    wait_until_said(tab, "status", "Saved")
    show(tab, text="Sending…")
    wait_for_hud(tab, "hud")
    toast(tab, "Not sent", kind="failure")
    wait_until_said(tab, "alert", "Not sent")


@pytest.mark.holds("D10")
def test_the_end_of_an_announcement_leaves_the_next_one(visit):
    tab = visit("/", size=DESK)
    region = "document.querySelector('.presenter > .toaster > [role=status]').textContent"
    # Long timers fire when the test runs them.
    tab.evaluate("""void (window.later = [], window.start = setTimeout, window.setTimeout = (work, time, ...values) =>
        time === 5000 ? later.push(work) : start(work, time, ...values))""")
    toast(tab, "Saved", duration=0)
    tab.wait_for(f"{region} === 'Saved' && later.length === 1")
    toast(tab, "Sent", duration=0)
    tab.wait_for(f"{region} === 'SavedSent' && later.length === 2")
    tab.evaluate("later[0]()")
    assert tab.evaluate(region) == "Sent"
    tab.evaluate("later[1]()")
    assert tab.evaluate(region) == ""


def test_the_accessibility_tree_has_it_over_a_sheet(visit, engine):
    if engine != "chromium":
        pytest.skip("only this driver shows the tree")
    tab = visit("/about", size=DESK)
    toast(tab, "Saved", duration=0, action={"label": "Open", "href": "/"})
    wait_for_toasts(tab, "Saved")
    session = tab.protocol()
    nodes = [node for node in session.send("Accessibility.getFullAXTree")["nodes"] if not node.get("ignored")]
    named = {(node["role"]["value"], node.get("name", {}).get("value", "")) for node in nodes}
    assert {("region", "Notifications"), ("StaticText", "Saved"), ("link", "Open"), ("button", "Dismiss")} <= named


def place(tab):
    """The place of the toast, rounded to hundredths of a pixel: WebKit's fractions differ between layers."""
    return [round(number, 2) for number in tab.box(".toast")]


@pytest.mark.every_engine
@pytest.mark.holds("D8")
def test_it_moves_to_the_page_on_top_and_back(visit):
    tab = visit("/", size=DESK)
    toast(tab, "Saved", duration=60)
    wait_for_toasts(tab, "Saved")
    before = place(tab)
    present(tab, "#about-portico-link")
    wait_for_toasts(tab, "Saved")
    left, top, width, height = place(tab)
    assert [top, width, height] == before[1:], "it stays where it is"
    assert abs(left - before[0]) <= 15, "except for the scrollbar, which goes"
    assert tab.of(".toast", "e.closest('dialog')?.dataset.url") == "/about"
    assert (reached(tab, left + width / 3, top + height / 2), timers(tab)) == ("toast", ["running"])
    close(tab)
    wait_for_toasts(tab, "Saved")
    assert tab.of(".toast", "e.closest('.presenter') !== null")
    assert place(tab) == before
    tab.click(".toast-close")
    wait_for_toasts(tab)


def test_one_shown_in_a_sheet_survives_the_sheet(visit):
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
    for _ in range(2):
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


@pytest.mark.holds("D8")
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


@pytest.mark.holds("D8")
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


def test_the_last_row_can_be_scrolled_clear_of_a_toast(visit):
    tab = visit("/", size=(320, 600))
    action = {"label": "Show all of the orders that could not be saved", "href": "/about"}
    toast(tab, "Several orders could not be saved. Somebody else has changed them meanwhile.", duration=0, action=action)
    wait_for_toasts(tab, "Several orders could not be saved. Somebody else has changed them meanwhile.")
    left, top, width, _ = tab.box(".toast")
    for part in (".toast-action:not([hidden])", ".toast-close"):
        x, _, wide, _ = tab.box(part)
        assert left <= x and x + wide <= left + width, f"{part} is in the toast"
    tab.evaluate("void scrollTo(0, 1e6)")
    last = tab.evaluate("[...document.querySelectorAll('.presenter .cells')].at(-1).getBoundingClientRect().bottom")
    assert last <= tab.box(".toast")[1], "the last one is above the toast"
    tab.click(".toast-close")
    wait_for_toasts(tab)
    tab.wait_for("document.documentElement.scrollHeight <= document.querySelector('.presenter').offsetHeight + 1",
                 "the room to be gone")


#: The focused element and its place, if any of it is under the toasts, or above the window.
UNDER = """((e, toasts) => e === document.body || e.matches('dialog, .presenter') || toasts.contains(e) ? null
    : (({ top, bottom }, end) => top < -1 || bottom > end + 1 ? [e.id || e.outerHTML, top, bottom, end, scrollY] : null)
    (e.getBoundingClientRect(), toasts.getBoundingClientRect().top))
    (document.activeElement, [...document.querySelectorAll('.toasts')].find(e => e.checkVisibility()))"""
LONG = "Several orders could not be saved, because somebody else has changed them"


@pytest.mark.every_engine(text_size="XXXL")
@pytest.mark.holds("D8", "D10")
@pytest.mark.parametrize("text_size", ["L", "XXXL"])
def test_no_row_with_the_focus_is_under_toasts(visit, text_size):
    tab = visit("/", size=(320, 640))
    for path, stops in {"/": 12, "/dev/presentations/medium-and-large": 12}.items():  # The sheet is half as high as the window.
        tab.goto(path)
        tab.evaluate(f"void (document.documentElement.dataset.textSize = '{text_size}')")
        for number in range(3):
            toast(tab, f"{LONG} {number}", kind="failure", duration=0)
        wait_for_toasts(tab, *(f"{LONG} {number}" for number in range(3)))
        room = f"getComputedStyle([...document.querySelectorAll('.presenter, dialog[open]')].at(-1)).getPropertyValue('--toasts')"
        tab.wait_for(f"parseFloat({room}) > 100", "the room for them")
        hidden, seen = [], set()
        for key in ["Tab"] * stops + ["Shift+Tab"] * stops if tab.engine != "webkit" else ["Tab"] * stops:
            tab.press(key)
            hidden += [under] if (under := tab.evaluate_painted(UNDER)) else []
            seen.add(tab.focus)
        assert (hidden, len(seen) > 5) == ([], True), path


@pytest.mark.holds("D8", "D10")
def test_a_toast_that_comes_over_the_row_with_the_focus_moves_it_clear(visit):
    tab = visit("/", size=(390, 640))
    tab.press("Tab")
    while tab.evaluate("document.activeElement.getBoundingClientRect().bottom") < 580:
        tab.press("Tab")
    focused = tab.focus
    assert focused != "body"
    toast(tab, LONG, duration=0)
    wait_for_toasts(tab, LONG)
    tab.wait_for(f"{UNDER} === null", "the row to be in sight")
    assert tab.focus == focused


@pytest.mark.holds("D11")
def test_without_script_no_row_with_the_focus_is_under_toasts(browse, engine, portico, signed_in):
    tab = browse(engine, portico, cookies=signed_in, size=(390, 640), script=False)
    portico.ask("/profile", signed_in, account="local/ada", name="Ada Lovelace", pronouns="", note="")
    tab.goto("/")
    assert tab.text(".toast:not([hidden]) .toast-text"), "the toast that the server has put into the page"
    hidden = []
    for _ in range(12):
        tab.press("Tab")
        hidden += [under] if (under := tab.evaluate(UNDER)) else []
    assert hidden == []


@pytest.mark.parametrize("place", ["/dev/presentations/form-sheet/confirmation-dialog", "/dev/records/1", "/dev/records"])
def test_a_toast_moves_nothing_aside_where_scrollbars_take_room(visit, engine, place):
    if engine != "chromium":
        pytest.skip("its scrollbars lie over the page, and its driver cannot change that")
    tab = visit(place, size=(1280, 800), scrollbars=True)
    view = "[...document.querySelectorAll('.presenter, dialog[open]')].at(-1)"
    width = f"[({view}).querySelector('.page, .choices').offsetWidth, ({view}).clientWidth]"
    before = tab.evaluate(width)
    toast(tab, "Saved", duration=0)
    wait_for_toasts(tab, "Saved")
    tab.wait_for(f"({view}).style.getPropertyValue('--toasts') !== ''", "the room for it")
    assert tab.evaluate(width) == before
    tab.evaluate("void document.querySelector('.toast-close').click()")
    wait_for_toasts(tab)
    tab.wait_for(f"({view}).style.getPropertyValue('--toasts') === ''", "the room to go")
    assert tab.evaluate("[document.documentElement, ...document.querySelectorAll('dialog')].every(e => !e.style.scrollbarWidth)")
