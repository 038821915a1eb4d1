"""Without script a form that is sent after its session ended is not lost: it is there again after signing in."""

import pytest

from support.layers import SAVE, TOP, press, stack
from support.portico import PASSWORD
from support.steps import assert_cover, sign_in

pytestmark = pytest.mark.holds("B14")

EDIT, APPEARANCE, INVITE = "/profile/edit", "/settings/appearance", "/administration/people/invite"
NOTICE = "Your session had ended. Send this now?"
NASTY = "Grace </textarea> \"<b>' &amp; é"
#: So much later that no sign-in lasts.
LATER = 400_000_000
STATUS = "performance.getEntriesByType('navigation')[0].responseStatus"


@pytest.fixture
def typing(portico, visit_as_somebody_new):
    """Opens a page, and lets the session end there."""

    def typing(path):
        tab = visit_as_somebody_new(path, script=False)
        assert stack(tab) == [path]
        portico.set(clockOffset=LATER)
        return tab

    return typing


def save_profile(tab, note="One\n\ntwo", **fields):
    for field, value in {"name": NASTY, "note": note, **fields}.items():
        tab.fill(f"#{field}", value)
    press(tab, SAVE)
    assert_cover(tab)
    assert tab.evaluate(STATUS) in (401, None)  # WebKit does not say it.


@pytest.mark.every_engine
def test_what_was_typed_is_there_again_and_is_sent(typing):
    tab = typing(EDIT)
    save_profile(tab)
    sign_in(tab, tab.username)
    assert (tab.screen, stack(tab), tab.path.split("=")[0]) == ("main", [EDIT], "/draft?secret")
    assert tab.text(f"{TOP} form > :first-child") == NOTICE
    assert (tab.value("#name"), tab.value("#note"), tab.value("#pronouns")) == (NASTY, "One\n\ntwo", "")
    press(tab, SAVE)
    assert (tab.path, stack(tab), tab.count("#draft-notice")) == ("/", [], 0)
    assert tab.text("#profile-name .cell-value") == " ".join(NASTY.split())
    tab.goto(EDIT)
    assert (tab.value("#name"), tab.value("#note")) == (NASTY, "One\n\ntwo")


def test_a_wrong_password_loses_nothing(typing):
    tab = typing(EDIT)
    save_profile(tab)
    sign_in(tab, tab.username, "wrong")
    assert_cover(tab)
    sign_in(tab, tab.username)
    assert (stack(tab), tab.value("#name")) == ([EDIT], NASTY)


def test_leaving_it_asks_first(typing):
    tab = typing(EDIT)
    save_profile(tab)
    sign_in(tab, tab.username)
    with tab.leaving():
        tab.click(f"{TOP} .bar button[formaction]")
    assert tab.text(f"{TOP} .choices-title") == "You have unsaved changes"


def test_another_person_sees_nothing_of_it(typing, portico):
    tab = typing(EDIT)
    save_profile(tab)
    sign_in(tab)
    assert tab.screen == "error"
    assert "Grace" not in tab.evaluate("document.documentElement.outerHTML")
    tab.goto("/")
    assert tab.attribute("#screen", "data-account") == "local/ada"
    assert tab.count("#profile-note") == 0


def test_choices_are_there_again_and_nothing_is_sent_by_itself(typing):
    tab = typing(APPEARANCE)
    for choice in ("appearance-dark", "textSize-XXL"):
        tab.click(f"label:has(#{choice})")
    with tab.leaving():
        tab.click("#apply-appearance")
    assert_cover(tab)
    sign_in(tab, tab.username)
    assert (stack(tab), tab.text("#draft-notice")) == ([APPEARANCE], NOTICE)
    assert tab.of("#appearance-dark", "e.checked") and tab.of("#textSize-XXL", "e.checked")
    assert tab.attribute("html", "data-theme") is None
    with tab.leaving():
        tab.click("#apply-appearance")
    assert (tab.attribute("html", "data-theme"), tab.count("#draft-notice")) == ("dark", 0)


def test_where_the_page_asks_who_is_there_it_is_shown_as_text_and_sent_as_it_is(administer, portico):
    tab = administer(INVITE, script=False)
    portico.set(clockOffset=LATER)
    tab.fill("#email", "somebody@example.com")
    press(tab, "#send-invitation")
    assert_cover(tab)
    sign_in(tab)
    assert (stack(tab)[-1], tab.value("#email")) == (INVITE, "somebody@example.com")
    portico.set(clockOffset=LATER + 601)  # Too long after signing in for the page to be seen.
    tab.reload()
    assert (tab.text("#draft-notice"), tab.count("#email")) == (NOTICE, 0)
    assert "somebody@example.com" in tab.text(TOP)
    press(tab, "#send-draft")
    tab.fill("#reauthentication", PASSWORD)
    press(tab, "#reauthenticate")
    assert tab.path == "/administration/people"
