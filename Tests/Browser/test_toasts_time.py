"""A toast stays for its reading time. The time is paused while the person reads it or nobody can see it."""

import pytest

from support.overlay import TIMERS, let_toasts_stay, listen_to_regions, timers, toast, wait_for_toasts
from support.waiting import wait_until

pytestmark = pytest.mark.holds("D8")

DESK = (1000, 700)


def hover(tab, selector):
    left, top, width, height = tab.box(selector)
    tab.pointer().follow([(left + width / 3, top + height / 2 - 1), (left + width / 3, top + height / 2)], 0.05)


def hover_nothing(tab):
    tab.pointer().follow([(6, 100), (5, 100)], 0.05)


def test_it_leaves_by_itself_unless_it_is_to_stay(visit):
    tab = visit("/", size=DESK)
    toast(tab, "Stays", duration=0)
    tab.evaluate("""void (window.shown = performance.now(), portico.toast({ text: 'Leaves', duration: 0.4 })
        .ended.then(() => window.stayed = performance.now() - window.shown))""")
    tab.wait_for("window.stayed")
    assert 400 <= tab.evaluate("window.stayed") < 3900, "it is shorter than the time to read"
    wait_for_toasts(tab, "Stays")
    assert tab.evaluate(f"{TIMERS}[0].effect.getTiming().duration") > 1e9


def test_the_time_it_stays_grows_with_its_text(visit):
    tab = visit("/", size=DESK)
    let_toasts_stay(tab)
    toast(tab, "Saved")
    toast(tab, "a" * 100)
    tab.wait_for(f"JSON.stringify({TIMERS}.map(a => Math.round(a.effect.getTiming().duration))) === '[4000,8000]'", "both times")


NOTHING_MOVES = """(() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync("*, ::before, ::after, ::backdrop { animation: none !important; transition: none !important; }");
    document.adoptedStyleSheets.push(sheet);
})()"""


@pytest.mark.holds("D8", "D10")
def test_toasts_come_and_leave_also_where_a_style_sheet_lets_nothing_move(visit):
    tab = visit("/", size=DESK)
    tab.evaluate(NOTHING_MOVES)
    hover_nothing(tab)
    listen_to_regions(tab)
    for text in ("One", "Two", "Three"):
        toast(tab, text, duration=2)
    toast(tab, "Four", duration=60)
    wait_for_toasts(tab, "Two", "Three", "Four")
    hover(tab, ".toast:last-child")
    wait_until(lambda: tab.of(".toast:last-child", "getComputedStyle(e).getPropertyValue('--stands-still')"), "time to stand still")
    hover_nothing(tab)
    wait_for_toasts(tab, "Four")
    tab.wait_for("said.some(([, text]) => text === 'Four')", "the last one to be announced")


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
    tab.evaluate("void document.querySelector('#menu-link').focus()")
    wait_until(lambda: timers(tab) == ["running"], "time to go on")


def test_its_time_does_not_begin_in_a_tab_that_was_opened_hidden(visit, engine):
    if engine == "webkit":
        pytest.skip("the driver of this engine runs no script before the page's own")
    tab = visit("/", size=DESK)
    tab.page.add_init_script("Object.defineProperty(document, 'hidden', { value: true, configurable: true })")
    tab.reload()
    toast(tab, "One", duration=60)
    wait_for_toasts(tab, "One")
    assert timers(tab) == ["paused"]


def test_its_time_stands_still_in_a_hidden_tab(visit):
    tab = visit("/", size=DESK)
    toast(tab, "One", duration=60)
    wait_for_toasts(tab, "One")
    for hidden, state in [("true", "paused"), ("false", "running")]:
        tab.evaluate(f"""void (Object.defineProperty(document, 'hidden', {{ value: {hidden}, configurable: true }}),
            document.dispatchEvent(new Event('visibilitychange')))""")
        wait_until(lambda: timers(tab) == [state], f"time to be {state}")
