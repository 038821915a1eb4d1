"""The primary of PostgreSQL is killed and its standby promoted, with the address that docs/scaling.md gives to nodes. `pytest -s` prints
what people saw, for the document."""

import re
import time

import pytest

from cluster import Cluster
from documents import DOCS, placed
from kills import is_ready
from nodes import Nodes, missing
from people import ROOMY, Person, Visitor, check_stored, people_at_work, ready, reason, resting
from server import wait_until

pytestmark = pytest.mark.skipif(missing() is not None, reason=str(missing()))

#: Seconds from the promotion of the standby until all nodes are ready, also on a machine with four times the load.
READY = 30
READ_ONLY = "not ready: the database can only be read"
VISITORS = 2


@pytest.fixture(scope="module")
def cluster_of_module():
    with Cluster() as cluster:
        cluster.add_standby()
        yield cluster


@pytest.fixture
def cluster(cluster_of_module):
    if not cluster_of_module.standby:
        cluster_of_module.add_standby()
    return cluster_of_module


@pytest.fixture(scope="module")
def nodes(cluster_of_module):
    with Nodes(**ROOMY, PORTICO_TEST_POSTGRESQL=documented_url(cluster_of_module), PORTICO_DATABASE_TIMEOUT="5") as nodes:
        yield nodes


def documented_url(cluster):
    """The address in the document, with the machines of this test; the standby comes first."""
    url = re.search(r"^postgres://.*target_session_attrs.*$", (DOCS / "scaling.md").read_text(), re.M)[0]
    return placed(url, {
        "portico@db1.example,db2.example/portico": f"postgres@{cluster.hosts}/postgres",
        "sslmode=verify-full&sslrootcert=/etc/ssl/certs/ca-certificates.crt": "sslmode=disable"})


def test_a_promoted_standby_has_everything_and_every_node_continues(cluster, nodes):
    visitors = [Visitor(nodes, f"failover-visitor-{number}") for number in range(VISITORS)]
    with people_at_work(nodes, "failover") as people:
        for visitor in visitors:
            visitor.start()
        wait_until(lambda: all(len(visitor.ended) > 3 for visitor in visitors), "sign-outs")
        lost = time.monotonic()
        cluster.lose_primary()
        wait_until(lambda: all(person.statuses[503] for person in people), "refusals")
        wait_until(lambda: not any(is_ready(nodes, node) for node in nodes.nodes), "the nodes to notice")
        saved, ended = [person.saved for person in people], [len(visitor.ended) for visitor in visitors]
        # Later saves would hide the loss.
        with resting(people):
            promoted = time.monotonic()
            cluster.promote_standby()
            wait_until(lambda: ready(nodes), "all nodes to be ready")
            taken = time.monotonic() - promoted
            check_stored(nodes, people)
        wait_until(lambda: all(len(visitor.ended) > count for visitor, count in zip(visitors, ended)), "further sign-outs")
        for visitor in visitors:
            visitor.is_over = True
        for visitor in visitors:
            visitor.join()
    print(f"failover: all nodes are ready {taken:.1f} s after the promotion, {promoted - lost:.1f} s after the loss; "
          f"{sum(saved)} saves and {sum(ended)} sign-outs before")
    assert taken < READY
    for visitor in visitors:
        assert not visitor.problems, visitor.problems
        visitor.check()
        visitor.check_log()


def test_a_node_that_starts_before_the_promotion_waits_for_it(cluster, nodes):
    node = nodes.nodes[0]
    start_again = nodes.end(node)
    cluster.lose_primary()
    start_again()
    wait_until(lambda: reason(nodes, node) == READ_ONLY, "the node to wait")
    promoted = time.monotonic()
    cluster.promote_standby()
    wait_until(lambda: all(is_ready(nodes, node) for node in nodes.nodes), "all nodes to be ready")
    assert time.monotonic() - promoted < READY


def test_a_node_with_only_a_standby_reports_it_and_works_once_it_is_promoted(cluster, nodes):
    node = nodes.nodes[0]
    hosts = f"127.0.0.1:{cluster.primary.port},127.0.0.1:{cluster.standby.port}"
    nodes.end(node)(PORTICO_DATABASE_URL=f"postgres://postgres@{hosts}/postgres?sslmode=disable")
    wait_until(lambda: is_ready(nodes, node), "the node to be ready")
    person = Person(nodes, "standby")
    cluster.lose_primary()
    wait_until(lambda: reason(nodes, node) == READ_ONLY, "the node to notice")
    form = {"account": "local/standby", "note": "", "name": "Standby", "pronouns": ""}
    assert nodes.ask("/profile", person.cookies, form, node=node)[0] == 503
    cluster.promote_standby()
    wait_until(lambda: is_ready(nodes, node), "the node to be ready")
    assert nodes.ask("/profile", person.cookies, form, node=node)[0] == 303
