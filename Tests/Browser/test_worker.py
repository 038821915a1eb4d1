"""The service worker: the page of a browser that cannot reach the server, and the removal of the worker."""

import pytest

from support.waiting import wait_until

pytestmark = pytest.mark.holds("A14")

OPTIONS = {"PORTICO_LAUNCH_WORKER": "true"}
ACTIVE = "navigator.serviceWorker.getRegistration().then((one) => one?.active?.state === 'activated' && one.active.scriptURL)"
KEPT = "caches.keys().then(async (names) => (await Promise.all(names.map(async (name) =>" \
    " (await (await caches.open(name)).keys()).map(({ url }) => new URL(url).pathname)))).flat())"


def go_on(tab, path):
    """Navigates without waiting for scripts, which the next page may not have."""
    tab.evaluate(f"void (location.href = '{path}')")


def wait_for_worker(tab):
    tab.wait_for(ACTIVE, "the service worker")


@pytest.mark.every_engine
def test_out_of_reach_the_splash_comes_and_then_the_error(visit, engine, portico):
    tab = visit("/")
    wait_for_worker(tab)
    if engine == "chromium":  # The browser's own cache may be gone by then.
        tab.protocol().send("Network.clearBrowserCache")
    with portico.gate.cut():
        go_on(tab, "/settings/appearance")
        tab.wait_for("document.querySelector('#screen')?.dataset.screen === 'error' && document.readyState === 'complete'",
                     "the error screen")
        assert tab.heading == "No connection"
        assert tab.evaluate("getComputedStyle(document.querySelector('.error')).display") == "grid", "with its style"
        assert "Ada" not in tab.evaluate("document.documentElement.outerHTML")
    with tab.leaving():
        tab.click("#retry")
    assert (tab.screen, tab.path) == ("main", "/settings/appearance")
    tab.complaints.clear()  # The complaints about the cut connection.


def test_it_keeps_no_personal_data(visit):
    tab = visit("/")
    wait_for_worker(tab)
    tab.goto("/account")
    kept = tab.evaluate(KEPT)
    assert "/offline" in kept
    assert all(path == "/offline" or path.endswith(".css") for path in kept)


def test_a_server_that_is_only_away_for_a_moment_is_asked_again(visit, engine, portico):
    tab = visit("/")
    wait_for_worker(tab)
    with portico.gate.holding("HEAD", "/offline"), portico.gate.cut():
        go_on(tab, "/about")
        if engine != "webkit":  # Its driver gives no access to a page that is still arriving.
            tab.wait_for("document.querySelector('#root')?.shadowRoot?.querySelector('[data-screen=splash]')", "the splash")
        wait_until(lambda: portico.gate.count("HEAD", "/offline"), "the server to be asked again")
    tab.wait_for("location.pathname === '/about' && document.querySelector('#screen')?.dataset.screen === 'main'", "the page")
    tab.complaints.clear()


def test_a_browser_loses_it_with_the_option(visit, portico):
    tab = visit("/")
    wait_for_worker(tab)
    portico.options["PORTICO_LAUNCH_WORKER"] = "false"
    try:
        # In development, a page reloads when it connects to another server, which could end this navigation.
        with portico.gate.refusing("GET", "/dev/reload"):
            portico.stop()
            portico.start()
            tab.goto("/about")
        # Browsers also check for a new worker after a navigation, at different times.
        tab.wait_for("navigator.serviceWorker.getRegistration().then((one) => !one || one.update().then(() => false, () => false))",
                     "the worker to be gone")
        assert tab.evaluate(KEPT) == []
    finally:
        portico.options["PORTICO_LAUNCH_WORKER"] = "true"
        portico.stop()
        portico.start()
