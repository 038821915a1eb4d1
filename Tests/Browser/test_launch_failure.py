"""A failed launch ends with an error screen, never with an endless splash."""

import pytest

pytestmark = pytest.mark.holds("A14")


@pytest.mark.parametrize("script, delay", [(True, 300), (True, 0), (False, 300)], ids=["script", "script-at-once", "no-script"])
def test_retry_launches_again(browse, engine, portico, script, delay):
    tab = browse(engine, portico, script=script)
    portico.set(launchFails="on", launchDelay=delay)
    tab.goto("/")
    assert (tab.screen, tab.heading) == ("error", "Not available right now")
    assert tab.text("#retry") == "Retry"
    with tab.leaving():
        tab.click("#retry")
    assert tab.screen == "error"
    portico.set(launchFails="off")
    with tab.leaving():
        tab.click("#retry")
    assert (tab.path, tab.screen) == ("/", "login")
