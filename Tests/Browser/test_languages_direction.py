"""In Arabic, everything stands and moves the other way round, but names, passwords and the scrollbar of the window."""

import pytest

from support.languages import read_in
from support.layers import TOP, close, fling, navigate, present, wait_for_stack
from support.overlay import toast, wait_for_toasts
from support.portico import PASSWORD

pytestmark = pytest.mark.holds("H1")

PHONE, DESK = (390, 844), (1280, 800)
CHEVRON = "(({ left, rotate }) => [left, rotate])(getComputedStyle(e, '::after'))"
#: The way by which a page inside a sheet begins beside its place, in percent or px: to the left it is negative.
RECORD_WAYS = """void (window.ways = [], document.addEventListener('animationstart', ({ animationName, target }) => {
    if (animationName === 'comes') ways.push(parseFloat(getComputedStyle(target).translate));
}, true))"""


@pytest.fixture(scope="module")
def arabic(installation):
    """The cookies of a person who reads Arabic."""
    installation.users("add", "layla", "--name", "Layla (ليلى)", password=PASSWORD)
    return read_in(installation, installation.sign_in("layla"), "ar", username="layla")


@pytest.fixture
def open_page(browse, engine, portico, arabic):
    def open_page(path, **look):
        tab = browse(engine, portico, cookies=arabic, **look)
        tab.goto(path)
        assert tab.of("html", "[e.lang, e.dir]") == ["ar", "rtl"]
        return tab

    return open_page


def centre(tab, selector):
    """The distance of an element's centre from the left edge of the window."""
    left, _, width, _ = tab.box(selector)
    return left + width / 2


@pytest.mark.every_engine
@pytest.mark.whole_motion
@pytest.mark.holds("C5", "C8", "H1")
def test_a_sheet_and_the_pages_in_it_on_a_phone(open_page):
    tab = open_page("/", size=PHONE)
    assert centre(tab, "#menu-link") < 195, "the end of the bar is on the left"
    assert tab.of("#account-link", CHEVRON) == ["17px", "-135deg"], "at the end of the row, and to the left"
    assert tab.of("#automatic-sign-in-switch[aria-checked=true] .switch", "getComputedStyle(e, '::after').translate") == "-20px"

    present(tab, "#account-link")
    assert centre(tab, f"{TOP} .bar [data-portico-dismiss]") < 195
    tab.evaluate(RECORD_WAYS)
    navigate(tab, "#sessions-link")
    assert centre(tab, f"{TOP} .bar-back") > 195
    assert tab.of(f"{TOP} .bar-back", "getComputedStyle(e, '::before').rotate") == "45deg", "it points to the right"
    navigate(tab, f"{TOP} .bar-back")
    forwards, *_, backwards = tab.evaluate("ways")
    assert forwards < 0 < backwards

    navigate(tab, "#change-password-link")
    tab.wait_for("!document.querySelector('.password-button').hidden", "the eye")
    eye = ".field:has(#current) .password-button"
    (left, _, width, _), (field, *_) = tab.box(eye), tab.box("#current")
    assert left == field, "the eye is where the line ends"
    direction, align, clear = tab.of("#current", "(s => [s.direction, s.textAlign, parseFloat(s.paddingLeft)])(getComputedStyle(e))")
    assert (direction, align) == ("ltr", "right")
    assert clear >= width, "the password does not run under the eye"
    assert tab.of("label[for=current]", "getComputedStyle(e).paddingInlineStart") == "0px"
    tab.go_back()
    wait_for_stack(tab, "/account")
    fling(tab)
    wait_for_stack(tab)


@pytest.mark.every_engine
@pytest.mark.holds("D8", "H1")
def test_a_popover_and_a_toast_at_a_desk(open_page):
    tab = open_page("/", size=DESK)
    present(tab, "#menu-link")
    x, _, width, _ = tab.box("#menu-link")
    assert x + width < 640
    if tab.evaluate("CSS.supports('position-area: block-end')"):
        arrow = tab.of(TOP, "innerWidth - parseFloat(getComputedStyle(e, '::before').right)")
        assert x < arrow < x + width, "it points at its source"
    close(tab)
    toast(tab, "حُفظ", duration=0)
    wait_for_toasts(tab, "حُفظ")
    assert centre(tab, ".toast") < 640


def test_nothing_moves_aside_under_a_sheet_where_scrollbars_take_room(open_page, engine):
    if engine != "chromium":
        pytest.skip("its scrollbars lie over the page, and its driver cannot change that")
    tab = open_page("/", size=(1280, 500), scrollbars=True)
    assert tab.evaluate("innerWidth > document.documentElement.clientWidth"), "there is a scrollbar"
    before = tab.box("#account-link"), tab.box("#menu-link")
    present(tab, "#account-link")
    presenter = ".presenter [id=%s]"
    assert (tab.box(presenter % "account-link"), tab.box(presenter % "menu-link")) == before
