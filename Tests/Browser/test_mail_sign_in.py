"""Logging in by a mail: by its link in the browser that asked, or by its code from anywhere."""

import re
import urllib.parse

import pytest

from support.authenticator import code, enter_code, set_up
from support.people import ROOMY
from support.session import IDLE, NOTE, look, type_a_note, wait_for_cover, wait_until_uncovered
from support.steps import go

pytestmark = pytest.mark.holds("A11")

OPTIONS = ROOMY | {"PORTICO_ACCOUNTS_MAIL_SIGN_IN": "on"}
SUBJECT = "Log in to Portico"


@pytest.fixture(params=[True, False], ids=["script", "no-script"])
def script(request):
    return request.param


@pytest.mark.every_engine
def test_a_person_logs_in_by_the_link_of_a_mail(browse, engine, portico, somebody, script):
    tab = browse(engine, portico, script=script)
    tab.goto("/about")
    ask(tab, somebody)
    mail = somebody.mails.next(SUBJECT)
    tab.goto(mail.link.removeprefix(portico.origin))
    assert (tab.heading, somebody.username in tab.text("#mail-link")) == ("Log in by email", True)
    go(tab, "#log-in")
    assert tab.path == "/about"
    tab.goto("/")
    assert somebody.is_known_in(tab)
    tab.goto(mail.link.removeprefix(portico.origin))
    assert tab.heading == "This link was already used"


def test_another_browser_shows_the_code_for_the_first_one(browse, engine, portico, somebody, script):
    tab = browse(engine, portico, script=script)
    tab.goto("/about")
    ask(tab, somebody)
    tab.fill("#code", "12345x")
    tab.click("#log-in")
    tab.wait_for_text("#sign-in-message", "This code is wrong, or no longer works. Use the newest email, or start again.")
    mail = somebody.mails.next(SUBJECT)
    phone = browse(engine, portico, script=script)
    phone.goto(mail.link.removeprefix(portico.origin))
    assert (phone.heading, phone.count("form")) == ("Your code to log in", 0)
    shown = phone.text("#code")
    assert re.fullmatch(r"\d{6}", shown) and shown in mail.text.split()
    phone.goto("/")
    assert phone.screen == "login"
    enter_code(tab, shown)
    assert tab.path == "/about"


def test_a_second_factor_is_asked_for_after_the_mail(browse, engine, portico, somebody, script):
    secret, _ = set_up(browse(engine, portico, cookies=somebody.cookies(), script=script))
    tab = browse(engine, portico, script=script)
    tab.goto("/about")
    ask(tab, somebody)
    tab.goto(somebody.mails.link(SUBJECT))
    tab.click("#log-in")
    tab.wait_for("document.querySelector('#second-factor')", "the page for the code of the app")
    enter_code(tab, code(secret, 30))
    assert tab.path == "/about"


def test_it_works_over_an_open_page_and_keeps_its_input(browse, engine, portico, somebody):
    tab = browse(engine, portico, cookies=somebody.cookies())
    tab.goto("/")
    type_a_note(tab)
    portico.set(clockOffset=IDLE)
    look(tab)
    wait_for_cover(tab)
    ask(tab, somebody)
    mail = somebody.mails.next(SUBJECT)
    phone = browse(engine, portico)
    phone.goto(mail.link.removeprefix(portico.origin))
    tab.fill("#mail-code #code", phone.text("#code"))
    tab.click("#mail-code #log-in")
    wait_until_uncovered(tab)
    assert tab.value("#note") == NOTE


def test_a_typed_password_is_not_sent_with_the_question_for_a_mail(browse, portico, somebody):
    tab = browse("chromium", portico)
    tab.goto("/about")
    tab.fill("#password", "mauve tractor 7")
    with tab.page.expect_request("**/session/mail/new") as asked:
        ask(tab, somebody)
    form = dict(urllib.parse.parse_qsl(asked.value.post_data, keep_blank_values=True))
    assert (form["username"], form["password"]) == (somebody.mails.address, "")


def ask(tab, somebody):
    """Asks for the mail, from the login page."""
    tab.fill("#username", somebody.mails.address)
    tab.click("#log-in-by-mail")
    tab.wait_for("document.querySelector('#mail-sign-in')", "the question for the address")
    assert tab.value("#email") == somebody.mails.address
    tab.click("#send-link")
    tab.wait_for("document.querySelector('#mail-code')", "the question for the code")
