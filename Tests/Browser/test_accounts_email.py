"""Changing the email address requires a recent proof, and a confirmation by mail."""

import pytest

from support.layers import TOP, navigate, press, stack, wait_for_stack
from support.mails import Mailbox
from support.people import ROOMY, new_address
from support.steps import go

pytestmark = pytest.mark.holds("A11")

OPTIONS = ROOMY
CONFIRM = "Confirm your email address for Portico"
PROOF = "Confirm it’s you"


def test_an_address_is_in_force_after_its_confirmation(browse, engine, portico, somebody):
    new = Mailbox(portico, new_address())
    tab = browse(engine, portico, cookies=somebody.cookies())
    tab.goto("/account")
    assert tab.text("#change-email .cell-value") == somebody.mails.address
    navigate(tab, "#change-email-link")
    assert (tab.text(f"{TOP} h1"), tab.focus) == ("Email address", "email")
    ask(tab, somebody.mails.address.upper())
    tab.wait_for_text("#email-problem", "This is already your email address. Enter another one.")
    ask(tab, new.address)
    tab.wait_for("document.querySelector('#email-sent')?.textContent.includes('%s')" % new.address, "word of the mail")
    link = new.link(CONFIRM)
    tab.goto("/account")
    assert tab.text("#change-email .cell-value") == somebody.mails.address, "nothing has changed yet"

    other = browse(engine, portico)
    other.goto(link)
    assert (other.heading, other.screen) == ("Confirm your email address", "login")
    assert new.address in other.text("#confirm") and somebody.username in other.text("#confirm")
    tab.reload()
    assert tab.text("#change-email .cell-value") == somebody.mails.address, "opening a link does not confirm it"
    go(other, "#confirm-email")
    assert other.heading == "Email address confirmed"
    other.reload()
    assert (other.path, other.heading) == ("/email/confirmed", "Email address confirmed")
    tab.reload()
    assert tab.text("#change-email .cell-value") == new.address
    told = somebody.mails.next("Your email address for Portico was changed")
    assert new.address not in told.text + told.html
    other.goto(link)
    assert other.heading == "This link was already used"


def test_after_a_while_a_proof_is_required_and_the_form_is_performed_once(browse, engine, portico, somebody):
    new = Mailbox(portico, new_address())
    tab = browse(engine, portico, cookies=somebody.cookies())
    tab.goto("/account/email")
    portico.set(clockOffset=601)
    ask(tab, new.address)
    tab.wait_for_text(f"{TOP} h1", PROOF)
    assert "Enter the password for Grace Hopper to continue." in tab.text("#reauthentication-form")
    assert stack(tab) == ["/account/email"]
    assert (tab.focus, new.unread) == ("reauthentication", [])
    prove(tab, "not the password at all")
    tab.wait_for_text("#reauthentication-problem", "Wrong password. Try again.")
    prove(tab, somebody.password)
    tab.wait_for("!!document.querySelector('#email-sent')", "word of the mail")
    new.link(CONFIRM)
    tab.goto("/account")
    navigate(tab, "#change-email-link")
    assert tab.text(f"{TOP} h1") == "Email address", "the proof is valid for some time"
    assert new.unread == []


def test_a_page_that_needs_a_proof_asks_at_its_own_address(browse, engine, portico, somebody):
    tab = browse(engine, portico, cookies=somebody.cookies())
    portico.set(clockOffset=601)
    tab.goto("/account")
    navigate(tab, "#change-email-link")
    assert (tab.path, tab.text(f"{TOP} h1")) == ("/account/email", PROOF)
    navigate(tab, f"{TOP} .bar a")
    assert stack(tab) == ["/account"]
    navigate(tab, "#change-email-link")
    prove(tab, "not the password at all")
    tab.wait_for_text("#reauthentication-problem", "Wrong password. Try again.")
    tab.goto(tab.path)
    assert (tab.path, tab.text(f"{TOP} h1"), stack(tab)) == ("/account/email", PROOF, ["/account/email"])
    prove(tab, somebody.password)
    tab.wait_for_text(f"{TOP} h1", "Email address")
    wait_for_stack(tab, "/account/email")
    assert tab.count("#email-form") == 1


def ask(tab, address):
    tab.fill("#email", address)
    press(tab, "#send-link")


def prove(tab, password):
    tab.fill("#reauthentication", password)
    press(tab, "#reauthenticate")
