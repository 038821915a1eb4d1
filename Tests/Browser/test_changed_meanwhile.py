"""A record is changed or deleted elsewhere while a person edits it: nothing is overwritten silently, and no input is
lost."""

import secrets

import pytest

from support.layers import (
    CANCEL, MESSAGE, SAVE, answer, present, press, stack, wait_for_question, wait_for_stack, would_hold_back)
from support.portico import PASSWORD
from support.waiting import wait_until

pytestmark = pytest.mark.holds("E10")

BOTH = pytest.mark.parametrize("script", [True, False], ids=["script", "no-script"])
EDIT = "/profile/edit"
RECORDS = "/dev/records"
CHANGED = ("This was changed elsewhere while you were editing."
           " Save to keep your version, or cancel to keep the other one.")
DELETED = "This was deleted while you were editing."


@pytest.fixture
def late(visit_as_somebody_new):
    """A browser with an editor that was submitted after another browser of the same person had saved."""

    def late(script=True, **look):
        first = visit_as_somebody_new(EDIT, script=script)
        second = visit_as_somebody_new(EDIT, script=script, **look)
        first.fill("#name", "First")
        first.fill("#note", "Of the <first>")
        press(first, SAVE)
        wait_for_stack(first)
        second.fill("#name", "Second")
        press(second, SAVE)
        second.wait_for_text(MESSAGE, CHANGED)
        second.first = first
        return second

    return late


def is_kept(tab, name, note):
    """Asserts that the main screen after a reload, and the editor, show these values."""
    tab.goto("/")
    assert (tab.text("#profile-name .cell-value"), tab.count("#profile-note")) == (name, 1 if note else 0)
    tab.goto(EDIT)
    assert (tab.value("#name"), tab.value("#note")) == (name, note)
    return True


@pytest.fixture
def deleted_meanwhile(visit, portico):
    """A browser with the editor of a record that somebody else has deleted; all pages were notified."""

    def deleted_meanwhile(text=None):
        tab = visit(RECORDS)
        present(tab, "#record-1-link")
        if text:
            tab.fill("#record-name", text)
        portico.set(deletedRecord="1")
        tab.evaluate("void (window.isOld = true)")
        # The command is another process, after which every page refreshes.
        portico.users("add", f"somebody-{secrets.token_hex(4)}", password=PASSWORD)
        return tab

    return deleted_meanwhile


def test_a_sheet_closes_whose_record_is_deleted_elsewhere(deleted_meanwhile):
    tab = deleted_meanwhile()
    wait_for_stack(tab)
    tab.wait_for_text(".toast-text", "This was deleted elsewhere")
    tab.wait_for("!document.querySelector('#record-1')", "the list as it is")
    assert (tab.heading, tab.path, tab.evaluate("window.isOld")) == ("Records", RECORDS, True)


def test_input_stays_if_its_record_is_deleted_elsewhere(deleted_meanwhile):
    tab = deleted_meanwhile("Half a thought")
    tab.wait_for_text(MESSAGE, DELETED)
    tab.wait_for("!document.querySelector('#record-1')", "the list as it is")
    assert (stack(tab), tab.value("#record-name")) == ([f"{RECORDS}/1"], "Half a thought")
    assert would_hold_back(tab) and tab.evaluate("window.isOld")


@BOTH
def test_the_second_to_save_is_shown_both_versions(late, script):
    tab = late(script)
    assert (stack(tab), tab.value("#name"), tab.value("#note")) == ([EDIT], "Second", "")
    assert tab.text("#name-theirs") == "Saved version: First"
    assert tab.text("#note-theirs") == "Saved version: Of the <first>"
    assert tab.count("#pronouns-theirs") == 0
    for field in ("name", "note"):
        assert f"{field}-theirs" in tab.attribute(f"#{field}", "aria-describedby").split()
    # After a slow submission, the HUD has the focus until it leaves.
    wait_until(lambda: tab.focus == "name", "the focus in the first field that differs")
    assert is_kept(tab.first, "First", "Of the <first>")
    if script:
        assert would_hold_back(tab)
        tab.evaluate("void document.querySelector('form[data-portico-guard]').removeAttribute('data-portico-guard')")


def test_saving_again_is_a_knowing_overwrite(late):
    tab = late()
    press(tab, SAVE)
    wait_for_stack(tab)
    assert is_kept(tab.first, "Second", "")


def test_cancelling_keeps_what_was_saved(late):
    tab = late()
    press(tab, CANCEL)
    wait_for_question(tab)
    answer(tab, "discard")
    wait_for_stack(tab)
    tab.wait_for_text("#profile-name .cell-value", "First")
    assert is_kept(tab.first, "First", "Of the <first>")


def test_a_third_change_is_not_overwritten_either(late, portico):
    tab = late()
    portico.ask("/profile", tab.brought, account=f"local/{tab.username}", name="Third", note="")
    press(tab, SAVE)
    tab.wait_for_text("#name-theirs", "Saved version: Third")
    assert (tab.value("#name"), tab.count("#note-theirs")) == ("Second", 0)
    press(tab, SAVE)
    wait_for_stack(tab)
    assert is_kept(tab.first, "Second", "")


def test_equal_values_and_other_settings_are_no_conflict(visit_as_somebody_new, portico):
    tab = visit_as_somebody_new(EDIT)
    somebody = {"account": f"local/{tab.username}"}
    portico.ask("/settings/appearance", tab.brought, textSize="XL", **somebody)
    portico.ask("/profile", tab.brought, name="", pronouns="", note="The same", **somebody)
    tab.fill("#note", "The same")
    press(tab, SAVE)
    wait_for_stack(tab)
    tab.wait_for_text("#profile-note .cell-value", "The same")


def test_a_record_that_was_deleted_is_made_anew_only_when_asked_for(visit, portico):
    tab = visit(RECORDS)
    present(tab, "#record-2-link")
    name = f"Steel gate {secrets.token_hex(4)}"
    tab.fill("#record-name", name)
    portico.set(deletedRecord=2)
    press(tab, SAVE)
    tab.wait_for_text(MESSAGE, DELETED)
    assert (stack(tab), tab.value("#record-name"), tab.count(SAVE)) == ([f"{RECORDS}/2"], name, 0)
    listed = f"[...document.querySelectorAll('#records .cell-title')].filter(e => e.textContent === '{name}').length"
    assert tab.evaluate(listed) == 0
    press(tab, "#save-copy")
    wait_for_stack(tab)
    tab.wait_for(f"{listed} === 1", "the new record")
    assert tab.count("#record-2") == 0


def test_a_record_that_was_deleted_can_be_let_go(visit, portico):
    tab = visit(RECORDS)
    present(tab, "#record-2-link")
    tab.fill("#record-name", "Never made")
    portico.set(deletedRecord=2)
    press(tab, SAVE)
    tab.wait_for_text(MESSAGE, DELETED)
    press(tab, CANCEL)
    wait_for_question(tab)
    answer(tab, "discard")
    wait_for_stack(tab)
    tab.goto(RECORDS)
    assert tab.count("#record-2") == 0
    assert "Never made" not in tab.text("#records")
