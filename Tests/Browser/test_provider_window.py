"""Logging in at an identity provider from a page that must stay: in another window."""

import time

import pytest

from providers import PEOPLE, Provider
from support.layers import SAVE, TOP, present, press, stack, wait_for_stack, wait_until_still
from support.overlay import wait_for_toasts
from support.people import ROOMY, Person
from support.portico import PASSWORD, Portico
from support.providers import NAME, at_works, choose, register
from support.session import (
    COVER, IDLE, look, press_unseen, type_a_note, wait_for_cover, wait_until_uncovered)
from support.waiting import wait_until

pytestmark = pytest.mark.holds("J1")

BUTTON = f"{COVER} #log-in-with-works"
NOTICE = "Log in in the other window, then come back here. If you don’t see it or have closed it, press the button again."


@pytest.fixture(scope="module")
def provider():
    with Provider("keycloak") as provider:
        yield provider


@pytest.fixture(scope="module")
def installation(provider):
    portico = Portico(**at_works(provider), **ROOMY)
    portico.users("add", "ada", "--name", "Ada Lovelace", "--administrator", password=PASSWORD)
    portico.start()
    register(portico, provider)
    yield portico
    portico.close()


@pytest.fixture
def portico(installation, provider):
    yield installation
    installation.set(clockOffset=0)
    provider.clock = time.time
    provider.fault = None
    for name in PEOPLE:
        provider.revoke(name)


@pytest.fixture
def move_clock(portico, provider):
    """Moves the clocks of both servers."""
    def move(seconds):
        provider.clock = lambda: time.time() + seconds
        portico.set(clockOffset=seconds)

    return move


@pytest.fixture
def tab(browse, engine, portico):
    """The first page of bob, who has logged in at the provider."""
    tab = browse(engine, portico)
    tab.goto("/")
    with tab.leaving():
        tab.click("#log-in-with-works")
    choose(tab, "bob")
    tab.evaluate("window.isSame = true")
    return tab


@pytest.fixture
def note():
    """A note that bob has not saved before."""
    return f"A thought of {time.time_ns()}"


def choose_in_window(window, person):
    """Presses the button of a person at the provider, after which the window closes."""
    window.wait_for("document.querySelector('button[name=person]')")
    window.click(f"button[name=person][value='{person}']")
    wait_until(lambda: window.is_closed, "the window to close")


def end(tab, move_clock):
    """Ends the session of a page, and of the person at the provider."""
    move_clock(IDLE)
    look(tab)
    wait_for_cover(tab)


@pytest.mark.every_engine
@pytest.mark.holds("B14", "J1")
def test_unsaved_input_stays_while_somebody_logs_in_at_the_provider(tab, note, provider, move_clock):
    type_a_note(tab, note)
    provider.revoke("bob")
    end(tab, move_clock)
    window = tab.opened_by(lambda: tab.click(BUTTON))
    tab.wait_for_text(f"{COVER} [data-provider-note]:not([hidden])", NOTICE)
    choose_in_window(window, "bob")
    wait_until_uncovered(tab)
    assert (tab.value("#note"), stack(tab)) == (note, ["/profile/edit"])
    assert tab.evaluate("window.isSame"), "the page was never left"
    tab.click(SAVE)
    wait_for_stack(tab)
    wait_for_toasts(tab, "Profile saved")


def test_who_turns_back_in_the_window_is_told_on_the_cover_and_tries_again(tab, note, provider, move_clock):
    type_a_note(tab, note)
    provider.revoke("bob")
    end(tab, move_clock)
    window = tab.opened_by(lambda: tab.click(BUTTON))
    choose_in_window(window, "")
    tab.wait_for_text(f"{COVER} #sign-in-message", f"You didn’t log in at {NAME}. Try again, or choose another way.")
    assert tab.count(f"{COVER} [data-provider-note]:not([hidden])") == 0
    # Somebody who closes the window opens another one.
    window = tab.opened_by(lambda: tab.click(BUTTON))
    window.page.close()
    window = tab.opened_by(lambda: tab.click(BUTTON))
    choose_in_window(window, "bob")
    wait_until_uncovered(tab)
    assert tab.value("#note") == note


def test_another_person_at_the_provider_sees_nothing_of_the_input(tab, note, provider, move_clock):
    type_a_note(tab, note)
    provider.revoke("bob")
    end(tab, move_clock)
    window = tab.opened_by(lambda: tab.click(BUTTON))
    with tab.leaving():
        choose_in_window(window, "ada")
    assert tab.attribute("#screen", "data-account") == "works/ada"
    assert note not in tab.evaluate("document.documentElement.innerHTML")


def test_a_page_without_unsaved_input_is_left_for_the_provider(tab, move_clock):
    tab.goto("/account")
    end(tab, move_clock)
    # bob is still logged in at the provider.
    with tab.leaving():
        tab.click(BUTTON)
    assert (tab.path, tab.attribute("#screen", "data-account")) == ("/account", "works/bob")
    assert len(tab.context.pages) == 1


def test_a_form_that_waits_for_the_login_is_sent_after_it(tab, portico, move_clock):
    move_clock(IDLE)
    portico.gate.requests.clear()
    press_unseen(tab, "#automatic-sign-in-switch")
    wait_for_cover(tab)
    window = tab.opened_by(lambda: tab.click(BUTTON))
    wait_until(lambda: window.is_closed, "the window to close")
    wait_until_uncovered(tab)
    assert portico.gate.count("POST", "/settings/automatic-sign-in") == 2, "refused once, and performed once"


@pytest.mark.every_engine
def test_an_action_is_repeated_after_a_proof_in_a_window(tab, portico, move_clock):
    portico.users("make-administrator", "works:bob")
    person = Person.of(portico)
    # The server notices the change of a command within a second.
    wait_until(lambda: tab.goto(f"/administration/person/{person.username}") or tab.count("#disable-link"), "the person")
    present(tab, "#disable-link")
    move_clock(900)
    window = tab.opened_by(lambda: press(tab, "#disable-button") or prove(tab))
    tab.wait_for_text("[data-provider-note]:not([hidden])", NOTICE)
    choose_in_window(window, "")
    tab.wait_for_text(f"{TOP} .page-message", f"You didn’t log in at {NAME}. Try again, or choose another way.")
    window = tab.opened_by(lambda: tab.click("#prove-at-works"))
    choose_in_window(window, "bob")
    tab.wait_for_text("#person-state .cell-value", "Disabled")
    wait_for_stack(tab)


def prove(tab):
    tab.wait_for("document.querySelector('#prove-at-works')", "the question")
    wait_until_still(tab)
    tab.click("#prove-at-works")
