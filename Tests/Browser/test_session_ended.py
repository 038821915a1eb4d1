"""A session is ended by a person or elsewhere: nothing of the page stays, even if the server is unreachable."""

import pytest

from support.layers import QUESTION, TOP, present, wait_for_question
from support.overlay import wait_for_toasts
from support.people import OTHER_PASSWORD
from support.portico import PASSWORD
from support.session import (
    IDLE, NOTE, SOON, assert_nothing_is_left, is_covered, log_in, look, type_a_note, use_and_leave, wait_for_cover,
    wait_until_prepared)
from support.steps import assert_cover
from support.waiting import wait_until

pytestmark = pytest.mark.holds("B12")
#: The cover contains no name, so that any name there is a trace.
OPTIONS = {"PORTICO_SESSION_REMEMBERED_NAME": "never"}

LEFT = "You’re logged out here. Keep this window open until you’re online again."


@pytest.fixture
def tab(visit_as_somebody_new):
    return visit_as_somebody_new("/")


def end_others(portico, tab):
    """Ends the other sign-ins, from another browser with a new sign-in."""
    cookies = portico.sign_in(tab.username)
    status, _, _ = portico.ask("/account/sessions/end-others", cookies, account=f"local/{tab.username}")
    assert status == 303


def change_password(portico, tab):
    cookies = portico.sign_in(tab.username)
    form = {"account": f"local/{tab.username}", "current": PASSWORD, "password": OTHER_PASSWORD, "others": "on"}
    status, _, _ = portico.ask("/account/password", cookies, **form)
    assert status == 303


def disable(portico, tab):
    portico.users("disable", tab.username)


@pytest.mark.holds("A8", "B12")
@pytest.mark.parametrize("end", [end_others, change_password, disable], ids=lambda end: end.__name__.replace("_", "-"))
def test_ending_it_elsewhere_closes_the_page(tab, portico, end):
    type_a_note(tab)
    tab.evaluate("void addEventListener('beforeunload', e => sessionStorage.setItem('isAsked', e.defaultPrevented))")
    with tab.leaving():
        end(portico, tab)
    assert tab.evaluate("sessionStorage.getItem('isAsked')") == "false", "unsaved input goes without a question"
    assert_nothing_is_left(tab)
    assert tab.of("#signed-out", "e.checkVisibility()")


@pytest.mark.holds("A5", "A7", "A8")
def test_signing_out_without_a_connection_leaves_no_page_either(tab, portico):
    wait_until_prepared(tab)
    with portico.gate.cut():
        present(tab, "#menu-link")
        tab.click("#menu-sign-out-button")
        tab.wait_for_text("#sign-in-message", LEFT)
        assert_nothing_is_left(tab)
        assert tab.evaluate("document.querySelector('dialog').matches(':modal')")
        portico.gate.requests.clear()
        tab.fill("#username", "somebody")
    tab.wait_for_text("#sign-in-message", "")
    assert portico.gate.count("POST", "/session/end")
    assert tab.value("#username") == "somebody", "the next person is not disturbed"
    tab.goto("/")
    assert_cover(tab)


@pytest.mark.holds("A5", "A7")
def test_signing_out_does_not_wait_for_a_silent_server(tab, portico):
    wait_until_prepared(tab)
    present(tab, "#menu-link")
    with portico.gate.holding("POST", "/session/end"):
        tab.click("#menu-sign-out-button")
        tab.wait_for_text("#sign-in-message", LEFT)
        assert_nothing_is_left(tab)


def test_signing_out_without_a_cover_shows_a_message(tab, portico):
    with portico.gate.refusing("GET", "/session/new"):
        tab.reload()
        tab.wait_for("performance.getEntriesByName(`${origin}/session/new`).length === 1", "the cover to be refused")
        present(tab, "#menu-link")
        with portico.gate.cut():
            tab.click("#menu-sign-out-button")
            tab.wait_for_text(f"{TOP} [role=alert]", "You seem to be offline. Check your connection and try again.")
    assert tab.screen == "main"


@pytest.mark.holds("A5", "B2")
def test_signing_in_again_before_a_delayed_sign_out_stays_signed_in(tab, portico):
    wait_until_prepared(tab)
    with portico.gate.holding("POST", "/session"):
        with portico.gate.cut():
            present(tab, "#menu-link")
            tab.click("#menu-sign-out-button")
            tab.wait_for_text("#sign-in-message", LEFT)
            log_in(tab, tab.username)
            tab.wait_for("!!document.querySelector('[aria-busy=true]')", "the sign-in to be under way")
        told = portico.gate.count("POST", "/session/end")
        # Requests wait for the lock, in order.
        tab.evaluate("(dispatchEvent(new Event('online')), navigator.locks.request('portico', { mode: 'shared' }, () => {}))")
        tab.let_it_paint()
        assert portico.gate.count("POST", "/session/end") == told
    tab.wait_for_screen("main")


def test_an_expired_session_is_covered_without_a_connection_too(tab, portico):
    type_a_note(tab)
    wait_until_prepared(tab)
    use_and_leave(portico, tab, seconds=15)
    look(tab)
    wait_for_toasts(tab, SOON)  # The page knows that some seconds are left.
    with portico.gate.cut():
        wait_until(lambda: is_covered(tab), "the end of its time")
        wait_for_cover(tab)
        assert tab.value("#note") == NOTE, "it has not ended: the page is under the cover"


def test_a_page_that_was_out_of_reach_before_it_could_ask_is_covered_too(tab, portico, engine):
    if engine == "webkit":
        pytest.skip("the driver of this engine cannot move the clock of a page")
    tab.page.clock.install()
    before = portico.gate.count("GET", "/session/new")
    tab.reload()
    wait_until(lambda: tab.page.clock.run_for(500) or portico.gate.count("GET", "/session/new") > before, "the cover")
    use_and_leave(portico, tab, seconds=180)
    tab.evaluate("""new Promise((known) => {
        document.addEventListener('portico:confirmed', () => known(true), { once: true });
        document.dispatchEvent(new Event('visibilitychange'));
    })""")
    with portico.gate.cut():
        tab.page.clock.run_for(100_000)
        assert not is_covered(tab)
        wait_until(lambda: tab.page.clock.run_for(30_000) or is_covered(tab), "the end of its time")


@pytest.mark.holds("B14")
def test_two_minutes_before_the_end_the_person_is_asked(tab, portico):
    present(tab, "#edit-profile-link")
    use_and_leave(portico, tab, seconds=60)
    look(tab)
    wait_for_toasts(tab, SOON)
    answers = "performance.getEntriesByType('resource').filter((e) => e.name === location.href && e.responseEnd).length"
    before = tab.evaluate(answers)
    tab.click(".toast .toast-action:not([hidden])")
    tab.wait_for(f"{answers} > {before}", "the server to know of it")
    wait_for_toasts(tab)
    portico.set(clockOffset=IDLE)
    tab.reload()
    assert (tab.screen, tab.count(".toast")) == ("main", 0), "it lasts another 14 days"


def test_an_unanswered_question_is_covered(tab, portico):
    use_and_leave(portico, tab, seconds=60)
    look(tab)
    wait_for_toasts(tab, SOON)
    portico.set(clockOffset=IDLE)
    look(tab)
    wait_for_cover(tab)


def test_a_page_of_which_the_end_cannot_be_put_off_does_not_ask(tab, portico):
    # With a use every ten days, only the total limit of ninety days ends the sign-in.
    for day in range(10, 90, 10):
        portico.set(clockOffset=day * 86_400)
        assert portico.ask("/", tab.brought)[0] == 200
    portico.set(clockOffset=90 * 86_400 - 100)
    tab.reload()
    wait_until_prepared(tab)
    assert (tab.screen, tab.count(".toast")) == ("main", 0)
    portico.set(clockOffset=90 * 86_400)
    look(tab)
    wait_for_cover(tab)


def test_a_stray_answer_loses_no_input(tab, portico):
    type_a_note(tab)
    tab.press("Escape")
    wait_for_question(tab)
    portico.set(clockOffset=IDLE)
    look(tab)
    wait_for_cover(tab)
    assert tab.count(QUESTION) == 1, "the question waits under the cover"
