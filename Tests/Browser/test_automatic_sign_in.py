"""The switch decides whether a sign-in survives closing the browser."""

import pytest

from support.portico import PASSWORD
from support.steps import arrive_signed_in, assert_cover
from support.waiting import wait_until

pytestmark = pytest.mark.holds("A12", "E12")


@pytest.mark.every_engine(remember=True)
@pytest.mark.parametrize("remember", [True, False], ids=["on", "off"])
def test_a_sign_in_outlives_the_browser_when_it_is_automatic(browse, engine, portico, remember):
    tab = browse(engine, portico)
    arrive_signed_in(tab, remember=remember)
    assert_after_a_restart_of_the_browser(browse, tab, portico, remember)


@pytest.mark.parametrize("before", [True, False], ids=["switched-off", "switched-on"])
def test_the_switch_decides_at_once(browse, engine, portico, before):
    tab = browse(engine, portico)
    arrive_signed_in(tab, remember=before)
    tab.click("#automatic-sign-in-switch")
    footer = "You’ll be logged out when this browser is closed." if before else "You’ll stay logged in when this browser is closed."
    tab.wait_for_text("#this-sign-in-footer", footer)
    assert_after_a_restart_of_the_browser(browse, tab, portico, not before)


def test_turning_it_on_needs_a_proof_where_the_last_one_is_old(browse, engine, portico):
    tab = browse(engine, portico)
    arrive_signed_in(tab, remember=False)
    portico.set(clockOffset=601)
    tab.click("#automatic-sign-in-switch")
    tab.wait_for_text("#reauthentication-form p", "Enter the password for Ada Lovelace to continue.")
    tab.fill("#reauthentication", "not the password")
    tab.click("#reauthenticate")
    tab.wait_for_text("#reauthentication-problem", "Wrong password. Try again.")
    tab.fill("#reauthentication", PASSWORD)
    tab.click("#reauthenticate")
    tab.wait_for_text("#this-sign-in-footer", "You’ll stay logged in when this browser is closed.")


def test_a_form_with_a_hud_leads_to_the_question_too(browse, engine, portico):
    tab = browse(engine, portico)
    arrive_signed_in(tab, remember=False)
    portico.set(clockOffset=601)
    tab.of("form:has(#automatic-sign-in-switch)", "e.removeAttribute('data-toggle') ?? e.setAttribute('data-portico-hud', '')")
    tab.click("#automatic-sign-in-switch")
    tab.wait_for_text("#reauthentication-form p", "Enter the password for Ada Lovelace to continue.")


def test_the_question_stays_during_changes(browse, engine, portico, somebody):
    tab = browse(engine, portico)
    before = portico.gate.count("GET", "/events")
    arrive_signed_in(tab, username=somebody.username, remember=False)
    wait_until(lambda: portico.gate.count("GET", "/events") > before, "the stream")
    portico.set(clockOffset=601)
    before = portico.gate.count("GET", "/events")
    tab.click("#automatic-sign-in-switch")
    tab.wait_for_text("#reauthentication-form p", "Enter the password for Grace Hopper to continue.")
    wait_until(lambda: portico.gate.count("GET", "/events") > before, "the stream of the question's page")
    elsewhere = somebody.cookies()
    for number in (1, 2):
        profile = {"account": somebody.account, "name": f"Grace {number}", "pronouns": "", "note": ""}
        assert portico.ask("/profile", elsewhere, **profile)[0] == 303
        wait_until(lambda: f"Grace {number}" in tab.of("#profile", "e.textContent"), "the page under the question to change")
    assert tab.count("#reauthentication-form") == 1
    tab.fill("#reauthentication", PASSWORD)
    tab.click("#reauthenticate")
    tab.wait_for_text("#this-sign-in-footer", "You’ll stay logged in when this browser is closed.")


def test_turning_it_off_needs_none(administer, portico):
    tab = administer("/")
    portico.set(clockOffset=601)
    tab.click("#automatic-sign-in-switch")
    tab.wait_for_text("#this-sign-in-footer", "You’ll be logged out when this browser is closed.")


def test_a_sign_in_outlives_the_server(visit, portico):
    tab = visit("/")
    # In development, a page reloads when it connects to another server, which could interrupt this reload.
    with portico.gate.refusing("GET", "/dev/reload"):
        portico.stop()
        portico.start()
        tab.reload()
        assert (tab.screen, tab.text("#profile-name .cell-value")) == ("main", "Ada Lovelace")


@pytest.mark.holds("B1")
def test_a_disabled_account_is_out_within_a_second(browse, engine, portico):
    portico.users("add", f"grace-{engine}", password="eleven harbours and a lighthouse")
    tab = browse(engine, portico)
    arrive_signed_in(tab, username=f"grace-{engine}", password="eleven harbours and a lighthouse", remember=True)

    cookies = tab.cookies()

    def is_out():
        """Asks without the browser, which may take longer than a second for a page."""
        return 'data-screen="login"' in portico.ask("/", cookies)[2]

    assert not is_out()
    with tab.leaving():
        portico.users("disable", f"grace-{engine}")
        wait_until(is_out, "the server to notice", seconds=1)
    assert_cover(tab)


def assert_after_a_restart_of_the_browser(browse, tab, portico, is_signed_in):
    """Opens the browser with only the persistent cookies, as after closing it."""
    assert {cookie["name"] for cookie in tab.cookies()} - {"portico-name", "portico-zone"} == {"portico", "portico-look"}
    again = browse(tab.engine, portico, cookies=tab.cookies())
    again.goto("/")
    if is_signed_in:
        assert (again.screen, again.text("#profile-name .cell-value")) == ("main", "Ada Lovelace")
    else:
        assert_cover(again)
