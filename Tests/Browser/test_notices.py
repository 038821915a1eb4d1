"""The notice of a form is shown once, on its target page, whatever happens in between."""

import pytest

from support.layers import SAVE, press, present, wait_for_stack
from support.overlay import wait_for_toasts

pytestmark = pytest.mark.holds("D9")

BOTH = pytest.mark.parametrize("script", [True, False], ids=["script", "no-script"])
SAVED = "Profile saved"


def toasts(tab):
    return tab.evaluate("[...document.querySelectorAll('.toast-text')].map(e => e.textContent)")


def save(portico, tab):
    """Submits the form with this tab's cookies, without opening its target page."""
    status, headers, _ = portico.ask(
        "/profile", tab.brought, account=f"local/{tab.username}", name="Grace", pronouns="", note="")
    assert (status, headers["Location"]) == (303, "/")


@pytest.mark.every_engine(script=True)
@pytest.mark.holds("D9", "D11")
@BOTH
def test_a_save_is_announced_once(visit_as_somebody_new, script):
    tab = visit_as_somebody_new("/", script=script)
    present(tab, "#edit-profile-link")
    tab.fill("#note", "Once")
    press(tab, SAVE)
    wait_for_stack(tab)
    tab.wait_for_text(".presenter .toast-text", SAVED)
    assert toasts(tab) == [SAVED]
    tab.reload()
    assert toasts(tab) == []


def test_a_page_of_another_release_loses_no_notice(visit_as_somebody_new, portico):
    with portico.gate.refusing("GET", "/events"):
        tab = visit_as_somebody_new("/")
        tab.evaluate("""void document.querySelector("script[type=module]").removeAttribute("src")""")
        with tab.leaving():
            save(portico, tab)  # By another page of the browser. This page asks for missed events when its stream is refused.
    wait_for_toasts(tab, SAVED)
