"""Setting up a second factor within a login, where the site requires one."""

import pytest

from support.authenticator import assert_keepable, code
from support.enrolment import enrol, enter_password
from support.layers import TOP
from support.pages import assert_whole
from support.passkeys import NO_AUTOFILL, Authenticator, use_passkey, wait_for_passkeys
from support.people import ROOMY, Person
from support.portico import PASSWORD
from support.resets import DELAY, LATER, begin, stop, wait_until_performed
from support.session import (
    IDLE, NOTE, log_in, look, type_a_note, wait_for_cover, wait_for_cover_to_leave, wait_until_uncovered)
from support.steps import fill_in, go
from support.waiting import PATIENCE

pytestmark = pytest.mark.holds("G4")
OPTIONS = {**ROOMY, "PORTICO_ACCOUNTS_SECOND_FACTOR": "all", "host": "localhost"}


@pytest.mark.every_engine
@pytest.mark.parametrize("script", [True, False], ids=["script", "no-script"])
def test_a_person_sets_up_an_app_within_the_login(browse, engine, portico, somebody, script):
    tab = browse(engine, portico, script=script)
    tab.goto("/about")
    enter_password(tab, somebody.username)
    assert (tab.heading, tab.focus) == ("Set up an authenticator app", "enrolment-title")
    tab.fill("#code", "12345x")
    tab.click("#log-in")
    tab.wait_for_text("#sign-in-message", "Wrong code. Try the next one, and check that the time on your device is right.")
    enrol(tab)
    assert tab.heading == "Recovery codes"
    if script:
        # Another tab has logged in.
        tab.evaluate("new BroadcastChannel('portico').postMessage('local/ada')")
    assert tab.evaluate("document.querySelectorAll('#recovery-code-list li').length") == 10
    go(tab, "#log-in")
    assert (tab.path, tab.text(f"{TOP} h1")) == ("/about", "About Portico")


@pytest.mark.holds("G6")
def test_after_a_reset_the_person_sets_up_another_app(browse, portico, somebody):
    administrator = Person.of(portico, "Mary Somerville", "--administrator")
    theirs, tab = browse("chromium", portico, size=(320, 640)), browse("chromium", portico)
    theirs.goto("/")
    enter_password(theirs, somebody.username)
    enrol(theirs)
    assert_whole(theirs, "enrolment-codes")
    go(theirs, "#log-in")
    tab.goto(f"/administration/person/{somebody.username}")
    enter_password(tab, administrator.username)
    secret = enrol(tab)
    go(tab, "#log-in")
    link = begin(tab, somebody, {"reauthentication": PASSWORD, "reauthentication-code": code(secret, LATER)})
    stop(browse("chromium", portico), link)
    tab.wait_for("!document.querySelector('#person-reset-at')", "the page to notice the end of the reset")
    begin(tab, somebody)
    wait_until_performed(somebody)
    late = browse("chromium", portico)
    late.goto("/")
    enter_password(late, somebody.username)
    enrol(late, LATER + DELAY)
    go(late, "#log-in")
    assert somebody.is_known_in(late)


def begin_over_a_page(tab, portico, person):
    """A session ends while a note is being typed, and at the next login the person sets up a factor again."""
    tab.goto("/")
    enter_password(tab, person.username)
    enrol(tab)
    go(tab, "#log-in")
    portico.users("reset-factors", person.username, "--yes")
    type_a_note(tab)
    portico.set(clockOffset=IDLE)
    look(tab)
    wait_for_cover(tab)
    log_in(tab, person.username)
    tab.wait_for("document.querySelector('#enrolment')", "the page that sets up an app")


def test_an_app_is_set_up_over_a_page_that_stays(browse, portico, somebody):
    tab = browse("chromium", portico)
    begin_over_a_page(tab, portico, somebody)
    enrol(tab, IDLE)
    assert_keepable(tab)
    # The person comes back from the place where the codes are kept.
    look(tab)
    with portico.gate.keeping("POST", "/session/start") as wait_for_answer:
        tab.click("#log-in")
        assert wait_for_answer(PATIENCE)
        # And once more: this finds the session before the answer has come.
        look(tab)
        wait_for_cover_to_leave(tab)
    wait_until_uncovered(tab)
    assert tab.value("#note") == NOTE


@pytest.mark.holds("G1")
def test_a_passkey_is_added_over_a_page_that_stays(browse, portico, somebody):
    tab = browse("chromium", portico)
    tab.context.add_init_script(NO_AUTOFILL)
    authenticator = Authenticator(tab)
    begin_over_a_page(tab, portico, somebody)
    tab.wait_for("document.querySelector('#add-passkey:not([hidden])')", "the button for a passkey")
    tab.click("#add-passkey")
    wait_until_uncovered(tab)
    assert (tab.value("#note"), len(authenticator.passkeys)) == (NOTE, 1)


@pytest.mark.holds("G1")
def test_a_passkey_takes_the_place_of_an_app(browse, portico, somebody):
    tab = browse("chromium", portico, size=(320, 640))
    tab.context.add_init_script(NO_AUTOFILL)
    authenticator = Authenticator(tab)
    tab.goto("/")
    enter_password(tab, somebody.username)
    tab.wait_for("document.querySelector('#add-passkey:not([hidden])')", "the button for a passkey")
    assert_whole(tab, "enrolment")
    authenticator.send("setUserVerified", isUserVerified=False)
    tab.click("#add-passkey")
    tab.wait_for_text("#sign-in-message", "No passkey was created. Try again.")
    authenticator.send("setUserVerified", isUserVerified=True)
    with tab.leaving():
        tab.click("#add-passkey")
    assert (tab.screen, len(authenticator.passkeys)) == ("main", 1)
    tab.goto("/account/factors")
    wait_for_passkeys(tab, 1)
    tab.context.clear_cookies()
    tab.goto("/about")
    fill_in(tab, somebody.username)
    tab.click("#log-in")
    tab.wait_for("document.querySelector('#second-factor')", "the page for the passkey")
    assert_whole(tab, "second-factor-passkey")
    assert (tab.heading, tab.count("#code"), tab.count("#recovery")) == ("Use your passkey", 0, 0)
    with tab.leaving():
        use_passkey(tab)
    assert (tab.screen, tab.path) == ("main", "/about")


@pytest.mark.holds("G1")
def test_a_login_that_is_over_makes_no_passkey(browse, portico, somebody):
    """It would take the place of another passkey on the device, and be refused."""
    tab = browse("chromium", portico)
    tab.context.add_init_script(NO_AUTOFILL)
    authenticator = Authenticator(tab)
    tab.goto("/")
    enter_password(tab, somebody.username)
    tab.wait_for("document.querySelector('#add-passkey:not([hidden])')", "the button for a passkey")
    tab.evaluate("void (Date.now = (now => () => now() + 1_900_000)(Date.now))")
    portico.set(clockOffset=1900)
    tab.click("#add-passkey")
    tab.wait_for_text("#sign-in-message", "No passkey was created. Try again.")
    assert authenticator.passkeys == []
