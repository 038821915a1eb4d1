"""More contrast, the colours of the system, paper, other spacing of text, and a ring around what has the focus."""

import pytest

from support.accessibility import CUT_OFF, OF_COLOURS, SPILLS, axe
from support.layers import TOP, wait_until_still
from support.overlay import show, toast, wait_for_hud, wait_for_toasts

pytestmark = pytest.mark.holds("C1", "D10", "E1", "E2")

PATHS = ["/", "/account/sessions", "/administration/people", "/administration/person/ada", "/administration/settings",
         "/profile/edit", "/session/end", "/dev/presentations/page-sheet/popover"]
#: The visible elements among these without a line around them.
WITHOUT_EDGE = """(selector => [...document.querySelectorAll(selector)].filter(e => e.checkVisibility() && e.offsetWidth > 1)
    .filter(e => { const { borderTopWidth, borderTopStyle, outlineWidth, outlineStyle } = getComputedStyle(e);
      return (borderTopStyle === "none" || parseFloat(borderTopWidth) < 1) && (outlineStyle === "none" || parseFloat(outlineWidth) < 1) })
    .map(e => e.outerHTML.slice(0, 90)))(%r)"""
#: The rule of axe for enhanced contrast (WCAG 1.4.6).
ENHANCED = ["color-contrast-enhanced"]


@pytest.fixture
def tab(visit, engine):
    if engine != "chromium":
        pytest.skip("only this driver emulates these media")
    return visit("/")


def emulate(tab, **media):
    tab.page.emulate_media(**media)
    wait_until_still(tab)


@pytest.mark.parametrize(("scheme", "paths"), [("light", PATHS), ("dark", PATHS[::2])], ids=["light", "dark"])
def test_more_contrast_darkens_lines_and_small_text_and_lets_nothing_through(tab, scheme, paths):
    problems = {}
    for path in paths:
        tab.goto(path)
        emulate(tab, contrast="more", color_scheme=scheme)
        found = axe(tab, ENHANCED) + tab.evaluate(WITHOUT_EDGE % ".cells, .presented, .field input")
        if found:
            problems[path] = found
    tab.goto("/session/end")
    assert tab.of(TOP, "getComputedStyle(e).backgroundColor") != "rgba(0, 0, 0, 0)", "the page is not between the answers"
    toast(tab, "Saved", duration=0)
    wait_for_toasts(tab, "Saved")
    show(tab, text="Saving…", cancel="/")
    wait_for_hud(tab, "hud")
    assert tab.of(".hud-panel", "[getComputedStyle(e).backdropFilter, getComputedStyle(e).backgroundColor.includes(' / ')]") \
        == ["none", False]
    assert problems == {}


def test_with_the_colours_of_the_system_everything_has_its_edge(tab):
    problems = {}
    for path in PATHS:
        tab.goto(path)
        emulate(tab, forced_colors="active")
        # A row that does something is a button, or a link, which has the colour of links.
        found = tab.evaluate(WITHOUT_EDGE % ".cells, .presented, .field input, .switch, .row-button, button.row:not([role=switch]) .cell-title, .button")
        if found:
            problems[path] = found
    assert tab.of(TOP, "getComputedStyle(e).borderTopStyle") == "solid"
    tab.goto("/session/end")
    emulate(tab, forced_colors="active")
    assert tab.of(TOP, "getComputedStyle(e).backgroundColor") == "rgb(255, 255, 255)", "the page is not between the answers"
    assert problems == {}


def test_on_paper_are_no_bars_and_nothing_to_press(tab):
    shown = "[...document.querySelectorAll('.bar-edge, .button, .row-button, [role=search], .filter, .toaster, .grabber, .choice, button.row:not([role=switch])')]" \
            ".filter(e => e.checkVisibility()).map(e => e.outerHTML.slice(0, 90))"
    for path, title in {"/": "Home", "/administration/people": "People", "/account/sessions": None}.items():
        tab.goto(path)
        emulate(tab, media="print", color_scheme="dark")
        assert tab.evaluate(shown) == [], path
        assert tab.of("html", "getComputedStyle(e).backgroundColor") == "rgba(0, 0, 0, 0)", "nothing dark behind a sheet"
        assert not tab.count(TOP) or tab.of(TOP, "getComputedStyle(e, '::backdrop').display") == "none", "nor over the page"
        assert tab.of("[role=switch], h1", "getComputedStyle(e).colorScheme") == "light", "dark text, because paper is white"
        assert tab.of(f"{TOP} h1" if tab.count(TOP) else "h1", "e.checkVisibility()"), "the title stays"
    tab.goto("/administration/person/ada")
    emulate(tab, media="print")
    assert set(tab.evaluate("[...document.querySelectorAll('a.row:not(.row-link)')].map(e => e.checkVisibility())")) == {False}
    assert tab.evaluate("[...document.querySelectorAll('.cells')].every(e => !e.checkVisibility() || e.innerText.trim())"), "no empty frame"
    tab.goto("/profile/edit")
    emulate(tab, media="print")
    tab.of("#name", "void e.focus()")
    assert tab.of("#name", "getComputedStyle(e).outlineStyle") == "none", "the focus is not on paper"
    assert tab.box("#name")[0] == tab.box(f"{TOP} h1")[0], "the content begins where the title does"
    tab.goto("/")
    emulate(tab, media="print")
    assert tab.of(".switch", "[getComputedStyle(e).printColorAdjust, getComputedStyle(e, '::after').borderTopColor]") == ["exact", "rgb(28, 28, 30)"]


SPACED = """{
    const sheet = new CSSStyleSheet();
    sheet.replaceSync("* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important; } p { margin-block-end: 2em !important; }");
    document.adoptedStyleSheets.push(sheet);
}"""


def test_text_with_more_space_is_not_cut_off(tab):
    tab.page.add_init_script(SPACED)
    tab.resize(320, 640)
    problems = {}
    for path in [*PATHS, "/account", "/account/password", "/administration/events", "/administration/brand"]:
        tab.goto(path)
        wait_until_still(tab)
        if found := tab.evaluate(CUT_OFF) + (["spills"] if tab.evaluate(SPILLS) else []):
            problems[path] = found
    assert problems == {}


#: The focused element, if it has no ring of at least 2 px; null otherwise.
WITHOUT_RING = """(e => e.matches('body, html, .presenter, dialog') || [e, e.closest('.row-choice'), e.closest('.field')].some(one => one
    && getComputedStyle(one).outlineStyle !== 'none' && parseFloat(getComputedStyle(one).outlineWidth) >= 2) ? null
    : e.outerHTML.slice(0, 90))(document.activeElement)"""


def test_every_stop_of_the_keyboard_has_a_ring(tab):
    problems, seen = set(), set()
    for path, stops in {"/": 14, "/profile/edit": 8, "/settings/appearance": 6, "/administration/people": 12,
                        "/dev/presentations/medium-and-large": 6, "/session/end": 4}.items():
        tab.goto(path)
        for _ in range(stops):
            tab.press("Tab")
            seen.add(tab.evaluate("document.activeElement.outerHTML"))
            if found := tab.evaluate(WITHOUT_RING):
                problems.add(found)
    assert (problems, len(seen) > 30) == (set(), True)
