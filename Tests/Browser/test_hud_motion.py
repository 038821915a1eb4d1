"""The animations and the timing of a HUD content."""

import json

import pytest

from support.overlay import PANEL, SHOWN, hide, motion, motion_once, show, wait_for_hud, wait_until_gone

pytestmark = pytest.mark.holds("D3", "D7")

SIZE = (1000, 700)


@pytest.mark.every_engine(properties=["opacity", "translate"])
@pytest.mark.holds("D3")
@pytest.mark.parametrize("transition, properties", [
    (["opacity"], ["opacity"]), (["scale"], ["scale"]), (["moveTop"], ["translate"]), (["moveTrailing", "opacity"], ["opacity", "translate"])])
def test_each_content_comes_and_goes_in_its_own_way(visit, transition, properties):
    tab = visit("/", size=SIZE)
    show(tab, id="other", text="Stays", animation={"curve": "linear", "duration": 0}, duration=0)
    wait_for_hud(tab, "other")
    content = json.dumps({"id": "a", "text": "Comes", "transition": transition, "animation": {"curve": "easeIn", "duration": 0.8}})
    expected = [[name, "ease-in", 0.8] for name in properties]
    assert motion_once(tab, f"[data-id=a] > {PANEL}", f"portico.hud.show({content})") == expected
    wait_for_hud(tab, "other", "a")
    assert motion_once(tab, "[data-id=a] > [data-leaving]", "portico.hud.hide('a')") == expected
    tab.wait_for("!document.querySelector('[data-id=a]')")
    assert tab.evaluate(SHOWN) == ["other"]


def test_the_edge_it_comes_from_follows_the_direction_of_reading(visit):
    tab = visit("/", size=SIZE)
    for direction, way in {"ltr": -1, "rtl": 1}.items():
        tab.evaluate(f"void (document.documentElement.dir = '{direction}')")
        show(tab, text="Here", transition=["moveLeading"], animation={"curve": "linear", "duration": 0.2})
        wait_for_hud(tab, "hud")
        tab.evaluate("void (document.querySelector('.hud-panel').dataset.leaving = '')")
        tab.wait_for(f"getComputedStyle(document.querySelector('.hud-panel')).translate.startsWith('{way * SIZE[0]}px')")
        hide(tab)
        wait_until_gone(tab)


@pytest.mark.holds("D5")
def test_all_are_hidden_at_once_each_with_its_own_animation(visit):
    tab = visit("/", size=SIZE)
    for id, seconds in {"calm": 0.8, "quick": 0.05}.items():
        show(tab, id=id, text=id, animation={"curve": "linear", "duration": seconds})
    wait_for_hud(tab, "calm", "quick")
    tab.evaluate("""(() => {
        window.leaving = [];
        new MutationObserver((records) => {
            for (const { target } of records) {
                const times = new Set(target.getAnimations().map(({ effect }) => effect.getTiming().duration));
                const others = [...document.querySelectorAll(".hud-content")].map(({ dataset }) => dataset.id);
                leaving.push([target.parentElement.dataset.id, [...times], others]);
            }
        }).observe(document, { subtree: true, attributeFilter: ["data-leaving"] });
        portico.hud.hideAll();
    })()""")
    wait_until_gone(tab)
    assert tab.evaluate("leaving") == [["calm", [800], ["calm", "quick"]], ["quick", [50], ["calm", "quick"]]]


@pytest.mark.every_engine
@pytest.mark.holds("D7")
def test_a_content_that_ends_within_its_grace_is_never_shown(visit):
    tab = visit("/", size=SIZE)
    tab.evaluate("""void (window.appeared = 0, new MutationObserver(() => window.appeared += document.querySelectorAll('.hud').length)
        .observe(document, { subtree: true, childList: true }))""")
    tab.evaluate("void (window.quick = portico.hud.show({ id: 'hud', text: 'Saving…', grace: 5 }), quick.ended.then(() => window.isOver = true))")
    tab.evaluate("void quick.hide()")
    tab.wait_for("window.isOver")
    assert tab.evaluate("window.appeared") == 0
    tab.evaluate("""void (window.asked = performance.now(), portico.hud.show({ id: 'hud', text: 'Saving…', grace: 0.4 }),
        new MutationObserver((_, it) => document.querySelector('.hud-content')
            && (window.waited = performance.now() - window.asked, it.disconnect())).observe(document, { subtree: true, childList: true }))""")
    wait_for_hud(tab, "hud")
    assert tab.evaluate("window.waited") >= 400, "no part of the previous content is left"


def test_a_content_hidden_within_its_grace_has_no_minimum(visit):
    tab = visit("/", size=SIZE)
    tab.evaluate("""void (portico.hud.show({ id: 'hud', text: 'Saving…', grace: 60, minimum: 60 }).ended.then(() => window.isOver = true),
        portico.hud.hide('hud'))""")
    tab.wait_for("window.isOver")


def test_a_shown_content_stays_for_its_minimum(visit):
    tab = visit("/", size=SIZE)
    tab.evaluate("""void (window.shown = performance.now(), portico.hud.show({ id: 'hud', text: 'Saving…', minimum: 0.7 })
        .ended.then(() => window.stayed = performance.now() - window.shown))""")
    wait_for_hud(tab, "hud")
    hide(tab)
    wait_until_gone(tab)
    assert tab.evaluate("window.stayed") >= 700


def test_a_success_leaves_by_itself_and_a_failure_stays(visit):
    tab = visit("/", size=SIZE)
    tab.evaluate("""void (window.shown = performance.now(), portico.hud.show({ id: 'hud', kind: 'success', text: 'Saved '.repeat(200), duration: 0.3 })
        .ended.then(() => window.stayed = performance.now() - window.shown))""")
    tab.wait_for("window.stayed")
    assert 300 <= tab.evaluate("window.stayed") < 30_000, "it is shorter than the time to read"
    tab.evaluate(f"""(() => {{
        new MutationObserver(() => {{
            const shown = {SHOWN};
            if (shown.length > 2) window.together = shown;
        }}).observe(document, {{ subtree: true, childList: true }});
        portico.hud.show({{ id: "failed", kind: "failure", text: "Not saved", alignment: "bottom" }});
        portico.hud.show({{ id: "hud", kind: "success", text: "Saved", duration: 2 }});
        portico.hud.show({{ id: "b", kind: "activity", text: "Saving…", alignment: "top" }});
    }})()""")
    tab.wait_for("window.together", "all of them")
    assert tab.evaluate("together") == ["failed", "hud", "b"]
    tab.wait_for("!document.querySelector('[data-id=hud]')", "the success to have been read")
    assert tab.evaluate(SHOWN) == ["failed", "b"]


def test_with_less_motion_it_is_there_at_once(visit):
    tab = visit("/", less_motion=True, size=SIZE)
    show(tab, text="Saving…", transition=["moveTop", "scale", "opacity"], animation={"curve": "linear", "duration": 3})
    tab.wait_for("!!document.querySelector('.hud-panel')")
    assert motion(tab) == [] and motion(tab, ".hud") == []
    hide(tab)
    wait_until_gone(tab)
