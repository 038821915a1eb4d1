"""Several accounts in one browser: adding one, switching between them, and signing out of one or all of them."""

import re

import pytest

from support.layers import MESSAGE, SAVE, TOP, present, press, stack, wait_for_stack
from support.people import OTHER_PASSWORD, ROOMY, Person
from support.steps import assert_cover, fill_in, go, sign_in
from support.waiting import PATIENCE

pytestmark = pytest.mark.holds("A10")

OPTIONS = ROOMY
BOTH = pytest.mark.parametrize("script", [True, False], ids=["script", "no-script"])
PROFILES, CURRENT = "/accounts", "/accounts/current"


@pytest.fixture
def grace(somebody):
    return somebody


@pytest.fixture
def mary(portico):
    return Person.of(portico, "Mary Somerville")


@pytest.fixture
def both(portico, grace, mary):
    """The cookies of a browser with two accounts. Mary's is the current one."""
    return portico.sign_in(mary.username, beside=grace.cookies())


@BOTH
def test_one_browser_has_several_accounts(browse, engine, portico, grace, mary, script):
    tab = browse(engine, portico, script=script, cookies=grace.cookies())
    tab.goto("/")
    add(tab, mary)
    assert mary.is_known_in(tab)

    open_profiles(tab)
    assert profiles(tab) == [("Grace Hopper", False), ("Mary Somerville", True)]
    assert tab.count("#profile-list svg") == tab.count("#profile-list [aria-current=true] svg") == 1
    choose(tab, grace)
    assert grace.is_known_in(tab) and stack(tab) == []
    add(tab, mary)  # Signing in to the same account again adds no second one.
    assert mary.is_known_in(tab)

    leave(tab, "#sign-out-button", f"Log out of {mary.username}")
    assert grace.is_known_in(tab), "the others stay signed in"
    assert tab.text(".toast .toast-text") == f"Logged out of {mary.username}"
    tab.goto(PROFILES)
    assert profiles(tab) == [("Grace Hopper", True)]
    add(tab, mary)
    leave(tab, "#sign-out-all-button", "Log out of all accounts")
    assert_cover(tab)
    tab.goto(PROFILES)
    assert_cover(tab)


def test_switching_accounts_leads_home_even_if_the_event_comes_before_the_response(
        browse, engine, portico, both, grace):
    tab = browse(engine, portico, cookies=both)
    tab.goto("/")
    open_profiles(tab)
    # Fires timers of three seconds at once, as if the response took longer.
    tab.evaluate("""void (window.start = setTimeout, window.setTimeout = (work, time, ...values) =>
        start(work, time === 3000 ? 0 : time, ...values))""")
    hear_of_the_end(tab)
    with tab.leaving():
        with portico.gate.keeping("POST", CURRENT) as wait_until_answered:
            pages = portico.gate.count("GET", PROFILES)
            press_profile(tab, grace)
            assert wait_until_answered(PATIENCE)
            tab.wait_for("window.isTold", "the word of the change")
    assert grace.is_known_in(tab) and (tab.path, stack(tab)) == ("/", [])
    assert portico.gate.count("GET", PROFILES) == pages, "it would have been refused"


def test_signing_out_sends_no_request_that_is_refused(browse, engine, portico, grace):
    tab = browse(engine, portico, cookies=grace.cookies())
    tab.goto("/")
    present(tab, "#menu-link")
    hear_of_the_end(tab)
    with tab.leaving():
        with portico.gate.keeping("POST", "/session/end") as wait_until_answered:
            pages = portico.gate.count("GET", "/menu")
            tab.click("#menu-sign-out-button")
            assert wait_until_answered(PATIENCE)
            tab.wait_for("window.isTold", "the word of the end")
    assert_cover(tab)
    assert portico.gate.count("GET", "/menu") == pages


def test_adding_an_account_can_be_cancelled(browse, engine, portico, grace):
    tab = browse(engine, portico, cookies=grace.cookies())
    tab.goto("/session/new?add=on")
    fill_in(tab, "ada", "not the password at all")
    tab.click("#log-in")
    tab.wait_for_text("#sign-in-message", "The user name, email address or password doesn’t match. Check them and try again.")
    assert (tab.heading, tab.value("#username")) == ("Log in to another account", "ada")
    go(tab, "#login-cancel")
    assert grace.is_known_in(tab)


def test_input_for_another_account_survives_the_message_of_a_tab(browse, engine, portico, grace):
    tab = browse(engine, portico, cookies=grace.cookies())
    tab.goto("/session/new?add=on")
    tab.fill("#username", "mary")
    tab.evaluate("""void (window.tabs = new BroadcastChannel("portico"))
        .addEventListener("message", () => { window.isHeard = true; })""")
    other = tab.new_tab()
    other.goto("/")
    tab.wait_for("window.isHeard", "what the other tab says")
    assert tab.evaluate("fetch('/about').then(() => true)")
    assert (tab.evaluate("window.isHeard"), tab.value("#username")) == (True, "mary")


def test_a_form_of_another_account_does_nothing(browse, engine, portico, grace, mary, both):
    tab = browse(engine, portico, cookies=both)
    tab.goto("/profile/edit")
    tab.fill("#note", "Of Mary")
    with portico.gate.holding("GET", "/profile/edit"):  # So that the page cannot check the change.
        select(portico, both, grace)
        tab.click(SAVE)
        tab.wait_for(f"document.querySelector('{MESSAGE}').textContent !== ''", "the message")
        assert tab.text(MESSAGE).startswith("This was changed elsewhere, or you switched accounts.")
        for person in (grace, mary):
            assert "Of Mary" not in portico.ask("/", person.cookies())[2]


@pytest.mark.every_engine
@pytest.mark.holds("A10", "E5", "E6")
def test_an_open_page_becomes_the_one_of_the_account_that_was_chosen(browse, engine, portico, grace, mary, both):
    tab = browse(engine, portico, cookies=both)
    tab.goto("/")
    assert mary.is_known_in(tab)
    with tab.leaving():
        select(portico, both, grace)
    assert grace.is_known_in(tab)
    assert tab.count("#signed-out") == 0
    tab.goto(PROFILES)
    assert profiles(tab) == [("Grace Hopper", True), ("Mary Somerville", False)]


def test_there_is_room_for_five(browse, engine, portico):
    people = [Person.of(portico, f"Person {number}") for number in range(6)]
    cookies = []
    for person in people[:5]:
        cookies = portico.sign_in(person.username, beside=cookies)
    tab = browse(engine, portico, cookies=cookies)
    tab.goto(PROFILES)
    assert len(profiles(tab)) == 5
    assert tab.count("#add-profile-link") == 0
    assert "You’ve reached the maximum number of accounts." in tab.text(f"{TOP} .page")
    tab.goto("/session/new?add=on")
    fill_in(tab, people[5].username)
    tab.click("#log-in")
    tab.wait_for("document.querySelector('#sign-in-message').textContent !== ''", "the message")
    assert "This browser can hold 5 accounts." in tab.text("#sign-in-message")
    tab.goto("/")
    assert people[4].is_known_in(tab)

    portico.ask("/password/reset", [], name=people[5].username)
    tab.goto(people[5].mails.link("Choose a new password"))
    tab.fill("#password", OTHER_PASSWORD)
    go(tab, "#set-password")
    assert (tab.path, tab.heading) == ("/password/set", "Your password was set")
    assert "This browser can hold 5 accounts." in tab.text("#outcome")
    go(tab, "#outcome-button")
    assert len(profiles(tab)) == 5


@pytest.mark.holds("A10", "A12", "E4")
def test_every_account_outlives_the_browser_by_its_own_switch(browse, engine, portico, grace, mary):
    tab = browse(engine, portico)
    tab.goto("/")
    sign_in(tab, grace.username, remember=True)
    add(tab, mary)  # Without automatic sign-in.
    assert tab.attribute("#automatic-sign-in-switch", "aria-checked") == "false"
    tab.goto(PROFILES)
    summaries = tab.evaluate("[...document.querySelectorAll('#profile-list .cell-subtitle')].map(e => e.textContent)")
    assert ["Stays logged in" in text for text in summaries] == [True, False]
    again = browse(engine, portico, cookies=tab.cookies())
    again.goto(PROFILES)
    assert profiles(again) == [("Grace Hopper", True)]
    again.goto("/")
    assert grace.is_known_in(again)


def hear_of_the_end(tab):
    """Records the announcements of this tab in its role for the other tabs."""
    tab.evaluate("""void ((window.others = new BroadcastChannel(`portico ${document.querySelector('#screen').dataset.account}`))
        .onmessage = ({ data }) => { window.isTold ||= data.type === 'session'; })""")


def add(tab, person):
    """Adds an account through the list of accounts."""
    if not stack(tab):
        open_profiles(tab)
    go(tab, "#add-profile-link")
    assert tab.heading == "Log in to another account"
    person.log_in(tab)


def choose(tab, person):
    with tab.leaving():
        press_profile(tab, person)


def press_profile(tab, person):
    name = tab.evaluate(f"""[...document.querySelectorAll('#profile-list .cell')]
        .find(e => e.textContent.includes({person.username!r})).id""")
    tab.click(f"#{name} button")


def open_profiles(tab):
    """Opens the list of accounts from the menu, in its place."""
    present(tab, "#menu-link")
    press(tab, "#menu-profiles-link")
    wait_for_stack(tab, PROFILES)


def leave(tab, button, text):
    """Signs out by the menu, which asks, because there are several accounts."""
    tab.goto("/")
    present(tab, "#menu-link")
    press(tab, "#menu-sign-out-link")
    wait_for_stack(tab, "/session/end")
    assert tab.text(button) == text
    go(tab, button)


def profiles(tab):
    """The people in the list, and whether each is the current one."""
    found = tab.evaluate("""[...document.querySelectorAll('#profile-list .cell')].map(e =>
        [e.querySelector('.cell-title').textContent.trim(), !!e.querySelector('[aria-current=true]')])""")
    return [tuple(profile) for profile in found]


def select(portico, cookies, person):
    """Switches to another account of the browser, outside of its open pages."""
    _, _, page = portico.ask(PROFILES, cookies)
    account = re.search(r'name="account" value="([^"]+)"', page)[1]
    [row] = [row for row in page.split("<li ") if person.username in row and 'name="profile"' in row]
    profile = re.search(r'name="profile" value="(\d+)"', row)[1]
    assert portico.ask("/accounts/current", cookies, account=account, profile=profile)[0] == 303
