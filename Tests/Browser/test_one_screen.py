"""One screen is current: of what was laid over it nothing stays once it has gone."""

import pytest

from support.holdings import Holdings
from support.layers import TOP, present
from support.session import IDLE, come_back, look, wait_for_cover
from support.waiting import wait_until

pytestmark = pytest.mark.holds("A7")

#: The page holds a cover for the case that the server is out of reach.
FETCHED_AHEAD = "performance.getEntriesByName(`${origin}/session/new`).length === 1"
#: After a session has ended the stream of events comes back in its own time.
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
    # A tab that asks who listens holds its last stream for some seconds; what has leaked stays.
    most = least(counts[1:4])
    wait_until(lambda: all(count <= most[name] for name, count in holdings.count().items()), f"no more than in the first of {counts}")


def least(counts):
    """The requests held in all of them: an answer that has just come may be among one of them."""
    return {name: min(count[name] for count in counts) for name in counts[0]}


def test_signing_out_out_of_reach_is_tried_again_and_again_without_a_trace(tab, portico):
    holdings = Holdings(tab)
    present(tab, "#sign-out-link")
    counts = []
    portico.gate.requests.clear()
    with portico.gate.cut():
        tab.click(f"{TOP} #sign-out-button")
        for tries in (2, 4):
            wait_until(lambda: portico.gate.count("POST", "/session/end") >= tries, "another try")
            counts.append(holdings.count()["JSEventListeners"])
        assert counts[1] <= counts[0], counts
    tab.wait_for_text("#sign-in-message", "")
