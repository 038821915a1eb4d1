"""Logging in with an authenticator app, or a recovery code in its place."""

import pytest

from support.authenticator import assert_keepable, code, enter_code, enter_password, enter_recovery_code, set_up
from support.layers import TOP, press, wait_until_still
from support.people import ROOMY
from support.portico import PASSWORD
from support.resets import begin, stop, wait_until_performed
from support.session import IDLE, NOTE, log_in, look, type_a_note, wait_for_cover, wait_until_uncovered
from support.steps import COVER, go, sign_out

pytestmark = pytest.mark.holds("G2")
OPTIONS = ROOMY


@pytest.fixture(params=[True, False], ids=["script", "no-script"])
def script(request):
    return request.param


@pytest.mark.every_engine
def test_a_person_sets_up_an_app_and_logs_in_with_it(browse, engine, portico, somebody, script):
    secret, codes = set_up(browse(engine, portico, cookies=portico.sign_in(somebody.username), script=script))
    assert len(set(codes)) == 10
    tab = browse(engine, portico, script=script)
    tab.goto("/about")
    enter_password(tab, somebody.username)
    assert (tab.heading, tab.focus) == ("Enter your code", "code")
    tab.fill("#code", "12345x")
    tab.click("#log-in")
    tab.wait_for_text("#sign-in-message", "Wrong code. Try again.")
    assert tab.focus == "code"
    # The code of the set-up is used up. Apps may be one step ahead.
    enter_code(tab, code(secret, 30))
    assert (tab.path, tab.text(f"{TOP} h1")) == ("/about", "About Portico")


@pytest.mark.every_engine
@pytest.mark.holds("G3")
def test_a_browser_is_not_asked_again_until_its_trust_ends(browse, engine, portico, somebody, script):
    _, codes = set_up(browse(engine, portico, cookies=portico.sign_in(somebody.username), script=script))
    tab = browse(engine, portico, script=script)
    tab.goto("/")
    enter_password(tab, somebody.username)
    tab.click("#trust")
    tab.click("#recovery summary")
    tab.fill("#recovery-code", codes[0].upper())
    go(tab, "#log-in")
    assert tab.screen == "main"
    sign_out(tab)
    tab.fill("#username", somebody.username)
    tab.fill("#password", PASSWORD)
    go(tab, "#log-in")
    assert tab.screen == "main"
    tab.goto("/account/factors")
    assert "9 codes left" in tab.text("#make-codes")
    press(tab, "[id^=trust-] button")
    tab.wait_for("!document.querySelector('[id^=trust-]')", "no trusted browser")
    sign_out_by(tab)
    enter_password(tab, somebody.username)
    enter_recovery_code(tab, codes[0])
    tab.wait_for_text("#sign-in-message", "This recovery code is wrong, or it was used already.")
    assert tab.focus == "recovery-code"


def sign_out_by(tab):
    tab.goto("/")
    sign_out(tab)


@pytest.mark.every_engine
@pytest.mark.holds("G6")
@pytest.mark.parametrize("engine", ["firefox"])
def test_after_a_reset_the_password_is_enough(browse, engine, portico, somebody):
    set_up(browse(engine, portico, cookies=somebody.cookies(), script=False))
    tab = browse(engine, portico, cookies=portico.sign_in(), script=False)
    tab.goto(f"/administration/person/{somebody.username}")
    link = begin(tab, somebody, {"reauthentication": PASSWORD})
    theirs = browse(engine, portico, script=False)
    stop(theirs, link)
    tab.reload()
    begin(tab, somebody)
    theirs.goto("/")
    enter_password(theirs, somebody.username)
    wait_until_performed(somebody)
    theirs.goto("/")
    somebody.log_in(theirs)
    assert somebody.is_known_in(theirs)


def test_the_recovery_codes_can_be_printed_and_copied(visit_as_somebody_new):
    tab = visit_as_somebody_new("/")
    set_up(tab)
    assert_keepable(tab)


def test_the_code_is_asked_over_a_page_that_stays(visit_as_somebody_new, portico):
    tab = visit_as_somebody_new("/")
    _, codes = set_up(tab)
    tab.goto("/")
    type_a_note(tab)
    portico.set(clockOffset=IDLE)
    look(tab)
    wait_for_cover(tab)
    log_in(tab, tab.username)
    tab.wait_for("document.querySelector('#second-factor')", "the page for the code")
    tab.click("#login-cancel")
    tab.wait_for("document.querySelector('#sign-in')", "the login form")
    assert (tab.heading, tab.value("#password"), tab.focus) == (COVER, "", "password")
    tab.fill("#password", PASSWORD)
    tab.click("#log-in")
    tab.wait_for("document.querySelector('#second-factor')", "the page for the code")
    enter_recovery_code(tab, codes[0])
    wait_until_uncovered(tab)
    assert tab.value("#note") == NOTE


def test_a_question_is_there_at_every_height_of_the_window(browse, portico, somebody):
    """Also where its source is out of sight in the sheet beneath, though not beyond the edge of the window."""
    tab = browse("chromium", portico, cookies=portico.sign_in(somebody.username), size=(1280, 900))
    set_up(tab)
    tab.goto("/account/factors/codes")
    pressed = "(({ x, y, width, height }) => document.elementFromPoint(x + width / 2, y + height / 2))(e.getBoundingClientRect())"
    for height in range(400, 700, 12):
        tab.resize(1280, height)
        wait_until_still(tab)
        assert tab.of("#make-codes-button", f"{pressed} === e"), height
