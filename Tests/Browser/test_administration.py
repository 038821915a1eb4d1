"""Administration of people and of the installation."""

import json

import pytest

from support.layers import QUESTION, TOP, answer, present, present_by, press, stack, wait_for_question, wait_for_stack
from support.mails import Mailbox
from support.overlay import listen_to_regions, wait_until_said
from support.people import OTHER_PASSWORD, ROOMY, Person, new_address
from support.portico import PASSWORD
from support.steps import assert_cover, choose_file, fill_in, go, tab_to
from support.waiting import wait_until

OPTIONS = ROOMY
PEOPLE = "/administration/people"


def test_the_main_page_leads_there_and_every_page_back(administer):
    tab = administer("/")
    go(tab, "#administration-link")
    assert tab.heading == "Administration"
    titles = {"people": "People", "events": "Security events", "mail": "Emails", "installation": "Site settings"}
    for link, title in titles.items():
        go(tab, f"#{link}-link")
        assert tab.heading == title
        go(tab, ".bar a")
        assert tab.heading == "Administration"
    go(tab, "#installation-link")
    text = tab.text("main")
    for words in ("By invitation", "Not set up: emails are saved to a folder", "accounts.registration", "development"):
        assert words in text, words
    assert "token" not in text.lower()


@pytest.mark.parametrize("script", [True, False], ids=["script", "no-script"])
def test_on_a_desk_its_navigation_stands_beside_every_page(administer, script):
    tab = administer("/administration", size=(1280, 800), script=script)
    here = ".section-navigation [aria-current]"
    assert (tab.text(here), tab.attribute(here, "aria-current")) == ("Overview", "page")
    assert not tab.count("#back")
    tab_to(tab, "navigation-people")
    with tab.leaving():
        tab.press("Enter")
    assert (tab.heading, tab.text(here)) == ("People", "People")
    assert [tab.of(f"#{item}", "e.checkVisibility()") for item in ("back", "home")] == [False, True]
    assert tab.box("main")[0] >= tab.box(".section-navigation")[0] + tab.box(".section-navigation")[2]
    go(tab, "#person-ada-link")
    assert (tab.text(here), tab.attribute(here, "aria-current"), tab.text("#back")) == ("People", "true", "People")
    tab.goto("/")
    assert tab.box(".bar .mark")[0] == pytest.approx(tab.box("h1")[0], abs=1), "the bar stands over the page"
    tab.goto(PEOPLE)
    search = tab.box("#text")
    tab.goto(f"{PEOPLE}?text=nobody")
    assert tab.box("#text") == search, "the search stays in its place"
    for language in ("en", "ar", "zh"):
        tab.evaluate(f"void (document.documentElement.lang = '{language}')")
        _, top, _, _ = tab.box("#text")
        assert tab.box("#filter-toggle")[1] == pytest.approx(top, abs=1), "the filter stands beside it"
    tab.click("#filter-toggle")
    assert tab.box("#role")[1] > top + 32, "and its fields below both"
    tab.goto(PEOPLE)
    tab.resize(1000, 800)
    assert [tab.of(f"#{item}", "e.checkVisibility()") for item in ("back", "home", "navigation-people")] == [True, False, False]


def test_a_row_answers_a_mouse_before_it_is_pressed(administer, engine):
    if engine == "webkit":
        pytest.skip("its driver moves no mouse without a button")
    tab = administer("/administration", size=(1280, 800))
    shade = "getComputedStyle(e).backgroundImage"
    assert tab.of("#people-link", shade) == "none"
    left, top, width, height = tab.box("#people-link")
    tab.page.mouse.move(left + width / 2, top + height / 2)
    tab.wait_for(f"(e => {shade})(document.querySelector('#people-link')) !== 'none'", "the row to answer")
    assert tab.of("#people-link", "getComputedStyle(e).cursor") == "pointer"
    assert round(height) == 44, "rows have the density of a desk"


@pytest.mark.holds("C11")
def test_a_stray_gesture_loses_no_input(administer):
    fields = {
        f"{PEOPLE}/add": "#name", f"{PEOPLE}/invite": "#email", "/administration/person/ada/edit": "#name",
        "/administration/person/ada/groups": "#groups", "/administration/settings/limits.browser": "#value",
        "/account/email": "#email", "/account/password": "#password"}
    tab = administer("/")
    for page, field in fields.items():
        tab.goto(page)
        beneath = stack(tab)[:-1]
        tab.fill(field, "8")
        tab.press("Escape")
        wait_for_question(tab)
        answer(tab, "keep")
        wait_until(lambda: tab.count(QUESTION) == 0, "the question to go")
        assert tab.value(field) == "8", page
        tab.press("Escape")
        wait_for_question(tab)
        answer(tab, "discard")
        wait_for_stack(tab, *beneath)


@pytest.mark.holds("C11")
def test_a_chosen_file_is_not_lost_by_a_stray_gesture(administer):
    tab = administer(PEOPLE)
    present_by(tab, "#bar-add", "#import-link")
    choose_file(tab, "#file", "people.csv", "username\n")
    for leave in (lambda: tab.press("Escape"), tab.go_back):
        leave()
        wait_for_question(tab)
        answer(tab, "keep")
        wait_until(lambda: tab.count(QUESTION) == 0, "the question to go")
    wait_for_stack(tab, f"{PEOPLE}/import")


@pytest.mark.holds("E1")
def test_a_title_stays_complete_in_a_narrow_bar(administer):
    tab = administer("/administration/settings", size=(320, 640))
    for size in ("L", "XL", "XXXL"):
        tab.evaluate(f"document.documentElement.dataset.textSize = '{size}'")
        lines = tab.of(".bar-title", "e.getClientRects().length && e.offsetHeight / parseFloat(getComputedStyle(e).fontSize)")
        assert lines < 2, size
        assert tab.of(".bar a", "e.offsetWidth >= 44 && e.offsetHeight >= 44")
    assert tab.of(".bar a", "e.offsetWidth < 80 && e.textContent.trim()") == "Administration", "its name stays"


def test_somebody_is_invited_and_makes_an_account(administer, browse, engine, portico):
    mails = Mailbox(portico, new_address())
    tab = administer(PEOPLE)
    present_by(tab, "#bar-add", "#invite-link")
    tab.fill("#email", "grace@nowhere")
    press(tab, "#send-invitation")
    tab.wait_for_text("#email-problem", "Enter a valid email address, such as name@example.com.")
    tab.fill("#email", mails.address)
    tab.fill("#name", "Mary Somerville")
    tab.click("#administrator")
    press(tab, "#send-invitation")
    tab.wait_for_text(".toast .toast-text", f"An invitation was sent to {mails.address}")
    wait_for_stack(tab)
    assert tab.path == PEOPLE

    invitation = mails.next("You’re invited to Portico")
    assert "Ada Lovelace" in invitation.text
    guest = browse(engine, portico)
    guest.goto(invitation.link.removeprefix(portico.origin))
    assert (guest.heading, guest.value("#name")) == ("Create an account", "Mary Somerville")
    username = mails.address.partition("@")[0]
    guest.fill("#username", username)
    guest.fill("#password", OTHER_PASSWORD)
    go(guest, "#make-account")
    assert (guest.path, guest.text("#profile-role .cell-value")) == ("/", "Administrator")

    search(tab, mails.address)
    tab.wait_for(f"document.querySelectorAll('#people-list .cell').length === 1 && !!document.querySelector('#person-{username}')",
                 "the only one found")
    tab.goto(PEOPLE)
    present_by(tab, "#bar-add", "#invite-link")
    tab.fill("#email", mails.address)
    press(tab, "#send-invitation")
    tab.wait_for("document.querySelector('#email-problem').textContent !== ''", "the problem")
    assert tab.text("#email-problem").startswith("There is already an account with this email address.")


def test_an_account_is_looked_after(administer, browse, engine, portico, somebody):
    theirs = browse(engine, portico, cookies=somebody.cookies())
    theirs.goto("/")
    tab = administer(PEOPLE)
    search(tab, somebody.mails.address[:-4].upper())
    tab.wait_for("document.querySelectorAll('#people-list .cell').length === 1", "the only one found")
    tab.reload()
    assert (tab.count("#people-list .cell"), tab.value("#text")) == (1, somebody.mails.address[:-4].upper())
    go(tab, "#people-list a")
    assert tab.text("#person-user .cell-value") == somebody.username
    assert tab.text("#person-sessions .cell-value") == "1"

    decide(tab, "end-sessions")
    tab.wait_for_text(".toast .toast-text", "Grace Hopper was logged out everywhere")
    tab.wait_for_text("#person-sessions .cell-value", "0")
    wait_until_signed_out(theirs)
    somebody.log_in(theirs)
    decide(tab, "disable")
    tab.wait_for_text("#person-state .cell-value", "Disabled")
    wait_until_signed_out(theirs)
    fill_in(theirs, somebody.username, PASSWORD)
    theirs.click("#log-in")
    theirs.wait_for_text("#sign-in-message", "The user name, email address or password doesn’t match. Check them and try again.")
    decide(tab, "enable")
    tab.wait_for("!document.querySelector('#person-state')", "the account to be enabled")
    somebody.log_in(theirs)

    decide(tab, "add-administrator")
    tab.wait_for_text("#person-role .cell-value", "Administrator")
    theirs.goto("/administration")
    assert theirs.heading == "Administration"
    decide(tab, "remove-administrator")
    tab.wait_for("!document.querySelector('#person-role')", "the role to be gone")
    theirs.goto("/administration")
    assert (theirs.screen, theirs.heading) == ("error", "Not allowed")

    theirs.goto("/")
    decide(tab, "reset-password")
    wait_until_signed_out(theirs)
    fill_in(theirs, somebody.username, PASSWORD)
    theirs.click("#log-in")
    theirs.wait_for_text("#sign-in-message", "The user name, email address or password doesn’t match. Check them and try again.")
    link = somebody.mails.link("Choose a new password for Portico")
    theirs.goto(link)
    theirs.fill("#password", OTHER_PASSWORD)
    go(theirs, "#set-password")
    assert somebody.is_known_in(theirs)
    tab.reload()
    latest = tab.text("#person-activity")
    for words in ("Password reset", "New password required", "Administrator rights removed", "Account enabled"):
        assert words in latest, words


def test_administration_requires_a_proof(browse, engine, portico, somebody):
    tab = browse(engine, portico, cookies=portico.sign_in())
    portico.set(clockOffset=601)
    tab.goto(f"/administration/person/{somebody.username}")
    assert tab.heading == "Confirm it’s you"
    assert somebody.mails.address not in tab.text("body")
    prove(tab)
    assert tab.text("#person-user .cell-value") == somebody.username
    present(tab, "#disable-link")
    portico.set(clockOffset=1300)
    press(tab, "#disable-button")
    tab.wait_for_text("dialog[open] h1, main h1", "Confirm it’s you")
    assert portico.sign_in(somebody.username)
    tab.fill("#reauthentication", "not the password at all")
    press(tab, "#reauthenticate")
    tab.wait_for_text("#reauthentication-problem", "Wrong password. Try again.")
    tab.fill("#reauthentication", PASSWORD)
    press(tab, "#reauthenticate")
    tab.wait_for_text("#person-state .cell-value", "Disabled")
    wait_for_stack(tab)
    assert tab.path == f"/administration/person/{somebody.username}"


def test_a_question_of_the_administration_survives_a_reload(browse, engine, portico, somebody):
    tab = browse(engine, portico, cookies=portico.sign_in())
    person = f"/administration/person/{somebody.username}"
    tab.goto(person)
    decide(tab, "disable")
    tab.wait_for_text("#person-state .cell-value", "Disabled")
    present(tab, "#enable-link")
    portico.set(clockOffset=601)
    tab.click("#enable-button")
    tab.wait_for("!!document.querySelector('#reauthentication')", "the question for the password")
    tab.fill("#reauthentication", "not the password at all")
    tab.click("#reauthenticate")
    tab.wait_for_text("#reauthentication-problem", "Wrong password. Try again.")
    tab.reload()
    assert (tab.path, tab.heading) == (f"{person}/enable", "Confirm it’s you")
    tab.fill("#reauthentication", "not the password at all")
    go(tab, "#reauthenticate")
    assert tab.path.startswith("/session/proof?next=")
    tab.goto(tab.path)
    assert (tab.path, tab.heading) == (f"{person}/enable", "Confirm it’s you")
    prove(tab)
    assert (tab.path, tab.text(f"{TOP} h1").startswith("Enable the account of")) == (f"{person}/enable", True)
    assert tab.text("#person-state .cell-value") == "Disabled", "nothing has changed"


def test_after_losing_the_role_the_person_is_on_the_main_screen(browse, engine, portico, administer):
    other = Person.of(portico, "Mary Somerville", "--administrator")
    tab = browse(engine, portico, cookies=other.cookies())
    tab.goto(f"/administration/person/{other.username}")
    decide(tab, "remove-administrator")
    tab.wait_for_text(".toast .toast-text", "Mary Somerville is no longer an administrator")
    assert (tab.path, tab.screen, tab.count("#administration-link")) == ("/", "main", 0)
    events = administer(f"/administration/events?person={other.username}&kind=denied")
    assert events.count("#event-list .cell") == 0


def test_impossible_actions_give_the_reason(portico, administer):
    other = Person.of(portico, "Mary Somerville", "--administrator")
    tab = administer("/administration/person/ada")
    present(tab, "#disable-link")
    for row in json.loads(portico.users("list", "--json")):
        if row["administrator"] and row["username"] != "ada":
            portico.users("remove-administrator", row["username"])
    press(tab, "#disable-button")
    tab.wait_for_text(f"{TOP} .page-message", "You’re the only administrator. Make someone else an administrator first.")
    assert portico.sign_in(other.username)


def decide(tab, action):
    """Opens the question before an action, cancels it, then confirms it."""
    before = tab.path
    for button in ("#question-cancel", f"#{action}-button"):
        present(tab, f"#{action}-link")
        press(tab, button)
        tab.wait_for(f"!document.querySelector('#question') && location.pathname !== '{before}/{action}'", "an end")
        wait_for_stack(tab)


def search(tab, text):
    """Searches; without script, submits the form."""
    tab.fill("#text", text)
    if not tab.look.script:
        go(tab, "#search-button")


def prove(tab):
    tab.fill("#reauthentication", PASSWORD)
    go(tab, "#reauthenticate")


def wait_until_signed_out(tab):
    """Waits; without script, reloads the page."""
    def is_signed_out():
        if not tab.look.script:
            tab.reload()
        return tab.screen == "login"

    wait_until(is_signed_out, "the cover")
    tab.wait_until_ready()
    assert_cover(tab)


@pytest.mark.holds("E3")
def test_a_setting_is_changed_at_once(administer):
    settings, cell = "/administration/settings", "#option-session-automaticAbsolute"
    tab = administer(settings)
    usual = tab.text(cell)
    present(tab, f"{cell}-link")
    tab.fill("#value", "0")
    press(tab, "#save-setting")
    tab.wait_for_text("#value-problem", "Enter a value in this range: 1 minute – 3,650 days")
    tab.fill("#value", "36")
    tab.of("#unit", "e.value = 'hours'")
    press(tab, "#save-setting")
    wait_for_stack(tab)
    assert tab.path == settings
    wait_until(lambda: "36 hours" in tab.text(cell), "the value")
    tab.goto(settings)
    present(tab, f"{cell}-link")
    press(tab, "#usual-setting-button")
    wait_for_stack(tab)
    wait_until(lambda: tab.text(cell) == usual, "the default")


def test_people_come_from_a_file_and_go_into_one(administer, portico):
    tab = administer(PEOPLE)
    name = new_address().partition("@")[0]
    present_by(tab, "#bar-add", "#import-link")
    choose_file(tab, "#file", "people.csv", f"username,name,email\n{name},Mary,{name}@example.org\nada,Ada,{name}-2@example.org\n")
    press(tab, "#import-preview")
    tab.wait_for_text("#import-added-header", "1 person will be added")
    assert "Line 3" in tab.text("#import-refused") and "An account with this user name exists." in tab.text("#import-refused")
    press(tab, "#import-people")
    tab.wait_for_text(".toast .toast-text", "1 person was added")
    tab.goto(PEOPLE)
    assert f'"{name}","Mary","{name}@example.org"' in portico.ask("/administration/people/export", portico.sign_in())[2]


def test_the_number_of_people_found_is_announced(administer, somebody):
    tab = administer(PEOPLE)
    listen_to_regions(tab)
    tab.click("#text")
    tab.type(somebody.username)
    wait_until_said(tab, "status", "1 person")
    tab.type("x")
    tab.wait_for("document.querySelectorAll('#people-list').length === 0", "nobody")
    wait_until_said(tab, "status", "No one found.")
    tab.goto("/administration/events")
    listen_to_regions(tab)
    tab.click("#filter-toggle")
    tab.click("#person")
    tab.type(somebody.username)
    wait_until_said(tab, "status", "1 event found.")


@pytest.mark.holds("C13")
def test_more_people_come_in_place_and_stay_with_their_filter(administer, portico, tmp_path):
    file = tmp_path / "people.csv"
    file.write_text("username,name,email\n" + "".join(f"crowd{n:03},Crowd {n:03},crowd{n:03}@example.org\n" for n in range(1, 121)))
    portico.users("import", str(file))
    tab = administer(f"{PEOPLE}?text=crowd")
    assert (tab.text("#found"), tab.count("#people-list .cell")) == ("120 people", 50)
    tab.evaluate("window.isOld = true")
    tab.click("#people-list-more")
    tab.wait_for("document.activeElement.id === 'person-crowd051-link'", "the focus on the first new row")
    for _ in range(50):
        tab.press("Tab")
    assert tab.focus == "people-list-more"
    tab.press("Enter")
    tab.wait_for("document.activeElement.id === 'person-crowd101-link'", "the last rows")
    rows = "[...document.querySelectorAll('#people-list .cell')].map(e => e.id)"
    everyone = [f"person-crowd{n:03}" for n in range(1, 121)]
    assert (tab.evaluate(rows), tab.count("#people-list-more")) == (everyone, 0)

    address = new_address()
    present_by(tab, "#bar-add", "#invite-link")
    tab.fill("#email", address)
    press(tab, "#send-invitation")
    tab.wait_for_text(".toast .toast-text", f"An invitation was sent to {address}")
    wait_for_stack(tab)
    assert (tab.evaluate(rows), tab.evaluate("window.isOld")) == (everyone, True)
    assert tab.evaluate("location.search") == "?text=crowd&count=120"
    tab.reload()
    assert (tab.evaluate(rows), tab.text("#found")) == (everyone, "120 people")


def test_a_search_with_a_proof_that_grew_old_asks_for_another(administer, portico, somebody):
    tab = administer(PEOPLE)
    portico.set(clockOffset=601)
    tab.fill("#text", somebody.username)
    tab.wait_for_text("dialog[open] h1, main h1", "Confirm it’s you")
    prove(tab)
    assert (tab.count("#people-list .cell"), tab.value("#text")) == (1, somebody.username)


def test_a_file_outlives_a_proof_that_grew_old(administer, portico):
    tab = administer(PEOPLE)
    name = new_address().partition("@")[0]
    present_by(tab, "#bar-add", "#import-link")
    choose_file(tab, "#file", "people.csv", f"username,name,email\n{name},Mary,{name}@example.org\n")
    portico.set(clockOffset=1300)
    press(tab, "#import-preview")
    tab.wait_for_text("dialog[open] h1, main h1", "Confirm it’s you")
    tab.fill("#reauthentication", PASSWORD)
    press(tab, "#reauthenticate")
    tab.wait_for_text("#import-added-header", "1 person will be added")
    # A sign-in ends if its browser does not use the new token within ten minutes.
    assert portico.ask("/about", tab.cookies())[0] == 200
    portico.set(clockOffset=2600)
    press(tab, "#import-people")
    tab.wait_for_text("dialog[open] h1, main h1", "Confirm it’s you")
    tab.fill("#reauthentication", PASSWORD)
    press(tab, "#reauthenticate")
    tab.wait_for_text(".toast .toast-text", "1 person was added")


def test_somebody_is_added_by_hand(administer):
    tab = administer(PEOPLE)
    address = new_address()
    name = address.partition("@")[0]
    present_by(tab, "#bar-add", "#add-link")
    for field, text in [("name", "Mary"), ("username", "ada"), ("email", address)]:
        tab.fill(f"#{field}", text)
    press(tab, "#add-person")
    tab.wait_for("document.querySelector('#username-problem').textContent !== ''", "the refusal")
    tab.press("Escape")
    wait_for_question(tab)
    answer(tab, "keep")
    tab.fill("#username", name)
    press(tab, "#add-person")
    wait_for_stack(tab)
    tab.goto(f"/administration/person/{name}")
    assert tab.text("#obstacle-password").startswith("Can’t log in")
