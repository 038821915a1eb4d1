"""The focus moves into a page, stays inside, and returns to the element that opened the page."""

import pytest

from support.layers import CANCEL, SAVE, TOP, close, has_focus_inside, present, stack, wait_for_stack
from support.steps import tab_to

pytestmark = pytest.mark.holds("C1", "C8")

GALLERY = "/dev/presentations"
STYLES = ["page-sheet", "form-sheet", "popover", "full-screen", "over-full-screen", "current-context", "confirmation-dialog"]


@pytest.mark.every_engine(styles=STYLES[:1])
@pytest.mark.parametrize("styles", [STYLES[:1], STYLES[1:]], ids=["page-sheet", "others"])
def test_tab_goes_round_inside(visit, styles):
    tab = visit(GALLERY, size=(1280, 800))
    for sample in styles:
        present(tab, f"#{sample}-link")
        assert has_focus_inside(tab)
        # Once around: the longest has fewer controls.
        for _ in range(20):
            tab.press("Tab")
            where = tab.evaluate("document.activeElement.closest('dialog')?.dataset.url ?? document.activeElement.localName")
            # Chromium and Firefox go through their own controls between the last and the first.
            assert where in (f"{GALLERY}/{sample}", "body", "html")
        tab.go_back()
        wait_for_stack(tab)
        assert tab.focus == f"{sample}-link"


def test_the_focus_comes_back_through_three_layers(visit):
    tab = visit(GALLERY)
    links = ["page-sheet-link", "page-sheet-form-sheet-link", "form-sheet-popover-link"]
    for link in links:
        present(tab, f"#{link}")
    for link in reversed(links):
        tab.press("Escape")
        wait_for_stack(tab, *stack(tab)[:links.index(link)])
        assert tab.focus == link


@pytest.mark.every_engine
def test_the_focus_comes_back_after_back_and_after_a_reload(visit):
    tab = visit(GALLERY)
    present(tab, "#page-sheet-link")
    tab.go_back()
    wait_for_stack(tab)
    assert tab.focus == "page-sheet-link"
    present(tab, "#page-sheet-link")
    tab.reload()
    assert has_focus_inside(tab)
    close(tab)
    assert tab.focus == "page-sheet-link", "the opener is the link that leads there"


def test_the_focus_returns_to_the_replacement_of_the_opener(visit):
    tab = visit(GALLERY)
    present(tab, "#page-sheet-link")
    tab.of("#page-sheet-link", "e.replaceWith(e.cloneNode(true))")
    tab.press("Escape")
    wait_for_stack(tab)
    assert tab.focus == "page-sheet-link"


@pytest.mark.holds("C1")
def test_a_layer_has_a_name_and_one_heading(visit):
    tab = visit(GALLERY)
    for sample in STYLES:
        present(tab, f"#{sample}-link")
        assert tab.attribute(TOP, "aria-label") == tab.text(f"{TOP} h1")
        assert tab.count(f"{TOP} h1") == 1
        tab.go_back()
        wait_for_stack(tab)


def test_input_survives_the_start_of_the_script(visit, portico):
    tab = visit(f"{GALLERY}/form-sheet")
    assert tab.count("dialog:modal") == 1
    assert has_focus_inside(tab)
    tab.fill("#text-form-sheet", "typed")
    assert tab.value("#text-form-sheet") == "typed"


@pytest.mark.every_engine
def test_the_focused_element_is_not_under_the_bar(visit):
    tab = visit("/", size=(390, 500))
    assert tab.evaluate("""[...document.querySelectorAll('.presenter .page :is(a, button)')].reverse().filter(e => {
        e.focus();
        return e.getBoundingClientRect().top < document.querySelector('.presenter > .bar').getBoundingClientRect().bottom;
      }).map(e => e.id)""") == []
    assert tab.evaluate("document.activeElement.closest('.page') && scrollY < innerHeight"), "the first field has the focus"


RECORDS = "/dev/records"
#: The focus is on the dialog itself, or on a visible part of it that is not hidden from assistive technology.
FOCUS_IS_SEEN = """(e => e.checkVisibility({ visibilityProperty: true, opacityProperty: true })
    && e.getBoundingClientRect().width > 1 && !e.closest("[aria-hidden=true]"))(document.activeElement)"""


def by_mouse(tab):
    present(tab, "#record-1-link")


def by_keyboard(tab):
    tab_to(tab, "record-1-link")
    tab.press("Enter")
    wait_for_stack(tab, f"{RECORDS}/1")


@pytest.mark.every_engine(way=by_keyboard)
@pytest.mark.holds("C11", "C12")
@pytest.mark.parametrize("way", [by_mouse, by_keyboard], ids=lambda way: way.__name__)
def test_the_next_key_does_nothing_in_an_editor_that_has_just_opened(visit, portico, way):
    tab = visit(RECORDS)
    portico.gate.requests.clear()
    way(tab)
    assert has_focus_inside(tab) and tab.evaluate(FOCUS_IS_SEEN)
    tab.press("Space", "Enter")
    tab.let_it_paint()
    assert (stack(tab), portico.gate.count("POST", f"{RECORDS}/1")) == ([f"{RECORDS}/1"], 0)
    assert not tab.evaluate("document.activeElement.matches(':focus-visible:not(dialog)')"), "no focus ring without a keyboard"


@pytest.mark.holds("C11", "C12")
def test_tab_in_an_editor_goes_to_visible_elements(visit):
    tab = visit(RECORDS)
    by_keyboard(tab)
    for selector in (CANCEL, SAVE, "#record-name"):
        tab.press("Tab")
        assert tab.of(selector, "e === document.activeElement"), selector
        assert tab.evaluate(FOCUS_IS_SEEN), selector
