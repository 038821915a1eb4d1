"""Signing out: at once from the menu, with a question where input would be lost, and a question at its address."""

import pytest

from support.layers import QUESTION, TOP, answer, close, present, stack, wait_for_question, wait_for_stack
from support.steps import assert_cover, go, sign_out

pytestmark = pytest.mark.holds("A5")

END = "/session/end"
PHONE, DESK = (390, 844), (1280, 800)
#: The description that screen readers read with the focused field.
DESCRIPTION = "document.getElementById(document.activeElement.getAttribute('aria-describedby')).textContent"


@pytest.mark.holds("A5", "C1")
@pytest.mark.parametrize("size", [PHONE, DESK], ids=["phone", "desk"])
def test_the_last_row_of_the_menu_signs_out_at_once(administer, size):
    tab = administer("/", size=size)
    present(tab, "#menu-link")
    assert tab.evaluate(f"[...document.querySelectorAll('{TOP} .row')].at(-1).textContent.trim()") == "Log out"
    go(tab, "#menu-sign-out-button")
    assert_cover(tab)
    assert tab.evaluate(DESCRIPTION) == "You’re logged out."


def test_unsaved_input_is_asked_about_before(administer):
    tab = administer("/")
    # As on a page of an application, whose editor is not presented.
    tab.evaluate("""void (() => {
        const form = Object.assign(document.createElement('form'), { method: 'post', action: '/profile' });
        form.dataset.porticoGuard = '';
        form.append(Object.assign(document.createElement('input'), { id: 'draft', name: 'draft' }));
        document.querySelector('main').append(form);
    })()""")
    tab.fill("#draft", "Half a thought")
    present(tab, "#menu-link")
    tab.click("#menu-sign-out-button")
    wait_for_question(tab)
    answer(tab, "keep")
    tab.wait_for(f"!document.querySelector('{QUESTION}')", "the question to leave")
    assert (tab.screen, tab.value("#draft")) == ("main", "Half a thought")
    tab.click("#menu-sign-out-button")
    wait_for_question(tab)
    with tab.leaving():
        answer(tab, "discard")
    assert_cover(tab)


@pytest.mark.holds("C13")
def test_the_question_has_an_address(visit):
    tab = visit(END, size=DESK)
    assert stack(tab) == [END]
    assert (tab.text(f"{TOP} h1"), tab.focus) == ("Do you want to log out?", "question-cancel")
    close(tab, "#question-cancel")
    assert (tab.path, stack(tab)) == ("/", [])


@pytest.mark.holds("C8")
def test_a_question_goes_away_by_escape_and_by_a_click_outside(administer):
    tab = administer("/administration/brand", size=DESK)
    for leave in (lambda: tab.press("Escape"), lambda: tab.click_at(1200, 300), tab.go_back):
        present(tab, "#reset-brand-link")
        leave()
        wait_for_stack(tab)
        assert (tab.path, tab.focus) == ("/administration/brand", "reset-brand-link")


@pytest.mark.keeps_pages
@pytest.mark.holds("A8")
def test_back_never_shows_the_menu_to_somebody_who_is_signed_out(administer):
    tab = administer("/")
    sign_out(tab)
    tab.back()
    assert_cover(tab)
