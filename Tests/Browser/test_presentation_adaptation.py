"""Adaptation depends on the available width and on the person's text size, and follows their changes at once."""

import pytest

from support.layers import TOP, close, present, stack, wait_for_stack, wait_until_still
from support.portico import PASSWORD, Portico
from support.waiting import wait_until

pytestmark = pytest.mark.holds("C3")

GALLERY = "/dev/presentations"
PHONE, DESK = (390, 844), (1280, 800)
REM = "parseFloat(getComputedStyle(document.documentElement).fontSize)"


#: The window without the space of a scroll bar.
ROOM = "[document.body.getBoundingClientRect().width, innerHeight]"


def shape(tab):
    """The form of the topmost page, by the edges of the window that it touches."""
    left, top, width, height = tab.box(TOP)
    wide, high = tab.evaluate(ROOM)
    touches = (left <= 1, top <= 1, left + width >= wide - 1, top + height >= high - 1)
    return {(True, True, True, True): "full", (True, False, True, True): "sheet",
            (False, False, False, False): "card"}.get(touches, touches)


#: The form of each sample in compact and in regular width.
SHAPES = {
    "automatic": ("sheet", "card"), "page-sheet": ("sheet", "card"), "form-sheet": ("sheet", "card"),
    "popover": ("sheet", "card"), "full-screen": ("full", "full"), "over-full-screen": ("full", "full"),
    "current-context": ("full", "full"), "confirmation-dialog": ("card", "card"),
    "compact-full-screen": ("full", "card"), "compact-none": ("card", "card"), "popover-everywhere": ("card", "card")}

#: Without script, the same style sheets apply: one sample of each kind.
WITHOUT_SCRIPT = ["page-sheet", "full-screen", "confirmation-dialog", "compact-full-screen"]


@pytest.mark.parametrize("samples, script", [(SHAPES, True), (WITHOUT_SCRIPT, False)], ids=["script", "no-script"])
def test_a_page_adapts_to_the_width_while_it_is_open(visit, samples, script):
    tab = visit(GALLERY, size=DESK, script=script)
    for sample in samples:
        present(tab, f"#{sample}-link")
        compact, regular = SHAPES[sample]
        for size, expected in ((DESK, regular), (PHONE, compact), (DESK, regular)):
            tab.resize(*size)
            wait_until(lambda: shape(tab) == expected, f"{sample} to be a {expected} at {size}")
            wait_until_still(tab)
            if sample == "confirmation-dialog" and size == PHONE:
                assert_near_the_thumb(tab)
        assert stack(tab) == [f"{GALLERY}/{sample}"]
        tab.goto(GALLERY)


def test_input_and_focus_survive_an_adaptation(visit):
    tab = visit(GALLERY, size=DESK)
    present(tab, "#form-sheet-link")
    tab.fill("#text-form-sheet", "typed in a card")
    tab.resize(*PHONE)
    wait_until_still(tab)
    assert (tab.value("#text-form-sheet"), tab.focus) == ("typed in a card", "text-form-sheet")


@pytest.mark.holds("C7")
def test_readable_width_grows_with_the_text(visit):
    tab = visit(GALLERY, size=DESK)
    for sample, rems in (("page-sheet", 44), ("form-sheet", 34)):
        present(tab, f"#{sample}-link")
        widths = []
        for size in ("XS", "S", "M", "L", "XL", "XXL", "XXXL"):
            tab.evaluate(f"document.documentElement.dataset.textSize = '{size}'")
            wait_until_still(tab)
            widths.append(tab.box(TOP)[2])
            assert abs(widths[-1] - rems * tab.evaluate(REM)) < 1.5, (sample, size)
        assert widths == sorted(set(widths))
        close(tab)


@pytest.mark.every_engine
@pytest.mark.holds("C1")
def test_a_popover_is_beside_its_opener(visit):
    tab = visit(GALLERY, size=DESK)
    for sample in ("popover", "confirmation-dialog"):
        present(tab, f"#{sample}-link")
        left, top, width, height = tab.box(TOP)
        x, y, wide, high = tab.box(f"#{sample}-link")
        assert left >= 0 and top >= 0 and left + width <= 1280 and top + height <= 800
        assert abs(left + width / 2 - (x + wide / 2)) < wide / 2 + width / 2, "at most side by side"
        gap = max(y - (top + height), top - (y + high), x - (left + width), left - (x + wide))
        assert 0 <= gap < 40, f"{sample} is {gap} px away from its link"
        assert tab.of(TOP, "getComputedStyle(e, '::backdrop').backgroundColor") == "rgba(0, 0, 0, 0)", "nothing is dimmed"
        arrow = tab.of(TOP, "(s => [s.content, parseFloat(s.left), parseFloat(s.top)])(getComputedStyle(e, '::before'))")
        assert arrow[0] != "none" and x < arrow[1] < x + wide, f"{sample} points at {arrow[1]}"
        assert min(abs(arrow[2] - top), abs(arrow[2] - top - height)) < 10, "from the nearer edge"
        close(tab, f"{TOP} .choice-cancel" if sample == "confirmation-dialog" else f"{TOP} .bar [data-portico-dismiss]")


@pytest.mark.every_engine
@pytest.mark.holds("C1")
def test_a_popover_never_covers_its_opener(visit):
    tab = visit(GALLERY, size=(900, 350))
    for place in (70, 150, 290):
        tab.of("#popover-link", f"scrollBy(0, e.getBoundingClientRect().top - {place})")
        present(tab, "#popover-link")
        (_, top, _, height), (_, y, _, high) = tab.box(TOP), tab.box("#popover-link")
        assert top >= y + high or top + height <= y, f"at {place}"
        assert height > 100 and 0 <= top and top + height <= tab.evaluate("innerHeight"), f"it is in sight at {place}"
        close(tab)


@pytest.mark.holds("C1")
def test_an_action_sheet_stands_at_the_bottom_of_a_phone(visit):
    tab = visit(GALLERY, size=PHONE)
    present(tab, "#confirmation-dialog-link")
    assert_near_the_thumb(tab)
    _, top, _, height = tab.box(f"{TOP} .choice:has(+ .choice-cancel)")
    assert tab.box(f"{TOP} .choice-cancel")[1] >= top + height + 8, "the close button is a separate block"


def assert_near_the_thumb(tab):
    _, top, _, height = tab.box(TOP)
    assert top > 844 / 2 and 844 - (top + height) < 40


@pytest.mark.holds("C7")
@pytest.mark.parametrize("script", [True, False], ids=["script", "no-script"])
def test_a_detent_is_the_height_of_a_sheet(visit, script):
    tab = visit(GALLERY, size=PHONE, script=script)
    for sample, height, without in (("medium", 422, 422), ("fraction", 295, 253), ("height", 280, None)):
        present(tab, f"#{sample}-link")
        expected = height if script else without
        if expected:
            assert abs(tab.box(TOP)[3] - expected) <= 2, sample
        assert shape(tab) == "sheet"
        assert tab.of(".presenter", "getComputedStyle(e).scale") == "none", f"{sample}: nothing recedes under a low sheet"
        close(tab)


@pytest.mark.holds("C2")
def test_paper_has_the_topmost_page_at_full_length(visit, engine):
    if engine != "chromium":
        pytest.skip("only this driver prints")
    tab = visit("/about/licences", size=DESK)
    is_whole = "[...e.querySelectorAll('.cell')].at(-1).getBoundingClientRect().bottom < e.getBoundingClientRect().bottom"
    assert not tab.of(TOP, is_whole)
    tab.page.emulate_media(media="print")
    assert tab.of(TOP, is_whole)
    assert not tab.of(".presenter", "e.checkVisibility()")


@pytest.fixture(scope="module")
def full_screens():
    """An installation whose automatic presentation is the full screen."""
    portico = Portico(PORTICO_PRESENTATION_AUTOMATIC="fullScreen")
    portico.users("add", "ada", "--name", "Ada Lovelace", password=PASSWORD)
    yield portico.start()
    portico.close()


@pytest.mark.holds("C2")
def test_an_installation_sets_the_automatic_style(browse, engine, full_screens):
    tab = browse(engine, full_screens, size=DESK, cookies=full_screens.sign_in())
    tab.goto(GALLERY)
    present(tab, "#automatic-link")
    assert (tab.attribute(TOP, "data-style"), shape(tab)) == ("fullScreen", "full")
    close(tab)
    present(tab, "#form-sheet-link")
    assert shape(tab) == "card", "a page that decides itself is asked"


@pytest.mark.parametrize("direction", ["ltr", "rtl"])
def test_the_close_button_is_where_reading_begins(visit, direction):
    tab = visit(GALLERY, size=PHONE)
    tab.evaluate(f"document.documentElement.dir = '{direction}'")
    present(tab, "#page-sheet-link")
    left, _, width, _ = tab.box(f"{TOP} .bar [data-portico-dismiss]")
    assert (left + width / 2 < 195) == (direction == "ltr")
    assert shape(tab) == "sheet"


ARROW = "getComputedStyle(e, '::before').content !== 'none'"


@pytest.mark.holds("C1")
def test_a_popover_that_stays_one_on_a_phone_points_at_its_source(visit):
    tab = visit(GALLERY, size=PHONE)
    present(tab, "#popover-everywhere-link")
    (_, top, _, height), (x, y, wide, high) = tab.box(TOP), tab.box("#popover-everywhere-link")
    assert tab.of(TOP, ARROW)
    assert 0 <= max(y - (top + height), top - (y + high)) < 40
    left = tab.of(TOP, "parseFloat(getComputedStyle(e, '::before').left)")
    assert x < left < x + wide
    close(tab)
    present(tab, "#popover-link")
    assert shape(tab) == "sheet" and not tab.of(TOP, ARROW)


@pytest.mark.holds("C1", "C13")
def test_a_popover_has_its_source_after_a_reload_too(visit):
    tab = visit(GALLERY, size=DESK)
    for links in (["popover"], ["page-sheet", "page-sheet-form-sheet", "form-sheet-popover"]):
        for link in links:
            present(tab, f"#{link}-link")
        assert tab.of(TOP, ARROW)
        tab.reload()
        wait_until_still(tab)
        assert tab.of(TOP, ARROW), "it is not a card"
        (_, top, _, height), (_, y, _, high) = tab.box(TOP), tab.box(f"#{links[-1]}-link")
        assert 0 <= max(y - (top + height), top - (y + high)) < 40, "it is beside the link that opened it"
        for _ in links:
            close(tab)


@pytest.mark.every_engine
def test_a_popover_is_as_high_as_it_was_once_the_window_is_wide_again(visit, engine):
    tab = visit(GALLERY, size=(1280, 500))
    tab.of("#popover-link", "scrollBy(0, e.getBoundingClientRect().top - 200)")
    present(tab, "#popover-link")
    before = tab.box(TOP)[3]
    tab.resize(390, 500)
    wait_until(lambda: shape(tab) == "sheet", "a sheet")
    wait_until_still(tab)
    tab.resize(1280, 500)
    wait_until(lambda: shape(tab) != "sheet", "a popover")
    wait_until_still(tab)
    wait_until(lambda: abs(tab.box(TOP)[3] - before) <= 1, f"its height of {before}")


@pytest.mark.holds("C1")
def test_the_way_out_of_a_question_is_in_sight_in_a_small_window(visit):
    tab = visit(GALLERY, size=(640, 400))
    present(tab, "#confirmation-dialog-link")
    (_, top, _, height), (_, y, _, high) = tab.box(TOP), tab.box(f"{TOP} .choice-cancel")
    assert top <= y and y + high <= top + height + 1
    tab.click(f"{TOP} .choice-cancel")
    wait_for_stack(tab)
