"""Pages updated in place keep their elements, the focus and the scroll position."""

import pytest

from support.layers import PENDING, SAVE, TOP, navigate, present, stack, wait_for_stack
from support.markup import elements
from support.overlay import TIMERS
from support.people import rename
from support.waiting import wait_until

GALLERY = "/dev/presentations"
RECORDS = "/dev/records"
APPEARANCE = "/settings/appearance"
NAME = "#profile-name .cell-value"


@pytest.mark.holds("C12", "C13")
def test_a_page_that_is_gone_back_to_in_a_sheet_is_as_it_was_left(visit):
    tab = visit(GALLERY, size=(390, 300))
    present(tab, "#library-link")
    tab.of("#record-3-link", "e.scrollIntoView()")
    top = tab.of(TOP, "e.scrollTop")
    assert top > 0
    navigate(tab, "#record-3-link")
    assert tab.of(TOP, "e.scrollTop") == 0
    assert tab.of(TOP, "(e.scrollTo(0, 40), e.scrollTop)") > 0
    tab.go_back()
    wait_for_stack(tab, "/dev/library")
    assert (tab.of(TOP, "e.scrollTop"), tab.focus) == (top, "record-3-link")
    navigate(tab, "#record-3-link")
    assert tab.of(TOP, "e.scrollTop") == 0, "a newly opened page begins at its top"


@pytest.mark.holds("C12", "C13")
def test_a_page_that_is_gone_back_to_is_as_it_was_left_also_when_it_comes_late(visit, portico):
    tab = visit(GALLERY, size=(390, 300))
    present(tab, "#library-link")
    tab.of("#record-3-link", "e.scrollIntoView()")
    top = tab.of(TOP, "e.scrollTop")
    navigate(tab, "#record-3-link")
    with portico.gate.holding("GET", "/dev/library"):
        tab.go_back()
        tab.wait_for(f"document.querySelector('{PENDING}')", "what is shown meanwhile")
    wait_for_stack(tab, "/dev/library")
    assert (tab.of(TOP, "e.scrollTop"), tab.focus) == (top, "record-3-link")


@pytest.mark.holds("E10")
def test_a_region_that_changes_stays_the_same_element(visit_as_somebody_new, portico):
    tab = visit_as_somebody_new("/")
    tab.of(NAME, "void (e.isTheSame = true, e.tabIndex = 0, e.focus())")
    rename(portico, tab, portico.sign_in(tab.username), "Ada King")
    tab.wait_for_text(NAME, "Ada King")
    assert tab.of(NAME, "e.isTheSame")


@pytest.mark.holds("E10")
def test_a_behaviour_still_hears_its_element_after_an_update(visit_as_somebody_new, portico):
    tab = visit_as_somebody_new("/")
    tab.evaluate("""void (window.clicks = 0, portico.define("#profile-name", class extends portico.Behaviour {
        connect() { this.on(this.element, "click", () => { window.clicks += 1; }); }
    }))""")
    rename(portico, tab, portico.sign_in(tab.username), "Ada King")
    tab.wait_for_text(NAME, "Ada King")
    tab.of("#profile-name", "e.click()")
    assert tab.evaluate("window.clicks") == 1


@pytest.mark.holds("E10", "C12")
def test_a_choice_is_fetched_once_by_the_tab_that_made_it(visit_as_somebody_new, portico):
    tab = visit_as_somebody_new("/")
    present(tab, "#appearance-link")
    before = portico.gate.count("GET", APPEARANCE)
    tab.click("label:has(#appearance-dark)")
    tab.wait_for("document.documentElement.dataset.theme === 'dark'")
    # Events arrive in order: after the event of the other browser, that of the choice has arrived too.
    rename(portico, tab, portico.sign_in(tab.username), "Ada King")
    tab.wait_for_text(NAME, "Ada King")
    assert portico.gate.count("GET", APPEARANCE) - before == 2


@pytest.mark.holds("C13")
def test_a_link_to_a_part_of_a_sheet_is_no_step(visit):
    tab = visit(GALLERY)
    present(tab, "#page-sheet-link")
    tab.of(f"{TOP} .page", f"""e.append({elements(
        '<a id="to-part" href="#part">Part</a><p tabindex="-1" id="part">The part</p>')})""")
    length = tab.evaluate("history.length")
    tab.click("#to-part")
    tab.wait_for("document.activeElement.id === 'part'", "the part")
    assert (tab.evaluate("history.length"), stack(tab)) == (length, [f"{GALLERY}/page-sheet"])
    tab.click(f"{TOP} .bar [data-portico-dismiss]")
    wait_for_stack(tab)
    assert tab.path == GALLERY


@pytest.mark.holds("C13")
def test_a_link_to_a_sheet_leads_to_a_part_of_it(visit):
    tab = visit(GALLERY)
    tab.of("#page-sheet-link", "void (e.hash = 'text-page-sheet')")
    present(tab, "#page-sheet-link")
    assert tab.focus == "text-page-sheet"


@pytest.mark.holds("B10")
def test_a_presented_page_returns_a_value(visit):
    tab = visit(GALLERY)
    tab.evaluate("void portico.present('/dev/presentations/page-sheet').then((value) => { window.value = value; })")
    wait_for_stack(tab, f"{GALLERY}/page-sheet")
    tab.of(f"{TOP} .page", f"""e.append({elements(
        '<a id="choice" href="/dev/presentations" data-portico-dismiss data-portico-value="7">Seven</a>')})""")
    tab.click("#choice")
    tab.wait_for("window.value === '7'", "the value")
    wait_for_stack(tab)


@pytest.mark.holds("B10")
def test_a_presented_page_that_is_dismissed_returns_nothing(visit):
    tab = visit(GALLERY)
    tab.evaluate("void portico.present('/dev/presentations/page-sheet').then((value) => { window.value = String(value); })")
    wait_for_stack(tab, f"{GALLERY}/page-sheet")
    tab.press("Escape")
    tab.wait_for("window.value === 'undefined'", "the end")
    wait_for_stack(tab)


@pytest.mark.holds("B10")
def test_a_presentation_can_be_aborted(visit, portico):
    tab = visit(GALLERY)
    path = f"{GALLERY}/page-sheet"
    present_it = f"""window.value = null, window.request = new AbortController(),
        portico.present('{path}', {{ signal: request.signal }}).then((value) => {{ window.value = String(value); }})"""
    before = portico.gate.count("GET", path)
    tab.evaluate(f"void ({present_it}, request.abort())")
    tab.wait_for("window.value === 'undefined'", "the end of what is called off at once")
    assert portico.gate.count("GET", path) == before
    with portico.gate.holding("GET", path):
        tab.evaluate(f"void ({present_it})")
        wait_until(lambda: portico.gate.count("GET", path) > before, "the page to be asked for")
        tab.evaluate("request.abort()")
    tab.wait_for("window.value === 'undefined'", "the end")
    assert (stack(tab), tab.path) == ([], GALLERY)


@pytest.mark.holds("D6")
@pytest.mark.parametrize("outcome", ["resolve", "reject"])
def test_a_toast_of_a_promise_shows_its_outcome(visit, outcome):
    tab = visit(GALLERY)
    tab.evaluate("""void portico.toast(new Promise((resolve, reject) => Object.assign(window, { resolve, reject })),
        { loading: "Saving", success: (number) => `Saved as ${number}`, failure: (error) => `Not saved: ${error}` })""")
    tab.wait_for("document.querySelector('.toast')?.textContent.includes('Saving')", "the toast")
    tab.evaluate(f"window.{outcome}(7)")
    said = {"resolve": "Saved as 7", "reject": "Not saved: 7"}[outcome]
    kind = {"resolve": "success", "reject": "failure"}[outcome]
    tab.wait_for(f"document.querySelector('.toast[data-kind={kind}]')?.textContent.includes('{said}')"
                 f" && {TIMERS}.some(a => a.effect.getComputedTiming().endTime < 60_000)", "what came of it, and its time to run")


@pytest.mark.holds("B10")
def test_a_form_returns_the_value_of_its_response(visit):
    tab = visit(RECORDS)
    tab.evaluate(f"void portico.present('{RECORDS}/2').then((value) => {{ window.value = value; }})")
    wait_for_stack(tab, f"{RECORDS}/2")
    tab.fill("#record-name", "Ünal & Söhne, 100 %")
    tab.click(SAVE)
    tab.wait_for("window.value === 'Ünal & Söhne, 100 %'", "the value")
    wait_for_stack(tab)


@pytest.mark.holds("B10")
def test_a_page_that_is_presented_twice_while_it_comes_returns_to_both(visit, portico):
    tab = visit(GALLERY)
    tab.evaluate("void (window.values = [])")
    with portico.gate.holding("GET", f"{GALLERY}/page-sheet"):
        for _ in range(2):
            tab.evaluate(f"void portico.present('{GALLERY}/page-sheet').then((value) => {{ values.push(String(value)); }})")
    wait_for_stack(tab, f"{GALLERY}/page-sheet")
    assert tab.evaluate("values") == []
    tab.press("Escape")
    tab.wait_for("values.length === 2", "the end of both")


@pytest.mark.holds("C13")
def test_a_link_to_a_part_of_the_root_page_is_a_step_of_its_own(visit):
    tab = visit(GALLERY)
    tab.of(".presenter .page", f"""e.prepend({elements('<a id="to-part" href="#part">Part</a><p id="part">Part</p>')})""")
    tab.click("#to-part")
    tab.wait_for("location.hash === '#part'", "the part")
    present(tab, "#page-sheet-link")
    tab.click(f"{TOP} .bar [data-portico-dismiss]")
    wait_for_stack(tab)
    tab.wait_for("location.hash === '#part'", "the way back")
    present(tab, "#form-sheet-link")
    tab.go_back()
    wait_for_stack(tab)
    assert tab.evaluate("location.hash") == "#part"


@pytest.mark.holds("C12")
def test_a_page_that_is_late_is_waited_for_in_the_style_of_its_link(visit, portico):
    tab = visit(GALLERY)
    tab.of("#form-sheet-link", "e.setAttribute('data-portico-present', 'formSheet')")
    with portico.gate.holding("GET", f"{GALLERY}/form-sheet"):
        tab.click("#form-sheet-link")
        tab.wait_for("document.querySelector('dialog[data-pending]')?.dataset.style === 'formSheet'", "what waits for it")
    wait_for_stack(tab, f"{GALLERY}/form-sheet")


@pytest.mark.holds("E10")
def test_an_element_keeps_the_focus_if_one_before_it_is_removed(visit_as_somebody_new, portico):
    tab = visit_as_somebody_new("/")
    tab.of("#appearance-link", f"void (e.isTheSame = true, e.before({elements('<p id=gone>Gone</p>')}), e.focus())")
    status, _, _ = portico.ask(APPEARANCE, portico.sign_in(tab.username), account=f"local/{tab.username}", appearance="dark")
    assert status == 303
    tab.wait_for("document.querySelector('#appearance .cell-value').textContent.includes('Dark')", "the change")
    assert (tab.count("#gone"), tab.focus) == (0, "appearance-link")
    assert tab.of("#appearance-link", "e.isTheSame")
