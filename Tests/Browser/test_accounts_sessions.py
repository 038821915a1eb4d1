"""The sign-ins and the activity of an account, and the mail about a sign-in by somebody else."""

import re

import pytest

from support.layers import TOP, navigate, present, press, stack
from support.people import ROOMY
from support.steps import assert_cover, go, sign_out
from support.waiting import wait_until

pytestmark = pytest.mark.holds("E10")

OPTIONS = ROOMY
SESSIONS = "/account/sessions"
THERE = "#sessions-elsewhere .cell"
NEW_SIGN_IN = "New login to Portico"


def test_sign_ins_elsewhere_end_row_by_row_and_all_together(browse, engine, portico, somebody):
    here, *others = (browse(engine, portico, cookies=somebody.cookies()) for _ in range(3))
    for tab in others:
        tab.goto("/")
    here.goto("/account")
    navigate(here, "#sessions-link")
    assert (stack(here), here.count("#this-session .cell-icon")) == ([SESSIONS], 1)
    assert here.count("#this-session a") == 0, "the current sign-in has no button"
    assert "127.0.0.1" in here.text(THERE)
    browser = here.text(f"{THERE} .cell-title")
    assert here.text(f"{THERE} .cell-subtitle").endswith("2 sessions"), "that look the same"

    present(here, f"{THERE} a")
    assert here.text(f"{TOP} h1") == f"Log out: {browser}?"
    press(here, "#end-session-button")
    here.wait_for_text(".toast .toast-text", f"Logged out: {browser}")
    for tab in others:
        wait_until(lambda: is_signed_out(tab), "it to be signed out")
    here.wait_for("!document.querySelector('#sessions-elsewhere .cell')", "them to be gone")
    again = browse(engine, portico, cookies=somebody.cookies())
    again.goto("/")
    here.reload()
    present(here, "#end-others-link")
    press(here, "#end-others-button")
    wait_until(lambda: is_signed_out(again), "the other to be signed out")
    here.wait_for("!document.querySelector('#other-sessions')", "all others to be gone")
    here.reload()
    assert (here.screen, here.count("#session-list .cell-icon"), here.count("#session-list a")) == ("main", 1, 0)

    here.goto("/account")
    navigate(here, "#activity-link")
    assert here.text(f"{TOP} .page").count("One of your sessions was ended") == 3


def test_a_sign_in_from_a_new_browser_sends_a_mail_and_can_be_ended(browse, engine, portico, somebody):
    somebody.cookies()
    intruder = browse(engine, portico)
    intruder.goto("/")
    somebody.log_in(intruder)
    assert somebody.is_known_in(intruder)
    link = somebody.mails.link(NEW_SIGN_IN)
    tab = browse(engine, portico)
    tab.goto(link)
    assert (tab.screen, tab.heading) == ("login", "Wasn’t this you?")
    intruder.goto(SESSIONS)
    assert intruder.text("#this-session .cell-title") in tab.text("#end")
    intruder.reload()
    assert intruder.screen == "main", "opening a link does not end the sign-in"
    assert re.search(r" \d{4} at \d\d:\d\d UTC$", tab.text("#end time")), "in a browser whose time zone is not known yet"
    go(tab, "#end-sign-in")
    wait_until(lambda: is_signed_out(intruder), "the other to be signed out")
    assert tab.heading == "That session was ended"
    assert tab.attribute("#outcome-button", "href") == "/password/reset"
    tab.goto(link)
    assert tab.heading == "This link was already used"

    tab.goto("/")
    somebody.log_in(tab)
    link = somebody.mails.link(NEW_SIGN_IN)
    sign_out(tab)
    tab.goto(link)
    assert tab.heading == "That session has already ended"
    assert "Someone may know" not in tab.text("#outcome")
    tab.goto("/")
    somebody.log_in(tab)
    portico.ask("/password/reset", [], name=somebody.username)
    somebody.mails.next("Choose a new password")
    assert somebody.mails.unread == [], "the browser is known by now"


def is_signed_out(tab):
    """Reloads without script; with script, the page notices the end itself."""
    if not tab.look.script:
        tab.reload()
    if tab.screen != "login":
        return False
    assert_cover(tab)
    assert not tab.look.script or tab.of("#signed-out", "e.checkVisibility()")
    return True
