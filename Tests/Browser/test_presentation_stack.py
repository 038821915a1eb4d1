"""Cards over cards: the receding, the visible and the interactive parts."""

import pytest

from support.layers import TOP, close, dragging, look_through, present, stack, wait_for_stack, wait_until_still

pytestmark = pytest.mark.holds("C5")

GALLERY = "/dev/presentations"
PAGE, FORM, THIRD = f"{GALLERY}/page-sheet", f"{GALLERY}/page-sheet/form-sheet", f"{GALLERY}/page-sheet/form-sheet/page-sheet"
PHONE, DESK = (390, 844), (1280, 800)
SCALE = "e.getBoundingClientRect().width / e.offsetWidth"
IS_VISIBLE = "e.checkVisibility({ visibilityProperty: true, opacityProperty: true })"


def layer(number):
    """The layer with this number, from the bottom, beginning with 0."""
    return "dialog[open]" + " ~ dialog[open]" * number


@pytest.mark.every_engine
@pytest.mark.holds("C4")
def test_the_presenter_recedes_and_its_top_edge_stays_in_view(visit):
    tab = visit(GALLERY, size=PHONE)
    assert tab.of(".presenter", SCALE) == 1
    present(tab, "#page-sheet-link")
    assert abs(tab.of(".presenter", SCALE) - 0.92) < 0.005
    sheet = tab.box(TOP)
    assert 0 <= tab.box(".presenter")[1] < sheet[1], "its edge stands out above the card"
    assert (sheet[0], round(sheet[1] + sheet[3])) == (0, tab.evaluate("innerHeight"))
    close(tab)
    wait_until_still(tab)
    assert tab.of(".presenter", SCALE) == 1, "it grows back"


@pytest.mark.holds("C4")
def test_the_page_around_a_card_is_darker(visit):
    tab = visit(GALLERY, size=DESK)
    present(tab, "#page-sheet-link")
    backdrop = tab.of(TOP, "getComputedStyle(e, '::backdrop').backgroundColor")
    assert backdrop.startswith("rgba(0, 0, 0, 0.4"), backdrop


@pytest.mark.holds("C4", "C5")
@pytest.mark.parametrize("size", [PHONE, DESK], ids=["phone", "desk"])
def test_sheets_over_each_other_dim_the_page_once(visit, size):
    opacities = "[...document.querySelectorAll('dialog[open]')].map(e => getComputedStyle(e, '::backdrop').opacity)"
    tab = visit(PAGE, size=size)
    assert tab.evaluate(opacities) == ["1"]
    present(tab, "#page-sheet-form-sheet-link")
    assert tab.evaluate(opacities) == ["0", "1"]
    lower, upper = tab.box(layer(0)), tab.box(layer(1))
    assert tab.of(layer(0), SCALE) < 1 and 8 <= upper[1] - lower[1] < 40, "the lower one recedes, and its edge shows"
    close(tab)
    assert tab.evaluate(opacities) == ["1"]
    present(tab, "#page-sheet-popover-link")
    assert tab.evaluate(opacities) == (["0", "1"] if size == PHONE else ["1", "1"]), "a popover dims nothing on a desk"


def test_three_sheets_show_an_edge_of_the_one_before(visit):
    tab = visit(GALLERY, size=PHONE)
    present(tab, "#page-sheet-link")
    tab.fill("#text-page-sheet", "still here")
    present(tab, "#page-sheet-form-sheet-link")
    first, second = tab.box(layer(0)), tab.box(layer(1))
    assert 0 <= first[1] < second[1] and first[2] < second[2]
    present(tab, "#form-sheet-page-sheet-link")
    tops = [tab.box(layer(number))[1] for number in (1, 2)]
    assert tops[0] < tops[1] < 120
    close(tab)
    close(tab)
    assert stack(tab) == [PAGE]
    assert tab.value("#text-page-sheet") == "still here", "the pages below stay as they were"


@pytest.mark.holds("C6")
def test_a_full_screen_takes_its_presenter_out_of_view_and_a_card_does_not(visit):
    tab = visit(GALLERY, size=DESK)
    present(tab, "#full-screen-link")
    assert not tab.of(".presenter", IS_VISIBLE)
    assert tab.box(TOP)[3] == 800
    close(tab)
    assert tab.of(".presenter", IS_VISIBLE)
    for sample in ("page-sheet", "over-full-screen", "popover"):
        present(tab, f"#{sample}-link")
        assert tab.of(".presenter", IS_VISIBLE), sample
        close(tab)


@pytest.mark.every_engine(script=False)
@pytest.mark.holds("C5", "C6")
@pytest.mark.parametrize("script", [True, False], ids=["script", "no-script"])
def test_nothing_beneath_the_topmost_page_can_be_reached(visit, script):
    tab = visit(THIRD, size=DESK, script=script)
    # More than once around: what is reached beneath comes after the last control inside.
    for _ in range(20):
        tab.press("Tab")
        inside = tab.evaluate("document.activeElement.closest('.presenter, dialog')?.dataset.url ?? 'none'")
        assert inside in (THIRD, "none")
    assert look_through(tab, 640, 400) == THIRD
    tab.click_at(30, 780 if script else 400)
    assert not tab.path.startswith(THIRD + "/")


@pytest.mark.every_engine
def test_the_page_behind_does_not_scroll(visit):
    tab = visit(GALLERY, size=PHONE)
    tab.evaluate("scrollTo(0, 200)")
    place = "[scrollY, document.querySelector('.presenter .page').offsetWidth]"
    before = tab.evaluate(place)
    assert before[0] > 0
    tab.of("#medium-link", "e.click()")
    wait_for_stack(tab, f"{GALLERY}/medium")
    assert tab.evaluate(place) == before, "nothing jumps, and nothing gets wider in place of the scroll bar"
    tab.wheel(195, 100, 600)
    assert tab.evaluate(place) == before
    tab.click_at(195, 100)
    wait_for_stack(tab)
    assert tab.evaluate(place) == before


@pytest.mark.holds("C1")
def test_a_page_in_current_context_covers_the_card_that_presents_it(visit):
    tab = visit(GALLERY, size=DESK)
    present(tab, "#form-sheet-link")
    card = tab.box(TOP)
    present(tab, "#form-sheet-current-context-link")
    assert all(abs(a - b) <= 1 for a, b in zip(tab.box(TOP), card)), (tab.box(TOP), card)
    close(tab)
    assert stack(tab) == [f"{GALLERY}/form-sheet"]


def test_several_layers_close_from_the_top_only(visit):
    tab = visit(THIRD, size=DESK)
    for left in ([PAGE, FORM], [PAGE], []):
        tab.press("Escape")
        wait_for_stack(tab, *left)
    assert tab.path == GALLERY


def test_escape_that_is_held_down_closes_one_layer(visit):
    tab = visit(THIRD, size=DESK)
    for _ in range(3):
        tab.page.keyboard.down("Escape")
    wait_for_stack(tab, PAGE, FORM)
    tab.page.keyboard.up("Escape")
    tab.press("Escape")
    wait_for_stack(tab, PAGE)


def test_the_page_behind_is_as_wide_under_two_layers_as_under_one(visit):
    tab = visit(GALLERY, size=(390, 400))
    width = tab.of(".presenter .page", "e.offsetWidth")
    for link in ("page-sheet", "page-sheet-form-sheet"):
        present(tab, f"#{link}-link")
        assert tab.of(".presenter .page", "e.offsetWidth") == width


#: The height clipped from the top of a layer `e`, in px; null without clipping.
CUT = "(([px]) => px && parseFloat(px))(getComputedStyle(e).clipPath.match(/[\\d.]+(?=px)/) ?? [null])"


@pytest.mark.parametrize("scrolled", [0, 400])
def test_the_edge_of_the_sheet_beneath_is_there_however_far_the_page_is_scrolled(visit, scrolled):
    tab = visit(GALLERY, size=(390, 600))
    tab.evaluate(f"scrollTo(0, {scrolled})")
    tab.of("#page-sheet-link", "e.click()")
    wait_for_stack(tab, PAGE)
    assert tab.evaluate("document.querySelector('#screen').style.getPropertyValue('--scrolled')") == f"{scrolled}px"
    present(tab, "#page-sheet-form-sheet-link")
    assert tab.of(layer(0), CUT) == 0, "at rest"
    with dragging(tab, f"{TOP} .grabber", (0, 60), slows=True):
        assert tab.of(layer(0), CUT) == 0, "under the finger"
    wait_for_stack(tab, PAGE, FORM)
    tab.evaluate(f"""void (window.cuts = [], document.addEventListener('transitionrun', () =>
        window.cuts.push((e => {CUT})(document.querySelector('.presented')))))""")
    close(tab)
    assert set(tab.evaluate("window.cuts")) <= {0, None} and tab.evaluate("window.cuts"), "on its way up"


def test_a_page_under_a_sheet_has_no_grabber(visit):
    tab = visit(GALLERY, size=PHONE)
    present(tab, "#page-sheet-link")
    present(tab, "#page-sheet-form-sheet-link")
    seen = "e.querySelector('.grabber').checkVisibility({ visibilityProperty: true })"
    assert [tab.of(layer(number), seen) for number in (0, 1)] == [False, True]
    close(tab)
    assert tab.of(TOP, seen)


@pytest.mark.holds("C1")
def test_a_page_over_the_full_screen_lets_its_presenter_through(visit):
    tab = visit(GALLERY, size=DESK)
    present(tab, "#over-full-screen-link")
    beneath = "[...document.querySelectorAll('.presenter .page')].forEach(e => e.style.visibility = '%s')"
    place = f"{TOP} .page p.group"
    tab.evaluate(f"void ({beneath % 'visible'})")
    seen = tab.screenshot(part=place)
    tab.evaluate(f"void ({beneath % 'hidden'})")
    assert tab.screenshot(part=place) != seen
    assert tab.of(TOP, "getComputedStyle(e, '::backdrop').backgroundColor") == "rgba(0, 0, 0, 0)", "it does not dim the page"


def test_the_bar_extends_over_the_place_of_the_scrollbar(visit):
    tab = visit(GALLERY, size=DESK)
    title = tab.box(".presenter .bar-title")
    tab.of("#page-sheet-link", "e.click()")
    wait_for_stack(tab, PAGE)
    tab.of("#screen", "e.style.setProperty('--scrollbar', '15px')")
    _, _, width, _ = tab.box(".presenter .bar")
    assert width == tab.box(".presenter")[2], "there is no seam"
    assert tab.of(".presenter .page", "e.parentElement.clientWidth - 15 === e.getBoundingClientRect().right + "
                  "(e.parentElement.clientWidth - 15 - e.offsetWidth) / 2"), "and nothing moves"
    assert title
