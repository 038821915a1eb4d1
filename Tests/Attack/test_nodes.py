"""Three nodes of which something fails while people work: nothing acknowledged is lost, nobody is somebody else, and it goes on by
itself. `pytest -s` prints what people saw, for docs/scaling.md."""

import collections
import contextlib
import os
import re
import signal
import threading
import time
from pathlib import Path

import pytest

from nodes import Nodes, missing
from server import PASSWORD, wait_until

pytestmark = pytest.mark.skipif(missing() is not None, reason=str(missing()))

PEOPLE = 8
#: So that a paused database is noticed within the time of a test.
TIMEOUT = 2


@pytest.fixture(scope="module")
def nodes():
    options = {
        "PORTICO_DATABASE_TIMEOUT": str(TIMEOUT), "PORTICO_LIMITS_RATE": "10000", "PORTICO_LIMITS_NETWORK": "100000",
        # What is acknowledged outlives the database's processes.
        "PGOPTIONS": "-c synchronous_commit=on"}
    with Nodes(**options) as nodes:
        yield nodes


class Person(threading.Thread):
    """Saves a number, again and again, at whatever node, and knows which were acknowledged."""

    def __init__(self, nodes, name):
        super().__init__(daemon=True)
        nodes.command("users", "add", name, "--name", name.title(), "--password-stdin", text=PASSWORD)
        self.nodes, self.name = nodes, name
        self.number = self.saved = 0
        self.is_over = False
        self.times = []
        self.statuses = collections.Counter()
        self.slowest = 0
        self.without_retry = 0
        self.cookies = nodes.sign_in(name, PASSWORD)

    def run(self):
        self.times = [time.monotonic()]
        while not self.is_over:
            self.number += 1
            form = {"account": f"local/{self.name}", "note": f"note-{self.number}-", "name": self.name, "pronouns": ""}
            start = time.monotonic()
            try:
                status, headers, _ = self.nodes.ask("/profile", self.cookies, form, timeout=60)
            except OSError as problem:
                status, headers = type(problem).__name__, {}
            self.slowest = max(self.slowest, time.monotonic() - start)
            self.statuses[status] += 1
            self.without_retry += status == 503 and "Retry-After" not in headers
            if status == 303:
                self.saved = self.number
                self.times.append(time.monotonic())
            else:
                time.sleep(0.05)

    def check(self):
        """The stored number is the last acknowledged one, or that of a later request without an answer."""
        status, _, page = self.nodes.ask("/profile/edit", self.cookies)
        assert status == 200 and f'data-account="local/{self.name}"' in page
        assert self.saved <= int(re.search(r"note-(\d+)-", page)[1]) <= self.number

    @property
    def longest(self):
        """The longest time without an acknowledgement, in seconds."""
        return max(after - before for before, after in zip(self.times, self.times[1:]))


@contextlib.contextmanager
def people_at_work(nodes, what):
    """Somebody who works before, while and after the body runs. Afterwards everything is checked."""
    people = [Person(nodes, f"{what.replace(' ', '-')}-{number}") for number in range(PEOPLE)]
    for person in people:
        person.start()
    wait_until(lambda: all(person.saved >= 3 for person in people), "people at work")
    try:
        yield people
        before = [person.saved for person in people]
        wait_until(lambda: all(person.saved >= saved + 3 for person, saved in zip(people, before)), "everybody to go on")
    finally:
        for person in people:
            person.is_over = True
        for person in people:
            person.join()
    for person in people:
        person.check()
    statuses = sum((person.statuses for person in people), collections.Counter())
    assert set(statuses) <= {303, 502, 503} and sum(person.without_retry for person in people) == 0, statuses
    print(f"\n{what}: longest time without an acknowledgement {max(person.longest for person in people):.2f} s, slowest answer "
          f"{max(person.slowest for person in people):.2f} s, {dict(statuses)}")


def ready(nodes):
    return all(nodes.ask("/readyz", node=node)[0] == 200 for node in nodes.nodes)


def leader(nodes):
    return nodes.sql("SELECT pid FROM pg_locks WHERE locktype = 'advisory' AND granted")


def test_a_listening_connection_that_is_lost_is_made_again(nodes):
    with people_at_work(nodes, "listener") as people:
        old = wait_until(lambda: leader(nodes), "a node to lead")
        start = time.monotonic()
        nodes.sql(f"SELECT pg_terminate_backend({old[0]})")
        wait_until(lambda: leader(nodes) not in ([], old), "another connection to lead")
        print(f"\nlistener: another one leads after {time.monotonic() - start:.2f} s")
    assert max(person.longest for person in people) < 2


def test_a_database_that_is_paused_is_refused_and_comes_back(nodes):
    with people_at_work(nodes, "paused database") as people:
        stopped = nodes.postgresql
        for pid in stopped:
            os.kill(pid, signal.SIGSTOP)
        try:
            wait_until(lambda: all(person.statuses[503] for person in people), "refusals")
            assert {nodes.ask("/readyz", node=node)[0] for node in nodes.nodes} == {503}
        finally:
            for pid in stopped:
                os.kill(pid, signal.SIGCONT)
        start = time.monotonic()
        wait_until(lambda: ready(nodes), "all nodes to be ready")
        print(f"\npaused database: all nodes are ready {time.monotonic() - start:.2f} s after it goes on")
    # Some wait for a statement and two seconds, others for a new connection.
    assert max(person.slowest for person in people) < max(TIMEOUT + 2, 5) + 1


def test_a_database_that_is_killed_and_started_again_has_everything(nodes):
    with people_at_work(nodes, "killed database"):
        killed = nodes.postgresql
        for pid in killed:
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        wait_until(lambda: not any(is_alive(pid) for pid in killed), "the end of its processes")
        start = time.monotonic()
        nodes.start_postgresql()
        wait_until(lambda: ready(nodes), "all nodes to be ready")
        print(f"\nkilled database: all nodes are ready {time.monotonic() - start:.2f} s after it is started")


def is_alive(pid):
    """Whether a process has not ended; one that nobody has waited for yet has."""
    with contextlib.suppress(OSError):
        return not re.search(r"^State:\s+Z", Path(f"/proc/{pid}/status").read_text(), re.M)


def test_a_node_that_is_killed_costs_nobody_a_sign_in(nodes):
    with people_at_work(nodes, "killed node") as people:
        killed = nodes.nodes.pop()
        os.kill(killed.pid, signal.SIGKILL)
        start = time.monotonic()
        wait_until(lambda: len(leader(nodes)) == 1, "a node to lead")
        print(f"\nkilled node: one leads after {time.monotonic() - start:.2f} s")
    assert max(person.longest for person in people) < 3
    assert sum(person.statuses[503] for person in people) == 0, "the others answer"
