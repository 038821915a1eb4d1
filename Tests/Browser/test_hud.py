"""The HUD covers and blocks everything, and returns the focus."""

import pytest

from support.layers import SAVE, TOP, navigate, present, stack, wait_for_stack, wait_until_still
from support.overlay import PANEL, SHOWN, hide, reached, show, toast, wait_for_hud, wait_for_toasts, wait_until_gone
from support.steps import tab_to

pytestmark = pytest.mark.holds("D1")

SIZE = (1000, 700)
#: Points near each edge and corner, and the middle.
POINTS = [(3, 3), (500, 3), (997, 3), (3, 350), (500, 350), (997, 350), (3, 697), (500, 697), (997, 697)]


def test_it_covers_the_window_wherever_its_contents_are(visit):
    tab = visit("/", size=SIZE)
    for alignment in ("center", "topLeading", "bottom"):
        show(tab, text="Saving…", alignment=alignment)
        wait_for_hud(tab, "hud")
        assert {reached(tab, *point) for point in POINTS} == {"hud"}, alignment
        hide(tab)
        wait_until_gone(tab)


@pytest.mark.every_engine
def test_nothing_under_it_can_be_clicked_or_reached_by_the_keyboard(visit):
    tab = visit("/", size=SIZE)
    x, y = tab.evaluate("(b => [b.x + b.width / 2, b.y + b.height / 2])(document.querySelector('#account-link').getBoundingClientRect())")
    show(tab, text="Saving…")
    wait_for_hud(tab, "hud")
    tab.click_at(x, y)
    for _ in range(6):
        tab.press("Tab")
        # Chromium and Firefox pass through their own controls.
        assert tab.evaluate("document.activeElement.closest('.hud')?.className ?? document.activeElement.localName") in ("hud", "body", "html")
    tab.evaluate("void document.querySelector('#account-link').focus()")
    assert tab.focus != "account-link"
    assert (stack(tab), tab.path) == ([], "/")


#: Addresses to which forms of the page were posted: by the script, or by the browser.
POSTED = "performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname)"


@pytest.mark.every_engine
@pytest.mark.holds("D1", "D10")
def test_cancel_is_reached_and_pressed_by_the_keyboard(visit):
    tab = visit("/", size=SIZE)
    tab_to(tab, "edit-profile-link")
    show(tab, kind="progress", text="Exporting…", value=0.4, cancel="/dev/nothing")
    wait_for_hud(tab, "hud")
    assert tab.evaluate("document.activeElement.className") == "hud", "a key that is typed meanwhile cancels nothing"
    tab_inside(tab, f"{PANEL} button")
    tab.press("Enter")
    tab.wait_for(f"({POSTED}).includes('/dev/nothing')", "the request to cancel")
    wait_until_gone(tab)
    assert tab.focus == "edit-profile-link"


@pytest.mark.every_engine
@pytest.mark.holds("D1", "D7")
def test_the_keyboard_closes_a_failure(visit):
    tab = visit("/", size=SIZE)
    tab_to(tab, "edit-profile-link")
    for key in ("Enter", "Escape"):
        show(tab, kind="failure", text="Not saved. Try again.")
        wait_for_hud(tab, "hud")
        tab.press("Enter")
        tab.click_at(5, 5)
        assert tab.evaluate(SHOWN) == ["hud"], "a key that is typed meanwhile, and a click outside, close nothing"
        if key == "Enter":
            tab_inside(tab, f"{PANEL} > button")
        tab.press(key)
        wait_until_gone(tab)
        assert tab.focus == "edit-profile-link"


@pytest.mark.holds("D1")
def test_what_a_content_of_its_own_has_is_reached_by_the_keyboard_and_lost_with_it(visit):
    tab = visit("/", size=SIZE)
    tab.evaluate("""(() => {
        const template = document.createElement("template");
        template.innerHTML = window.trustedTypes?.emptyHTML ?? "";
        const field = Object.assign(document.createElement("input"), { id: "own-field", ariaLabel: "Code" });
        template.content.append(field, Object.assign(document.createElement("button"), { id: "own-button", textContent: "Go on" }));
        window.own = portico.hud.show({ id: "own", html: template });
    })()""")
    wait_for_hud(tab, "own")
    for control in ("#own-field", "#own-button"):
        tab_inside(tab, control)
    show(tab, text="Saving…")
    wait_for_hud(tab, "own", "hud")
    assert tab.focus == "own-button", "another content takes no focus"
    tab.evaluate("void own.hide()")
    wait_for_hud(tab, "hud")
    assert tab.evaluate("document.activeElement.className") == "hud"


def tab_inside(tab, selector):
    """Moves the focus to a control of the HUD. Chromium and Firefox pass through their own controls."""
    for _ in range(6):
        tab.press("Tab")
        if tab.of(selector, "e === document.activeElement"):
            return
    raise AssertionError(f"Tab does not reach {selector}")


def test_it_lies_over_sheets_and_their_question(visit):
    tab = visit("/dev/records/1", size=SIZE)
    show(tab, text="Saving…")
    wait_for_hud(tab, "hud")
    assert {reached(tab, *point) for point in POINTS} == {"hud"}
    hide(tab)
    wait_until_gone(tab)
    tab.fill("#record-name", "Unsaved")
    tab.press("Escape")
    tab.wait_for("!!document.querySelector('[data-question]:modal')", "the question")
    show(tab, text="Saving…")
    wait_for_hud(tab, "hud")
    assert {reached(tab, *point) for point in POINTS} == {"hud"}


def test_a_page_presented_meanwhile_comes_under_it(visit):
    tab = visit("/", size=SIZE)
    show(tab, text="Loading…")
    wait_for_hud(tab, "hud")
    tab.evaluate("void portico.present('/about')")
    wait_for_stack(tab, "/about")
    assert {reached(tab, *point) for point in POINTS} == {"hud"}
    assert tab.of(".hud", "e.contains(document.activeElement)")
    hide(tab)
    wait_until_gone(tab)
    assert tab.of(TOP, "e.contains(document.activeElement)"), "the focus goes where it was when it came under the HUD"
    tab.press("Escape")
    wait_for_stack(tab)


@pytest.mark.every_engine(typed="Unsaved")
@pytest.mark.parametrize("typed", ["Unsaved", None], ids=["unsaved", "untouched"])
def test_no_input_reaches_the_sheet_under_it(visit, typed):
    tab = visit("/dev/records", size=SIZE)
    present(tab, "#record-1-link")
    if typed:
        tab.fill("#record-name", typed)
    before = tab.focus
    show(tab, text="Loading…")
    wait_for_hud(tab, "hud")
    assert tab.evaluate("document.activeElement.closest('.hud') !== null")
    tab.evaluate("void addEventListener('popstate', () => { window.moves = (window.moves ?? 0) + 1; })")
    tab.go_back()
    tab.wait_for("window.moves === 2", "the way back and forth")
    wait_for_stack(tab, "/dev/records/1")
    for _ in range(3):
        tab.press("Escape")
    tab.click_at(5, 5)
    wait_until_still(tab)
    assert (stack(tab), tab.path) == (["/dev/records/1"], "/dev/records/1")
    assert (tab.count("[data-question]:modal"), tab.evaluate(SHOWN)) == (0, ["hud"])
    assert {reached(tab, *point) for point in POINTS} == {"hud"}
    hide(tab)
    wait_until_gone(tab)
    assert tab.focus == before, "the focus comes back"
    assert not typed or tab.value("#record-name") == typed
    tab.go_back()
    if typed:
        tab.wait_for("!!document.querySelector('[data-question]:modal')", "the question")
    else:
        wait_for_stack(tab)


def test_a_form_under_it_may_lead_back(visit, portico):
    """The page goes back, and the HUD shows that it is working."""
    tab = visit("/dev/presentations")
    present(tab, "#library-link")
    navigate(tab, "#record-1-link")
    tab.of("#record-name", "e.form.dataset.porticoHud = 'Saving…'")
    with portico.gate.holding("POST", "/dev/library/1"):
        tab.click(SAVE)
        wait_for_hud(tab, "portico-request")
    wait_for_stack(tab, "/dev/library")
    wait_until_gone(tab)


def test_the_focus_goes_where_it_would_have_gone_under_it(visit):
    tab = visit("/", size=SIZE)
    present(tab, "#about-portico-link")
    show(tab, text="Saving…")
    wait_for_hud(tab, "hud")
    tab.evaluate("void portico.dismiss()")
    wait_for_stack(tab)
    hide(tab)
    wait_until_gone(tab)
    assert tab.focus == "about-portico-link"


def test_the_page_under_it_stays_where_it_is(visit):
    tab = visit("/dev/presentations", size=SIZE)
    tab.evaluate("scrollTo(0, 200)")
    place = "JSON.stringify(document.querySelector('#others').getBoundingClientRect())"
    before = tab.evaluate(place)
    show(tab, text="Saving…")
    wait_for_hud(tab, "hud")
    assert tab.evaluate(place) == before
    hide(tab)
    wait_until_gone(tab)
    assert tab.evaluate(f"[scrollY, {place}]") == [200, before]


@pytest.mark.holds("D1", "D6", "D8")
def test_it_is_shown_on_the_cover_and_on_an_error_too(browse, engine, portico):
    tab = browse(engine, portico, size=SIZE)
    for fails, screen in (("off", "login"), ("on", "error")):
        portico.set(launchFails=fails)
        tab.goto("/")
        assert tab.screen == screen
        show(tab, text="Saving…", interactiveHide=True)
        wait_for_hud(tab, "hud")
        assert {reached(tab, *point) for point in POINTS} == {"hud"}
        assert tab.of(PANEL, "getComputedStyle(e).borderRadius") == "14px", "the HUD has its style"
        tab.press("Escape")
        wait_until_gone(tab)
        toast(tab, "Saved", duration=60)
        wait_for_toasts(tab, "Saved")
        tab.click(".toast-close")
        wait_for_toasts(tab)
