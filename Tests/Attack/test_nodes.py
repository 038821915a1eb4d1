"""Three nodes with failures while people work: no acknowledged change is lost, nobody gets another person's account, and the nodes
recover by themselves. `pytest -s` prints the answers to people, for docs/scaling.md."""

import os
import re
import signal
import time
import urllib.request

import pytest

from database import kill_postgresql, paused_postgresql
from kills import OPTIONS, is_ready, kill_again_and_again
from nodes import Nodes, missing
from people import leader, people_at_work, ready
from server import wait_until

pytestmark = pytest.mark.skipif(missing() is not None, reason=str(missing()))

#: Nodes must notice a paused database within the time of a test.
TIMEOUT = 2


@pytest.fixture(scope="module")
def nodes():
    with Nodes(**OPTIONS, PORTICO_DATABASE_TIMEOUT=str(TIMEOUT), PORTICO_METRICS_PORT="0") as nodes:
        yield nodes


def metrics(node):
    """The metrics of a node without labels."""
    port = re.findall(r"address=127\.0\.0\.1:(\d+) .*serving metrics", node.log.read_text())[-1]
    with urllib.request.urlopen(f"http://127.0.0.1:{port}/metrics", timeout=20) as answer:
        assert answer.status == 200
        return {name: float(value) for name, value in re.findall(r"^(\w+) (\S+)$", answer.read().decode(), re.M)}


def test_each_request_reaches_another_node(nodes):
    """Journeys rely on it too."""
    # Nodes ask each other in between.
    asked = [nodes.ask("/session/new")[1]["Portico-Nodes"] for _ in range(12)]
    assert set(asked) == {f"127.0.0.1:{node.port}" for node in nodes.nodes}
    assert sum(one != next for one, next in zip(asked, asked[1:])) > 6, asked


def test_a_listening_connection_that_is_lost_is_made_again(nodes):
    with people_at_work(nodes, "listener") as people:
        old = wait_until(lambda: leader(nodes), "a node to lead")
        start = time.monotonic()
        nodes.sql(f"SELECT pg_terminate_backend({old[0]})")
        wait_until(lambda: leader(nodes) not in ([], old), "another connection to lead")
        print(f"\nlistener: another one leads after {time.monotonic() - start:.2f} s")
    assert max(person.longest for person in people) < 2


def test_a_database_that_is_paused_is_refused_and_comes_back(nodes):
    known = {"portico_mails_queued", "portico_mails_given_up", "portico_mail_oldest_age_seconds"}
    for node in nodes.nodes:
        before = metrics(node)
        assert before["portico_database_up"] == before["portico_ready"] == 1 and known <= before.keys()
    with people_at_work(nodes, "paused database") as people:
        with paused_postgresql(nodes.postgresql_data):
            wait_until(lambda: all(person.statuses[503] for person in people), "refusals")
            assert {nodes.ask("/readyz", node=node)[0] for node in nodes.nodes} == {503}
            # The metrics from the database are missing, not out of date.
            for left in map(metrics, nodes.nodes):
                assert left["portico_database_up"] == left["portico_ready"] == 0
                assert left["process_resident_memory_bytes"] > 1_000_000
                assert not known & left.keys()
        start = time.monotonic()
        wait_until(lambda: ready(nodes), "all nodes to be ready")
        assert known <= metrics(nodes.nodes[0]).keys()
        print(f"\npaused database: all nodes are ready {time.monotonic() - start:.2f} s after it goes on")
    # Some requests wait for a statement and two seconds, others for a new connection. The rest is for a machine that does other
    # things at the same time.
    assert max(person.slowest for person in people) < max(TIMEOUT + 2, 5) + 3


def test_a_database_that_is_killed_and_started_again_has_everything(nodes):
    with people_at_work(nodes, "killed database"):
        kill_postgresql(nodes.postgresql_data)
        start = time.monotonic()
        nodes.start_postgresql()
        wait_until(lambda: ready(nodes), "all nodes to be ready")
        print(f"\nkilled database: all nodes are ready {time.monotonic() - start:.2f} s after it is started")


def test_nodes_that_are_killed_and_started_again_lose_nothing(nodes):
    kill_again_and_again(nodes, 3, "kills")


def test_a_rolling_update_answers_no_503(nodes):
    with people_at_work(nodes, "update") as people:
        for node in nodes.nodes:
            start_again = nodes.end(node, signal.SIGTERM)
            start_again()
            wait_until(lambda: is_ready(nodes, node), "the node to be ready")
            time.sleep(2.5)  # For two seconds nginx skips a node that did not answer.
    assert sum(person.statuses[503] for person in people) == 0
    # Connections that the node had not yet accepted.
    assert sum(person.statuses[502] for person in people) < 10


def test_a_killed_node_ends_no_sign_in(nodes):
    with people_at_work(nodes, "killed node") as people:
        killed = nodes.nodes.pop()
        os.kill(killed.pid, signal.SIGKILL)
        start = time.monotonic()
        wait_until(lambda: len(leader(nodes)) == 1, "a node to lead")
        print(f"\nkilled node: one leads after {time.monotonic() - start:.2f} s")
    assert max(person.longest for person in people) < 3
    assert sum(person.statuses[503] for person in people) == 0, "the others answer"
