"""Deleting the own account."""

from support.layers import TOP, navigate, press, stack, wait_for_stack
from support.people import ROOMY, Person
from support.portico import PASSWORD
from support.steps import assert_cover, fill_in, go

OPTIONS = ROOMY
DELETED = "Your account on Portico was deleted"


def test_an_account_is_deleted_with_everything(browse, engine, portico, somebody):
    elsewhere = browse(engine, portico, cookies=somebody.cookies())
    elsewhere.goto("/")
    tab = browse(engine, portico, cookies=somebody.cookies())
    portico.set(clockOffset=601)
    tab.goto("/account")
    navigate(tab, "#delete-account-link")
    assert tab.text(f"{TOP} h1") == "Confirm it’s you"
    tab.fill("#reauthentication", somebody.password)
    press(tab, "#reauthenticate")
    tab.wait_for_text(f"{TOP} h1", "Delete account")
    wait_for_stack(tab, "/account/delete")
    assert somebody.username in tab.text("#delete-form")
    tab.click("#delete-button")
    assert tab.count("#confirm:invalid") == 1, "the browser requires the checkbox"
    assert stack(tab) == ["/account/delete"]

    tab.click("#confirm")
    with elsewhere.leaving():
        go(tab, "#delete-button")
    assert_cover(elsewhere)
    assert (tab.screen, tab.heading) == ("login", "Your account was deleted")
    assert somebody.mails.next(DELETED).subject == DELETED
    go(tab, "#go-to-start")
    assert_cover(tab)
    fill_in(tab, somebody.username, PASSWORD)
    tab.click("#log-in")
    tab.wait_for_text("#sign-in-message", "The user name, email address or password doesn’t match. Check them and try again.")
    again = Person.of(portico)
    again.username = somebody.username  # The name is free again. Its next owner is another person.
    portico.users("add", again.username, "--name", "Somebody New", password=PASSWORD)
    again.log_in(tab)
    tab.goto("/account")
    assert tab.text("#change-email .cell-value") == "None"


def test_a_proof_that_grew_old_over_the_question_is_asked_for_once_more(browse, engine, portico, somebody):
    tab = browse(engine, portico, cookies=somebody.cookies())
    tab.goto("/account/delete")
    portico.set(clockOffset=601)
    tab.click("#confirm")
    press(tab, "#delete-button")
    tab.wait_for_text(f"{TOP} h1", "Confirm it’s you")
    assert somebody.cookies(), "the account still exists"
    tab.fill("#reauthentication", somebody.password)
    go(tab, "#reauthenticate")
    assert (tab.screen, tab.heading) == ("login", "Your account was deleted")


def test_the_last_administrator_has_to_stay(browse, engine, portico):
    tab = browse(engine, portico, cookies=portico.sign_in())
    tab.goto("/account")
    navigate(tab, "#delete-account-link")
    assert tab.text("#last-administrator").startswith("You’re the only administrator. Make someone else")
    assert tab.count(f"{TOP} form") == 0
    status, _, _ = portico.ask("/account/delete", portico.sign_in(), account="local/ada", confirm="on")
    assert status == 409
    tab.goto("/")
    assert tab.text("#profile-role .cell-value") == "Administrator"
