"""The gestures that dismiss a page, and pages that resist them."""

import pytest

from support.layers import (
    TOP, close, drag, dragging, fling, heard, listen, present, stack, take, wait_for_stack, wait_until_still)

pytestmark = pytest.mark.holds("C9")

GALLERY = "/dev/presentations"
PHONE, DESK = (390, 844), (1280, 800)
GRABBER = f"{TOP} .grabber"


def try_everything(tab):
    """All gestures, on a sheet in a narrow window."""
    tab.press("Escape", "Escape", "Escape")
    tab.click_at(195, 4)
    fling(tab)
    wait_until_still(tab)


@pytest.mark.holds("B9", "C9")
def test_a_modal_page_resists_like_rubber_and_stays(visit):
    tab = visit(GALLERY, size=PHONE)
    present(tab, "#modal-link")
    _, top, _, height = tab.box(TOP)
    with dragging(tab, GRABBER, (0, 600), seconds=0.4):
        tab.wait_for(f"document.querySelector('{TOP}').getBoundingClientRect().y > {top + 20}", "the sheet to give way")
        assert tab.box(TOP)[1] - top <= height * 0.2 + 1, "by a fifth of its height at most"
    wait_for_stack(tab, f"{GALLERY}/modal")
    assert tab.box(TOP)[1] == top
    try_everything(tab)
    assert stack(tab) == [f"{GALLERY}/modal"]
    close(tab)


def test_attempts_on_a_modal_page_reach_script(visit):
    tab = visit(GALLERY, size=PHONE)
    present(tab, "#modal-link")
    listen(tab)
    tab.press("Escape")
    tab.click_at(195, 4)
    drag(tab, GRABBER, (0, 600), seconds=0.4)
    wait_until_still(tab)
    assert heard(tab) == [f"did-attempt-to-dismiss {reason} {GALLERY}/modal" for reason in ("escape", "backdrop", "drag")]


def test_a_small_pull_at_a_modal_page_is_no_attempt(visit):
    tab = visit(GALLERY, size=PHONE)
    present(tab, "#modal-link")
    listen(tab)
    drag(tab, GRABBER, (0, 15), seconds=0.4, slows=True)
    wait_until_still(tab)
    assert heard(tab) == []


def test_whether_a_page_is_modal_can_change_at_any_time(visit):
    tab = visit(GALLERY, size=PHONE)
    present(tab, "#page-sheet-link")
    tab.of(TOP, "e.toggleAttribute('data-portico-modal-in-presentation', true)")
    try_everything(tab)
    assert stack(tab) == [f"{GALLERY}/page-sheet"]
    tab.of(TOP, "void e.removeAttribute('data-portico-modal-in-presentation')")
    tab.press("Escape")
    wait_for_stack(tab)


@pytest.mark.every_engine
@pytest.mark.holds("C9", "C13")
def test_back_does_not_take_a_modal_page_away_but_close_does(visit):
    tab = visit(GALLERY)
    present(tab, "#modal-link")
    listen(tab)
    tab.go_back()
    tab.wait_for("window.heard.length > 0", "an attempt")
    tab.wait_for(f"location.pathname === '{GALLERY}/modal'", "the address to be right again")
    assert (stack(tab), heard(tab)) == ([f"{GALLERY}/modal"], [f"did-attempt-to-dismiss back {GALLERY}/modal"])
    close(tab)
    assert tab.path == GALLERY
    tab.go_forward()
    wait_for_stack(tab, f"{GALLERY}/modal")


def test_only_the_gestures_of_the_policy_dismiss(visit):
    tab = visit(GALLERY, size=PHONE)
    listen(tab)
    present(tab, "#keys-only-link")
    tab.click_at(195, 4)
    fling(tab)
    wait_for_stack(tab, f"{GALLERY}/keys-only")
    assert heard(tab) == [], "without a gesture for it, there is no attempt"
    tab.press("Escape")
    wait_for_stack(tab)

    present(tab, "#no-gesture-link")
    try_everything(tab)
    assert stack(tab) == [f"{GALLERY}/no-gesture"]
    close(tab)


def test_only_code_takes_a_page_away_that_fills_the_window(visit):
    tab = visit(GALLERY, size=PHONE)
    for sample in ("full-screen", "over-full-screen", "current-context"):
        present(tab, f"#{sample}-link")
        for _ in range(3):
            tab.press("Escape")
        assert stack(tab) == [f"{GALLERY}/{sample}"]
        close(tab)
        present(tab, f"#{sample}-link")
        tab.go_back()
        wait_for_stack(tab)


@pytest.mark.every_engine(way="escape")
@pytest.mark.parametrize("way", ["escape", "backdrop", "back"])
def test_a_page_that_stays_gives_way_so_that_the_person_sees_it(visit, way):
    tab = visit(GALLERY, size=PHONE)
    present(tab, "#modal-link")
    tab.of(TOP, """void e.addEventListener('animationstart', ({ animationName, target }) => {
        window.sign = [animationName, target === e]; })""")
    {"escape": lambda: tab.press("Escape"), "backdrop": lambda: tab.click_at(195, 4), "back": tab.go_back}[way]()
    tab.wait_for("window.sign !== undefined", "a sign")
    assert tab.evaluate("window.sign") == ["resists", True]
    wait_for_stack(tab, f"{GALLERY}/modal")


@pytest.mark.parametrize("becomes", [True, False], ids=["modal", "free"])
def test_a_page_may_become_modal_under_the_finger(visit, becomes):
    tab = visit(GALLERY, size=PHONE)
    page = f"{GALLERY}/{'page-sheet' if becomes else 'modal'}"
    present(tab, "#page-sheet-link" if becomes else "#modal-link")
    listen(tab)
    _, top, _, height = tab.box(TOP)
    pointer, way = take(tab, GRABBER, (0, 500))
    pointer.follow(way[:9], 0.2)
    tab.of(TOP, f"e.toggleAttribute('data-portico-modal-in-presentation', {str(becomes).lower()})")
    pointer.follow(way[9:], 0.2)
    if becomes:
        tab.wait_for(f"document.querySelector('{TOP}').getBoundingClientRect().y <= {top + height * 0.2 + 1}", "it resists")
    pointer.up()
    wait_for_stack(tab, *([page] if becomes else []))
    assert [line.split()[0] for line in heard(tab)] == (
        ["should-dismiss", "will-dismiss", "did-attempt-to-dismiss"] if becomes
        else ["should-dismiss", "will-dismiss", "did-dismiss"])


def test_every_page_has_a_visible_way_out(visit):
    tab = visit(GALLERY, size=PHONE)
    for sample in ("modal", "no-gesture", "full-screen", "over-full-screen", "current-context", "popover-everywhere"):
        present(tab, f"#{sample}-link")
        assert tab.of(f"{TOP} .bar [data-portico-dismiss]", "e.checkVisibility()")
        close(tab)
        assert (stack(tab), tab.path) == ([], GALLERY)


@pytest.mark.holds("C1")
def test_a_transition_is_as_the_page_says(visit):
    tab = visit(GALLERY, size=DESK)
    tab.evaluate("""void document.addEventListener('transitionrun', e =>
        e.target.matches('dialog') && !e.pseudoElement && window.moved.push(e.propertyName))""")
    for sample, expected in {"no-transition": None, "cross-dissolve": "opacity", "cover-vertical": "translate"}.items():
        tab.evaluate("void (window.moved = [])")
        present(tab, f"#{sample}-link")
        moved = tab.evaluate("window.moved")
        assert expected in moved if expected else not moved, sample
        close(tab)


def test_with_less_motion_nothing_moves(visit):
    tab = visit(GALLERY, less_motion=True)
    tab.evaluate("""void (window.moved = [], document.addEventListener('transitionrun', e =>
        e.elapsedTime >= 0 && parseFloat(getComputedStyle(e.target, e.pseudoElement || null).transitionDuration) > 0.01
        && window.moved.push(e.target.className + e.pseudoElement + e.propertyName)))""")
    for sample in ("page-sheet", "popover", "full-screen", "confirmation-dialog"):
        present(tab, f"#{sample}-link")
        tab.go_back()
        wait_for_stack(tab)
    assert tab.evaluate("window.moved") == []
