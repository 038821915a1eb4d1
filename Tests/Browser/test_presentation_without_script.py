"""Without script, the same addresses show the same stacks, and every control is a link or a form."""

import pytest

from support.layers import CANCEL, TOP, close, navigate, present, stack, wait_until_still

pytestmark = pytest.mark.holds("C14")

GALLERY = "/dev/presentations"
STYLES = ["page-sheet", "form-sheet", "popover", "full-screen", "over-full-screen", "current-context", "confirmation-dialog"]
IS_VISIBLE = "e.checkVisibility({ visibilityProperty: true, opacityProperty: true })"


@pytest.mark.every_engine(width=1280)
@pytest.mark.holds("C1", "C4", "C6", "C9", "C14")
@pytest.mark.parametrize("width", [390, 1280])
def test_every_style_is_an_open_dialog_over_its_inert_presenter(visit, width):
    tab = visit(GALLERY, script=False, size=(width, 844))
    for sample in [*STYLES, "modal"]:
        present(tab, f"#{sample}-link")
        assert tab.count("dialog[open]:modal") == 0
        assert tab.attribute(".presenter", "inert") == ""
        left, top, wide, high = tab.box(TOP)
        assert left >= 0 and top >= 0 and left + wide <= width and top + high <= 845, sample
        assert tab.of(f"{TOP} h1", "e.checkVisibility()")
        assert tab.of(".presenter", IS_VISIBLE) == (sample != "full-screen"), sample
        if (sample, width) == ("page-sheet", 390):
            assert abs(tab.of(".presenter", "e.getBoundingClientRect().width / e.offsetWidth") - 0.92) < 0.005, "it recedes"
        close(tab, f"{TOP} .choice-cancel" if sample == "confirmation-dialog" else f"{TOP} .bar [data-portico-dismiss]")
        assert (tab.path, tab.count("dialog[open], .presenter[inert]")) == (GALLERY, 0)


@pytest.mark.holds("C13", "C14")
def test_four_pages_deep_only_the_topmost_can_be_used(visit):
    path = f"{GALLERY}/page-sheet/form-sheet/popover/confirmation-dialog"
    tab = visit(path, script=False, size=(1280, 800))
    assert len(stack(tab)) == 4
    dims = "[...document.querySelectorAll('.dim')].map(e => getComputedStyle(e).backgroundColor !== 'rgba(0, 0, 0, 0)')"
    assert tab.evaluate(dims) == [False, False, False, True], "the page is dimmed once"
    assert tab.evaluate("[...document.querySelectorAll('dialog[open]')].map(e => e.inert)") == [True, True, True, False]
    assert tab.evaluate("[...document.querySelectorAll('dialog .grabber[role]')].every(e => e.inert)")
    for depth in (3, 2, 1, 0):
        close(tab, f"{TOP} [data-portico-dismiss].choice-cancel" if depth == 3 else f"{TOP} .bar [data-portico-dismiss]")
        assert len(stack(tab)) == depth
    assert tab.path == GALLERY


def test_a_sheet_navigates_inside_by_plain_links(visit):
    tab = visit(GALLERY, script=False)
    present(tab, "#library-link")
    navigate(tab, "#record-2-link")
    assert (tab.path, len(stack(tab))) == ("/dev/library/2", 1)
    with tab.leaving():
        tab.click(CANCEL)
    assert (tab.path, stack(tab)) == ("/dev/library", ["/dev/library"])


def test_escape_and_clicks_outside_have_no_effect(visit):
    tab = visit(f"{GALLERY}/form-sheet", script=False, size=(1280, 800))
    tab.press("Escape", "Escape")
    tab.click_at(20, 780)
    assert (tab.path, stack(tab)) == (f"{GALLERY}/form-sheet", [f"{GALLERY}/form-sheet"])


@pytest.mark.holds("C11", "C14")
def test_an_untouched_form_is_left_at_once(visit):
    tab = visit("/dev/records", script=False)
    present(tab, "#record-1-link")
    close(tab)
    assert (tab.path, stack(tab)) == ("/dev/records", [])


def test_the_look_is_the_same_as_with_script(visit, engine):
    if engine == "webkit":
        pytest.skip("the driver of this engine needs script, so styles are those of a browser that has it")
    boxes = {}
    for script in (True, False):
        tab = visit(f"{GALLERY}/page-sheet/form-sheet", script=script, size=(390, 844))
        wait_until_still(tab)  # If the page arrives in two parts, the lower sheet recedes when the upper one arrives.
        boxes[script] = [tab.box(f"dialog[data-url='{url}']") for url in stack(tab)]
    assert boxes[True] == boxes[False]
