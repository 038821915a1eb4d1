"""A presentation driven by an item: presents this record's editor, and presenting null dismisses it."""

import pytest

from support.layers import PENDING, TOP, answer, close, heard, listen, present, stack, wait_for_question, wait_for_stack

pytestmark = pytest.mark.holds("B10")

GALLERY = "/dev/presentations"
RECORDS = "/dev/records"


def test_each_record_opens_its_own_editor(visit):
    tab = visit(RECORDS)
    for number in (1, 2, 3):
        name = tab.text(f"#record-{number} .cell-title")
        present(tab, f"#record-{number}-link")
        assert (tab.path, tab.value("#record-name")) == (f"{RECORDS}/{number}", name)
        close(tab)
        assert tab.focus == f"record-{number}-link"


def test_page_script_presents_an_item_and_nothing_dismisses_it(visit):
    tab = visit(RECORDS)
    listen(tab)
    tab.evaluate(f"void portico.present('{RECORDS}/2')")
    wait_for_stack(tab, f"{RECORDS}/2")
    assert tab.value("#record-name") == tab.text("#record-2 .cell-title")
    tab.evaluate("void portico.present(null)")
    wait_for_stack(tab)
    assert (tab.path, heard(tab)) == (RECORDS, [])
    tab.evaluate("void portico.present(null)")
    assert (stack(tab), tab.path) == ([], RECORDS)


def test_an_existing_item_is_presented_once_and_can_be_dismissed(visit):
    tab = visit(RECORDS)
    present(tab, "#record-2-link")
    for _ in range(2):
        tab.evaluate(f"void portico.present('{RECORDS}/2')")
    assert stack(tab) == [f"{RECORDS}/2"]
    tab.evaluate("void portico.present(null)")
    wait_for_stack(tab)
    assert tab.path == RECORDS


def test_another_item_takes_the_place_of_the_one_before(visit):
    tab = visit(RECORDS)
    length = tab.evaluate("history.length")
    tab.evaluate(f"void portico.present('{RECORDS}/1')")
    wait_for_stack(tab, f"{RECORDS}/1")
    tab.of(TOP, "void (e.isTheSame = e.querySelector('.page').isOld = true)")
    tab.evaluate(f"void portico.present('{RECORDS}/3', {{ replace: true }})")
    wait_for_stack(tab, f"{RECORDS}/3")
    tab.wait_for("document.querySelector('#record-name').value === document.querySelector('#record-3 .cell-title').textContent")
    assert tab.of(TOP, "e.isTheSame") and tab.path == f"{RECORDS}/3"
    assert not tab.of(TOP, "e.querySelector('.page').isOld"), "none of its input stays, such as a chosen file"
    assert tab.attribute(TOP, "data-animated") == "", "it adds no step to the history, in either direction"
    assert tab.evaluate("history.length") == length + 1
    tab.evaluate("history.back()")  # The browser's Back button skips entries made without a gesture.
    wait_for_stack(tab)
    assert tab.path == RECORDS


def test_of_two_items_the_last_is_dismissed_first(visit):
    tab = visit(GALLERY)
    shown = [f"{GALLERY}/page-sheet", f"{GALLERY}/page-sheet/form-sheet"]
    for number, path in enumerate(shown, 1):
        tab.evaluate(f"void portico.present('{path}')")
        wait_for_stack(tab, *shown[:number])
    for rest in (shown[:1], []):
        tab.evaluate("void portico.present(null)")
        wait_for_stack(tab, *rest)
    assert tab.path == GALLERY


def test_the_editor_of_a_deleted_record_shows_the_error(visit):
    tab = visit(RECORDS)
    tab.evaluate(f"void portico.present('{RECORDS}/99')")
    tab.wait_for_text(f"{PENDING} [role=alert]", "Check the address, or go to Home.")
    assert tab.screen == "main"
    tab.click(f"{PENDING} [data-portico-dismiss]")
    wait_for_stack(tab)
    assert tab.path == RECORDS


@pytest.mark.holds("C11")
def test_dismissing_by_script_may_ask_about_unsaved_input(visit):
    tab = visit(RECORDS)
    present(tab, "#record-1-link")
    tab.evaluate("void portico.dismiss({ asks: true })")
    wait_for_stack(tab)
    present(tab, "#record-1-link")
    tab.fill("#record-name", "Unsaved")
    tab.evaluate("void portico.dismiss({ asks: true })")
    wait_for_question(tab)
    answer(tab, "keep")
    assert (stack(tab), tab.value("#record-name")) == ([f"{RECORDS}/1"], "Unsaved")
    tab.evaluate("void portico.dismiss({ asks: true })")
    wait_for_question(tab)
    answer(tab, "discard")
    wait_for_stack(tab)
    assert tab.text("#record-1 .cell-title") != "Unsaved"
