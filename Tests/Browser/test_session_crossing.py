"""A question about the session that crosses a sign-in: it was asked with a cookie that counts no more."""

from contextlib import contextmanager

import pytest

from support.layers import stack
from support.session import IDLE, NOTE, log_in, look, type_a_note, wait_for_cover, wait_until_uncovered
from support.waiting import PATIENCE, wait_until

pytestmark = pytest.mark.holds("B14")

PATH = "/profile/edit"
#: Another tab says that somebody has signed in.
HEAR = "void new BroadcastChannel('portico').postMessage('somebody')"
ANSWERED = "performance.getEntriesByName(`${origin}/session`).length === 1"
#: What is decided on an answer has been by the time a later one is there.
DECIDE = "fetch('/about').then(() => {})"


@pytest.fixture
def tab(visit_as_somebody_new, portico):
    """Its session ended while a note was edited."""
    tab = visit_as_somebody_new("/")
    type_a_note(tab)
    portico.set(clockOffset=IDLE)
    look(tab)
    wait_for_cover(tab)
    return tab


@contextmanager
def asked(portico):
    """Until a page has asked who is there."""
    before = portico.gate.count("GET", PATH)
    yield
    wait_until(lambda: portico.gate.count("GET", PATH) > before, "the question")


def assert_kept(tab):
    wait_until_uncovered(tab)
    assert (tab.value("#note"), stack(tab)) == (NOTE, [PATH])


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
