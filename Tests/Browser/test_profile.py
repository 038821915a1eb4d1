"""The profile editor: a form sheet over the main screen."""

import pytest

from support.layers import CANCEL, SAVE, answer, present, press, stack, wait_for_question, wait_for_stack
from support.waiting import wait_until

pytestmark = pytest.mark.holds("E4")

EDIT = "/profile/edit"


@pytest.mark.holds("E4", "E10")
def test_a_save_is_on_the_main_screen(visit_as_somebody_new):
    tab = visit_as_somebody_new("/")
    present(tab, "#edit-profile-link")
    assert "Grace Hopper" in tab.text("#name-hint")
    for field, value in {"name": "Amazing Grace", "pronouns": "she/her", "note": "Two\nlines & <b>none</b>"}.items():
        tab.fill(f"#{field}", value)
    press(tab, SAVE)
    wait_for_stack(tab)
    for field, value in {"name": "Amazing Grace", "pronouns": "she/her", "note": "Two\nlines & <b>none</b>"}.items():
        tab.wait_for_text(f"#profile-{field} .cell-value", value)
    assert tab.path == "/"
    tab.reload()
    assert tab.text("#profile-name .cell-value") == "Amazing Grace"
    present(tab, "#edit-profile-link")
    assert (tab.value("#name"), tab.value("#note")) == ("Amazing Grace", "Two\nlines & <b>none</b>")


def test_an_empty_name_is_that_of_the_account_and_spaces_are_none(visit_as_somebody_new):
    tab = visit_as_somebody_new("/")
    present(tab, "#edit-profile-link")
    tab.fill("#name", "   ")
    tab.fill("#pronouns", "p" * 400)
    press(tab, SAVE)
    tab.wait_for("document.querySelector('#pronouns-problem').textContent.startsWith('This is too long.')", "the problem")
    assert (tab.focus, tab.text("#name-problem")) == ("pronouns", "")
    tab.fill("#pronouns", "p" * 40)
    press(tab, SAVE)
    tab.wait_for("document.querySelector('#name-problem').textContent !== ''", "the problem that the server finds")
    assert tab.text("#name-problem") == "Enter a name, or leave the field empty."
    wait_until(lambda: tab.focus == "name", "the focus, which a late answer's HUD has until it leaves")
    assert (tab.attribute("#name", "aria-invalid"), stack(tab)[-1].startswith("/profile")) == ("true", True)
    tab.fill("#name", "")
    tab.fill("#pronouns", "")
    press(tab, SAVE)
    wait_for_stack(tab)
    tab.wait_for_text("#profile-name .cell-value", "Grace Hopper")


@pytest.mark.holds("C11")
def test_unsaved_input_is_asked_about(visit_as_somebody_new):
    tab = visit_as_somebody_new(EDIT)
    tab.fill("#note", "A thought")
    tab.press("Escape")
    wait_for_question(tab)
    answer(tab, "keep")
    wait_for_stack(tab, EDIT)
    assert tab.value("#note") == "A thought"
    tab.click(CANCEL)
    wait_for_question(tab)
    answer(tab, "save")
    wait_for_stack(tab)
    tab.wait_for_text("#profile-note .cell-value", "A thought")


def test_other_accounts_do_not_see_it(visit_as_somebody_new, visit):
    tab = visit_as_somebody_new(EDIT)
    tab.fill("#note", "Mine")
    tab.click(SAVE)
    wait_for_stack(tab)
    tab.wait_for_text("#profile-note .cell-value", "Mine")
    other = visit("/")
    assert "Mine" not in other.text("main")
