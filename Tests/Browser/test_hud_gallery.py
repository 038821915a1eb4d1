"""The gallery of the HUD and of toasts: its buttons have their effects, on the page and over a sheet."""

import pytest

from support.layers import TOP, present
from support.overlay import GALLERY, SHOWN, wait_for_hud, wait_for_toasts, wait_until_gone

pytestmark = pytest.mark.holds("D2", "D6")


@pytest.fixture
def tab(visit):
    tab = visit(GALLERY, size=(1000, 700))
    tab.wait_for("'hudGallery' in document.documentElement.dataset", "the gallery")
    return tab


def act(tab, name, scope=""):
    tab.of(f"{scope} [data-act={name}]", "e.scrollIntoView()")
    tab.of(f"{scope} [data-act={name}]", "e.click()")


def test_the_values_of_the_form_are_shown(tab):
    fields = {"id": "mine", "kind": "progress", "text": "Half of it", "value": "0.5", "alignment": "top", "background": "#0000ff80",
              "curve": "easeOut", "seconds": "0.2", "interactiveHide": "true", "minimum": "0.1"}
    for field, value in fields.items():
        tab.of(f"#{field}", f"e.value = '{value}'")
    tab.of("[name=transition][value=moveTop]", "e.checked = true")
    act(tab, "show")
    wait_for_hud(tab, "mine")
    data = tab.of(".hud-content", "[e.dataset.kind, e.dataset.alignment, e.dataset.transition]")
    assert data == ["progress", "top", "moveTop"]
    assert (tab.text(".hud-text"), tab.of(".hud progress", "e.value")) == ("Half of it", 0.5)
    tab.press("Escape")
    wait_until_gone(tab)
    tab.wait_for_text("#gallery-said", "mine has ended")


def test_several_and_updates_and_all_at_once(tab):
    act(tab, "three")
    wait_for_hud(tab, "three-0", "three-1", "three-2")
    act(tab, "update")
    tab.wait_for(f"({SHOWN}).length === 4", "one more content, with an id of its own")
    act(tab, "update")
    tab.wait_for_text(".hud-content:not([data-id^=three]) .hud-text", "20 percent")
    act(tab, "hide")
    wait_for_hud(tab, "three-0", "three-1", "three-2")
    act(tab, "hide-all")
    wait_until_gone(tab)
    tab.evaluate(f"""(() => {{
        window.most = 0;
        new MutationObserver(() => {{
            window.most = Math.max(most, ({SHOWN}).length);
        }}).observe(document, {{ subtree: true, childList: true }});
    }})()""")
    act(tab, "burst")
    tab.wait_for("most === 5")
    wait_until_gone(tab)


@pytest.mark.holds("D8")
def test_toasts(tab):
    tab.fill("#toast-label", "Undo")
    tab.fill("#toast-duration", "60")
    act(tab, "toast")
    wait_for_toasts(tab, "Order 7 is saved")
    tab.of("#gallery-said", """void (window.said = [], new MutationObserver(() => said.push(e.textContent))
        .observe(e, { childList: true }))""")
    tab.click(".toast-action:not([hidden])")
    tab.wait_for("said.length === 2")
    chosen, left = tab.evaluate("said")
    assert (chosen, left.endswith(" has left")) == ("Undo was chosen", True)
    wait_for_toasts(tab)
    tab.fill("#toast-duration", "")
    act(tab, "toast-five")
    wait_for_toasts(tab, "Number 3", "Number 4", "Number 5")


def test_over_a_sheet(tab):
    present(tab, "#hud-sheet-link")
    act(tab, "toast", TOP)
    wait_for_toasts(tab, "Order 7 is saved")
    act(tab, "three", TOP)
    wait_for_hud(tab, "three-0", "three-1", "three-2")
    act(tab, "hide-all", TOP)
    wait_until_gone(tab)
