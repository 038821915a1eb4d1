"""Registration: an address, a mail, and the page of its link."""

import secrets

import pytest

from support.mails import Mailbox
from support.people import OTHER_PASSWORD, ROOMY, new_address
from support.steps import go

pytestmark = pytest.mark.holds("A11", "B2")

OPTIONS = {"PORTICO_ACCOUNTS_REGISTRATION": "open", **ROOMY}
BOTH = pytest.mark.parametrize("script", [True, False], ids=["script", "no-script"])


@pytest.mark.every_engine(script=True)
@pytest.mark.holds("A11", "B2", "E8")
@BOTH
def test_somebody_makes_an_account(browse, engine, portico, script):
    mails, username = Mailbox(portico, new_address()), f"grace-{secrets.token_hex(4)}"
    tab = browse(engine, portico, script=script)
    tab.goto("/")
    go(tab, "#register-link")
    assert (tab.heading, tab.focus) == ("Create an account", "email")
    ask(tab, "grace@nowhere")
    assert tab.text("#email-problem") == "Enter a valid email address, such as name@example.com."
    assert (tab.value("#email"), tab.focus) == ("grace@nowhere", "email")
    assert tab.attribute("#email", "aria-invalid") == "true"
    ask(tab, mails.address)
    assert (tab.path, tab.heading) == ("/registration/sent", "Check your email")
    tab.reload()  # The form is not submitted again.

    link = mails.link("Create your account on Portico")
    assert mails.unread == []
    tab.goto(link)
    assert (tab.screen, tab.heading, tab.focus) == ("login", "Create an account", "name")
    assert mails.address in tab.text("#make")
    make(tab, name="Grace Hopper", username="ada", password=OTHER_PASSWORD)
    assert tab.text("#username-problem") == "This user name is taken. Choose another one."
    assert (tab.focus, tab.attribute("#username", "aria-invalid")) == ("username", "true")
    assert (tab.value("#name"), tab.value("#username"), tab.value("#password")) == ("Grace Hopper", "ada", "")
    make(tab, username=username, password=OTHER_PASSWORD)
    assert (tab.path, tab.screen) == ("/", "main")
    assert tab.text("#profile-name .cell-value") == "Grace Hopper"
    assert tab.text("#profile-username .cell-value") == username
    assert tab.count("#profile-role, #administration-link") == 0

    tab.goto(link)
    assert (tab.heading, tab.count("form")) == ("This link was already used", 0)
    assert "This one was used" in tab.text("#outcome")
    go(tab, "#go-to-start")
    assert tab.text("#profile-username .cell-value") == username


def ask(tab, address):
    tab.fill("#email", address)
    go(tab, "#send-link")


def make(tab, **values):
    for field, value in values.items():
        tab.fill(f"#{field}", value)
    go(tab, "#make-account")
