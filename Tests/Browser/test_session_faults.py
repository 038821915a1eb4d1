"""A session ends while its page is open, and other things fail too."""

import pytest

from support.layers import SAVE, TOP, stack, wait_for_stack
from support.overlay import let_toasts_stay, wait_for_toasts
from support.session import (
    IDLE, NOTE, come_back, is_covered, log_in, look, press_unseen, type_a_note, wait_for_cover,
    wait_until_uncovered)
from support.steps import assert_cover
from support.waiting import wait_until

pytestmark = pytest.mark.holds("B13")

UNREACHABLE = "You seem to be offline. Check your connection and try again."


@pytest.fixture
def tab(visit_as_somebody_new):
    tab = visit_as_somebody_new("/")
    let_toasts_stay(tab)
    return tab


def test_the_cover_always_has_a_way_on(tab, portico):
    type_a_note(tab)
    portico.set(clockOffset=IDLE)
    press_unseen(tab, SAVE)
    wait_for_cover(tab)
    for _ in range(3):
        log_in(tab, tab.username, "not the password")
        tab.wait_for_text("#sign-in-message", "The user name, email address or password doesn’t match. Check them and try again.")
        assert tab.value("#password") == ""
        tab.evaluate("void (document.querySelector('#sign-in-message').textContent = '')")
    with portico.gate.cut():
        log_in(tab, tab.username)
        tab.wait_for_text("#sign-in-message", UNREACHABLE)
    assert is_covered(tab)
    come_back(tab, tab.username)
    wait_for_stack(tab)
    wait_for_toasts(tab, "Profile saved")


def test_a_sign_in_waits_for_its_page_and_continues(tab, portico):
    type_a_note(tab)
    portico.set(clockOffset=IDLE)
    press_unseen(tab, SAVE)
    wait_for_cover(tab)
    path = tab.path
    with portico.gate.refusing("GET", path):
        log_in(tab, tab.username)
        tab.wait_for_text("#sign-in-message", UNREACHABLE)
        assert is_covered(tab)
    wait_until_uncovered(tab)
    wait_for_stack(tab)
    wait_for_toasts(tab, "Profile saved")


def test_a_page_that_is_gone_delays_no_sign_in(tab, portico):
    type_a_note(tab)
    portico.set(clockOffset=IDLE)
    press_unseen(tab, SAVE)
    wait_for_cover(tab)
    with portico.gate.refusing("GET", tab.path, 404):
        log_in(tab, tab.username)
        # The server's response replaces the page. Or the page stays and shows a message, if it has noticed the loss
        # before.
        tab.wait_for("document.querySelectorAll('[data-covers]').length === 0", "the cover to leave")


def test_the_server_may_restart_meanwhile(tab, portico):
    # In development, an open page reloads when it connects to another server.
    with portico.gate.refusing("GET", "/dev/reload"):
        tab.reload()
        let_toasts_stay(tab)
        type_a_note(tab)
        portico.set(clockOffset=IDLE)
        press_unseen(tab, SAVE)
        wait_for_cover(tab)
        portico.stop()
        with portico.gate.cut():
            portico.start()
            portico.set(clockOffset=IDLE)
        come_back(tab, tab.username)
        wait_for_stack(tab)
        wait_for_toasts(tab, "Profile saved")


def test_a_form_lost_on_the_network_can_be_sent_again(tab, portico):
    type_a_note(tab)
    portico.set(clockOffset=IDLE)
    press_unseen(tab, SAVE)
    wait_for_cover(tab)
    with portico.gate.refusing("POST", "/profile"):
        come_back(tab, tab.username)
        tab.wait_for_text(f"{TOP} .page-message", UNREACHABLE)
    assert tab.value("#note") == NOTE
    tab.click(SAVE)
    wait_for_stack(tab)
    wait_for_toasts(tab, "Profile saved")


def test_an_account_that_is_disabled_meanwhile_loses_the_page(tab, portico):
    type_a_note(tab, "Not for the next one")
    portico.set(clockOffset=IDLE)
    look(tab)
    wait_for_cover(tab)
    with tab.leaving():
        portico.users("disable", tab.username)
        # The stream may remove the page at the same moment.
        wait_until(lambda: look(tab) is None, "a page that is looked at")
    assert_cover(tab)
    assert "Not for the next one" not in tab.evaluate("document.documentElement.innerHTML")


def test_a_server_without_an_answer_covers_no_page(tab, portico):
    type_a_note(tab)
    portico.gate.requests.clear()
    with portico.gate.refusing("GET", "/"), portico.gate.refusing("GET", "/profile/edit"):
        look(tab)
        wait_until(lambda: portico.gate.count("GET", "/profile/edit"), "the question who is there")
        assert not is_covered(tab)
        portico.set(clockOffset=IDLE)
        press_unseen(tab, SAVE)
        tab.wait_for_text(f"{TOP} .page-message", UNREACHABLE)
    look(tab)
    wait_for_cover(tab)
    come_back(tab, tab.username)
    assert (tab.value("#note"), stack(tab)) == (NOTE, ["/profile/edit"])


def test_a_busy_server_takes_no_page_away(tab, portico):
    type_a_note(tab)
    portico.set(clockOffset=IDLE)
    look(tab)
    wait_for_cover(tab)
    portico.gate.requests.clear()
    tab.evaluate("window.isSame = true")
    with portico.gate.refusing("GET", "/profile/edit", 429):
        look(tab)
        wait_until(lambda: portico.gate.count("GET", "/profile/edit"), "the question who is there")
        # By the time of a later response, the page has handled the earlier one.
        tab.evaluate("fetch('/about').then(() => {})")
    assert is_covered(tab) and tab.evaluate("window.isSame === true")
    come_back(tab, tab.username)
    assert (tab.value("#note"), stack(tab)) == (NOTE, ["/profile/edit"])
