"""A swipe to either side dismisses a toast, by mouse and by finger; a short one does not."""

import pytest

from support.layers import drag, dragging
from support.overlay import toast, wait_for_toasts

pytestmark = [pytest.mark.holds("D8"), pytest.mark.whole_motion]

#: A place on the toast, away from its buttons.
GRIP = (100, 12)


@pytest.fixture(params=["mouse", "touch"])
def kind(request, engine):
    if request.param == "touch" and engine != "chromium":
        pytest.skip("the driver of this engine has no fingers")
    return request.param


@pytest.fixture
def tab(visit, kind):
    tab = visit("/", touch=kind == "touch")
    toast(tab, "Stays", duration=0)
    toast(tab, "Swiped", "swiped", id="swiped", duration=0, action={"label": "Open", "href": "/dev/presentations"})
    wait_for_toasts(tab, "Stays", "Swiped")
    return tab


@pytest.mark.parametrize("by", [(60, 0), (-60, 0)], ids=["end", "start"])
def test_a_slow_one_that_is_far_enough(tab, kind, by):
    drag(tab, "[data-id=swiped]", by, kind=kind, seconds=1, at=GRIP)
    wait_for_toasts(tab, "Stays")


def test_a_short_one_that_is_fast_enough(tab, kind):
    # In one step, because a busy machine needs time for each step.
    drag(tab, "[data-id=swiped]", (44, 0), kind=kind, seconds=0.01, steps=1, at=GRIP)
    wait_for_toasts(tab, "Stays")


def test_a_short_and_slow_one_comes_back(tab, kind):
    with dragging(tab, "[data-id=swiped]", (30, 0), kind=kind, seconds=1.2, at=GRIP):
        tab.wait_for("document.querySelector('[data-id=swiped]').style.translate === '30px'")
    wait_for_toasts(tab, "Stays", "Swiped")
    assert tab.of("[data-id=swiped]", "getComputedStyle(e).translate") in ("none", "0px")


def test_a_tap_does_nothing_and_it_stays_where_the_mouse_goes_on_over_it(tab, kind):
    drag(tab, "[data-id=swiped]", (1, 0), kind=kind, seconds=0.05, steps=1, at=GRIP)
    wait_for_toasts(tab, "Stays", "Swiped")
    assert tab.of("[data-id=swiped]", """(e.dispatchEvent(new PointerEvent("pointermove", { clientX: 5 })),
        e.style.translate)""") == ""


def test_the_page_is_still_scrolled_through_it(tab, kind):
    if kind == "mouse":
        pytest.skip("a mouse scrolls by its wheel")
    drag(tab, "[data-id=swiped]", (0, -120), kind=kind, seconds=0.3, at=GRIP)
    tab.wait_for("scrollY > 0", "the page to scroll")
    wait_for_toasts(tab, "Stays", "Swiped")
