"""Tables on the desk, and the same rows in the window of a telephone."""

import pytest

from support.layers import TOP, press, wait_for_stack
from support.people import ROOMY
from support.steps import go

pytestmark = pytest.mark.holds("E2")

OPTIONS = ROOMY
PEOPLE = "/administration/people"
TITLES = "[...document.querySelectorAll('#people-list .cell-title')].map(e => e.textContent)"
NAMES = [f"Desk {number:02}" for number in range(1, 31)]


@pytest.fixture(scope="module")
def desk(installation, tmp_path_factory):
    """People who are found by this text."""
    file = tmp_path_factory.mktemp("people") / "people.csv"
    file.write_text("username,name,email\n" + "".join(f"desk{n:02},Desk {n:02},desk{n:02}@example.org\n" for n in range(1, 31)))
    installation.users("import", str(file))
    return "desk"


def test_people_are_sorted_selected_and_disabled_on_the_desk(administer, desk):
    tab = administer(f"{PEOPLE}?text={desk}", size=(1280, 800))
    assert (tab.evaluate(TITLES), sorting(tab)) == (NAMES, "ascending")
    go(tab, "#people-list-table th[aria-sort] a")
    assert (tab.evaluate(TITLES), sorting(tab)) == (NAMES[::-1], "descending")
    # A new page sets the focus when it is first drawn.
    tab.wait_for("document.activeElement.textContent === 'Name'", "the focus on the header")

    press_until(tab, "Tab", "person-desk30-select")
    tab.press("Space")
    tab.wait_for_text(".selection [role=status]", "1 selected")
    press_until(tab, "Tab", "person-desk26-select")
    tab.press("Shift+Space")
    tab.wait_for_text(".selection [role=status]", "5 selected")
    assert tab.of("#people-list-select-all", "e.indeterminate && !e.checked")

    tab.evaluate("void (window.isOld = true, scrollTo(0, 600))")
    tab.wait_for("scrollY > 300", "the table to scroll")
    assert tab.of("#people-list-table thead th", "e.getBoundingClientRect().top") == pytest.approx(
        tab.of(".bar", "e.getBoundingClientRect().bottom"), abs=1.5)

    press_until(tab, "Shift+Tab", "people-disable")
    tab.press("Enter")
    tab.wait_for_text(f"{TOP} .choices-title", "Disable 5 accounts?")
    assert "Desk 30, Desk 29, Desk 28, Desk 27, Desk 26" in tab.text(f"{TOP} .choices")
    assert tab.focus == "question-cancel"
    press(tab, "#people-action-button")
    tab.wait_for_text(".toast .toast-text", "5 people were disabled")
    wait_for_stack(tab)
    tab.wait_for("[...document.querySelectorAll('#people-list td')].filter(e => e.textContent === 'Disabled').length === 5",
                 "the list as it is now")
    assert (tab.evaluate("window.isOld"), tab.text(".selection [role=status]")) == (True, "5 selected")

    tab.click("#people-list-select-all")
    tab.wait_for_text(".selection [role=status]", "30 selected")
    tab.click("#people-list-select-all")
    tab.wait_for("document.querySelector('#people-disable').checkVisibility() === false", "the actions to go")

    go(tab, "#person-desk30")
    details, activity = tab.box("#person-details"), tab.box("#person-activity")
    assert details[0] + details[2] <= activity[0], "the groups of a person stand in two columns"


def test_on_a_telephone_the_rows_are_as_in_other_lists(administer, desk):
    tab = administer(f"{PEOPLE}?text={desk}")
    assert tab.of("#people-list-table thead", "getComputedStyle(e).display") == "none"
    assert not tab.of("#person-desk01-select", "e.checkVisibility()")
    left, _, width, height = tab.box("#person-desk01")
    assert (width > 350, 50 <= height < 70, left < 20) == (True, True, True)
    tab.click("#people-list-selecting")
    tab.click("#person-desk01-select")
    tab.wait_for_text(".selection [role=status]", "1 selected")
    go(tab, "#person-desk02")
    assert tab.text("#person-user .cell-value") == "desk02"


def test_without_script_the_selection_is_a_form(administer, desk):
    tab = administer(f"{PEOPLE}?text={desk}", size=(1280, 800), script=False)
    for number in ("01", "02"):
        tab.click(f"#person-desk{number}-select")
    go(tab, "#people-end-sessions")
    assert tab.text(f"{TOP} .choices-title") == "Log out 2 people everywhere?"
    go(tab, "#people-action-button")
    assert tab.path == PEOPLE
    assert tab.text(".toast .toast-text") == "2 people were not logged in anywhere"


def sorting(tab):
    return tab.attribute("#people-list-table th[aria-sort]", "aria-sort")


def press_until(tab, key, name):
    """Presses a key until the element with this id has the focus."""
    for _ in range(60):
        if tab.evaluate("document.activeElement.id") == name:
            return
        tab.press(key)
    raise AssertionError(f"{key} does not reach {name}")


@pytest.mark.every_engine
def test_the_link_of_a_row_covers_its_row_and_nothing_else(administer):
    tab = administer(f"{PEOPLE}?text=ada", size=(1280, 800))
    _, top, _, height = tab.box("#person-ada-link")
    left, _, width, _ = tab.box("#people-list-table")
    assert under(tab, left + width - 20, top + height / 2) == "person-ada-link", "it is as wide as its row"
    for control in ("text", "navigation-mail", "invitations-link"):
        left, top, width, height = tab.box(f"#{control}")
        assert under(tab, left + width / 2, top + height / 2) == control


def under(tab, x, y):
    return tab.evaluate(f"document.elementFromPoint({x}, {y})?.id")
