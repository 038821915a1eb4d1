"""Every presentation style: without sight, enlarged, and in a small window."""

import pytest

from support.accessibility import CUT_OFF, SPILLS, axe, axe_in_both
from support.layers import QUESTION, TOP, present, wait_for_question, wait_for_stack, wait_until_still

pytestmark = pytest.mark.holds("C1")

GALLERY = "/dev/presentations"
STYLES = ["page-sheet", "form-sheet", "popover", "full-screen", "over-full-screen", "current-context",
          "confirmation-dialog", "medium-and-large", "popover-everywhere", "compact-none"]
#: Those with other parts in a narrow window.
OTHERWISE_ON_A_PHONE = ["page-sheet", "popover", "confirmation-dialog", "medium-and-large"]
PAGES = {"/profile/edit": "#edit-profile-link", "/settings/appearance": "#appearance-link", "/about": "#about-portico-link",
         "/account": "#account-link", "/menu": "#menu-link"}
#: Buttons and links of the topmost page that are outside of the window and cannot be scrolled to.
OUT_OF_REACH = """(layer => [...layer.querySelectorAll('a, button:not(.grabber), input:not([type=hidden])')]
    .filter(e => !e.closest('dialog:not([open])') && e.checkVisibility()).filter(e => {
      e.scrollIntoView({ block: 'nearest', behavior: 'instant' });
      const { left, right, top, bottom } = e.getBoundingClientRect();
      return left < -1 || top < -1 || right > innerWidth + 1 || bottom > innerHeight + 1;
    }).map(e => e.outerHTML.slice(0, 90)))(document.querySelector(%r))"""
#: Overlapping pairs of texts in the bar or among the choices.
OVERLAPS = """(layer => { const all = [...layer.querySelectorAll('.bar-title, .bar-item, .choice, .choices-title')]
    .filter(e => !e.closest('dialog:not([open])') && e.textContent.trim() && e.checkVisibility())
    .map(e => { const range = document.createRange(); range.selectNodeContents(e); return [e, range.getBoundingClientRect()] });
  return all.flatMap(([a, r], i) => all.slice(i + 1).filter(([b, s]) => r.left < s.right - 1 && s.left < r.right - 1
    && r.top < s.bottom - 1 && s.top < r.bottom - 1).map(([b]) => a.outerHTML.slice(0, 70) + b.outerHTML.slice(0, 70))) })
  (document.querySelector(%r))"""


def test_every_style_is_accessible(visit, engine):
    tab = visit(GALLERY, dark=engine != "chromium", size=(1280, 800))
    problems = {}
    for sample in STYLES:
        present(tab, f"#{sample}-link")
        problems[sample] = axe_in_both(tab)
        if sample in OTHERWISE_ON_A_PHONE:
            tab.resize(390, 844)
            wait_until_still(tab)
            problems[sample] += axe(tab)
            tab.resize(1280, 800)
        tab.go_back()
        wait_for_stack(tab)
    assert {sample: found for sample, found in problems.items() if found} == {}


def test_every_page_of_the_main_screen_is_accessible(visit, engine):
    tab = visit("/", dark=engine != "chromium")
    for path, link in PAGES.items():
        present(tab, link)
        assert axe_in_both(tab) == [], path
        tab.go_back()
        wait_for_stack(tab)


def test_three_layers_and_the_question_are_accessible(visit):
    tab = visit(f"{GALLERY}/page-sheet/form-sheet/popover")
    assert axe_in_both(tab) == []
    tab.goto("/dev/records/1")
    tab.fill("#record-name", "Unsaved")
    tab.press("Escape")
    wait_for_question(tab)
    assert axe_in_both(tab) == []


def test_the_markup_that_works_without_script_is_accessible_too(visit, portico):
    tab = visit(GALLERY)
    portico.set(script="off")  # Not in the browser, because axe needs script.
    for path in (f"{GALLERY}/page-sheet/form-sheet/popover", f"{GALLERY}/confirmation-dialog", f"{GALLERY}/full-screen"):
        tab.evaluate(f"void location.assign('{path}')")
        tab.wait_for(f"location.pathname === '{path}' && document.readyState === 'complete'", path)
        assert tab.count("dialog:modal, script") == 0
        assert axe_in_both(tab) == [], path


@pytest.mark.parametrize("script", [True, False], ids=["script", "no-script"])
def test_nothing_spills_over_at_the_largest_text_in_the_smallest_window(visit, script):
    problems = {}
    tab = visit("/", script=script, size=(320, 640))  # WebKit's minimum window width is 334.
    # Without script, pages have controls of their own; the styles are the same.
    styles = [*(f"{GALLERY}/{sample}" for sample in STYLES), f"{GALLERY}/page-sheet/form-sheet/confirmation-dialog"]
    for path in [*PAGES, "/about/licences", "/dev/records/1", *(styles if script else [])]:
        tab.goto(path)
        tab.evaluate("document.documentElement.dataset.textSize = 'XXXL'")
        wait_until_still(tab)
        found = [tab.evaluate(CUT_OFF), tab.evaluate(OUT_OF_REACH % TOP), tab.evaluate(OVERLAPS % TOP), tab.evaluate(SPILLS)]
        if found != [[], [], [], False]:
            problems[path] = found
    assert problems == {}


def test_the_question_fits_at_the_largest_text(visit):
    tab = visit("/dev/records/1", size=(320, 640))
    tab.evaluate("document.documentElement.dataset.textSize = 'XXXL'")
    tab.fill("#record-name", "Unsaved")
    tab.press("Escape")
    wait_for_question(tab)
    assert [tab.evaluate(OUT_OF_REACH % QUESTION), tab.evaluate(OVERLAPS % QUESTION)] == [[], []]


def test_targets_are_large_enough_for_fingers(visit):
    tab = visit("/")
    small = {}
    for path in [f"{GALLERY}/{sample}" for sample in STYLES] + [*PAGES]:
        tab.goto(path)
        found = tab.of(TOP, "[...e.querySelectorAll('button, a, input:not([type=hidden])')].map(e => e.closest('label') ?? e)"
                            ".filter(e => e.checkVisibility({ visibilityProperty: true }) && !e.hidden && !e.matches('.visually-hidden') && e.getBoundingClientRect().height < 44)"
                            ".map(e => e.outerHTML.slice(0, 80))")
        if found:
            small[path] = found
    assert small == {}
