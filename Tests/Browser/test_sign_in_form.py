"""The form on the cover: its fields, its button, and its messages during and after the submission."""

import pytest

from support.layers import wait_for_stack
from support.portico import PASSWORD
from support.steps import fill_in, sign_in, tab_to

pytestmark = pytest.mark.holds("B5")

OFFLINE = "You seem to be offline. Check your connection and try again."
PARTS = (".mark", "h1", "#username", "#password", "#remember", "#log-in", ".cover-activity")


@pytest.mark.holds("B5", "B8")
def test_the_fields_are_friendly_to_thumbs_and_password_managers(browse, engine, portico):
    tab = browse(engine, portico)
    tab.goto("/")
    for name, value in {"type": "text", "autocomplete": "username", "autocapitalize": "none", "autocorrect": "off",
                        "spellcheck": "false", "inputmode": "email", "required": "", "name": "username"}.items():
        assert tab.attribute("#username", name) == value
    for name, value in {"type": "password", "autocomplete": "current-password", "name": "password"}.items():
        assert tab.attribute("#password", name) == value
    assert tab.of("#username", "e.labels[0].textContent") == "User name or email address"
    assert tab.of("#password", "e.labels[0].textContent") == "Password"
    assert (tab.focus, tab.box("form")[2]) == ("username", 320)


@pytest.mark.holds("B6")
def test_the_button_waits_until_both_fields_have_something(browse, engine, portico):
    tab = browse(engine, portico)
    tab.goto("/")
    assert tab.of("#log-in", "e.disabled")
    tab.fill("#username", "ada")
    assert tab.of("#log-in", "e.disabled")
    tab.fill("#password", "x")
    assert not tab.of("#log-in", "e.disabled")
    tab.fill("#password", "")
    assert tab.of("#log-in", "e.disabled")


@pytest.mark.holds("B5", "B6")
def test_values_that_a_password_manager_sets_without_a_word_count(browse, engine, portico):
    tab = browse(engine, portico)
    tab.goto("/")
    assert tab.of("#log-in", "e.disabled")
    for field, value in {"username": "ada", "password": PASSWORD}.items():
        tab.of(f"#{field}", f"void (e.value = '{value}')")
    tab.wait_for("!document.querySelector('#log-in').disabled", "the button")
    with tab.leaving():
        tab.click("#log-in")
    assert tab.screen == "main"


@pytest.mark.every_engine(script=True)
@pytest.mark.holds("B13")
@pytest.mark.parametrize("script", [True, False], ids=["script", "no-script"])
def test_a_browser_that_blocks_cookies_gets_a_message(browse, engine, portico, script):
    if engine == "webkit":
        pytest.skip("the driver of this engine cannot block cookies")
    tab = browse(engine, portico, takes_cookies=False, script=script)
    tab.goto("/")
    fill_in(tab)
    tab.click("#log-in")
    tab.wait_for_text("#sign-in-message", "Your browser has sent no cookies. Please allow them.")


@pytest.mark.every_engine
@pytest.mark.holds("B6")
def test_without_script_the_button_is_enabled_and_an_empty_form_is_not_sent(browse, engine, portico):
    tab = browse(engine, portico, script=False)
    portico.gate.requests.clear()
    tab.goto("/")
    assert not tab.of("#log-in", "e.disabled")
    tab.click("#log-in")
    assert tab.count("#username:invalid") == 1
    assert portico.gate.count("POST", "/session") == 0
    assert tab.of(".password-button", "e.hidden")


@pytest.mark.every_engine
@pytest.mark.holds("B1", "B6", "B7")
def test_during_a_sign_in_the_button_shows_it_and_nothing_moves(browse, engine, portico):
    tab = browse(engine, portico)
    tab.goto("/")
    fill_in(tab)
    before = [tab.box(part) for part in PARTS]
    with tab.leaving():
        with portico.gate.holding("POST", "/session"):
            tab.click("#log-in")
            tab.wait_for_text("#log-in", "Please wait")
            assert tab.of("#log-in", "e.disabled")
            assert tab.attribute("form", "aria-busy") == "true"
            assert tab.text("[role=status]") == "Logging in"
            assert tab.of(".cover-activity svg", "getComputedStyle(e).visibility") == "visible"
            assert [tab.box(part) for part in PARTS] == before
    assert tab.screen == "main"


@pytest.mark.holds("B6")
def test_one_press_too_many_sends_one_form(browse, engine, portico):
    tab = browse(engine, portico)
    tab.goto("/")
    portico.gate.requests.clear()
    fill_in(tab)
    with tab.leaving():
        with portico.gate.holding("POST", "/session"):
            tab.press("Enter")
            tab.wait_for_text("#log-in", "Please wait")
            tab.press("Enter", "Enter")
    assert portico.gate.count("POST", "/session") == 1


@pytest.mark.holds("B2", "B6")
def test_a_sign_in_that_is_being_sent_is_not_broken_off_by_another_tab(browse, engine, portico):
    tab = browse(engine, portico)
    tab.goto("/")
    fill_in(tab)
    with tab.leaving():
        with portico.gate.holding("POST", "/session"):
            tab.click("#log-in")
            tab.wait_for_text("#log-in", "Please wait")
            # Like another tab that announces a sign-in.
            tab.evaluate("""new Promise((heard) => {
                const [one, other] = [new BroadcastChannel("portico"), new BroadcastChannel("portico")];
                other.onmessage = () => heard(0);
                one.postMessage("local/ada");
            })""")
    assert tab.screen == "main"


def test_the_password_can_be_shown_and_is_hidden_again_when_sent(browse, engine, portico):
    tab = browse(engine, portico)
    tab.goto("/")
    fill_in(tab, password="not the password at all")
    tab.click(".password-button")
    assert tab.attribute("#password", "type") == "text"
    assert [tab.attribute(".password-button", name) for name in ("aria-label", "aria-pressed")] == ["Show password", "true"]
    tab.click(".password-button")
    assert tab.attribute("#password", "type") == "password"
    tab.click(".password-button")
    tab.click("#log-in")
    tab.wait_for("document.querySelector('[role=alert]').textContent.trim() !== ''", "the message")
    assert tab.attribute("#password", "type") == "password"


@pytest.mark.every_engine
@pytest.mark.holds("B5")
def test_return_in_the_user_name_goes_to_the_password(browse, engine, portico):
    tab = browse(engine, portico)
    tab.goto("/")
    tab.type("ada")
    tab.press("Enter")
    assert tab.focus == "password", "with an empty password"
    fill_in(tab)
    tab.of("#username", "e.focus()")
    tab.press("Enter")
    assert tab.focus == "password"
    assert portico.gate.count("POST", "/session") == 0 or tab.screen == "login"
    with tab.leaving():
        tab.press("Enter")
    assert tab.screen == "main"


def test_the_keyboard_alone_is_enough(browse, engine, portico):
    tab = browse(engine, portico)
    tab.goto("/")
    assert tab.focus == "username"
    tab.type("ada")
    tab.press("Tab")
    assert tab.focus == "password"
    tab.type(PASSWORD)
    with tab.leaving():
        tab.press("Enter")
    assert tab.screen == "main"
    tab_to(tab, "menu-link")
    tab.press("Enter")
    wait_for_stack(tab, "/menu")
    tab_to(tab, "menu-sign-out-button")
    with tab.leaving():
        tab.press("Enter")
    assert tab.screen == "login"


@pytest.mark.holds("B7", "B13")
def test_a_message_moves_nothing_above_it_and_its_end_nothing_below(browse, engine, portico):
    tab = browse(engine, portico)
    tab.goto("/")
    fill_in(tab, password="not the password at all")
    above = (".mark", "h1", "#username", "#password")
    before = [tab.box(part) for part in above]
    tab.click("#log-in")
    tab.wait_for("document.querySelector('#sign-in-message').textContent !== ''", "the message")
    assert [tab.box(part) for part in above] == before
    described = [tab.attribute(f"#{field}", "aria-describedby") for field in ("username", "password")]
    assert described == ["sign-in-message", "sign-in-message"]
    fill_in(tab)
    before = [tab.box(part) for part in PARTS]
    with tab.leaving():
        with portico.gate.holding("POST", "/session"):
            tab.click("#log-in")
            tab.wait_for_text("#log-in", "Please wait")
            assert [tab.box(part) for part in PARTS] == before


@pytest.mark.holds("B13")
def test_a_lost_network_is_reported_and_a_retry_works(browse, engine, portico):
    tab = browse(engine, portico)
    tab.goto("/")
    fill_in(tab)
    with portico.gate.cut():
        tab.click("#log-in")
        tab.wait_for_text("[role=alert]", OFFLINE)
    assert (tab.value("#username"), tab.value("#password"), tab.focus) == ("ada", "", "password")
    assert (tab.text("#log-in"), tab.attribute("form", "aria-busy")) == ("Log in", "false")
    sign_in(tab)
    assert tab.screen == "main"


@pytest.mark.holds("B13")
def test_a_lost_network_leaves_the_switch_as_it_is(visit, portico):
    tab = visit("/")
    with portico.gate.cut():
        tab.click("#automatic-sign-in-switch")
        tab.wait_for_text("#page-message", OFFLINE)
    assert tab.attribute("#automatic-sign-in-switch", "aria-checked") == "true"
    tab.reload()
    assert tab.screen == "main"
