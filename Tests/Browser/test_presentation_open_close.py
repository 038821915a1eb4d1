"""Every style opens over the current page, and every control closes it."""

import pytest

from support.layers import TOP, close, has_focus_inside, listen, heard, present, stack, wait_for_stack, wait_until_gone

pytestmark = pytest.mark.holds("C1")

GALLERY = "/dev/presentations"
STYLES = {
    "automatic": "pageSheet", "page-sheet": "pageSheet", "form-sheet": "formSheet", "popover": "popover",
    "full-screen": "fullScreen", "over-full-screen": "overFullScreen", "current-context": "currentContext",
    "confirmation-dialog": "confirmationDialog"}
PHONE, DESK = (390, 844), (1280, 800)


@pytest.mark.every_engine(size=PHONE)
@pytest.mark.holds("C1", "C2")
@pytest.mark.parametrize("size", [PHONE, DESK], ids=["phone", "desk"])
def test_every_style_opens_with_one_request_and_closes_at_its_opener(visit, portico, size):
    tab = visit(GALLERY, size=size)
    tab.evaluate("void (window.isTheSame = true)")
    for sample, style in STYLES.items():
        portico.gate.requests.clear()
        url = present(tab, f"#{sample}-link")
        assert (tab.path, tab.attribute(TOP, "data-style")) == (url, style)
        assert portico.gate.count("GET", url) <= 1, "it takes one request, or none if it was fetched in advance"
        assert tab.count(f"{TOP}:modal") == 1
        assert has_focus_inside(tab), sample
        assert tab.evaluate("document.title").startswith(tab.text(f"{TOP} h1"))
        close(tab, f"{TOP} .choice-cancel" if sample == "confirmation-dialog" else f"{TOP} .bar [data-portico-dismiss]")
        assert (tab.path, tab.focus) == (GALLERY, f"{sample}-link")
        wait_until_gone(tab)
    assert tab.evaluate("window.isTheSame"), "the document was never replaced"


@pytest.mark.holds("C1", "C8")
def test_the_keyboard_opens_and_closes(visit):
    tab = visit(GALLERY)
    for sample in ("page-sheet", "popover", "full-screen", "confirmation-dialog"):
        tab.of(f"#{sample}-link", "e.focus()")
        tab.press("Enter")
        wait_for_stack(tab, f"{GALLERY}/{sample}")
        # A full screen closes only by its buttons.
        tab.press(*(["Tab", "Enter"] if sample == "full-screen" else ["Escape"]))
        wait_for_stack(tab)
        assert tab.focus == f"{sample}-link"


@pytest.mark.every_engine
def test_a_click_outside_closes_a_page_that_has_an_outside(visit):
    tab = visit(GALLERY, size=DESK)
    for sample in ("page-sheet", "form-sheet", "popover", "confirmation-dialog"):
        present(tab, f"#{sample}-link")
        tab.click_at(30, 780)
        wait_for_stack(tab)
    present(tab, "#full-screen-link")
    tab.click_at(30, 780)
    assert stack(tab) == [f"{GALLERY}/full-screen"]


def test_a_press_inside_that_ends_outside_closes_nothing(visit):
    tab = visit(GALLERY, size=DESK)
    present(tab, "#form-sheet-link")
    left, top, _, _ = tab.box(TOP)
    pointer = tab.pointer()
    pointer.down(left + 30, top + 90)
    pointer.follow([(left - 40, top + 90)], 0.1)
    pointer.up()
    assert stack(tab) == [f"{GALLERY}/form-sheet"]


def test_a_click_in_a_bar_or_a_page_closes_nothing(visit):
    tab = visit(GALLERY)
    present(tab, "#page-sheet-link")
    left, top, width, _ = tab.box(f"{TOP} .bar")
    tab.click_at(left + width - 20, top + 20)
    tab.click(f"{TOP} .page p")
    assert stack(tab) == [f"{GALLERY}/page-sheet"]


def test_a_link_that_is_clicked_twice_quickly_presents_once(visit, portico):
    tab = visit(GALLERY)
    portico.gate.requests.clear()
    length = tab.evaluate("history.length")
    portico.set(layerDelay=200)
    tab.evaluate("(e => void (e.click(), e.click(), e.click()))(document.querySelector('#page-sheet-link'))")
    wait_for_stack(tab, f"{GALLERY}/page-sheet")
    assert tab.evaluate("history.length") == length + 1
    assert portico.gate.count("GET", f"{GALLERY}/page-sheet") == 1
    close(tab)
    assert tab.path == GALLERY


def test_a_page_is_fetched_while_the_pointer_rests_on_its_link(visit, portico, engine):
    tab = visit(GALLERY, size=DESK)
    portico.gate.requests.clear()
    left, top, width, height = tab.box("#page-sheet-link")
    pointer = tab.pointer()
    pointer.down(5, 300)
    pointer.up()
    pointer.follow([(left + width / 2, top + height / 2)], 0.1)
    tab.wait_for("performance.getEntriesByType('resource').some(e => e.name.endsWith('/page-sheet') && e.responseEnd)")
    with portico.gate.cut():
        present(tab, "#page-sheet-link")
    assert portico.gate.count("GET", f"{GALLERY}/page-sheet") == 1


def test_a_link_opened_in_another_tab_is_left_to_the_browser(visit, engine):
    tab = visit(GALLERY)
    asked = "(e => e.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, %s })))" \
        "(document.querySelector('#page-sheet-link'))"
    tab.evaluate("void addEventListener('click', e => { window.isLeft = !e.defaultPrevented; e.preventDefault() })")
    for key in ("ctrlKey: true", "metaKey: true", "shiftKey: true", "altKey: true"):
        tab.evaluate(asked % key)
        assert tab.evaluate("window.isLeft"), key
    assert stack(tab) == []


@pytest.mark.holds("B10")
def test_page_script_presents_and_dismisses(visit):
    tab = visit(GALLERY)
    listen(tab)
    tab.evaluate(f"void portico.present('{GALLERY}/form-sheet').then(() => {{ window.isOver = true; }})")
    wait_for_stack(tab, f"{GALLERY}/form-sheet")
    tab.evaluate("void portico.dismiss()")
    wait_for_stack(tab)
    tab.wait_for("window.isOver")
    assert (tab.path, heard(tab)) == (GALLERY, [])
    assert tab.evaluate("Object.isFrozen(portico)")


@pytest.mark.holds("B10")
def test_a_page_dismisses_itself_without_knowing_its_presenter(visit):
    tab = visit(GALLERY)
    present(tab, "#page-sheet-link")
    present(tab, "#page-sheet-form-sheet-link")
    script = "void portico.dismiss({ from: document.querySelector('#text-%s') })"
    tab.evaluate(script % "form-sheet")
    wait_for_stack(tab, f"{GALLERY}/page-sheet")
    tab.evaluate(script % "page-sheet")
    wait_for_stack(tab)
    assert tab.path == GALLERY


@pytest.mark.holds("B9")
def test_the_cover_is_the_same_thing_and_cannot_be_dismissed(browse, engine, portico, visit):
    cover = browse(engine, portico)
    cover.goto("/")
    sheet = visit(f"{GALLERY}/modal")
    for tab, selector in ((cover, "dialog[open]"), (sheet, TOP)):
        assert tab.of(selector, "e.matches('.presented:modal[data-portico-modal-in-presentation]')")
        tab.press("Escape", "Escape", "Escape")
        tab.click_at(5, 5)
        assert tab.count("dialog[open]:modal") == 1
    close(sheet)


def test_a_sheet_that_was_opened_can_be_used_at_once(visit):
    tab = visit(GALLERY)
    present(tab, "#page-sheet-link")
    tab.fill("#text-page-sheet", "in the sheet")
    present(tab, "#page-sheet-popover-link")
    tab.fill("#text-popover", "in the popover")
    close(tab)
    assert tab.value("#text-page-sheet") == "in the sheet"


@pytest.mark.whole_motion
@pytest.mark.every_engine
@pytest.mark.holds("B10")
def test_the_page_beneath_can_be_used_while_a_sheet_still_leaves(visit):
    tab = visit(GALLERY, size=(1280, 800))
    present(tab, "#page-sheet-link")
    x, y, wide, high = tab.box("#form-sheet-link")
    state = as_it_leaves(tab, f"""{{
      const reached = document.elementFromPoint({x + 20}, {y + high / 2})?.closest('a');
      done([leaving.checkVisibility(), leaving.getAnimations().length > 0, reached?.id, document.activeElement.id]);
      reached?.click();
    }}""")
    assert state == [True, True, "form-sheet-link", "page-sheet-link"]
    wait_for_stack(tab, f"{GALLERY}/form-sheet")
    assert tab.path == f"{GALLERY}/form-sheet"
    tab.go_back()
    wait_for_stack(tab)
    assert tab.path == GALLERY


@pytest.mark.whole_motion
def test_a_fetched_page_waits_until_the_one_before_has_closed(visit):
    tab = visit(GALLERY)
    present(tab, "#page-sheet-link")
    tab.of("#form-sheet-link", "e.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }))")
    tab.wait_for("performance.getEntriesByType('resource').some(e => e.name.endsWith('/form-sheet') && e.responseEnd)")
    # After the sheet begins to leave, before the browser has gone back.
    tab.of(f"{TOP} .bar [data-portico-dismiss]", """(async () => {
        e.click();
        while (!("leaving" in e.closest("dialog").dataset)) await null;
        document.querySelector("#form-sheet-link").click();
    })()""")
    wait_for_stack(tab, f"{GALLERY}/form-sheet")
    assert tab.path == f"{GALLERY}/form-sheet"
    close(tab)
    assert tab.path == GALLERY


@pytest.mark.whole_motion
@pytest.mark.holds("C5")
def test_of_two_sheets_the_upper_one_leaves_above_the_lower_one(visit):
    tab = visit(f"{GALLERY}/page-sheet", size=(390, 844))
    present(tab, "#page-sheet-form-sheet-link")
    on_top = as_it_leaves(tab, """done([
      leaving.matches(':popover-open'), leaving.inert, getComputedStyle(leaving, '::backdrop').animationName])""")
    assert on_top == [True, True, "leaves"]
    wait_for_stack(tab, f"{GALLERY}/page-sheet")


def as_it_leaves(tab, script):
    """Closes the topmost page, `leaving`, and runs a script before its first frame. The script passes its result to
    `done`. On a busy machine, the page is gone by the second frame.
    """
    return tab.evaluate(f"""new Promise((done) => {{
        const leaving = document.querySelector('{TOP}');
        new MutationObserver(() => {script}).observe(leaving, {{ attributeFilter: ['data-leaving'] }});
        leaving.querySelector('[data-portico-dismiss]').click();
      }})""")
