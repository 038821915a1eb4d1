"""The pages of an authenticator app, of passkeys and of an administrator's reset, in a narrow window."""

import pytest

from support.authenticator import enter_password, enter_recovery_code, set_up
from support.layers import press, wait_until_still
from support.pages import assert_accessible, assert_whole
from support.passkeys import NO_AUTOFILL, Authenticator, add_passkey, wait_for_passkeys
from support.people import ROOMY
from support.steps import go

pytestmark = pytest.mark.holds("B8", "G1", "G2")
OPTIONS = ROOMY | {"host": "localhost"}


@pytest.fixture
def open_tab(browse, portico):
    def open_tab(cookies=()):
        tab = browse("chromium", portico, cookies=cookies, size=(320, 640))
        tab.context.add_init_script(NO_AUTOFILL)
        return tab

    return open_tab


def assert_pages(tab, **paths):
    for name, path in paths.items():
        tab.goto(path)
        wait_until_still(tab)
        assert_whole(tab, name.replace("_", "-"))


def test_the_pages_of_an_app(open_tab, somebody):
    tab = open_tab(somebody.cookies())
    assert_pages(tab, app="/account/factors/app")
    _, codes = set_up(tab)
    wait_until_still(tab)
    assert_accessible(tab)
    tab.context.clear_cookies()
    tab.goto("/")
    enter_password(tab, somebody.username)
    assert_whole(tab, "second-factor")
    enter_recovery_code(tab, "wrong")
    tab.wait_for("document.querySelector('#sign-in-message').textContent", "the problem")
    assert_whole(tab, "second-factor-problem")
    tab.click("#trust")
    tab.fill("#recovery-code", codes[0])
    go(tab, "#log-in")
    assert_pages(tab, factors_app="/account/factors", codes_new="/account/factors/codes", password_code="/account/password")


def test_the_pages_of_a_reset(open_tab, portico, somebody):
    theirs, tab = open_tab(somebody.cookies()), open_tab(portico.sign_in())
    set_up(theirs)
    person = f"/administration/person/{somebody.username}"
    assert_pages(tab, person_app=person, person_reset_question=f"{person}/reset-factors")
    press(tab, "#reset-factors-button")
    tab.wait_for("document.querySelector('#person-reset-at')", "the time of the reset")
    assert_pages(tab, person_reset=person)
    assert_pages(theirs, factors_reset="/account/factors")
    assert_pages(open_tab(), reset_stop=somebody.mails.link("Your ways to log in to Portico will be reset"),
                 reset_stopped="/sign-ins/reset/stopped")


def test_the_pages_of_passkeys(open_tab, portico, somebody):
    tab = open_tab(somebody.cookies())
    Authenticator(tab)
    set_up(tab)
    add_passkey(tab, "Telephone")
    wait_for_passkeys(tab, 1)
    assert_pages(tab, passkey_new="/account/factors/passkeys/new", factors_passkey="/account/factors")
    one = tab.attribute("#passkeys [id$=-link]", "href")
    assert_pages(tab, passkey=one, passkey_removal=one.replace("/one", "/remove"))
    portico.set(clockOffset=700)
    assert_pages(tab, proof="/account/email")
    assert_pages(open_tab(), login_passkey="/")


def test_the_pages_of_the_policy(open_tab, portico):
    tab = open_tab(portico.sign_in())
    assert_pages(tab, policy="/administration/settings/accounts.secondFactor")
    tab.click("[name=value][value=all]")
    press(tab, "#save-setting")
    tab.wait_for("document.querySelector('#rehearsal-form')", "the people whom it would stop")
    wait_until_still(tab)
    assert_whole(tab, "rehearsal")
    assert_pages(tab, rehearsed="/administration/second-factor/all")
