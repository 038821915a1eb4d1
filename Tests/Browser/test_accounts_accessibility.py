"""The pages of accounts and administration: without sight, enlarged, and in a small window."""

import pytest

from support.accessibility import BROKEN_WORDS, CUT_OFF, SPILLS, axe
from support.layers import SAVE, TOP, press
from support.mails import Mailbox
from support.people import OTHER_PASSWORD, PASSWORD, ROOMY, new_address
from support.steps import go

OPTIONS = {"PORTICO_ACCOUNTS_REGISTRATION": "open", "PORTICO_ACCOUNTS_MAIL_SIGN_IN": "on", **ROOMY}
REPEATED_IDS = """[...document.querySelectorAll('[id]')].map(e => e.id)
    .filter((id, i, all) => all.indexOf(id) !== i)"""
#: Controls that are too low for a finger. Links inside a sentence have the height of its lines.
SMALL = """[...document.querySelectorAll('button, a:not(p a, pre a, .cell-title a), label.check, select, input:not([type=hidden])')]
    .filter(e => !e.closest('[inert], .presenter:has(~ :modal), dialog:modal:has(~ :modal)') && e.checkVisibility({ visibilityProperty: true }))
    .filter(e => !e.matches('.visually-hidden, label input') && e.getBoundingClientRect().height < 44)
    .map(e => e.outerHTML.slice(0, 90))"""
ACCOUNT = ["/account", "/account/password", "/account/email", "/account/delete", "/account/sessions",
           "/account/activity", "/account/data", "/accounts", "/session/end", "/session/new?add=on"]
ADMINISTRATION = ["", "/people", "/people/invite", "/invitations", "/person/{}", "/events", "/mail", "/settings"]


@pytest.fixture
def look_at(browse, engine, portico):
    """Opens pages in a narrow window, one after another, and collects their problems."""
    found = {}

    class Look:
        def __init__(self, cookies=()):
            # WebKit's minimum window width is 334.
            self.tab = browse(engine, portico, cookies=cookies, size=(320, 640), dark=engine != "chromium")

        def at(self, *paths):
            for path in paths:
                self.tab.goto(path)
                self.here(path)

        def here(self, name):
            problems = axe(self.tab) + self.tab.evaluate(REPEATED_IDS) + self.tab.evaluate(SMALL)
            for size in ("L", "XXXL"):
                self.tab.evaluate(f"document.documentElement.dataset.textSize = '{size}'")
                problems += [f"{size}: {cut}" for cut in self.tab.evaluate(CUT_OFF) + self.tab.evaluate(BROKEN_WORDS)]
                problems += [f"{size}: spills"] if self.tab.evaluate(SPILLS) else []
            if problems:
                found[name] = problems

    yield Look
    assert not found, "\n".join(f"{name}: {problem}" for name, problems in found.items() for problem in problems)


def test_the_pages_before_the_door(look_at, portico, somebody):
    newcomer, another = (Mailbox(portico, f"manyletters{new_address()}") for _ in range(2))
    cookies = somebody.cookies()
    portico.ask("/registration", [], email=newcomer.address)
    portico.ask("/password/reset", [], name=somebody.username)
    portico.ask("/account/email", cookies, account=somebody.account, email=another.address)
    somebody.cookies()
    look = look_at()
    look.at("/registration", "/registration/sent", "/password/reset", "/password/reset/sent", "/account/deleted")
    look.at(somebody.mails.link("Choose a new password"), another.link("Confirm your email address"),
            somebody.mails.link("New login"), "/password/new?token=made-up")
    look.at(newcomer.link("Create your account"))
    for field, value in {"name": "Grace Hopper", "username": "Grace!", "password": "short"}.items():
        look.tab.fill(f"#{field}", value)
    go(look.tab, "#make-account")
    look.here("problems")
    look.at("/dev/outbox")
    go(look.tab, ".cells a")
    look.here("a mail")


def test_the_pages_of_a_login_by_mail(look_at, portico, somebody):
    look = look_at()
    look.at("/session/new", "/session/mail/new")
    look.tab.fill("#email", somebody.mails.address)
    look.tab.click("#send-link")
    look.tab.wait_for("document.querySelector('#mail-code')", "the question for the code")
    look.here("the code")
    link = somebody.mails.link("Log in to Portico")
    look.at(link)
    look_at().at(link)


def test_the_pages_of_an_account(look_at, portico, somebody):
    look = look_at(portico.sign_in(beside=somebody.cookies()))
    look.at(*ACCOUNT)
    look.tab.goto("/account/password")
    look.tab.fill("#current", "not the password at all")
    look.tab.fill("#password", OTHER_PASSWORD)
    press(look.tab, SAVE)
    look.tab.wait_for("document.querySelector('#current-problem').textContent !== ''", "the problem")
    look.here("problems")
    portico.set(clockOffset=601)
    look.at("/account/delete")
    assert look.tab.text(f"{TOP} h1") == "Confirm it’s you"


def test_the_pages_of_a_person_with_long_names(look_at, portico):
    """The names are too long for one line or for two columns, and have no place to break."""
    name = new_address().split("@")[0].ljust(60, "x")
    portico.users("add", name, "--name", "G" * 60, "--email", f"{'g' * 40}@{'department' * 5}.example", password=PASSWORD)
    look_at(portico.sign_in(name)).at("/account/email", "/session/end", "/account")
    look_at(portico.sign_in()).at(*(f"/administration/person/{name}{page}" for page in ("", "/disable", "/end-sessions")))


def test_the_pages_of_administration(look_at, portico, somebody):
    portico.users("invite", new_address(), "--name", "Mary Somerville")
    look = look_at(portico.sign_in())
    look.at(*(f"/administration{path.format(somebody.username)}" for path in ADMINISTRATION))
    look.at("/administration/events?from=yesterday")
    portico.set(clockOffset=601)
    look.at("/administration/people")
    assert look.tab.heading == "Confirm it’s you"
