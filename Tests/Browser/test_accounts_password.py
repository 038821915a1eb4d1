"""Changing the password: with the old one, or by a link if it is forgotten."""

import pytest

from support.layers import SAVE, TOP, navigate, press, stack, wait_for_stack, would_hold_back
from support.people import OTHER_PASSWORD, ROOMY
from support.portico import PASSWORD
from support.steps import assert_cover, fill_in, go

pytestmark = pytest.mark.holds("A11")

OPTIONS = ROOMY
RESET = "Choose a new password for Portico"


def test_a_forgotten_password_is_replaced_through_a_mail(browse, engine, portico, somebody):
    elsewhere = browse(engine, portico, cookies=somebody.cookies())
    elsewhere.goto("/")
    tab = browse(engine, portico)
    tab.goto("/")
    go(tab, "#reset-link")
    assert (tab.heading, tab.focus) == ("Reset your password", "name")
    links = []
    for name in (somebody.username, somebody.mails.address):
        ask(tab, name)
        assert (tab.path, tab.heading) == ("/password/reset/sent", "Check your email")
        links.append(somebody.mails.link(RESET))
        go(tab, "#start-again")

    tab.goto(links[0])
    assert (tab.heading, tab.focus) == ("Choose a password", "password")
    assert somebody.username in tab.text("#choose")
    choose(tab, "too short")
    assert tab.text("#password-problem") == "This password is too short. Use at least 15 characters."
    assert (tab.value("#password"), tab.focus) == ("", "password")
    with elsewhere.leaving():
        choose(tab, OTHER_PASSWORD)
    assert_cover(elsewhere)
    assert tab.path == "/" and somebody.is_known_in(tab)
    changed = somebody.mails.next("Your password for Portico was changed")
    assert changed.link == f"{portico.origin}/password/reset"

    fill_in(elsewhere, somebody.username, PASSWORD)
    elsewhere.click("#log-in")
    elsewhere.wait_for_text("#sign-in-message", "The user name, email address or password doesn’t match. Check them and try again.")
    somebody.password = OTHER_PASSWORD
    somebody.log_in(elsewhere)
    assert somebody.is_known_in(elsewhere)
    for link in links:
        tab.goto(link)
        assert (tab.heading, tab.count("form")) == ("This link was already used", 0)


def test_a_password_is_changed_with_the_old_one(browse, engine, portico, somebody):
    elsewhere = browse(engine, portico, cookies=somebody.cookies())
    elsewhere.goto("/")
    tab = browse(engine, portico, cookies=somebody.cookies())
    tab.goto("/account")
    navigate(tab, "#change-password-link")
    assert tab.focus == "current"
    change(tab, "not the password at all", OTHER_PASSWORD)
    tab.wait_for_text("#current-problem", "Wrong password. Try again.")
    assert (tab.focus, tab.value("#current"), tab.value("#password")) == ("current", "", "")
    assert not would_hold_back(tab), "nothing that was typed is left to save"
    change(tab, PASSWORD, "short")
    tab.wait_for("document.querySelector('#password-problem').textContent !== ''", "the problem")
    assert tab.text("#password-problem") == "This password is too short. Use at least 15 characters."
    assert (tab.text("#current-problem"), tab.focus, tab.of("#others", "e.checked")) == ("", "password", True)
    tab.click("#others")
    change(tab, PASSWORD, OTHER_PASSWORD)
    tab.wait_for_text(".toast .toast-text", "Password changed")
    wait_for_stack(tab, "/account")
    elsewhere.reload()
    assert somebody.is_known_in(elsewhere), "the other sign-in was to stay"

    navigate(tab, "#change-password-link")
    with elsewhere.leaving():
        change(tab, OTHER_PASSWORD, PASSWORD)
    assert_cover(elsewhere)
    wait_for_stack(tab, "/account")
    tab.goto("/")
    assert somebody.is_known_in(tab)
    for _ in range(2):
        somebody.mails.next("Your password for Portico was changed")


def test_a_forgotten_password_leads_from_changing_to_resetting(browse, engine, portico, somebody):
    tab = browse(engine, portico, cookies=somebody.cookies())
    tab.goto("/account/password")
    assert stack(tab) == ["/account/password"]
    go(tab, f"{TOP} a[href='/password/reset']")
    assert tab.heading == "Reset your password"


def ask(tab, name):
    tab.fill("#name", name)
    go(tab, "#send-link")


def choose(tab, password):
    tab.fill("#password", password)
    go(tab, "#set-password")


def change(tab, current, new):
    tab.fill("#current", current)
    tab.fill("#password", new)
    press(tab, SAVE)
