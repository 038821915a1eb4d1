"""Passkeys: adding them, logging in with them by button and by autofill, and removing them."""

import pytest

from support.authenticator import enter_password, set_up
from support.layers import navigate, press
from support.passkeys import COUNTED, NO_AUTOFILL, Authenticator, add_passkey, use_passkey, wait_for_passkeys
from support.people import ROOMY, Person
from support.portico import PASSWORD
from support.session import IDLE, NOTE, look, type_a_note, wait_for_cover, wait_until_uncovered
from support.steps import go
from support.waiting import wait_until

pytestmark = pytest.mark.holds("G1")
#: Browsers have no passkeys for an address.
OPTIONS = ROOMY | {"host": "localhost"}


@pytest.fixture
def owner(browse, portico, somebody):
    """A person's browser, without a request for autofill."""
    tab = browse("chromium", portico, cookies=portico.sign_in(somebody.username))
    tab.context.add_init_script(NO_AUTOFILL + COUNTED)
    tab.username = somebody.username
    return tab


@pytest.fixture
def device(owner):
    """The authenticator, with a passkey of the account."""
    device = Authenticator(owner)
    add_passkey(owner, "Telephone")
    wait_for_passkeys(owner, 1)
    return device


def forget_session(tab):
    tab.context.clear_cookies()


@pytest.mark.every_engine
@pytest.mark.parametrize("script", [True, False], ids=["script", "no-script"])
def test_the_password_works_where_there_are_no_passkeys(browse, engine, portico, somebody, script):
    tab = browse(engine, portico, script=script)
    tab.goto("/session/new?next=/account/factors/passkeys/new")
    tab.fill("#username", somebody.username)
    tab.fill("#password", PASSWORD)
    go(tab, "#log-in")
    assert tab.path == "/account/factors/passkeys/new"
    if not script:
        assert tab.of("#create-passkey", "e.checkVisibility()") is False
        assert tab.text("#passkey-unsupported").startswith("Passkeys need a browser")


def test_a_passkey_is_added_once_renamed_and_removed(owner, device):
    assert "Telephone" in owner.text("#passkeys")
    [passkey] = device.passkeys
    assert passkey["isResidentCredential"] and passkey["rpId"] == "localhost"
    add_passkey(owner)
    owner.wait_for_text(".page:has(#add-passkey-form) .page-message", "This device or password manager already has a passkey for your account.")
    owner.goto("/account/factors")
    press(owner, "#passkeys [id$=-link]")
    owner.wait_for("document.querySelector('#passkey-form')", "the passkey")
    owner.fill("#name", "Desk")
    owner.click("[type=submit][form=passkey-form]")
    owner.wait_for("document.querySelector('#passkeys')?.textContent.includes('Desk')", "the new name")
    press(owner, "#passkeys [id$=-link]")
    press(owner, "#remove-passkey-link")
    press(owner, "#remove-passkey-button")
    wait_for_passkeys(owner, 0)
    # The page tells the browser which passkeys are left.
    wait_until(lambda: owner.evaluate("true") and not device.passkeys, "the authenticator to forget the passkey")


def test_the_button_logs_in_and_opens_the_wanted_page(owner, device):
    forget_session(owner)
    owner.goto("/about")
    with owner.leaving():
        use_passkey(owner)
    assert (owner.screen, owner.path) == ("main", "/about")
    owner.goto("/")
    assert owner.text("#profile-username .cell-value") == owner.username


def test_autofill_logs_in_without_a_click(browse, portico, somebody):
    tab = browse("chromium", portico, cookies=portico.sign_in(somebody.username))
    device = Authenticator(tab)
    add_passkey(tab)
    wait_for_passkeys(tab, 1)
    forget_session(tab)
    with tab.leaving():
        tab._go(f"{portico.origin}/about")
    tab.wait_for_screen("main")
    assert tab.path == "/about" and len(device.passkeys) == 1


#: Uses the passkey that the person chooses from the browser's list. The virtual authenticator has no list, and uses any.
CHOICE = """
    const listed = CredentialsContainer.prototype.get;
    CredentialsContainer.prototype.get = function ({ publicKey, signal }) {
        const id = Uint8Array.from(atob(window.name), (character) => character.charCodeAt(0));
        const allowCredentials = [{ id, type: "public-key" }];
        return listed.call(this, { publicKey: { ...publicKey, allowCredentials }, signal });
    };
"""


@pytest.mark.holds("A10")
@pytest.mark.parametrize("fills", [False, True], ids=["button", "autofill"])
def test_the_chosen_one_of_two_accounts_logs_in(browse, portico, somebody, fills):
    mary = Person.of(portico, "Mary Somerville")
    tab = browse("chromium", portico)
    tab.context.add_init_script(CHOICE if fills else NO_AUTOFILL + CHOICE)
    device, passkeys = Authenticator(tab), {}
    for person in (somebody, mary):
        tab.context.clear_cookies()
        tab.context.add_cookies([{**cookie, "url": portico.origin} for cookie in person.cookies()])
        add_passkey(tab)
        wait_for_passkeys(tab, 1)
        known = passkeys.values()
        [passkeys[person.username]] = [id for passkey in device.passkeys if (id := passkey["credentialId"]) not in known]
    forget_session(tab)
    for person, page in ((somebody, "/session/new"), (mary, "/session/new?add=on")):
        tab.evaluate(f"void (window.name = '{passkeys[person.username]}')")
        tab._go(portico.origin + page)
        if not fills:
            use_passkey(tab)
        tab.wait_for(f"document.querySelector('#profile-username')?.textContent.includes('{person.username}')", "the person")
    tab.goto("/accounts")
    assert tab.evaluate("""[...document.querySelectorAll('#profile-list .cell')].map((e) =>
        [e.querySelector('.cell-title').textContent.trim(), e.querySelector('[aria-current=true]') !== null])""") == [
        ["Grace Hopper", False], ["Mary Somerville", True]]


def test_many_clicks_ask_once_while_autofill_waits(browse, portico, somebody):
    tab = browse("chromium", portico)
    tab.context.add_init_script(COUNTED)
    Authenticator(tab, automaticPresenceSimulation=False)
    tab.goto("/session/new")
    tab.wait_for("document.querySelector('#log-in-passkey:not([hidden])')", "the button for a passkey")
    for _ in range(20):
        tab.of("#log-in-passkey", "e.click()")
    tab.wait_for("window.asked > 0", "the request")
    tab.let_it_paint()
    assert tab.evaluate("window.asked") == 1
    tab.fill("#username", somebody.username)
    tab.fill("#password", PASSWORD)
    go(tab, "#log-in")
    assert tab.screen == "main"


def test_the_browser_is_asked_within_the_click(owner, device):
    forget_session(owner)
    owner.goto("/session/new")
    owner.wait_for("document.querySelector('#log-in-passkey:not([hidden])')", "the button for a passkey")
    owner.evaluate("void (window.fetch = () => new Promise(() => {}))")
    assert owner.of("#log-in-passkey", "(e.click(), window.asked)") == 1


@pytest.mark.parametrize("behaviour", [
    "() => { throw new DOMException('no', 'NotSupportedError') }", "() => Promise.reject(new DOMException('', 'NotAllowedError'))",
    "() => Promise.resolve(null)", "() => new Promise(() => {})",
], ids=["throws", "rejects", "null", "never settles"])
def test_nothing_breaks_whatever_the_browser_answers(browse, portico, somebody, behaviour):
    tab = browse("chromium", portico)
    tab.context.add_init_script(f"CredentialsContainer.prototype.get = {behaviour};")
    tab.goto("/session/new")
    use_passkey(tab)
    if "new Promise" not in behaviour:
        tab.wait_for_text("#sign-in-message", "No passkey was used. Try again, or use another way.")
    tab.goto("/about")
    tab.back()
    tab.fill("#username", somebody.username)
    tab.fill("#password", PASSWORD)
    go(tab, "#log-in")
    assert tab.screen == "main"


def test_a_person_who_is_not_recognized_stays_out(owner, device):
    device.send("setUserVerified", isUserVerified=False)
    forget_session(owner)
    owner.goto("/session/new")
    use_passkey(owner)
    owner.wait_for_text("#sign-in-message", "No passkey was used. Try again, or use another way.")
    assert owner.screen == "login"


#: Lets the browser give up after a moment, as it does after minutes.
IMPATIENCE = """
    for (const name of ["create", "get"]) {
        const ask = CredentialsContainer.prototype[name];
        CredentialsContainer.prototype[name] = function (options) {
            if (window.isImpatient) options.publicKey.timeout = 1;
            return ask.call(this, options);
        };
    }
"""


def look_away(device):
    """The person does not answer. Returns how the person is back."""
    device.send("setAutomaticPresenceSimulation", enabled=False)
    return lambda tab: device.send("setAutomaticPresenceSimulation", enabled=True)


def unplug(device):
    """There is no authenticator. Returns how there is one again."""
    passkeys = device.passkeys
    device.send("removeVirtualAuthenticator")
    return lambda tab: Authenticator(tab).put(passkeys)


@pytest.mark.parametrize("trouble", [look_away, unplug])
def test_the_button_works_again_after_a_time_out(owner, device, trouble):
    forget_session(owner)
    owner.context.add_init_script(IMPATIENCE)
    owner.goto("/session/new")
    end = trouble(device)
    owner.evaluate("void (window.isImpatient = true)")
    use_passkey(owner)
    owner.wait_for_text("#sign-in-message", "No passkey was used. Try again, or use another way.")
    assert (owner.screen, owner.focus) == ("login", "log-in-passkey")
    owner.evaluate("void (window.isImpatient = false)")
    end(owner)
    with owner.leaving():
        use_passkey(owner)
    assert owner.screen == "main"


@pytest.mark.parametrize("trouble", [look_away, unplug])
def test_a_passkey_can_be_made_after_a_time_out(owner, trouble):
    end = trouble(Authenticator(owner))
    owner.context.add_init_script(IMPATIENCE)
    owner.goto("/account/factors")
    navigate(owner, "#add-passkey-link")
    owner.evaluate("void (window.isImpatient = true)")
    press(owner, "#create-passkey")
    owner.wait_for_text(".page:has(#add-passkey-form) .page-message", "No passkey was created. Try again.")
    owner.evaluate("void (window.isImpatient = false)")
    end(owner)
    press(owner, "#create-passkey")
    wait_for_passkeys(owner, 1)


def test_a_removed_passkey_is_forgotten_by_the_browser(owner, device, portico):
    portico.users("reset-factors", owner.username, "--yes")
    forget_session(owner)
    owner.goto("/session/new")
    use_passkey(owner)
    owner.wait_for_text("#sign-in-message", "This passkey was removed from its account. Use another way.")
    wait_until(lambda: owner.evaluate("true") and not device.passkeys, "the authenticator to forget the passkey")


def test_an_old_page_gets_new_options(owner, device, portico):
    forget_session(owner)
    owner.goto("/session/new")
    before = portico.gate.count("POST", "/session/passkey")
    owner.evaluate("void (Date.now = (now => () => now() + 360_000)(Date.now))")
    portico.set(clockOffset=360)
    look(owner)
    owner.wait_for("performance.getEntriesByType('resource').some(({ name }) => name.endsWith('/session/passkey'))", "new options")
    assert portico.gate.count("POST", "/session/passkey") == before + 1
    with owner.leaving():
        use_passkey(owner)
    assert owner.screen == "main"


def test_two_tabs_log_in_each_with_its_own_challenge(owner, device, browse, portico):
    forget_session(owner)
    owner.goto("/session/new")
    second = browse("chromium", portico)
    second.context.add_init_script(NO_AUTOFILL)
    other = Authenticator(second)
    second.goto("/session/new")
    other.put(device.passkeys)
    second.reload()
    for tab in (owner, second):
        with tab.leaving():
            use_passkey(tab)
        assert tab.screen == "main"


def test_a_passkey_is_the_second_step_and_the_proof(owner, device, portico):
    set_up(owner)
    forget_session(owner)
    owner.goto("/about")
    enter_password(owner, owner.username)
    with owner.leaving():
        use_passkey(owner)
    assert owner.path == "/about"
    portico.set(clockOffset=700)
    owner.goto("/account/email")
    owner.wait_for("document.querySelector('#use-passkey:not([hidden])')", "the button for a passkey")
    press(owner, "#use-passkey")
    owner.wait_for("document.querySelector('#email-form')", "the form for the address")


def test_the_cover_over_an_open_page_takes_a_passkey(owner, device, portico):
    owner.goto("/")
    type_a_note(owner)
    portico.set(clockOffset=IDLE)
    look(owner)
    wait_for_cover(owner)
    use_passkey(owner)
    wait_until_uncovered(owner)
    assert owner.value("#note") == NOTE


#: Lets the browser make a passkey by itself, which with the virtual authenticator it does not.
MAKES_SILENTLY = """
    PublicKeyCredential.getClientCapabilities = async () => ({ conditionalCreate: true });
    const create = CredentialsContainer.prototype.create;
    CredentialsContainer.prototype.create = function ({ mediation, ...options }) {
        return create.call(this, options);
    };
"""


def test_the_browser_makes_a_passkey_after_a_login_with_a_password(browse, portico, somebody):
    tab = browse("chromium", portico)
    tab.context.add_init_script(NO_AUTOFILL + MAKES_SILENTLY)
    device = Authenticator(tab)
    tab.goto("/")
    tab.fill("#username", somebody.username)
    tab.fill("#password", PASSWORD)
    go(tab, "#log-in")
    tab.wait_for("""performance.getEntriesByType('resource').filter(({ name, responseEnd }) =>
        name.endsWith('/account/factors/passkeys/silent') && responseEnd > 0).length === 2""", "the passkey")
    tab.goto("/account/factors")
    wait_for_passkeys(tab, 1)
    assert len(device.passkeys) == 1
