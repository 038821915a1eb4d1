"""Guessing passwords: limits stop strangers, but the person can still sign in."""

import json

import pytest

from support.layers import TOP
from support.people import OTHER_PASSWORD, ROOMY
from support.portico import PASSWORD
from support.steps import assert_cover, fill_in, sign_out

pytestmark = pytest.mark.holds("B13")

OPTIONS = ROOMY
HELD_UP = "Too many attempts. Try again in {} minutes."
WRONG = "not the password at all"


def test_a_stranger_is_held_up_and_the_person_is_not(browse, engine, portico, somebody):
    own = browse(engine, portico)
    own.goto("/")
    somebody.log_in(own)
    sign_out(own)
    assert [guess(portico, somebody.username) for _ in range(9)] == [401] * 9

    tab = browse(engine, portico)
    tab.goto("/")
    refuse(tab, somebody.username, WRONG, "The user name, email address or password doesn’t match. Check them and try again.")
    for name in (somebody.username, somebody.username.upper()):
        refuse(tab, name, PASSWORD, *held_up(15))
    status, headers, _ = portico.ask("/session", [], username=somebody.username, password=PASSWORD)
    assert status == 429 and 0 < int(headers["Retry-After"]) <= 900
    assert_cover(own)
    somebody.log_in(own)
    assert somebody.is_known_in(own)

    assert guess(portico, somebody.username) == 429, "no message reveals that the person has signed in"
    portico.set(clockOffset=601)
    refuse(tab, somebody.username, PASSWORD, *held_up(5))
    portico.set(clockOffset=901)
    somebody.log_in(tab)
    assert somebody.is_known_in(tab)
    own.goto("/account/activity")
    latest = own.text(f"{TOP} .page")
    assert "Someone entered a wrong password" in latest and "Login was blocked after too many attempts" in latest


def test_a_password_that_is_asked_for_once_more_is_no_way_to_guess(browse, engine, portico, somebody):
    cookies = somebody.cookies()
    portico.set(clockOffset=700)
    wrong = {"account": somebody.account, "email": "new@example.com", "reauthentication": WRONG}
    for _ in range(10):
        status, _, page = portico.ask("/account/email", cookies, **wrong)
        assert status == 403 and "Wrong password" in page
    tab = browse(engine, portico, cookies=cookies)
    tab.goto("/account/email")
    tab.fill("#reauthentication", somebody.password)
    tab.click("#reauthenticate")
    wait_for_one_of(tab, "#reauthentication-problem", *held_up(15))
    tab.goto("/account/password")
    tab.fill("#current", somebody.password)
    tab.fill("#password", OTHER_PASSWORD)
    tab.press("Enter")
    wait_for_one_of(tab, "#current-problem", *held_up(15))


def guess(portico, username):
    """Signs in from a stranger's browser, without cookies."""
    return portico.ask("/session", [], username=username, password=WRONG)[0]


def held_up(minutes):
    """The sentence with `minutes` left, or one less on a busy machine."""
    return [HELD_UP.format(left) for left in (minutes, minutes - 1)]


def wait_for_one_of(tab, selector, *sentences):
    tab.wait_for(f"{json.dumps(sentences)}.includes(document.querySelector('{selector}')?.textContent.trim())",
                 f"one of {sentences} in {selector}")


def refuse(tab, username, password, *sentences):
    fill_in(tab, username, password)
    tab.click("#log-in")
    tab.wait_for("document.querySelector('#password').value === ''", "the answer, as the sentence may be that of the last")
    wait_for_one_of(tab, "#sign-in-message", *sentences)
    assert tab.value("#username") == username
