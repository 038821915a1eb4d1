"""Open pages receive events from elsewhere, over one stream for all tabs of a browser."""

import contextlib
import re

import pytest

from support.overlay import SHOWN, show as show_hud
from support.people import rename
from support.portico import PASSWORD, Portico
from support.steps import assert_cover, sign_out
from support.waiting import wait_until

pytestmark = pytest.mark.holds("E10")


@pytest.fixture
def two_tabs(visit_as_somebody_new, portico):
    before = len(streams(portico))
    first = visit_as_somebody_new("/")
    wait_for_stream(portico, before)
    second = first.new_tab()
    second.goto("/")
    return first, second


def streams(portico):
    return [path for method, path in portico.gate.requests if path.startswith("/events")]


def wait_for_stream(portico, before):
    wait_until(lambda: len(streams(portico)) > before, "the stream")


@pytest.mark.holds("E6", "E10")
def test_changes_in_another_browser_are_shown_at_once(visit_as_somebody_new, portico):
    tab = visit_as_somebody_new("/")
    tab.evaluate("window.isOld = true")
    rename(portico, tab, portico.sign_in(tab.username), "Grace of the Navy")
    tab.wait_for_text("#profile-name .cell-value", "Grace of the Navy")
    assert tab.evaluate("window.isOld"), "the page itself stays"


def test_tabs_share_one_stream_and_both_hear(two_tabs, portico):
    first, second = two_tabs
    before = len(streams(portico))
    third = first.new_tab()
    third.goto("/")
    # The first tab learns of the third before it receives newer events.
    third.evaluate("""new Promise((answered) => {
        const tabs = new BroadcastChannel(`portico ${document.getElementById("screen").dataset.account}`);
        tabs.onmessage = ({ data }) => data === "listening" && answered(0);
        tabs.postMessage("listening?");
    })""")
    rename(portico, first, portico.sign_in(first.username), "Heard by all")
    for tab in (first, second, third):
        tab.wait_for_text("#profile-name .cell-value", "Heard by all")
    assert len(streams(portico)) == before


@pytest.mark.every_engine
def test_another_tab_listens_when_the_first_is_closed(two_tabs, portico):
    first, second = two_tabs
    before = len(streams(portico))
    first.close_alone()
    wait_until(lambda: len(streams(portico)) > before, "the stream of the other tab")
    rename(portico, first, portico.sign_in(first.username), "Still heard")
    second.wait_for_text("#profile-name .cell-value", "Still heard")


@pytest.mark.holds("B1", "B12")
def test_a_tab_whose_person_signs_out_in_another_shows_the_cover(two_tabs):
    first, second = two_tabs
    with second.leaving():
        sign_out(first)
    assert_cover(second)
    assert second.of("#signed-out", "e.checkVisibility()")
    assert second.text("#signed-out") == "You were logged out. Please log in again."
    assert second.count("#logged-out") == 0
    assert (first.text("#logged-out"), first.count("#signed-out")) == ("You’re logged out.", 0)


def test_signing_out_elsewhere_leaves_this_browser_alone(visit_as_somebody_new, portico):
    tab = visit_as_somebody_new("/")
    other = portico.sign_in(tab.username)
    portico.ask("/session/end", other, account=f"local/{tab.username}")
    rename(portico, tab, portico.sign_in(tab.username), "Here all along")
    tab.wait_for_text("#profile-name .cell-value", "Here all along")
    assert tab.screen == "main"


def test_an_account_that_is_disabled_is_shown_the_cover(visit_as_somebody_new, portico):
    tab = visit_as_somebody_new("/")
    with tab.leaving():
        portico.users("disable", tab.username)
    assert_cover(tab)


@pytest.mark.every_engine
def test_the_stream_comes_back_when_the_server_does(browse, engine):
    portico = Portico()
    try:
        portico.users("add", "ada", "--name", "Ada Lovelace", password=PASSWORD)
        portico.start()
        tab = browse(engine, portico, cookies=portico.sign_in())
        tab.username = "ada"
        tab.goto("/")
        wait_until(lambda: streams(portico), "the stream")
        portico.stop()
        before = len(streams(portico))
        portico.start()
        wait_until(lambda: len(streams(portico)) > before, "the stream to come back")
        rename(portico, tab, portico.sign_in(), "Ada again")
        tab.wait_for_text("#profile-name .cell-value", "Ada again")
    finally:
        portico.close()


def test_events_missed_during_an_outage_are_shown(browse, engine):
    portico = Portico()
    try:
        portico.users("add", "ada", "--name", "Ada Lovelace", password=PASSWORD)
        portico.start()
        tab = browse(engine, portico, cookies=portico.sign_in())
        tab.username = "ada"
        tab.goto("/")
        wait_until(lambda: streams(portico), "the stream")
        with portico.gate.refusing("GET", "/events"):
            portico.stop()
            portico.start()
            rename(portico, tab, portico.sign_in(), "Missed")
        tab.wait_for_text("#profile-name .cell-value", "Missed")
    finally:
        portico.close()


@pytest.fixture
def clocked_tab(visit_as_somebody_new, portico, engine):
    """A tab with the stream. The journey controls its clock."""
    if engine == "webkit":
        pytest.skip("the driver of this engine cannot move the clock of a page")
    tab = visit_as_somebody_new("/")
    tab.page.clock.install()
    before = len(streams(portico))
    tab.reload()
    wait_for_stream(portico, before)
    return tab


def test_a_tab_hidden_for_long_gets_no_events_until_it_is_visible(clocked_tab, portico):
    tab = clocked_tab
    show(tab, False)
    tab.page.clock.run_for(61_000)
    rename(portico, tab, portico.sign_in(tab.username), "While hidden")
    before = len(streams(portico))
    show(tab, True)
    tab.page.clock.run_for(1_100)
    wait_until(lambda: len(streams(portico)) > before, "the stream to come back")
    tab.wait_for_text("#profile-name .cell-value", "While hidden")


@pytest.fixture
def clocked_tabs(clocked_tab):
    """Two tabs whose clock the journey controls; the first has the stream."""
    first = clocked_tab
    second = first.new_tab()
    second.goto("/")
    # The second tab has asked whether the first one listens, and has got its answer.
    second.evaluate("void (window.isServed = false, window.tabs = new BroadcastChannel("
                    "`portico ${document.getElementById('screen').dataset.account}`),"
                    " tabs.onmessage = ({ data }) => { isServed ||= data === 'listening'; })")
    second.page.clock.run_for(3_500)
    second.wait_for("isServed")
    second.page.clock.run_for(2_500)
    return first, second


def lose_the_stream(portico, tab):
    """Makes the gate drop the rest of the stream without closing it."""
    portico.gate.silence("GET", "/events")
    rename(portico, tab, portico.sign_in(tab.username), "Missed")


def test_a_stream_that_has_died_without_a_word_is_noticed_in_45_seconds_and_all_tabs_catch_up(clocked_tabs, portico):
    first, second = clocked_tabs
    lose_the_stream(portico, first)
    first.page.clock.run_for(45_000)
    for tab in (first, second):
        tab.wait_for_text("#profile-name .cell-value", "Missed")


@pytest.mark.parametrize("number", [0, 1], ids=["with the stream", "without"])
def test_a_tab_that_returns_does_not_wait_for_a_dead_stream(clocked_tabs, portico, number):
    lose_the_stream(portico, clocked_tabs[0])
    tab = clocked_tabs[number]
    show(tab, False)
    # As after a sleep, during which the page's timers do not run.
    tab.page.clock.set_system_time(tab.evaluate("Date.now()") / 1000 + 30)
    before = len(streams(portico))
    show(tab, True)
    tab.page.clock.run_for(1_100)
    wait_for_stream(portico, before)
    for tab in clocked_tabs:
        tab.wait_for_text("#profile-name .cell-value", "Missed")


def test_a_late_tab_gets_the_missed_events_and_none_twice(two_tabs, portico):
    first, second = two_tabs
    for tab in (first, second):
        tab.evaluate("""(() => {
            window.heard = [];
            window.tabs = new BroadcastChannel(`portico ${document.getElementById('screen').dataset.account}`);
            tabs.addEventListener('message', ({ data }) => data.id && data.type !== 'alive' && heard.push(data.id));
            window.shown = [];
            new MutationObserver((changes) => {
                for (const { addedNodes } of changes) shown.push(...[...addedNodes].map((toast) => toast.querySelector('.toast-text').textContent));
            }).observe(document.querySelector('.presenter .toasts'), { subtree: true, childList: true });
        })()""")
    known = first.evaluate("document.getElementById('screen').dataset.events")
    portico.ask("/dev/hud/served", first.brought, **{
        "served-text": "Once", "what": "toast", "audience": "browser", "account": f"local/{first.username}"})
    for tab in (first, second):
        tab.wait_for("shown.includes('Once')", "the toast, which leaves by itself")
    before = len(streams(portico))
    second.evaluate(f"tabs.postMessage('{known}')")
    wait_for_stream(portico, before)
    # The tab with the stream repeats its events for the other tab.
    wait_until(lambda: len(second.evaluate("heard")) > len(set(second.evaluate("heard"))), "the event, again")
    assert [tab.evaluate("shown") for tab in (first, second)] == [["Once"], ["Once"]]


def test_a_server_that_cannot_answer_leaves_the_page_alone(visit_as_somebody_new, portico):
    tab = visit_as_somebody_new("/")
    tab.evaluate("void (window.isOld = true)")
    other = portico.sign_in(tab.username)
    with portico.gate.refusing("GET", "/"):
        before = portico.gate.count("GET", "/")
        rename(portico, tab, other, "Not shown")
        wait_until(lambda: portico.gate.count("GET", "/") > before, "the page to ask")
        rename(portico, tab, other, "Not shown either")
        wait_until(lambda: portico.gate.count("GET", "/") > before + 1, "the page to ask again")
    rename(portico, tab, other, "Shown")
    tab.wait_for_text("#profile-name .cell-value", "Shown")
    assert tab.evaluate("window.isOld"), "the page itself stays"


def test_a_stream_that_is_refused_is_asked_for_less_and_less_often(visit_as_somebody_new, portico):
    with portico.gate.refusing("GET", "/events"):
        tab = visit_as_somebody_new("/")
        # Shortens long timers and records their original times. Drivers use whole seconds.
        tab.evaluate("""void (window.waits = [], window.setTimeout = (usual => (work, time, ...all) =>
            usual(work, time > 900 && time % 1000 ? (waits.push(time), 20) : time, ...all))(setTimeout))""")
        tab.wait_for("waits.length > 8")
        waits = tab.evaluate("waits")
        assert waits[0] <= 6_000 and all(16_000 <= wait <= 48_000 for wait in waits[5:]), waits
        # A person returns just before an earlier request for a stream is refused.
        tab.evaluate("void (waits.length = 0, document.dispatchEvent(new Event('visibilitychange')))")
        tab.wait_for("waits.some(wait => wait > 1000)")
        assert tab.evaluate("waits.find(wait => wait > 1000)") <= 3_000, "as for the first refusal"
    rename(portico, tab, portico.sign_in(tab.username), "Heard in the end")
    tab.wait_for_text("#profile-name .cell-value", "Heard in the end")


@pytest.mark.holds("D6")
def test_contents_that_the_server_has_ended_are_hidden_when_it_returns(browse, engine):
    portico = Portico()
    try:
        portico.users("add", "ada", "--name", "Ada Lovelace", password=PASSWORD)
        portico.start()
        with portico.gate.refusing("GET", "/dev/reload"):  # Otherwise the page would reload.
            tab = browse(engine, portico, cookies=portico.sign_in())
            tab.goto("/dev/hud")
            tab.of("#work", "void e.click()")
            tab.wait_for(f"({SHOWN}).some((id) => id.startsWith('job-'))", "the HUD of the work")
            show_hud(tab, id="own", text="Of the page")
            tab.evaluate("void (window.isOld = true)")
            portico.crash()
            portico.start()
            tab.wait_for(f"JSON.stringify({SHOWN}) === '[\"own\"]'", "what nobody works on any more to be hidden")
            assert tab.evaluate("window.isOld"), "the page itself stays"
    finally:
        portico.close()


@pytest.mark.holds("D6")
def test_work_that_begins_while_the_page_catches_up_stays_shown(visit_as_somebody_new, portico):
    path, progress = "/account/data", "document.querySelector('.hud [data-id^=job-] progress')"
    portico.set(jobDelay=2000)
    with contextlib.ExitStack() as refusal:
        refusal.enter_context(portico.gate.refusing("GET", "/events"))
        tab = visit_as_somebody_new(path)
        with portico.gate.keeping("GET", path) as wait_for_answer:
            assert wait_for_answer(30), "the page requests the missed events"
            refused = len(streams(portico))
            refusal.close()
            wait_for_stream(portico, refused)
            tab.click("#export-button")
            tab.wait_for(f"{progress}?.checkVisibility()", "the HUD, of which only the stream tells")
    tab.wait_for(f"{progress}?.value >= 0.75", "the last step")


def test_a_region_in_use_is_shown_anew_when_it_is_left(visit_as_somebody_new, portico):
    tab = visit_as_somebody_new("/")
    # In one call, because a region that is not in use may be refreshed at any time.
    tab.evaluate("""void (document.querySelector('#profile').append(document.createElement('input')),
        document.querySelector('#profile input').focus(), document.execCommand('insertText', false, 'Unsaved'))""")
    elsewhere = portico.sign_in(tab.username)
    rename(portico, tab, elsewhere, "While typing")
    # The page shows this change at its next refresh, and with it all earlier changes.
    portico.ask("/settings/appearance", elsewhere, account=f"local/{tab.username}", textSize="XL")
    tab.wait_for("document.documentElement.dataset.textSize === 'XL'")
    assert tab.value("#profile input") == "Unsaved"
    tab.evaluate("void (document.querySelector('#profile input').value = '', document.querySelector('#menu-link').focus())")
    tab.wait_for_text("#profile-name .cell-value", "While typing")


def show(tab, is_shown):
    tab.evaluate(f"""void (Object.defineProperty(document, "hidden", {{ value: {str(not is_shown).lower()}, configurable: true }}),
        document.dispatchEvent(new Event("visibilitychange")))""")


def test_a_tab_that_keeps_the_lock_and_does_not_answer_loses_it(two_tabs, portico):
    first, second = two_tabs
    name = f"portico local/{first.username}"
    # Like a tab that the system has suspended: its timers do not run.
    first.evaluate(f"void (window.setTimeout = () => 0, navigator.locks.request('{name}', {{ steal: true }}, () => new Promise(() => {{}})).catch(() => {{}}))")
    second.close_alone()
    before = len(streams(portico))
    third = first.new_tab()
    third.goto("/")
    wait_until(lambda: len(streams(portico)) > before, "the stream of the tab that has taken the lock")
    rename(portico, first, portico.sign_in(first.username), "Heard again")
    third.wait_for_text("#profile-name .cell-value", "Heard again")


def test_a_tab_that_has_lost_the_lock_waits_for_it_again(two_tabs, portico):
    first, second = two_tabs
    name = f"portico local/{first.username}"
    second.evaluate(f"void navigator.locks.request('{name}', {{ steal: true }}, () => (window.hasIt = true, new Promise(() => {{}}))).catch(() => {{}})")
    second.wait_for("window.hasIt", "the lock")
    before = len(streams(portico))
    second.close_alone()
    wait_for_stream(portico, before)
    rename(portico, first, portico.sign_in(first.username), "Heard again")
    first.wait_for_text("#profile-name .cell-value", "Heard again")


def test_a_tab_whose_page_came_from_another_server_catches_up(two_tabs):
    first, _ = two_tabs
    name = first.text("#profile-name .cell-value")
    third = first.new_tab()

    def answer_as_another_server(route):
        """Answers with a page from before a change of which this tab receives no event."""
        page = route.fetch().text().replace(name, "Before the change")
        route.fulfill(content_type="text/html", body=re.sub('data-events="[^"]*"', 'data-events="other-7"', page))

    third.page.route("**/", answer_as_another_server, times=1)
    third.goto("/")
    third.wait_for_text("#profile-name .cell-value", name)
