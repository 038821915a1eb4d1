"""Unsaved input makes a page modal: whoever tries to leave is asked, and nothing that was typed is lost."""

import pytest

from support.layers import (
    CANCEL, QUESTION, SAVE, TOP, answer, close, fling, heard, listen, navigate, present, stack, veto, wait_for_question,
    wait_for_stack, would_hold_back)
from support.waiting import wait_until

RECORDS, LIBRARY = "/dev/records", "/dev/library"
RECORD = f"{RECORDS}/1"
PHONE = (390, 844)
WAYS = {
    "escape": lambda tab: tab.press("Escape"), "backdrop": lambda tab: tab.click_at(195, 4), "drag": fling,
    "back": lambda tab: tab.go_back(), "cancel": lambda tab: tab.click(CANCEL)}


@pytest.fixture
def editor(visit):
    tab = visit(RECORDS, size=PHONE)
    tab.was = tab.text("#record-1 .cell-title")
    present(tab, "#record-1-link")
    return tab


def scribble(tab, text="Unsaved"):
    tab.fill("#record-name", text)


@pytest.mark.parametrize("way", WAYS)
def test_an_untouched_form_asks_nothing(editor, way):
    assert not would_hold_back(editor)
    WAYS[way](editor)
    wait_for_stack(editor)
    assert editor.path == RECORDS


@pytest.mark.parametrize("way", WAYS)
def test_whoever_leaves_a_dirty_form_is_asked_and_can_go_on_editing(editor, way):
    scribble(editor)
    WAYS[way](editor)
    wait_for_question(editor)
    assert [editor.text(f"{QUESTION} button[value={value}]") for value in ("save", "discard", "keep")] \
        == ["Save", "Discard changes", "Keep editing"]
    assert editor.evaluate(f"document.querySelector('{QUESTION}').contains(document.activeElement)")
    answer(editor, "keep")
    wait_for_stack(editor, RECORD)
    assert (editor.value("#record-name"), editor.path, editor.count(QUESTION)) == ("Unsaved", RECORD, 0)


@pytest.mark.parametrize("way", WAYS)
def test_changes_can_be_discarded(editor, way):
    scribble(editor)
    WAYS[way](editor)
    wait_for_question(editor)
    answer(editor, "discard")
    wait_for_stack(editor)
    assert (editor.path, editor.text("#record-1 .cell-title")) == (RECORDS, editor.was)
    assert not would_hold_back(editor)


@pytest.mark.parametrize("way", WAYS)
def test_changes_can_be_saved_on_the_way_out(editor, way):
    scribble(editor, f"Saved by {way}")
    WAYS[way](editor)
    wait_for_question(editor)
    answer(editor, "save")
    wait_for_stack(editor)
    editor.wait_for_text("#record-1 .cell-title", f"Saved by {way}")
    assert (editor.path, would_hold_back(editor)) == (RECORDS, False)


def test_saving_that_fails_stays_with_the_error(editor):
    scribble(editor, "")
    editor.press("Escape")
    wait_for_question(editor)
    answer(editor, "save")
    editor.wait_for_text(f"{TOP} #record-name-problem", "Give it a name.")
    assert (stack(editor), editor.focus, editor.count(QUESTION)) == ([RECORD], "record-name", 0)
    assert would_hold_back(editor), "what was refused is still unsaved"
    editor.press("Escape")
    wait_for_question(editor)
    answer(editor, "discard")
    wait_for_stack(editor)
    assert editor.text("#record-1 .cell-title") == editor.was


def test_what_was_typed_and_taken_back_is_not_unsaved(editor):
    scribble(editor)
    assert would_hold_back(editor)
    scribble(editor, editor.was)
    assert not would_hold_back(editor)
    editor.press("Escape")
    wait_for_stack(editor)


def test_escape_at_the_question_means_to_go_on_editing(editor):
    scribble(editor)
    editor.press("Escape")
    wait_for_question(editor)
    editor.press("Escape")
    wait_until(lambda: editor.count(QUESTION) == 0, "the question to go")
    assert (stack(editor), editor.value("#record-name")) == ([RECORD], "Unsaved")


def test_attempts_are_told_of_and_page_script_can_answer_instead(editor):
    listen(editor)
    scribble(editor)
    editor.press("Escape")
    wait_for_question(editor)
    answer(editor, "keep")
    assert heard(editor) == [f"did-attempt-to-dismiss escape {RECORD}"]
    veto(editor, "did-attempt-to-dismiss")
    wait_until(lambda: editor.count(QUESTION) == 0, "the question to go")
    editor.press("Escape")
    fling(editor)
    wait_for_stack(editor, RECORD)
    assert editor.count(QUESTION) == 0
    assert [line.split()[1] for line in heard(editor)] == ["escape", "escape", "drag"]


def test_the_browser_itself_is_held_back_only_while_something_is_unsaved(editor, engine):
    if engine == "webkit":
        pytest.skip("its driver answers such questions by itself")
    asked = []
    editor.page.on("dialog", lambda dialog: (asked.append(dialog.type), dialog.dismiss()))
    scribble(editor)
    editor.evaluate("void location.reload()")
    wait_until(lambda: asked, "the browser to ask")
    assert (asked, editor.value("#record-name")) == (["beforeunload"], "Unsaved")
    editor.click(SAVE)
    wait_for_stack(editor)
    editor.reload()
    assert asked == ["beforeunload"]


def test_a_form_under_another_sheet_keeps_what_was_typed(visit):
    tab = visit(RECORDS)
    present(tab, "#record-2-link")
    scribble(tab)
    tab.evaluate("void portico.present('/dev/anywhere?over=/dev/records/2')")
    wait_for_stack(tab, f"{RECORDS}/2", "/dev/anywhere?over=/dev/records/2")
    close(tab)
    assert (stack(tab), tab.value("#record-name")) == ([f"{RECORDS}/2"], "Unsaved")
    tab.press("Escape")
    wait_for_question(tab)


# An editor deeper in a sheet


@pytest.fixture
def deep_editor(visit):
    tab = visit("/dev/presentations", size=PHONE)
    present(tab, "#library-link")
    tab.was = tab.text("#record-3 .cell-title")
    navigate(tab, "#record-3-link")
    return tab


def test_a_deep_editor_has_its_own_cancel_and_save(deep_editor):
    tab = deep_editor
    tab.click(CANCEL)
    wait_for_stack(tab, LIBRARY)
    navigate(tab, "#record-3-link")
    scribble(tab, "Stone bridge")
    tab.click(SAVE)
    wait_for_stack(tab, LIBRARY)
    tab.wait_for_text("#record-3 .cell-title", "Stone bridge")
    close(tab)
    assert (stack(tab), tab.path) == ([], "/dev/presentations")


def test_cancel_of_a_deep_editor_asks_and_goes_back_inside(deep_editor):
    tab = deep_editor
    scribble(tab)
    tab.click(CANCEL)
    wait_for_question(tab)
    answer(tab, "keep")
    assert tab.value("#record-name") == "Unsaved"
    wait_until(lambda: tab.count(QUESTION) == 0, "the question to go")
    tab.click(CANCEL)
    wait_for_question(tab)
    answer(tab, "discard")
    wait_for_stack(tab, LIBRARY)
    assert tab.text("#record-3 .cell-title") == tab.was


@pytest.mark.parametrize("way", ["escape", "drag"])
def test_a_gesture_on_a_deep_editor_asks_and_takes_the_whole_sheet(deep_editor, way):
    scribble(deep_editor)
    WAYS[way](deep_editor)
    wait_for_question(deep_editor)
    answer(deep_editor, "discard")
    wait_for_stack(deep_editor)
    assert deep_editor.path == "/dev/presentations"


def test_back_from_a_deep_editor_asks(deep_editor):
    scribble(deep_editor)
    deep_editor.go_back()
    wait_for_question(deep_editor)
    answer(deep_editor, "keep")
    wait_for_stack(deep_editor, f"{LIBRARY}/3")
    assert (deep_editor.path, deep_editor.value("#record-name")) == (f"{LIBRARY}/3", "Unsaved")
    deep_editor.go_back()
    wait_for_question(deep_editor)
    answer(deep_editor, "discard")
    wait_for_stack(deep_editor, LIBRARY)


# Without script

SAVE_IT, DISCARD, KEEP = (f"{TOP} {choice}" for choice in (
    ".choices button:not(.choice-cancel)", ".choices .choice-destructive", ".choices .choice-cancel"))


def ask_without_script(visit):
    tab = visit(RECORDS, script=False, size=PHONE)
    tab.was = tab.text("#record-2 .cell-title")
    present(tab, "#record-2-link")
    scribble(tab, "Unsaved, without script")
    with tab.leaving():
        tab.click(CANCEL)
    assert (stack(tab), tab.path) == ([f"{RECORDS}/2", f"{RECORDS}/2/leave"], f"{RECORDS}/2/leave")
    assert tab.text(f"{TOP} .choices-title") == "You have unsaved changes"
    return tab


def test_without_script_an_untouched_form_is_left_at_once(visit):
    tab = visit(RECORDS, script=False)
    present(tab, "#record-1-link")
    close(tab)
    assert (tab.path, stack(tab)) == (RECORDS, [])


def test_without_script_the_question_is_a_page_that_keeps_the_draft(visit):
    tab = ask_without_script(visit)
    with tab.leaving():
        tab.click(KEEP)
    assert (stack(tab), tab.value("#record-name")) == ([f"{RECORDS}/2"], "Unsaved, without script")
    with tab.leaving():
        tab.click(CANCEL)
    with tab.leaving():
        tab.click(DISCARD)
    assert (tab.path, tab.text("#record-2 .cell-title")) == (RECORDS, tab.was)


def test_without_script_the_question_saves(visit):
    tab = ask_without_script(visit)
    with tab.leaving():
        tab.click(SAVE_IT)
    assert (tab.path, tab.text("#record-2 .cell-title")) == (RECORDS, "Unsaved, without script")
