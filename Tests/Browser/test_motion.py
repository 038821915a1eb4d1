"""Transitions between screens, and none for people who prefer less motion."""

import pytest

from support.steps import arrive_signed_in, sign_out

pytestmark = [pytest.mark.holds("A6"), pytest.mark.whole_motion]

#: All running animations, except two: an animation of 1 ms on the cover's fields, which tells script of autofill, and
#: the timer of a toast.
MOVING = """document.getAnimations().filter(a => a.playState === 'running' && a.timeline === document.timeline
    && a.effect.getComputedTiming().activeDuration > 1
    && a.animationName !== 'toast-stays')
    .map(a => a.animationName ?? a.transitionProperty)"""


def test_with_less_motion_nothing_moves_anywhere(browse, engine, portico):
    tab = browse(engine, portico, less_motion=True)
    tab.goto("/")
    assert tab.evaluate("matchMedia('(prefers-reduced-motion: reduce)').matches")
    assert tab.evaluate(MOVING) == []
    arrive_signed_in(tab)
    assert tab.evaluate(MOVING) == []
    tab.click("#automatic-sign-in-switch")
    assert tab.evaluate(MOVING) == []
    portico.set(launchDelay=200)
    tab.goto("/")
    assert (tab.screen, tab.evaluate(MOVING)) == ("main", [])
    assert overlay(tab) == "none"
    portico.set(launchDelay=0)
    sign_out(tab)
    assert (tab.screen, tab.evaluate(MOVING)) == ("login", [])


@pytest.mark.holds("A6", "A13")
def test_the_main_screen_fades_in_where_the_splash_was(browse, engine, portico):
    tab = browse(engine, portico)
    arrive_signed_in(tab)
    portico.set(launchDelay=200)
    tab.goto("/")
    assert tab.attribute("#screen", "data-follows-splash") == ""
    style = tab.of("#screen", "(s => [s.animationName, s.animationDuration, s.animationTimingFunction])"
                              "(getComputedStyle(e, '::before'))")
    assert style == ["fades-away", "0.3s", "ease-out"]
    tab.wait_for("getComputedStyle(document.querySelector('#screen'), '::before').opacity === '0'", "the end of the fade")
    tab.click("#automatic-sign-in-switch")
    tab.wait_for("document.querySelector('[role=switch]').ariaChecked === 'true'")


def test_without_animations_nothing_stays_over_the_main_screen(browse, portico):
    tab = browse("chromium", portico)
    arrive_signed_in(tab)
    tab.page.add_init_script("""{
        const sheet = new CSSStyleSheet();
        sheet.replaceSync("*, ::before, ::after { animation: none !important; }");
        document.adoptedStyleSheets.push(sheet);
    }""")
    portico.set(launchDelay=200)
    tab.goto("/")
    assert tab.attribute("#screen", "data-follows-splash") == ""
    assert tab.of("#screen", "getComputedStyle(e, '::before').visibility") == "hidden"


def test_the_login_does_not_fade_in(browse, engine, portico):
    tab = browse(engine, portico)
    portico.set(launchDelay=200)
    tab.goto("/")
    assert (tab.screen, overlay(tab)) == ("login", "none")


@pytest.mark.every_engine(act="sign-out")
@pytest.mark.parametrize("act", ["sign-in", "sign-out"])
def test_how_a_page_was_come_to_selects_its_animation_once(browse, engine, portico, act):
    tab = browse(engine, portico)
    arrive_signed_in(tab)
    if act == "sign-out":
        sign_out(tab)
    assert tab.attribute("html", "data-arrival") == act
    tab.reload()
    assert tab.attribute("html", "data-arrival") is None


def test_signing_out_slides_the_login_in(administer, engine):
    if engine != "chromium":
        pytest.skip("only this driver runs script before a page is revealed, and Firefox knows no such transitions")
    tab = administer("/")
    tab.page.add_init_script("""addEventListener("pagereveal", ({ viewTransition }) => viewTransition?.ready.then(() =>
        window.moves = document.getAnimations().map(({ animationName, effect }) => [effect.pseudoElement, animationName])))""")
    sign_out(tab)
    tab.wait_for("window.moves")
    moves = {tuple(move) for move in tab.evaluate("moves")}
    assert {("::view-transition-old(root)", "stays"), ("::view-transition-new(root)", "slides-in")} <= moves


@pytest.mark.every_engine
def test_leaving_during_a_transition_causes_no_error(browse, engine, portico):
    tab = browse(engine, portico)
    tab.goto("/")
    tab.evaluate("void addEventListener('pageswap', () => location.assign('/registration/new'), { once: true })")
    with tab.leaving():
        tab.evaluate("void location.assign('/about')")
    # Every journey ends with a check of the browser's complaints.


def test_a_transition_that_the_browser_gives_up_causes_no_error(administer, engine):
    if engine != "chromium":
        pytest.skip("only this driver runs script before a page is revealed, and Firefox knows no such transitions")
    tab = administer("/")
    tab.page.add_init_script("""addEventListener("pagereveal", (event) => {
        const givenUp = () => Promise.reject(new DOMException("Page already revealed", "InvalidStateError"))
        Object.defineProperty(event, "viewTransition", {
            value: { ready: givenUp(), updateCallbackDone: givenUp(), finished: givenUp() } })
    })""")
    sign_out(tab)
    assert arrived(tab)[0] == "sign-out"
    # Every journey ends with a check of the browser's complaints.


def overlay(tab):
    return tab.of("#screen", "getComputedStyle(e, '::before').content")


@pytest.mark.every_engine
@pytest.mark.holds("A6", "A13")
def test_a_pages_script_requests_a_transition_and_learns_of_its_end(visit, portico):
    tab = visit("/")
    with tab.leaving():
        tab.evaluate("void portico.root.go('/about', 'sign-out')")
    assert tab.path == "/about"
    assert arrived(tab) == ["sign-out", 0]
    tab.reload()
    assert arrived(tab) == [None, 0]
    portico.set(launchDelay=200)
    with tab.leaving():
        tab.evaluate("void portico.root.go('/')")
    assert arrived(tab) == ["launch", 0]


def arrived(tab):
    """The animation with which the page arrived, and the number of its running animations when the page's script is
    notified."""
    return tab.evaluate("""portico.root.arrived.then((how) => [how ?? null, document.getAnimations().filter((a) =>
        a.playState === 'running' && (a.animationName === 'fades-away' || /view-transition/.test(a.effect.pseudoElement))).length])""")
