"""Unsaved input makes a page modal: the page asks before it is left, and no input is lost."""

import pytest

from support.layers import (
    CANCEL, QUESTION, SAVE, TOP, answer, close, fling, heard, listen, present, stack, veto, wait_for_question,
    wait_for_stack, would_hold_back)
from support.markup import elements
from support.waiting import wait_until

pytestmark = pytest.mark.holds("C11")

RECORDS = "/dev/records"
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


def scribble(tab, text=None):
    """Enters a text that no other engine saves, because they share a server."""
    tab.scribbled = f"Unsaved in {tab.engine}" if text is None else text
    tab.fill("#record-name", tab.scribbled)


def test_an_untouched_form_asks_nothing(visit):
    tab = visit(RECORDS, size=PHONE)
    for way in WAYS.values():
        present(tab, "#record-1-link")
        assert not would_hold_back(tab)
        way(tab)
        wait_for_stack(tab)
        assert tab.path == RECORDS


@pytest.mark.every_engine(way="drag")
@pytest.mark.holds("C9", "C11")
@pytest.mark.parametrize("way", WAYS)
def test_leaving_a_dirty_form_asks_and_editing_can_continue(editor, way):
    scribble(editor)
    WAYS[way](editor)
    wait_for_question(editor)
    assert [editor.text(f"{QUESTION} button[value={value}]") for value in ("save", "discard", "keep")] \
        == ["Save", "Discard changes", "Keep editing"]
    assert editor.evaluate(f"document.querySelector('{QUESTION}').contains(document.activeElement)")
    answer(editor, "keep")
    wait_for_stack(editor, RECORD)
    assert (editor.value("#record-name"), editor.path, editor.count(QUESTION)) == (editor.scribbled, RECORD, 0)


def test_changes_can_be_discarded_or_saved_on_the_way_out(visit):
    tab = visit(RECORDS, size=PHONE)
    for way, leave in WAYS.items():
        for choice, expected in (("discard", tab.text("#record-1 .cell-title")), ("save", f"Changed before {way}")):
            present(tab, "#record-1-link")
            scribble(tab, f"Changed before {way}")
            leave(tab)
            wait_for_question(tab)
            answer(tab, choice)
            wait_for_stack(tab)
            tab.wait_for_text("#record-1 .cell-title", expected)
            assert (tab.path, would_hold_back(tab)) == (RECORDS, False)


def test_a_link_that_keeps_the_document_does_not_ask(editor):
    scribble(editor)
    # Otherwise the browser would open another program or its own question, which not every driver supports.
    editor.evaluate("void addEventListener('click', (event) => event.preventDefault())")
    asked = {}
    for link in ("href=mailto:ada@example.org", "href=tel:+4411", "href=web+shop:7", "href=/x.csv download", "href=/x.csv",
                 "href=https://other.example/x.csv download"):
        editor.of(f"{TOP} .page", f"void e.prepend({elements(f'<a id=away {link}>Away</a>')})")
        editor.click("#away")
        asked[link] = would_hold_back(editor)
        assert would_hold_back(editor), "the next time"
    assert [link for link, asks in asked.items() if asks] == ["href=/x.csv", "href=https://other.example/x.csv download"]
    assert stack(editor) == [RECORD]


def test_saving_that_fails_stays_with_the_error(editor):
    scribble(editor, "")
    editor.press("Escape")
    wait_for_question(editor)
    answer(editor, "save")
    editor.wait_for_text(f"{TOP} #record-name-problem", "Give it a name.")
    assert (stack(editor), editor.focus, editor.count(QUESTION)) == ([RECORD], "record-name", 0)
    assert would_hold_back(editor), "refused input is still unsaved"
    editor.press("Escape")
    wait_for_question(editor)
    answer(editor, "discard")
    wait_for_stack(editor)
    assert editor.text("#record-1 .cell-title") == editor.was


def test_input_that_was_undone_is_not_unsaved(editor):
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
    assert (stack(editor), editor.value("#record-name")) == ([RECORD], editor.scribbled)


@pytest.mark.holds("C10", "C11")
def test_attempts_reach_page_script_which_can_answer_instead(editor):
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


@pytest.mark.every_engine
def test_the_browser_itself_is_held_back_only_while_something_is_unsaved(editor, engine):
    if engine == "webkit":
        pytest.skip("its driver answers such questions by itself")
    asked = []
    editor.page.on("dialog", lambda dialog: (asked.append(dialog.type), dialog.dismiss()))
    scribble(editor)
    with editor.page.expect_event("dialog"):
        editor.evaluate("void location.reload()")
    assert (asked, editor.value("#record-name")) == (["beforeunload"], editor.scribbled)
    editor.click(SAVE)
    wait_for_stack(editor)
    editor.reload()
    assert asked == ["beforeunload"]


def test_a_form_under_another_sheet_keeps_its_input(visit):
    tab = visit(RECORDS)
    present(tab, "#record-2-link")
    scribble(tab)
    tab.evaluate("void portico.present('/dev/anywhere?over=/dev/records/2')")
    wait_for_stack(tab, f"{RECORDS}/2", "/dev/anywhere?over=/dev/records/2")
    close(tab)
    assert (stack(tab), tab.value("#record-name")) == ([f"{RECORDS}/2"], tab.scribbled)
    tab.press("Escape")
    wait_for_question(tab)
