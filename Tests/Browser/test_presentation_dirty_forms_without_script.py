"""Without script, the question about unsaved input is a page, and the server keeps the draft."""

import pytest

from support.layers import CANCEL, TOP, close, present, stack

pytestmark = pytest.mark.holds("C11")

RECORDS = "/dev/records"
PHONE = (390, 844)
SAVE_IT, DISCARD, KEEP = (f"{TOP} {choice}" for choice in (
    ".choices button:not(.choice-cancel)", ".choices .choice-destructive", ".choices .choice-cancel"))


def ask(visit):
    tab = visit(RECORDS, script=False, size=PHONE)
    tab.was = tab.text("#record-2 .cell-title")
    present(tab, "#record-2-link")
    tab.typed = f"Unsaved, without script, in {tab.engine}"  # The engines share a server.
    tab.fill("#record-name", tab.typed)
    with tab.leaving():
        tab.click(CANCEL)
    assert (stack(tab), tab.path) == ([f"{RECORDS}/2", f"{RECORDS}/2/leave"], f"{RECORDS}/2/leave")
    assert tab.text(f"{TOP} .choices-title") == "You have unsaved changes"
    return tab


def test_an_untouched_form_is_left_at_once(visit):
    tab = visit(RECORDS, script=False)
    present(tab, "#record-1-link")
    close(tab)
    assert (tab.path, stack(tab)) == (RECORDS, [])


@pytest.mark.holds("C11", "C14")
def test_the_question_is_a_page_that_keeps_the_draft(visit):
    tab = ask(visit)
    with tab.leaving():
        tab.click(KEEP)
    assert (stack(tab), tab.value("#record-name")) == ([f"{RECORDS}/2"], tab.typed)
    with tab.leaving():
        tab.click(CANCEL)
    with tab.leaving():
        tab.click(DISCARD)
    assert (tab.path, tab.text("#record-2 .cell-title")) == (RECORDS, tab.was)


def test_the_question_saves(visit):
    tab = ask(visit)
    with tab.leaving():
        tab.click(SAVE_IT)
    assert (tab.path, tab.text("#record-2 .cell-title")) == (RECORDS, tab.typed)
