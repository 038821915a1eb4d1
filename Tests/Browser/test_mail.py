"""Delivery of mail: over a mail server, with retries while it is unavailable, and never with a wrong certificate."""

import pytest

from support.people import OTHER_PASSWORD, ROOMY, Person
from support.portico import PASSWORD, Portico
from support.post_office import ACCOUNT, PostOffice, certify
from support.steps import go
from support.waiting import wait_until

RESET = "Choose a new password for Portico"


@pytest.fixture(scope="module")
def post_office(tmp_path_factory):
    office = PostOffice(certify(tmp_path_factory.mktemp("certificates"), "right"))
    yield office
    office.close()


@pytest.fixture(scope="module")
def installation(post_office):
    portico = Portico(
        PORTICO_MAIL_HOST="localhost", PORTICO_MAIL_PORT=str(post_office.port), PORTICO_MAIL_SECURITY="starttls",
        PORTICO_MAIL_CERTIFICATES=str(post_office.certificate), PORTICO_MAIL_SENDER="door@portico.example",
        PORTICO_MAIL_USERNAME=ACCOUNT[0], PORTICO_MAIL_PASSWORD=ACCOUNT[1], **ROOMY)
    portico.users("add", "ada", "--name", "Ada Lovelace", "--administrator", password=PASSWORD)
    yield portico.start()
    portico.close()


@pytest.fixture
def is_open(post_office):
    post_office.open()
    yield
    post_office.close()


def arrived(post_office, person):
    return [mail for mail in post_office.mails if mail.recipient == person.mails.address]


def ask(portico, person):
    status, headers, _ = portico.ask("/password/reset", [], name=person.username)
    assert (status, headers["Location"]) == (303, "/password/reset/sent")


def wait_for_an_empty_queue(tab):
    def is_empty():
        tab.goto("/administration/mail")
        return tab.text("#no-mail p") == "No emails are waiting."

    wait_until(is_empty, "an empty queue")


def wait_for_problem(tab, person, words):
    """Checks the queued mails until one to this person shows the error."""
    def is_said():
        tab.goto("/administration/mail")
        return tab.evaluate(f"""[...document.querySelectorAll('#mail-list .cell')].some(e =>
            e.querySelector('.cell-title').textContent === {person.mails.address!r} && e.textContent.includes({words!r}))""")

    wait_until(is_said, f"“{words}”")


def test_a_mail_arrives_and_its_link_leads_in(browse, engine, portico, post_office, is_open, somebody):
    tab = browse(engine, portico)
    tab.goto("/password/reset")
    tab.fill("#name", somebody.username)
    go(tab, "#send-link")
    wait_until(lambda: arrived(post_office, somebody), "the mail")
    [mail] = arrived(post_office, somebody)
    assert mail.subject == RESET
    assert post_office.senders[-1] == ("door@portico.example", ACCOUNT[0], True)
    tab.goto(mail.link.removeprefix(portico.origin))
    tab.fill("#password", OTHER_PASSWORD)
    go(tab, "#set-password")
    assert somebody.is_known_in(tab)
    wait_until(lambda: len(arrived(post_office, somebody)) == 2, "word of the other password")
    tab = browse(engine, portico, cookies=portico.sign_in())
    tab.goto("/administration/settings")
    text = tab.text("main")
    assert "localhost" in text and "door@portico.example" in text and ACCOUNT[1] not in text
    assert ACCOUNT[1] not in portico.log


def test_nothing_is_lost_while_the_mail_server_is_away(browse, engine, portico, post_office, somebody):
    tab = browse(engine, portico, cookies=portico.sign_in())
    ask(portico, somebody)
    wait_for_problem(tab, somebody, f"The mail server at localhost:{post_office.port} cannot be reached")
    post_office.open()
    try:
        portico.set(clockOffset=61)
        another = Person.of(portico)
        ask(portico, another)  # A new mail makes the server retry the old ones.
        wait_until(lambda: arrived(post_office, somebody) and arrived(post_office, another), "both mails")
    finally:
        post_office.close()
    assert len(arrived(post_office, somebody)) == 1
    page = portico.ask(arrived(post_office, somebody)[0].link.removeprefix(portico.origin), [])[2]
    assert "Choose a password" in page, "its link was made when it was sent"
    wait_for_an_empty_queue(tab)


def test_no_mail_is_sent_to_a_wrong_server(
        browse, engine, portico, post_office, somebody, tmp_path):
    tab = browse(engine, portico, cookies=portico.sign_in())
    post_office.open(certify(tmp_path, "wrong"))
    try:
        ask(portico, somebody)
        wait_for_problem(tab, somebody, "There is no safe connection to the mail server")
    finally:
        post_office.close()
    assert arrived(post_office, somebody) == []
    post_office.open()  # So that no mail is left for the next journey.
    try:
        portico.set(clockOffset=61)
        ask(portico, Person.of(portico))
        wait_for_an_empty_queue(tab)
    finally:
        post_office.close()
    assert len(arrived(post_office, somebody)) == 1
