"""Only one screen is current. Of earlier covers and layers, nothing stays."""

import pytest

from support.holdings import Holdings
from support.layers import present
from support.session import IDLE, come_back, look, wait_for_cover
from support.waiting import wait_until

pytestmark = pytest.mark.holds("A7")

#: The page has prefetched a cover, in case the server becomes unreachable.
FETCHED_AHEAD = "performance.getEntriesByName(`${origin}/session/new`).length === 1"
#: After the end of a session, the event stream reconnects some time later.
LISTENS = "navigator.locks.query().then(({ held }) => held.filter(({ name }) => name !== 'portico dev').length === 1)"


@pytest.fixture
def tab(visit_as_somebody_new, engine):
    if engine != "chromium":
        pytest.skip("only Chromium counts nodes and listeners")
    tab = visit_as_somebody_new("/", less_motion=True)
    tab.wait_for(FETCHED_AHEAD, "the cover fetched ahead")
    tab.evaluate("window.isSame = true")
    return tab


def test_a_session_that_ends_again_and_again_leaves_nothing_behind(tab, portico):
    holdings = Holdings(tab)
    counts = []
    for number in range(1, 13):
        portico.set(clockOffset=number * IDLE)
        look(tab)
        wait_for_cover(tab)
        come_back(tab, tab.username)
        tab.wait_for(LISTENS, "the stream of events")
        counts.append(holdings.count())
    assert tab.evaluate("window.isSame"), "the page was never left"
    # A tab that looks for the tab with the stream keeps its old stream for some seconds. Leaks stay.
    most = least(counts[1:4])
    wait_until(lambda: all(count <= most[name] for name, count in holdings.count().items()), f"no more than in the first of {counts}")


def least(counts):
    """The minimum of each count, because a recent response may be in one of them."""
    return {name: min(count[name] for count in counts) for name in counts[0]}


def test_signing_out_out_of_reach_is_tried_again_and_again_without_a_trace(tab, portico):
    holdings = Holdings(tab)
    present(tab, "#menu-link")
    counts = []
    portico.gate.requests.clear()
    with portico.gate.cut():
        tab.click("#menu-sign-out-button")
        for tries in (2, 4):
            wait_until(lambda: portico.gate.count("POST", "/session/end") >= tries, "another try")
            counts.append(holdings.count()["JSEventListeners"])
        assert counts[1] <= counts[0], counts
    tab.wait_for_text("#sign-in-message", "")
