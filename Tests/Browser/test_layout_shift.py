"""Nothing moves after it was painted, on any screen, also where scripts come late."""

import pytest

from support.people import ROOMY
from support.screens import BEHIND_THE_DOOR, SIGNED_OUT

pytestmark = pytest.mark.holds("A4", "C1")

OPTIONS = ROOMY
#: Records layout shifts (https://wicg.github.io/layout-instability/), and what moved from where to where.
RECORD = """window.shifts = [];
new PerformanceObserver((list) => window.shifts.push(...list.getEntries().filter((e) => !e.hadRecentInput).map((e) =>
    [e.value, e.sources.map(({ node, previousRect: a, currentRect: b }) => `${(node?.outerHTML ?? node?.textContent ?? "").slice(0, 90)}
        ${[a.x, a.y, a.width, a.height]} to ${[b.x, b.y, b.width, b.height]}`)]))).observe({ type: "layout-shift", buffered: true })"""

#: The cards in the middle of a wide window, those beside their source, and pages with times and searches.
DESK = ["/", "/about", "/account/sessions", "/settings/appearance", "/profile/edit", "/administration/people",
        "/administration/person/ada", "/session/end", "/menu"]


@pytest.mark.parametrize(("size", "behind"), [((390, 844), BEHIND_THE_DOOR), ((1280, 800), DESK)], ids=["phone", "desk"])
def test_nothing_moves_after_it_was_painted(browse, engine, portico, signed_in, size, behind):
    if engine != "chromium":
        pytest.skip("only this engine measures it")
    moved = {}
    for cookies, paths in (([], SIGNED_OUT), (signed_in, behind)):
        tab = browse(engine, portico, cookies=cookies, size=size)
        tab.page.add_init_script(RECORD)
        network = tab.protocol()
        network.send("Network.enable")
        network.send("Network.setCacheDisabled", {"cacheDisabled": True})
        network.send("Network.emulateNetworkConditions", {
            "offline": False, "latency": 20, "downloadThroughput": -1, "uploadThroughput": -1})
        for path in paths:
            tab.goto(path)
            # The browser tells of a frame's shifts with the next one.
            tab.let_it_paint()
            tab.let_it_paint()
            shifts = tab.evaluate("shifts")
            if sum(value for value, _ in shifts) >= 0.02:
                moved[path] = shifts
    assert moved == {}


#: The ways in which a script of Portico may not work.
FAULTS = {
    "missing": lambda route: route.abort(),
    "throwing": lambda route: route.fulfill(content_type="text/javascript", body="throw new Error('too new')"),
    "unreadable": lambda route: route.fulfill(content_type="text/javascript", body="a syntax of tomorrow"),
}
SEARCH = "/workplace/factory?q=none"
BUTTON_IS_SHOWN = "document.querySelector('#workplace-search-button')?.checkVisibility()"


@pytest.fixture
def stage(browse, engine, portico, signed_in):
    """A tab in which a journey replaces scripts."""
    if engine != "chromium":
        pytest.skip("only this driver replaces a file")
    return browse(engine, portico, cookies=signed_in)


@pytest.mark.parametrize("fault", FAULTS)
@pytest.mark.parametrize("script", ["portico.js", "main.js"])
def test_where_a_script_does_not_work_the_buttons_for_pages_without_script_are_there(stage, script, fault):
    stage.page.route(f"**/{script}", FAULTS[fault])
    stage.begin(SEARCH)
    stage.wait_for(BUTTON_IS_SHOWN, "the button")
    stage.page.unroute(f"**/{script}")
    stage.goto(SEARCH)
    assert not stage.evaluate(BUTTON_IS_SHOWN)
    stage.complaints.clear()  # Those about the fault.


def test_the_buttons_are_there_also_if_the_browser_tells_late_of_a_script_that_is_missing(stage):
    stage.page.add_init_script("addEventListener('error', (event) => event.stopImmediatePropagation(), true)")
    stage.page.route("**/main.js", FAULTS["missing"])
    stage.begin(SEARCH)
    stage.wait_for(BUTTON_IS_SHOWN, "the button")
    stage.complaints.clear()  # Those about the fault.


def test_where_a_script_does_not_come_the_buttons_for_pages_without_script_come_after_seconds(stage):
    held = []
    stage.page.clock.install()
    stage.page.route("**/portico.js", lambda route: held.append(route))
    stage.begin(SEARCH)
    stage.wait_for("document.querySelector('#workplace-search-button')", "the page")
    assert not stage.evaluate(BUTTON_IS_SHOWN)
    stage.page.clock.run_for(5_100)
    assert stage.evaluate(BUTTON_IS_SHOWN)
    held[0].abort()


@pytest.mark.parametrize("fault", FAULTS)
def test_where_a_script_of_the_application_does_not_work_nothing_moves(stage, fault):
    def add_script(route):
        answer = route.fetch()
        route.fulfill(response=answer, body=answer.text().replace(
            "</head>", "<script src='/assets/own/js/main/main.js'></script></head>"))

    stage.page.route(f"**{SEARCH}", add_script)
    stage.page.route("**/assets/own/**", FAULTS[fault])
    with stage.page.expect_request("**/assets/own/**"):
        stage.goto(SEARCH)
    assert not stage.evaluate(BUTTON_IS_SHOWN)
    stage.complaints.clear()
