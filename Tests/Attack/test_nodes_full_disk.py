"""Three nodes on a PostgreSQL with a full disk: no acknowledged change is lost, and people can save once there is room again.
`pytest -s` prints the answers to people, for docs/scaling.md."""

import subprocess
import time

import pytest

import database
import nodes as servers
from database import Database
from nodes import Nodes
from people import ROOMY, check_stored, people_at_work, ready, resting
from server import wait_until

MISSING = servers.missing() or database.missing()
pytestmark = pytest.mark.skipif(MISSING is not None, reason=str(MISSING))

#: The log of PostgreSQL takes little of the disk.
OPTIONS = ("min_wal_size=2MB", "max_wal_size=8MB")


@pytest.fixture
def full():
    with Database(megabytes=120, options=OPTIONS) as full:
        yield full


@pytest.fixture
def nodes(full):
    with Nodes(**ROOMY, PORTICO_TEST_POSTGRESQL=full.url) as nodes:
        yield nodes


def refused(people):
    return all(person.statuses[503] for person in people)


def refusal(nodes, cookies, node):
    """The page with the message that nothing was saved; None if it was saved."""
    form = {"account": "local/ada", "note": "x" * 200, "name": "Ada", "pronouns": ""}
    status, headers, page = nodes.ask("/profile", cookies, form, node)
    assert status == 303 or int(headers["Retry-After"]) > 0
    return page if status == 503 else None


def test_pages_are_read_and_nothing_is_saved_while_no_table_can_grow(full, nodes):
    ada = nodes.sign_in("ada", nodes.password)
    with people_at_work(nodes, "full disk") as people:
        full.fill()
        start = time.monotonic()
        wait_until(lambda: refused(people), "refusals")
        print(f"\nfull disk: everybody is refused after {time.monotonic() - start:.2f} s")
        for person, node in zip(people, nodes.nodes):
            status, _, page = nodes.ask("/profile/edit", person.cookies, node=node)
            assert status == 200 and f'data-account="local/{person.name}"' in page
            text = wait_until(lambda: refusal(nodes, ada, node), "a refusal")
            assert "couldn’t save this" in text
        print(f"full disk: /readyz is {[nodes.ask('/readyz', node=node)[0] for node in nodes.nodes]}")
        full.empty()
        before, start = [person.saved for person in people], time.monotonic()
        wait_until(lambda: all(person.saved > saved for person, saved in zip(people, before)), "everybody to go on")
        print(f"full disk: everybody goes on {time.monotonic() - start:.2f} s after there is room")


def test_a_database_that_cannot_write_its_log_is_refused_and_comes_back(full, nodes):
    with people_at_work(nodes, "full log") as people:
        full.fill()
        with pytest.raises(subprocess.CalledProcessError):
            while True:
                nodes.sql("SELECT pg_logical_emit_message(false, 'test', repeat('x', 900000))")
        wait_until(lambda: {nodes.ask("/readyz", node=node)[0] for node in nodes.nodes} == {503}, "no node to be ready")
        wait_until(lambda: refused(people), "refusals")
        with resting(people):
            full.empty()
            start = time.monotonic()
            if not full.is_running:
                full.start()
            wait_until(lambda: ready(nodes), "all nodes to be ready")
            print(f"\nfull log: all nodes are ready {time.monotonic() - start:.2f} s after there is room")
            check_stored(nodes, people)
