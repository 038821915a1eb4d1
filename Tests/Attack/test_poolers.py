"""A node behind PgBouncer: by session it works, by transaction it is not ready and gives the reason."""

import os
import shutil
import signal

import pytest

from cluster import POOLER, Cluster, Pooler
from kills import is_ready
from nodes import Nodes, missing
from people import ROOMY, Person, reason
from server import PASSWORD, wait_until

pytestmark = [
    pytest.mark.skipif(missing() is not None, reason=str(missing())),
    pytest.mark.skipif(not shutil.which(POOLER), reason="PgBouncer is not installed")]

#: Newer versions of PgBouncer break notifications only, older ones prepared statements too.
SENTENCE = "a pooler before the database must work by session"


@pytest.fixture(scope="module")
def cluster():
    with Cluster() as cluster:
        yield cluster


@pytest.fixture(scope="module")
def nodes(cluster):
    with Nodes(**ROOMY, PORTICO_TEST_POSTGRESQL=cluster.url) as nodes:
        yield nodes


def test_by_session_a_node_learns_of_sign_outs_and_survives_the_pooler(cluster, nodes):
    direct, node, _ = nodes.nodes
    nodes.end(node, signal.SIGTERM)(PORTICO_DATABASE_URL=cluster.pooled_url)
    wait_until(lambda: is_ready(nodes, node), "the node to be ready")
    person = Person(nodes, "pooled")
    assert nodes.ask("/account", person.cookies, node=node)[0] == 200
    assert nodes.ask("/session/end", person.cookies, {"account": "local/pooled"}, node=direct)[0] == 303
    wait_until(lambda: nodes.ask("/account", person.cookies, node=node)[0] == 401, "the node to know of the sign-out")
    cluster.pooler.end(signal.SIGKILL)
    wait_until(lambda: reason(nodes, node), "the node to notice")
    cluster.pooler.start()
    wait_until(lambda: is_ready(nodes, node), "the node to be ready")
    assert nodes.sign_in("pooled", PASSWORD, node=node)


def test_by_transaction_a_node_is_not_ready_and_gives_the_reason(cluster, nodes):
    node = nodes.nodes[2]
    with Pooler(cluster.primary.port, mode="transaction") as pooler:
        nodes.end(node, signal.SIGTERM)(PORTICO_DATABASE_URL=cluster.url.replace(cluster.hosts, f"127.0.0.1:{pooler.port}"))
        wait_until(lambda: SENTENCE in (reason(nodes, node) or ""), "the node to say why")
        assert SENTENCE in node.log.read_text()
        assert nodes.ask("/healthz", node=node)[0] == 200
        os.kill(node.pid, signal.SIGKILL)
