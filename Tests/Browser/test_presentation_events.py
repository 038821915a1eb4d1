"""Events notify page script of a person's actions, with the reason, but not of actions by a program."""

import pytest

from support.layers import TOP, close, drag, fling, heard, listen, present, veto, wait_for_stack, wait_until_still

pytestmark = pytest.mark.holds("C10")

GALLERY = "/dev/presentations"
PAGE = f"{GALLERY}/page-sheet"
PHONE = (390, 844)


def dismiss(tab, reason):
    {"escape": lambda: tab.press("Escape"), "backdrop": lambda: tab.click_at(195, 4), "drag": lambda: fling(tab),
     "back": tab.go_back}[reason]()


@pytest.fixture
def sheet(visit):
    tab = visit(GALLERY, size=PHONE)
    listen(tab)
    present(tab, "#page-sheet-link")
    return tab


@pytest.mark.every_engine(reason="escape")
@pytest.mark.parametrize("reason", ["escape", "backdrop", "drag", "back"])
def test_dismissals_by_a_person_reach_script_in_order(sheet, reason):
    dismiss(sheet, reason)
    wait_for_stack(sheet)
    assert heard(sheet) == [f"{name} {reason} {PAGE}" for name in ("should-dismiss", "will-dismiss", "did-dismiss")]


def test_page_script_can_refuse(sheet):
    veto(sheet, "should-dismiss")
    for reason in ("escape", "backdrop", "drag", "back"):
        sheet.evaluate("void (window.heard.length = 0)")
        dismiss(sheet, reason)
        sheet.wait_for("window.heard.length === 2", "the attempt")
        wait_for_stack(sheet, PAGE)
        assert heard(sheet) == [f"{name} {reason} {PAGE}" for name in ("should-dismiss", "did-attempt-to-dismiss")]
        sheet.wait_for(f"location.pathname === '{PAGE}'", "the address to be that of the page")
    close(sheet)


def test_a_sheet_that_has_snapped_back_can_be_dragged_again(sheet):
    drag(sheet, f"{TOP} .grabber", (0, 60), seconds=0.6, slows=True)
    wait_until_still(sheet)
    drag(sheet, f"{TOP} .grabber", (0, 60), seconds=0.6, slows=True)
    wait_until_still(sheet)
    assert heard(sheet) == [f"{name} drag {PAGE}" for name in ("should-dismiss", "will-dismiss")] * 2
    fling(sheet)
    wait_for_stack(sheet)
    assert heard(sheet)[-1] == f"did-dismiss drag {PAGE}"
    assert sum(line.startswith("did-dismiss") for line in heard(sheet)) == 1


def test_close_and_script_send_no_attempt(sheet):
    close(sheet)
    present(sheet, "#page-sheet-link")
    sheet.evaluate("void portico.dismiss()")
    wait_for_stack(sheet)
    present(sheet, "#form-sheet-link")
    close(sheet)
    assert heard(sheet) == []


@pytest.mark.holds("C10", "C13")
def test_back_over_two_layers_tells_of_each(visit):
    tab = visit(GALLERY)
    listen(tab)
    present(tab, "#page-sheet-link")
    present(tab, "#page-sheet-form-sheet-link")
    tab.evaluate("history.go(-2)")
    wait_for_stack(tab)
    told = [line for line in heard(tab) if line.startswith("did-dismiss")]
    assert sorted(told) == sorted([f"did-dismiss back {PAGE}/form-sheet", f"did-dismiss back {PAGE}"])


def test_events_come_from_the_page_and_can_be_heard_there(sheet):
    sheet.of(TOP, "void (e.addEventListener('portico:did-dismiss', () => window.isHeard = !!e.dataset.url))")
    sheet.press("Escape")
    wait_for_stack(sheet)
    assert sheet.evaluate("window.isHeard")
