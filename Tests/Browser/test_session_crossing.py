"""A question about the session crosses a sign-in: its request had a cookie that is no longer valid."""

import os
from contextlib import contextmanager

import pytest

from support.layers import SAVE, stack, wait_for_stack
from support.overlay import let_toasts_stay, wait_for_toasts
from support.session import (
    IDLE, NOTE, come_back, is_covered, log_in, look, press_unseen, type_a_note, wait_for_cover, wait_until_nothing_is_locked,
    wait_until_uncovered)
from support.waiting import PATIENCE, wait_until

pytestmark = pytest.mark.holds("B14")

PATH = "/profile/edit"
#: The number of runs of a journey with random timing.
TIMES = 10 if "EVERYTHING" in os.environ else 2
#: Another tab announces a sign-in.
HEAR = "void new BroadcastChannel('portico').postMessage('somebody')"
ANSWERED = "performance.getEntriesByName(`${origin}/session`).length === 1"
REFUSED = "performance.getEntriesByName(`${origin}/profile`).length === 1"
#: Requests and waits of the page do not end by themselves.
ENDLESS = "void (AbortSignal.timeout = () => new AbortController().signal)"
#: By the time of a later response, the page has handled the earlier one.
DECIDE = "fetch('/about').then(() => {})"


@pytest.fixture
def tab(visit_as_somebody_new, portico):
    """A tab whose session has ended while the person edited a note."""
    tab = visit_as_somebody_new("/")
    type_a_note(tab)
    portico.set(clockOffset=IDLE)
    look(tab)
    wait_for_cover(tab)
    return tab


@contextmanager
def asked(portico):
    """Waits until a page has asked who is signed in."""
    before = portico.gate.count("GET", PATH)
    yield
    wait_until(lambda: portico.gate.count("GET", PATH) > before, "the question")


def assert_kept(tab):
    wait_until_uncovered(tab)
    assert (tab.value("#note"), stack(tab)) == (NOTE, [PATH])


def assert_saved(tab):
    wait_until_uncovered(tab)
    wait_for_stack(tab)
    wait_for_toasts(tab, "Profile saved")
    wait_until_nothing_is_locked(tab)


def test_the_page_is_not_given_up_for_it(tab, portico):
    with portico.gate.holding("GET", PATH):
        with asked(portico):
            tab.evaluate(HEAR)
        log_in(tab, tab.username)
        tab.wait_for(ANSWERED, "the sign-in")
    assert_kept(tab)


def test_the_page_waits_for_a_sign_in_that_is_on_its_way(tab, portico):
    with portico.gate.keeping("POST", "/session") as wait_for_answer:
        log_in(tab, tab.username)
        assert wait_for_answer(PATIENCE)
        with asked(portico):
            tab.evaluate(HEAR)
        tab.evaluate(DECIDE)
    assert_kept(tab)


def test_the_cover_leaves_if_the_answer_to_an_earlier_question_comes_late(tab, portico):
    other = tab.new_tab()
    other.goto("/")
    with portico.gate.keeping("GET", PATH) as wait_for_answer:
        look(tab)
        assert wait_for_answer(PATIENCE)
        with other.leaving():
            log_in(other, tab.username)
        # The page hears other tabs in order.
        tab.evaluate("new Promise((heard) => { new BroadcastChannel('portico').onmessage = heard; "
                     "new BroadcastChannel('portico').postMessage('somebody'); })")
    assert_kept(tab)


@pytest.mark.every_engine
def test_a_sign_in_does_not_wait_for_the_answer_to_an_earlier_question(tab, portico):
    tab.evaluate(ENDLESS)
    with portico.gate.keeping("GET", PATH, only_first=True) as wait_for_answer:
        look(tab)
        assert wait_for_answer(PATIENCE)
        log_in(tab, tab.username)
        assert_kept(tab)


def test_a_sign_in_does_not_wait_behind_a_question_that_waits_for_a_form(visit_as_somebody_new, portico):
    tab = visit_as_somebody_new("/")
    type_a_note(tab)
    tab.evaluate(ENDLESS)
    other, third = tab.new_tab(), tab.new_tab()
    other.goto("/")
    with portico.gate.holding("POST", "/profile"):
        press_unseen(tab, SAVE)
        wait_until(lambda: portico.gate.count("POST", "/profile"), "the save")
        portico.gate.requests.clear()
        elsewhere = portico.sign_in(tab.username)
        portico.ask("/account/sessions/end-others", elsewhere, account=f"local/{tab.username}")
        wait_until(lambda: portico.gate.count("GET", "/"), "the question")
        third.goto("/")
        third.evaluate(ENDLESS)
        with third.leaving():
            log_in(third, tab.username)
        assert third.screen == "main"


def test_answers_of_two_sign_ins_may_cross_each_other(tab, portico):
    other = tab.new_tab()
    other.goto("/")
    with portico.gate.keeping("POST", "/session", only_first=True) as wait_for_answer:
        log_in(tab, tab.username)
        assert wait_for_answer(PATIENCE)
        with other.leaving():
            log_in(other, tab.username)
        assert other.screen == "main"
    assert_kept(tab)
    tab.click(SAVE)
    wait_for_stack(tab)
    other.goto("/")
    assert other.screen == "main", "the browser has the token of the answer that came last"


@pytest.mark.every_engine
def test_the_page_waits_for_a_sign_in_that_is_on_its_way_to_another_tab(tab, portico):
    other = tab.new_tab()
    other.goto("/")
    with portico.gate.keeping("POST", "/session") as wait_for_answer:
        log_in(other, tab.username)
        assert wait_for_answer(PATIENCE)
        with asked(portico):
            look(tab)
        tab.evaluate(DECIDE)
    assert_kept(tab)


def test_interrupted_requests_are_repeated_after_a_sign_in(tab, portico):
    let_toasts_stay(tab)
    press_unseen(tab, SAVE)
    with portico.gate.keeping("POST", "/session") as wait_for_answer:
        log_in(tab, tab.username)
        assert wait_for_answer(PATIENCE)
        with asked(portico):
            look(tab)
        tab.evaluate(DECIDE)
    assert_saved(tab)


@pytest.mark.every_engine(often=True)
@pytest.mark.parametrize("often", [True, False], ids=["asked-all-the-time", "undisturbed"])
def test_interrupted_requests_are_repeated_after_any_number_of_checks(visit_as_somebody_new, portico, often):
    tab = visit_as_somebody_new("/")
    for turn in range(1, TIMES + 1):
        let_toasts_stay(tab)
        type_a_note(tab, f"Thought {turn}")
        portico.set(clockOffset=IDLE * turn)
        press_unseen(tab, SAVE)
        wait_for_cover(tab)
        if often:
            tab.evaluate("void (window.asking = setInterval(() => document.dispatchEvent(new Event('visibilitychange')), 3))")
        come_back(tab, tab.username)
        assert_saved(tab)
        tab.evaluate("void clearInterval(window.asking)")
        tab.reload()
        tab.wait_for_text("#profile-note .cell-value", f"Thought {turn}")


def test_a_session_that_ends_again_before_all_is_done_is_covered_again(tab, portico):
    let_toasts_stay(tab)
    portico.gate.requests.clear()
    press_unseen(tab, SAVE)
    # A request whose answer nobody reads ends after 30 seconds.
    wait_until(lambda: tab.evaluate(REFUSED), "the save to be refused", seconds=20)
    with portico.gate.holding("POST", "/profile"):
        log_in(tab, tab.username)
        wait_until(lambda: portico.gate.count("POST", "/profile") == 2, "the save, once more")
        portico.set(clockOffset=2 * IDLE)
    wait_until(lambda: is_covered(tab), "the cover, once more")
    wait_for_cover(tab)
    come_back(tab, tab.username)
    assert_saved(tab)


def test_a_tab_that_keeps_the_lock_blocks_no_other(tab, portico):
    """Like a tab that the system has suspended."""
    other = tab.new_tab()
    other.goto("/")
    other.evaluate("void navigator.locks.request('portico', () => new Promise((end) => { window.free = end; }))")
    let_toasts_stay(tab)
    tab.evaluate("void (AbortSignal.timeout = (usual => () => usual.call(AbortSignal, 3000))(AbortSignal.timeout))")
    press_unseen(tab, SAVE)
    log_in(tab, tab.username)
    tab.wait_for("document.querySelectorAll('[data-covers]').length === 0", "the cover to leave")
    wait_for_toasts(tab, "Profile saved")
