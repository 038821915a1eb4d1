"""Without script, a form submitted after its session has ended is not lost: it is there again after the sign-in."""

import pytest

from support.layers import SAVE, press, stack
from support.portico import PASSWORD
from support.session import IDLE
from support.steps import assert_cover, sign_in

pytestmark = pytest.mark.holds("B14")

EDIT, APPEARANCE, INVITE = "/profile/edit", "/settings/appearance", "/administration/people/invite"
NOTICE = "You were logged out before this was saved. Save it now?"
NASTY = "Grace </textarea> \"<b>' &amp; é"
SEND = "#send-draft"
STATUS = "performance.getEntriesByType('navigation')[0].responseStatus"


@pytest.fixture
def typing(portico, visit_as_somebody_new):
    """Opens a page, and lets its session end."""

    def typing(path):
        tab = visit_as_somebody_new(path, script=False)
        assert stack(tab) == [path]
        portico.set(clockOffset=IDLE)
        return tab

    return typing


def save_profile(tab, note="One\n\ntwo", **fields):
    for field, value in {"name": NASTY, "note": note, **fields}.items():
        tab.fill(f"#{field}", value)
    press(tab, SAVE)
    assert_cover(tab)
    assert tab.evaluate(STATUS) in (401, None)  # WebKit does not report it.


def test_input_is_shown_again_and_can_be_sent(typing):
    tab = typing(EDIT)
    save_profile(tab)
    sign_in(tab, tab.username)
    assert (tab.screen, tab.path.split("=")[0]) == ("main", "/draft?secret")
    assert tab.text("#draft-notice") == NOTICE
    shown = tab.text("#draft-fields")
    assert NASTY in shown and "One\n\ntwo" in shown
    press(tab, SEND)
    assert (tab.path, stack(tab), tab.count("#draft-notice")) == ("/", [], 0)
    assert tab.text("#profile-name .cell-value") == " ".join(NASTY.split())
    tab.goto(EDIT)
    assert (tab.value("#name"), tab.value("#note")) == (NASTY, "One\n\ntwo")


@pytest.mark.holds("B14", "E4")
def test_choices_are_shown_again_and_not_sent_by_themselves(typing):
    tab = typing(APPEARANCE)
    for choice in ("appearance-dark", "textSize-XXL"):
        tab.click(f"label:has(#{choice})")
    with tab.leaving():
        tab.click("#apply-appearance")
    assert_cover(tab)
    sign_in(tab, tab.username)
    assert tab.text("#draft-notice") == NOTICE
    assert tab.attribute("html", "data-theme") is None
    press(tab, SEND)
    assert (tab.attribute("html", "data-theme"), tab.count("#draft-notice")) == ("dark", 0)


def test_a_form_that_needs_a_proof_is_sent_after_it(administer, portico):
    tab = administer(INVITE, script=False)
    portico.set(clockOffset=IDLE)
    tab.fill("#email", "somebody@example.com")
    press(tab, "#send-invitation")
    assert_cover(tab)
    sign_in(tab)
    portico.set(clockOffset=IDLE + 601)  # The sign-in is now too old for an invitation without a proof.
    assert "somebody@example.com" in tab.text("#draft-fields")
    press(tab, SEND)
    tab.fill("#reauthentication", PASSWORD)
    press(tab, "#reauthenticate")
    assert tab.path == "/administration/people"
