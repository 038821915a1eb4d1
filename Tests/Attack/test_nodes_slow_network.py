"""Three nodes with a distant PostgreSQL, behind a network that loses packets or ends: no request is refused because the network is slow,
and no acknowledged change is lost. `pytest -s` prints the answers to people, for docs/scaling.md."""

import contextlib
import statistics
import time

import pytest

import network as networks
import nodes as servers
from database import Database
from network import Network
from nodes import Nodes
from people import ROOMY, Person, check_stored, people_at_work, ready, resting
from server import PASSWORD, wait_until

MISSING = servers.missing() or networks.missing()
pytestmark = pytest.mark.skipif(MISSING is not None, reason=str(MISSING))

TIMEOUT = 2


@pytest.fixture(scope="module")
def network():
    with Network() as network:
        yield network


@pytest.fixture(scope="module")
def nodes(network):
    with Database(address=network.there, prefix=network.prefix) as far:
        url = f"postgres://postgres@{network.there}:{far.port}/postgres"
        with Nodes(**ROOMY, PORTICO_DATABASE_TIMEOUT=str(TIMEOUT), PORTICO_TEST_POSTGRESQL=url) as nodes:
            yield nodes


@contextlib.contextmanager
def slow(network, **settings):
    network.set(**settings)
    try:
        yield
    finally:
        network.set()


def test_a_page_waits_for_no_distance_and_a_save_for_few_questions(nodes, network):
    person, node = Person(nodes, "alone"), nodes.nodes[0]
    form = {"account": "local/alone", "name": "Alone", "pronouns": "", "note": ""}
    with slow(network, least=0.01):
        pages = [seconds(nodes, 200, "/settings/appearance", person.cookies, node=node) for _ in range(9)]
        saves = [seconds(nodes, 303, "/profile", person.cookies, form | {"note": f"{number}"}, node) for number in range(9)]
        outs = []
        for _ in range(5):
            cookies = nodes.sign_in("alone", PASSWORD, node)
            outs.append(seconds(nodes, 303, "/session/end", cookies, {"account": "local/alone"}, node))
    page, save, out = map(statistics.median, (pages, saves, outs))
    print(f"\n20 ms for a question: a page {page * 1000:.0f} ms, a save {save * 1000:.0f} ms, a sign-out {out * 1000:.0f} ms")
    assert page < save / 3
    assert save < 1


def seconds(nodes, expected, *request, **more):
    start = time.monotonic()
    status, _, _ = nodes.ask(*request, **more)
    assert status == expected, status
    return time.monotonic() - start


@pytest.mark.parametrize("loss", [0.01, 0.05])
def test_a_slow_network_loses_nothing(nodes, network, loss):
    what = f"slow network that loses {loss * 100:.0f} of 100"
    with people_at_work(nodes, what) as people, slow(network, least=0.0005, most=0.0015, loss=loss):
        before = [(person.saved, len(person.times)) for person in people]
        wait_until(lambda: all(person.saved >= saved + 10 for person, (saved, _) in zip(people, before)), "everybody to save")
        times = [
            after - before for person, (_, first) in zip(people, before)
            for before, after in zip(person.times[first:], person.times[first + 1:])]
    print(f"{what}: {len(times)} saves, the median {statistics.median(times):.2f} s, the slowest {max(times):.2f} s")
    if loss <= 0.01:
        assert all(set(person.statuses) == {303} for person in people)


def test_a_network_that_ends_and_comes_back(nodes, network):
    with people_at_work(nodes, "cut network") as people:
        with slow(network, loss=1):
            wait_until(lambda: all(person.statuses[503] for person in people), "refusals")
            assert {nodes.ask("/readyz", node=node)[0] for node in nodes.nodes} == {503}
            # Open connections wait for their next attempt, with longer and longer pauses.
            time.sleep(5)
        start = time.monotonic()
        with resting(people):
            wait_until(lambda: ready(nodes), "all nodes to be ready")
            print(f"\ncut network: all nodes are ready {time.monotonic() - start:.2f} s after it comes back")
            check_stored(nodes, people)
    # As in test_nodes.py. The rest is for a machine that does other things at the same time.
    assert max(person.slowest for person in people) < max(TIMEOUT + 2, 5) + 3
