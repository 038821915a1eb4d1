"""About and the licences: a sheet with navigation inside."""

import pytest

from support.layers import TOP, close, fling, navigate, present, stack, wait_for_stack

pytestmark = pytest.mark.holds("C13")

ABOUT, LICENCES = "/about", "/about/licences"
BACK = f"{TOP} .bar [data-portico-navigate=back]"


def test_a_person_reads_a_licence_and_comes_back(visit):
    tab = visit("/", size=(390, 844))
    present(tab, "#about-portico-link")
    assert (tab.path, tab.text(f"{TOP} h1")) == (ABOUT, "About Portico")
    assert tab.text("#server-version .cell-value")
    navigate(tab, "#licences-link")
    assert (tab.path, tab.text(f"{TOP} h1")) == (LICENCES, "Licences")
    first = tab.attribute("#licence-list a", "id")
    name = tab.text(f"#{first} .cell-title")
    navigate(tab, f"#{first}")
    assert tab.text(f"{TOP} h1") == name
    assert len(tab.text(f"{TOP} #licence-text")) > 500
    navigate(tab, BACK)
    assert tab.path == LICENCES
    navigate(tab, BACK)
    assert tab.path == ABOUT
    close(tab)
    assert (tab.path, stack(tab)) == ("/", [])
    assert tab.focus == "about-portico-link"
    tab.go_forward()
    wait_for_stack(tab, ABOUT)


def test_pages_inside_a_sheet_come_from_one_side_and_back_from_the_other(visit):
    tab = visit(ABOUT)
    tab.evaluate("""void (window.sides = [], document.addEventListener("animationstart", ({ animationName, target: e }) =>
        animationName === "comes" && sides.push([e.classList[0], getComputedStyle(e).getPropertyValue("--side")])))""")
    navigate(tab, "#licences-link")
    assert tab.evaluate("sides") == [["page", "100%"]]
    navigate(tab, BACK)
    assert tab.evaluate("sides") == [["page", "100%"], ["page", "-30%"]]


def test_every_licence_has_an_address_of_its_own(visit):
    tab = visit(LICENCES)
    paths = tab.evaluate("[...document.querySelectorAll('#licence-list a')].map(e => e.pathname)")
    assert len(paths) > 5
    tab.goto(paths[-1])
    assert stack(tab) == [paths[-1]]
    navigate(tab, BACK)
    assert tab.path == LICENCES
    close(tab)
    assert (tab.path, stack(tab)) == ("/", [])


@pytest.mark.holds("C8")
def test_a_swipe_takes_the_sheet_away_wherever_it_has_gone(visit):
    tab = visit("/", size=(390, 844))
    present(tab, "#about-portico-link")
    navigate(tab, "#licences-link")
    fling(tab)
    wait_for_stack(tab)
    assert (tab.path, tab.focus) == ("/", "about-portico-link")


def test_the_focus_goes_along_inside(visit):
    tab = visit(ABOUT)
    navigate(tab, "#licences-link")
    assert tab.of(TOP, "e.contains(document.activeElement)")
    tab.go_back()
    wait_for_stack(tab, ABOUT)
    assert tab.of(TOP, "e.contains(document.activeElement)")
