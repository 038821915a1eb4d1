"""The question before signing out: an action sheet in compact width, a popover in regular width."""

import pytest

from support.layers import TOP, close, present, stack, wait_for_stack
from support.steps import assert_cover, sign_out

pytestmark = pytest.mark.holds("A5")

END = "/session/end"
PHONE, DESK = (390, 844), (1280, 800)


@pytest.mark.holds("A5", "C1")
@pytest.mark.parametrize("size", [PHONE, DESK], ids=["phone", "desk"])
def test_a_person_is_asked_and_signs_out(administer, size):
    tab = administer("/", size=size)
    present(tab, "#sign-out-link")
    assert (tab.path, tab.text(f"{TOP} h1")) == (END, "Do you want to log out?")
    assert tab.attribute(TOP, "data-style") == "confirmationDialog"
    left, top, width, height = tab.box(TOP)
    if size[0] < 640:
        assert top + height > 780, "it is at the bottom, near the thumb"
    else:
        assert top < 150 and left < 300, "it is beside its link"
    close(tab, "#sign-out-cancel")
    assert (tab.path, tab.screen) == ("/", "main")
    sign_out(tab)
    assert_cover(tab)
    assert tab.path == "/"


def test_the_question_goes_away_by_escape_and_by_a_click_outside(visit):
    tab = visit("/", size=(1280, 800))
    for leave in (lambda: tab.press("Escape"), lambda: tab.click_at(900, 700), tab.go_back):
        present(tab, "#sign-out-link")
        leave()
        wait_for_stack(tab)
        assert (tab.path, tab.focus) == ("/", "sign-out-link")


@pytest.mark.holds("C13")
def test_the_question_has_an_address(visit):
    tab = visit(END)
    assert stack(tab) == [END]
    close(tab, "#sign-out-cancel")
    assert (tab.path, stack(tab)) == ("/", [])


@pytest.mark.keeps_pages
@pytest.mark.holds("A8")
def test_back_never_shows_the_question_to_somebody_who_is_signed_out(administer):
    tab = administer("/")
    sign_out(tab)
    tab.back()
    assert_cover(tab)
