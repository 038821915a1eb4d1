"""Nothing moves after it was painted, on any screen, also where scripts come late."""

import pytest

from support.people import ROOMY

pytestmark = pytest.mark.holds("A4", "C1")

OPTIONS = ROOMY
SIGNED_OUT = ["/", "/registration", "/registration/sent", "/password/reset", "/password/reset/sent", "/account/deleted",
              "/nothing/here"]
PAGES = ["/", "/menu", "/about", "/about/licences", "/account", "/account/password", "/account/email", "/account/sessions",
         "/account/activity", "/account/data", "/account/delete", "/accounts", "/profile/edit", "/settings/appearance",
         "/account/settings", "/workplace/factory", "/session/end"]
ADMINISTRATION = ["", "/people", "/people/invite", "/people/add", "/people/import", "/person/ada", "/person/ada/sessions",
                  "/invitations", "/events", "/mail", "/settings", "/brand"]
#: Records layout shifts (https://wicg.github.io/layout-instability/), and what moved from where to where.
RECORD = """window.shifts = [];
new PerformanceObserver((list) => window.shifts.push(...list.getEntries().filter((e) => !e.hadRecentInput).map((e) =>
    [e.value, e.sources.map(({ node, previousRect: a, currentRect: b }) => `${(node?.outerHTML ?? node?.textContent ?? "").slice(0, 90)}
        ${[a.x, a.y, a.width, a.height]} to ${[b.x, b.y, b.width, b.height]}`)]))).observe({ type: "layout-shift", buffered: true })"""


PHONE = [*PAGES, *(f"/administration{path}" for path in ADMINISTRATION)]
#: The cards in the middle of a wide window, and pages with times and searches.
DESK = ["/", "/about", "/account/sessions", "/settings/appearance", "/profile/edit", "/administration/people",
        "/administration/person/ada"]


@pytest.mark.parametrize(("size", "behind"), [((390, 844), PHONE), ((1280, 800), DESK)], ids=["phone", "desk"])
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


def test_where_a_script_does_not_come_the_buttons_for_pages_without_script_are_there(browse, engine, portico, signed_in):
    if engine != "chromium":
        pytest.skip("only this driver holds back a file")
    tab = browse(engine, portico, cookies=signed_in)
    tab.page.route("**/portico.js", lambda route: route.abort())
    tab.begin("/workplace/factory?q=none")
    tab.wait_for("document.querySelector('#workplace-search-button')?.checkVisibility()", "the button")
    tab.page.unroute("**/portico.js")
    tab.goto("/workplace/factory?q=none")
    assert not tab.of("#workplace-search-button", "e.checkVisibility()")
