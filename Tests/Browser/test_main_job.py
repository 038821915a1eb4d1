"""The main job: sign in, work, sign out."""

import pytest

from support.steps import COVER, arrive_signed_in, assert_cover, fill_in, sign_in, sign_out

pytestmark = pytest.mark.holds("A3", "A4", "A5")

WRONG = "The user name, email address or password doesn’t match. Check them and try again."


@pytest.mark.keeps_pages
@pytest.mark.whole_motion
@pytest.mark.every_engine(script=True)
@pytest.mark.holds("A3", "A4", "A5", "A7", "B1", "B2", "B4", "E1")
@pytest.mark.parametrize("script", [True, False], ids=["script", "no-script"])
def test_a_person_signs_in_works_and_signs_out(browse, engine, portico, script):
    tab = browse(engine, portico, script=script)
    tab.goto("/")
    assert_cover(tab)
    assert (tab.heading, tab.text("#log-in")) == (COVER, "Log in")

    sign_in(tab)
    assert (tab.path, tab.screen) == ("/", "main")
    assert tab.attribute("#screen", "data-needs-authentication") == "false"
    assert tab.attribute("#screen", "data-account")
    shown = tab.of("main", "[...e.querySelectorAll('.row')].map(row => row.textContent.trim())")
    for fact in ("Name Ada Lovelace", "User name ada", "Role Administrator", "Keep me logged in"):
        assert fact in shown

    tab.goto("/?looking=around")
    assert tab.attribute(".bar-mark", "aria-label") == "Portico"
    sign_out(tab)
    assert tab.path.startswith("/session/new?")
    assert_cover(tab)
    assert tab.text("#logged-out") == "You’re logged out."

    if script or engine != "webkit":
        # WebKit caches pages over plain HTTP despite `no-store`; without script, nothing can make it reload them.
        tab.back()
        assert_cover(tab)
    tab.reload()
    assert_cover(tab)


@pytest.mark.holds("E2", "E12")
def test_the_switch_takes_effect_at_once_and_keeps_the_focus(browse, engine, portico):
    tab = browse(engine, portico)
    arrive_signed_in(tab)
    switch = "#automatic-sign-in-switch"
    assert tab.attribute(switch, "aria-checked") == "false"
    with portico.gate.holding("POST", "/settings/automatic-sign-in"):
        tab.click(switch)
        tab.wait_for(f"document.querySelector('{switch}').ariaChecked === 'true'", "the switch to move before the answer")
    tab.wait_for_text("#this-sign-in-footer", "You’ll stay logged in when this browser is closed.")
    assert tab.attribute(switch, "value") == "off"
    assert tab.focus == "automatic-sign-in-switch"
    tab.reload()
    assert tab.attribute(switch, "aria-checked") == "true"


@pytest.mark.holds("E2", "E12")
def test_without_script_the_switch_is_a_form(administer):
    tab = administer("/", script=False)
    assert tab.attribute("#automatic-sign-in-switch", "aria-checked") == "true"
    with tab.leaving():
        tab.click("#automatic-sign-in-switch")
    assert (tab.path, tab.attribute("#automatic-sign-in-switch", "aria-checked")) == ("/", "false")


@pytest.mark.holds("B13")
def test_a_wrong_password_is_reported_in_place_and_loses_only_the_password(browse, engine, portico):
    tab = browse(engine, portico)
    tab.goto("/")
    fill_in(tab, password="not the password at all")
    tab.click("#log-in")
    tab.wait_for_text("[role=alert]", WRONG)
    assert (tab.path, tab.focus) == ("/", "password")
    assert (tab.value("#username"), tab.value("#password")) == ("ada", "")
    assert "sign-in-message" in tab.attribute("#password", "aria-describedby")
    sign_in(tab)
    assert tab.screen == "main"
