"""The workplace: four sheets, each limited by the earlier choices, with a search among thousands."""

import json
import subprocess

import pytest

from support.accessibility import CUT_OFF, SPILLS, axe_in_both
from support.layers import MESSAGE, TOP, close, navigate, present, press, stack, wait_for_stack, wait_until_still
from support.markup import elements
from support.overlay import listen_to_regions, wait_until_said
from support.portico import EXECUTABLE
from support.steps import tab_to
from support.waiting import wait_until

pytestmark = pytest.mark.holds("E11")

BOTH = pytest.mark.parametrize("script", [True, False], ids=["script", "no-script"])
KINDS = ["factory", "workshop", "line", "storehouse"]
NAMES = "[...document.querySelectorAll('#workplace .cell-value')].map(e => e.textContent)"
ROWS = "[...document.querySelectorAll('#workplace-list button')].map(e => e.value)"
NOT = "Not chosen"


@pytest.fixture(scope="module", autouse=True)
def directory(installation):
    """Two factories; the first has 3,000 storehouses."""
    file = installation.data / "workplaces.json"
    file.write_text(json.dumps({"factories": [
        {"code": "N", "name": "North", "workshops": [
            {"code": "N-1", "name": "Hall 1", "productionLines": [{"code": "N-1-1", "name": "Press"}]},
            {"code": "N-2", "name": "Hall 2", "productionLines": [{"code": "N-2-1", "name": "Paint"}]}],
         "storehouses": [{"code": f"N-{n}", "name": f"Store {n}"} for n in range(1, 3001)]},
        {"code": "S", "name": "South", "workshops": [{"code": "S-1", "name": "Dock"}]}]}))
    subprocess.run(
        [EXECUTABLE, "workplaces", "import", file, "--data", installation.data], check=True, capture_output=True)


def choose(tab, kind, code):
    """Opens the sheet and chooses; the empty code chooses none."""
    present(tab, f"#workplace-{kind}-link")
    press(tab, f"#choose-{code or 'none'}")
    wait_for_stack(tab)


def look_for(tab, text):
    """Types into the field; without script, submits the form."""
    tab.fill("#q", text)
    if not tab.look.script:
        press(tab, "#workplace-search-button")


def assert_chosen(tab, *names):
    tab.wait_for(f"JSON.stringify({NAMES}) === JSON.stringify({json.dumps(names)})", f"the choice of {names}")


def test_each_choice_narrows_the_next_and_clears_those_below(visit_as_somebody_new):
    tab = visit_as_somebody_new("/")
    assert_chosen(tab, NOT, NOT, NOT, NOT)
    choose(tab, "factory", "N")
    assert_chosen(tab, "North", NOT, NOT, NOT)
    present(tab, "#workplace-workshop-link")
    assert tab.evaluate(ROWS) == ["", "N-1", "N-2"]
    assert tab.attribute("#choose-none", "aria-current") == "true"
    press(tab, "#choose-N-1")
    wait_for_stack(tab)
    choose(tab, "line", "N-1-1")
    choose(tab, "storehouse", "N-3")
    assert_chosen(tab, "North", "Hall 1", "Press", "Store 3")
    choose(tab, "workshop", "N-2")
    assert_chosen(tab, "North", "Hall 2", NOT, "Store 3")
    tab.reload()
    assert_chosen(tab, "North", "Hall 2", NOT, "Store 3")
    choose(tab, "factory", "S")
    assert_chosen(tab, "South", NOT, NOT, NOT)
    choose(tab, "factory", "")
    assert_chosen(tab, NOT, NOT, NOT, NOT)


def test_the_choice_above_is_named_and_one_step_away(visit_as_somebody_new):
    tab = visit_as_somebody_new("/")
    present(tab, "#workplace-line-link")
    assert tab.text("#first-footer") == "Choose a factory first."
    assert tab.count("#q, #workplace-list") == 0
    navigate(tab, "#choose-first-link")
    press(tab, "#choose-S")
    wait_for_stack(tab)
    assert_chosen(tab, "South", NOT, NOT, NOT)
    present(tab, "#workplace-line-link")
    assert tab.text("#first-footer") == "Choose a workshop first."
    navigate(tab, "#choose-first-link")
    press(tab, "#workplace-list [id^='choose-S-']")
    wait_for_stack(tab)
    assert_chosen(tab, "South", "Dock", NOT, NOT)


@BOTH
def test_a_search_finds_one_among_thousands(visit_as_somebody_new, portico, script):
    tab = visit_as_somebody_new("/", script=script)
    choose(tab, "factory", "N")
    present(tab, "#workplace-storehouse-link")
    assert tab.text("#workplace-count") == "Showing the first 50. Search to find more."
    assert tab.count("#workplace-list button") == 51
    look_for(tab, "STORE 299")
    tab.wait_for_text("#workplace-count", "11 entries")
    assert tab.evaluate(ROWS) == ["N-299", *(f"N-{n}" for n in range(2990, 3000))]
    assert (tab.focus, tab.value("#q"), tab.path) == ("q", "STORE 299", "/workplace/storehouse?q=STORE+299")
    tab.reload()
    assert (tab.value("#q"), tab.text("#workplace-count")) == ("STORE 299", "11 entries")
    look_for(tab, "nowhere")
    tab.wait_for_text("#workplace-count", "Nothing found.")
    look_for(tab, "n-2997")
    tab.wait_for_text("#workplace-count", "1 entry")
    press(tab, "#choose-N-2997")
    wait_for_stack(tab)
    assert tab.path == "/"
    assert_chosen(tab, "North", NOT, NOT, "Store 2997")


def test_a_search_leaves_no_steps_in_the_history(visit_as_somebody_new):
    tab = visit_as_somebody_new("/")
    present(tab, "#workplace-factory-link")
    for text, count in (("n", "1 entry"), ("no way", "Nothing found."), ("s", "1 entry")):
        tab.fill("#q", text)
        tab.wait_for_text("#workplace-count", count)
    tab.go_back()
    wait_for_stack(tab)
    assert tab.path == "/"
    tab.go_forward()
    tab.wait_for("document.querySelector('dialog[open] #q')?.value === 's'", "the sheet as it was left")
    assert tab.evaluate(ROWS) == ["S"]
    wait_until_still(tab)
    close(tab)
    assert tab.path == "/"


def test_after_a_search_the_next_page_comes_from_its_own_side(visit_as_somebody_new):
    tab = visit_as_somebody_new("/")
    present(tab, "#workplace-factory-link")
    tab.fill("#q", "s")
    tab.wait_for_text("#workplace-count", "1 entry")
    tab.of(TOP, f"e.append({elements('<a id=on href=/workplace/line data-portico-navigate>Line</a>')})")
    navigate(tab, "#on")
    assert tab.attribute(TOP, "data-animated") == "inside"
    tab.go_back()
    tab.wait_for("document.querySelector('dialog[open] #q')?.value === 's'", "the search")
    assert tab.attribute(TOP, "data-animated") == "back"


def test_the_result_for_the_latest_input_stays(visit_as_somebody_new, portico, engine):
    tab = visit_as_somebody_new("/workplace/factory")
    with portico.gate.holding("GET", "/workplace/factory?q=nor"):
        tab.fill("#q", "nor")
        wait_until(lambda: portico.gate.count("GET", "/workplace/factory?q=nor"), "the first question")
        tab.fill("#q", "sou")
        tab.wait_for(f"JSON.stringify({ROWS}) === '[\"S\"]'", "the South")
    if engine == "chromium":  # Only Chromium lists cancelled requests.
        tab.wait_for("performance.getEntriesByType('resource').some(e => e.name.endsWith('q=nor') && e.responseEnd)")
    tab.let_it_paint()
    tab.press("Enter")
    assert (stack(tab), tab.evaluate(ROWS), tab.focus) == (["/workplace/factory?q=sou"], ["S"], "q")


def test_a_search_waits_for_a_pause(visit_as_somebody_new, portico):
    tab = visit_as_somebody_new("/workplace/factory")
    portico.gate.requests.clear()
    tab.of("#q", """([..."north"].forEach(letter => {
        e.value += letter;
        e.dispatchEvent(new InputEvent("input", { bubbles: true }));
    }))""")
    tab.wait_for(f"JSON.stringify({ROWS}) === '[\"N\"]'", "the North")
    searches = [target for _, target in portico.gate.requests if target.startswith("/workplace/factory?")]
    assert searches == ["/workplace/factory?q=north"]


def test_what_a_search_has_found_is_announced_when_the_person_pauses(visit_as_somebody_new):
    tab = visit_as_somebody_new("/workplace/factory")
    listen_to_regions(tab)
    # The pause is longer, so that a busy machine does not take the time between two letters for one.
    tab.evaluate("""void (window.start = setTimeout, window.setTimeout = (work, time, ...values) =>
        start(work, time === 500 ? 3000 : time, ...values))""")
    tab.click("#q")
    tab.type("nor")
    tab.wait_for(f"JSON.stringify({ROWS}) === '[\"N\"]'", "the North")
    tab.type("x")
    tab.wait_for(f"JSON.stringify({ROWS}) === '[]'", "nothing")
    wait_until_said(tab, "status", "Nothing found.")
    assert tab.evaluate("said.length") == 1, "not after each letter"


def test_a_failed_search_is_reported_until_the_next(visit_as_somebody_new, portico):
    tab = visit_as_somebody_new("/workplace/factory")
    with portico.gate.refusing("GET", "/workplace/factory"):
        tab.fill("#q", "nor")
        tab.wait_for(f"document.querySelector({json.dumps(MESSAGE)}).textContent.includes('seem to be offline')")
    tab.fill("#q", "north")
    tab.wait_for(f"JSON.stringify({ROWS}) === '[\"N\"]'", "the North")
    tab.wait_for_text(MESSAGE, "")


def test_all_is_done_by_the_keyboard(visit_as_somebody_new):
    tab = visit_as_somebody_new("/")
    tab_to(tab, "workplace-factory-link")
    tab.press("Enter")
    wait_for_stack(tab, "/workplace/factory")
    tab_to(tab, "choose-N")
    tab.press("Enter")
    wait_for_stack(tab)
    assert_chosen(tab, "North", NOT, NOT, NOT)
    tab.wait_for("document.activeElement.id === 'workplace-factory-link'", "the focus where it was")
    tab_to(tab, "workplace-storehouse-link")
    tab.press("Enter")
    wait_for_stack(tab, "/workplace/storehouse")
    assert tab.focus == "q", "beyond the maximum, people search"
    tab.type("2718")
    tab.wait_for_text("#workplace-count", "1 entry")
    tab_to(tab, "choose-N-2718")
    tab.press("Enter")
    wait_for_stack(tab)
    assert_chosen(tab, "North", NOT, NOT, "Store 2718")
    tab.press("Enter")
    wait_for_stack(tab, "/workplace/storehouse")
    tab.press("Escape")
    wait_for_stack(tab)


@pytest.mark.holds("E10", "E11")
def test_another_tab_shows_the_choice_and_the_mark(visit_as_somebody_new):
    tab = visit_as_somebody_new("/")
    beside, within = tab.new_tab(), tab.new_tab()
    beside.goto("/")
    within.goto("/workplace/factory")
    choose(tab, "factory", "S")
    assert_chosen(beside, "South", NOT, NOT, NOT)
    within.wait_for("document.querySelector('#choose-S').ariaCurrent === 'true'", "the mark in the open sheet")
    assert within.attribute("#choose-none", "aria-current") is None


def test_an_outdated_choice_is_refused_in_the_sheet(visit_as_somebody_new, portico):
    tab = visit_as_somebody_new("/")
    choose(tab, "factory", "N")
    present(tab, "#workplace-workshop-link")
    # The page has not received the change by the other browser yet.
    with portico.gate.holding("GET", "/workplace/workshop"):
        status, _, _ = portico.ask("/workplace/factory", tab.brought, account=f"local/{tab.username}", code="S")
        assert status == 303
        press(tab, "#choose-N-1")
    tab.wait_for_text(MESSAGE, "This is no longer available. Choose another one.")
    assert tab.evaluate(ROWS) == ["", "S-1"]
    press(tab, "#choose-S-1")
    wait_for_stack(tab)
    assert_chosen(tab, "South", "Dock", NOT, NOT)


def test_a_missing_workplace_appears_as_not_chosen_until_it_returns(visit_as_somebody_new, portico):
    tab = visit_as_somebody_new("/")
    choose(tab, "factory", "N")
    choose(tab, "workshop", "N-1")
    file = portico.data / "workplaces.json"
    less = portico.data / "less.json"
    less.write_text(json.dumps({"factories": [{"code": "N", "name": "North again"}]}))
    for source, names in ((less, ["North again", NOT, NOT, NOT]), (file, ["North", "Hall 1", NOT, NOT])):
        subprocess.run(
            [EXECUTABLE, "workplaces", "import", source, "--data", portico.data], check=True, capture_output=True)
        assert_chosen(tab, *names)


def test_the_sheets_serve_everybody(visit_as_somebody_new, engine):
    # WebKit's minimum window width is 334.
    tab = visit_as_somebody_new("/", size=(320, 640), dark=engine != "chromium")
    for path in ["/", *(f"/workplace/{kind}" for kind in KINDS), "/workplace/factory?q=nowhere"]:
        tab.goto(path)
        wait_until_still(tab)
        assert (axe_in_both(tab), tab.evaluate(SPILLS), tab.evaluate(CUT_OFF)) == ([], False, []), path
