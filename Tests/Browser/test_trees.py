"""The accessibility tree of each screen. Those of other states are in the journeys that lead to them."""

import pytest

from support.layers import QUESTION, answer, wait_for_question, wait_for_stack, wait_until_still
from support.overlay import show, toast, wait_for_hud, wait_for_toasts
from support.people import PASSWORD, ROOMY
from support.trees import assert_tree

pytestmark = pytest.mark.holds("B8", "C1", "D10", "E2")

OPTIONS = {"PORTICO_ACCOUNTS_REGISTRATION": "open", **ROOMY}
SIGNED_OUT = {"login": "/", "registration": "/registration", "password-reset": "/password/reset", "not-found": "/nothing/here"}
SCREENS = {
    "main": "/", "menu": "/menu", "about": "/about", "account": "/account", "password": "/account/password",
    "email": "/account/email", "factors": "/account/factors", "sessions": "/account/sessions", "data": "/account/data", "delete": "/account/delete",
    "accounts": "/accounts", "sign-out": "/session/end", "profile": "/profile/edit", "appearance": "/settings/appearance",
    "settings-file": "/account/settings", "workplace": "/workplace/factory", "administration": "/administration",
    "people": "/administration/people", "people-none": "/administration/people?text=no+such+person",
    "people-new": "/administration/people/new", "invite": "/administration/people/invite", "import": "/administration/people/import",
    "person": "/administration/person/grace", "disable": "/administration/person/grace/disable",
    "invitations": "/administration/invitations", "events-none": "/administration/events?from=1999-01-01&to=1999-01-02",
    "mail": "/administration/mail", "installation": "/administration/settings", "brand": "/administration/brand",
    "presentations": "/dev/presentations/page-sheet/form-sheet", "detents": "/dev/presentations/medium-and-large"}


@pytest.fixture(scope="module")
def open_tab(engines, installation):
    """A browser for all screens, in a phone's window."""
    installation.users("add", "grace", "--name", "Grace Hopper", "--email", "grace@example.org", password=PASSWORD)
    tabs = {}

    def open_tab(cookies=()):
        key = len(cookies)
        if key not in tabs:
            tabs[key] = engines.open("chromium", installation.origin, cookies)
        return tabs[key]

    yield open_tab
    for tab in tabs.values():
        tab.close()


@pytest.fixture
def signed_in_tab(open_tab, engine, signed_in):
    skip_others(engine)
    return open_tab(signed_in)


def skip_others(engine):
    if engine != "chromium":
        pytest.skip("one driver shows the tree")


@pytest.mark.parametrize("name", SIGNED_OUT)
def test_the_tree_of_a_screen_before_the_door(open_tab, engine, name):
    skip_others(engine)
    tab = open_tab()
    tab.goto(SIGNED_OUT[name])
    assert_tree(tab, name)


@pytest.mark.parametrize("name", SCREENS)
def test_the_tree_of_a_screen(signed_in_tab, name):
    signed_in_tab.goto(SCREENS[name])
    assert_tree(signed_in_tab, name)


def test_the_tree_of_a_mistake_and_of_a_question(signed_in_tab):
    tab = signed_in_tab
    tab.goto("/account/password")
    tab.fill("#current", "not the password at all")
    tab.fill("#password", "short")
    tab.press("Enter")
    tab.wait_for("document.querySelector('[aria-invalid=true]')", "the problem")
    assert_tree(tab, "password-problem")
    tab.goto("/profile/edit")
    tab.fill("#note", "Unsaved")
    tab.press("Escape")
    wait_for_question(tab)
    assert_tree(tab, "question", QUESTION)
    answer(tab, "discard")
    wait_for_stack(tab)


def test_the_tree_of_a_toast_and_of_the_hud(signed_in_tab):
    tab = signed_in_tab
    tab.goto("/about")
    toast(tab, "Deleted", duration=0, action={"label": "Undo", "href": "/"})
    wait_for_toasts(tab, "Deleted")
    assert_tree(tab, "toast", ".toasts:has(li)")
    show(tab, kind="progress", text="Exporting…", value=0.4, cancel="/dev/nothing")
    wait_for_hud(tab, "hud")
    wait_until_still(tab)
    assert_tree(tab, "hud", ".hud-panel")
