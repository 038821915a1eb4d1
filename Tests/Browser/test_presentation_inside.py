"""Pages that a sheet leads to open inside it, at every width, each at its own address."""

import pytest

from support.layers import QUESTION, TOP, answer, wait_for_question, wait_for_stack
from support.steps import tab_to
from support.waiting import wait_until

pytestmark = pytest.mark.holds("C8", "C11", "C13")

ACCOUNT, PASSWORD = "/account", "/account/password"
PHONE, DESK = (390, 844), (1280, 800)


@pytest.mark.parametrize("size", [PHONE, DESK], ids=["phone", "desk"])
def test_the_keyboard_leads_into_a_sheet_back_and_out(visit, size):
    tab = visit("/", size=size)
    tab_to(tab, "account-link")
    tab.press("Enter")
    wait_for_stack(tab, ACCOUNT)
    place = tab.box(TOP)
    tab_to(tab, "change-password-link")
    tab.press("Enter")
    wait_for_stack(tab, PASSWORD)
    assert (tab.path, tab.focus, tab.count("dialog[open]")) == (PASSWORD, "current", 1)
    assert (tab.box(TOP)[0], tab.box(TOP)[2]) == (place[0], place[2]), "the sheet is as wide as before"

    tab.go_back()
    wait_for_stack(tab, ACCOUNT)
    assert tab.focus == "change-password-link"
    tab.go_forward()
    wait_for_stack(tab, PASSWORD)
    tab.reload()
    wait_for_stack(tab, PASSWORD)
    assert tab.text(f"{TOP} h1") == "Change password"

    tab_to(tab, "password")
    tab.type("something")
    tab.press("Escape")
    wait_for_question(tab)
    answer(tab, "keep")
    wait_until(lambda: tab.count(QUESTION) == 0, "the question to go")
    assert (tab.path, tab.value("#password")) == (PASSWORD, "something")
    tab.press("Escape")
    wait_for_question(tab)
    answer(tab, "discard")
    wait_for_stack(tab)
    assert (tab.path, tab.focus) == ("/", "account-link"), "Escape takes the whole sheet"


@pytest.mark.holds("C14")
def test_without_script_the_bar_leads_back_to_the_account(visit):
    tab = visit(ACCOUNT, script=False, size=DESK)
    for link, back in (("change-password", "Cancel"), ("sessions", "Account")):
        with tab.leaving():
            tab.click(f"#{link}-link")
        assert tab.text(f"{TOP} .bar a") == back
        with tab.leaving():
            tab.click(f"{TOP} .bar a")
        assert tab.path == ACCOUNT
