"""Back and Forward without script: every page can be requested again by its address, even one that answered a form."""

import pytest

from support.layers import CANCEL, SAVE as SAVE_IT, TOP, present, stack
from support.portico import PASSWORD
from support.steps import assert_cover, go, sign_in, sign_out

pytestmark = pytest.mark.keeps_pages

WRONG = "The user name, email address or password doesn’t match. Check them and try again."
EDIT = "/profile/edit"
QUESTION = [EDIT, f"{EDIT}/leave"]
SAVE, DISCARD, KEEP = (f"{TOP} .choices {button}" for button in (
    "button:not(.choice-cancel)", ".choice-destructive", ".choice-cancel"))


def message(tab):
    return tab.text("#sign-in-message")


@pytest.mark.every_engine
@pytest.mark.holds("A8", "B13")
def test_after_wrong_and_right_passwords_back_and_forward_lead_through_the_cover_and_then_never_to_it(browse, engine, portico):
    tab = browse(engine, portico, script=False)
    tab.goto("/account")
    assert_cover(tab)
    for guess in ("wrong", "wrong again"):
        sign_in(tab, "ada", guess)
        assert_cover(tab)
        assert (message(tab), tab.value("#username"), tab.value("#password")) == (WRONG, "ada", "")
    tab.reload()
    assert (message(tab), tab.value("#username")) == (WRONG, "ada")
    tab.back()
    assert_cover(tab)
    tab.back()
    assert_cover(tab)
    assert (tab.path, message(tab)) == ("/account", "")
    tab.forward()
    tab.forward()
    assert_cover(tab)
    assert message(tab) == WRONG
    sign_in(tab)
    assert (tab.path, tab.screen) == ("/account", "main")
    if engine == "webkit":
        return  # It caches pages over plain HTTP despite `no-store`; without script, nothing can make it reload them.
    for _ in range(3):
        tab.back()
        assert (tab.path, tab.screen) == ("/account", "main")
    tab.goto("/")
    sign_out(tab)
    for _ in range(3):
        tab.back()
        assert_cover(tab)


@pytest.mark.holds("B13")
def test_a_form_of_an_ended_session_returns_by_back_and_forward(visit_as_somebody_new, portico):
    tab = visit_as_somebody_new(EDIT, script=False)
    tab.fill("#note", "A thought")
    portico.set(clockOffset=400_000_000)
    go(tab, SAVE_IT)
    assert_cover(tab)
    tab.reload()
    assert_cover(tab)
    sign_in(tab, tab.username, "wrong")
    assert message(tab) == WRONG
    tab.back()
    assert_cover(tab)
    tab.forward()
    assert message(tab) == WRONG
    sign_in(tab, tab.username)
    assert "A thought" in tab.text("#draft-fields")
    go(tab, "#send-draft")
    assert (tab.path, tab.text("#profile-note .cell-value")) == ("/", "A thought")
    tab.back()
    assert "A thought" in tab.text("#draft-fields")


@pytest.mark.every_engine
@pytest.mark.holds("C11")
def test_back_and_forward_walk_through_the_question_about_unsaved_input(visit_as_somebody_new):
    tab = visit_as_somebody_new("/", script=False)
    present(tab, "#edit-profile-link")
    tab.fill("#note", "A thought")
    go(tab, CANCEL)
    assert stack(tab) == QUESTION
    tab.back()
    assert stack(tab) == [EDIT]
    tab.forward()
    assert stack(tab) == QUESTION
    tab.reload()
    assert stack(tab) == QUESTION
    go(tab, KEEP)
    assert (stack(tab), tab.value("#note")) == ([EDIT], "A thought")
    tab.back()
    assert stack(tab) == QUESTION
    tab.forward()
    assert (stack(tab), tab.value("#note")) == ([EDIT], "A thought")
    go(tab, CANCEL)
    go(tab, SAVE)
    assert (tab.path, tab.text("#profile-note .cell-value")) == ("/", "A thought")
    tab.back()
    assert stack(tab) == QUESTION
    tab.back()
    assert stack(tab) == [EDIT]
    tab.forward()
    go(tab, DISCARD)
    assert (tab.path, stack(tab)) == ("/", [])


@pytest.mark.holds("C11", "B13")
def test_problems_of_fields_and_the_password_question_stay_by_back_and_forward(administer, portico):
    tab = administer("/administration/people/invite", script=False)
    tab.fill("#email", "nobody@")
    tab.of("#email", "e.form.noValidate = true")
    go(tab, "#send-invitation")
    assert tab.value("#email") == "nobody@" and tab.attribute("#email", "aria-invalid") == "true"
    go(tab, f"{TOP} .bar a")
    tab.back()
    assert tab.value("#email") == "nobody@" and tab.attribute("#email", "aria-invalid") == "true"
    portico.set(clockOffset=601)
    tab.fill("#email", "somebody@example.org")
    go(tab, "#send-invitation")
    assert tab.heading == "Confirm it’s you"
    tab.reload()
    tab.fill("#reauthentication", "wrong")
    go(tab, "#reauthenticate")
    assert tab.text("#reauthentication-problem") == "Wrong password. Try again."
    tab.back()
    assert tab.heading == "Confirm it’s you"
    tab.forward()
    tab.fill("#reauthentication", PASSWORD)
    go(tab, "#reauthenticate")
    assert tab.screen == "main" and tab.heading != "Confirm it’s you"
