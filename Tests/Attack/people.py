"""People who work with three nodes by script, and record the acknowledged changes."""

import collections
import contextlib
import re
import threading
import time

from server import PASSWORD, wait_until

PEOPLE = 8
#: Options without effective limits for repeated sign-ins. A sign-in is a failed attempt if its node is killed.
ROOMY = {f"PORTICO_LIMITS_{name}": "1000000" for name in ("RATE", "NETWORK", "MAILS", "ACCOUNT", "BROWSER", "CONSECUTIVE")}


class Person(threading.Thread):
    """Saves numbers again and again, at any node, and records the acknowledged ones."""

    #: Seconds between two saves.
    pause = 0

    def __init__(self, nodes, name):
        super().__init__(daemon=True)
        nodes.command("users", "add", name, "--name", name.title(), "--password-stdin", text=PASSWORD)
        self.nodes, self.name = nodes, name
        self.number = self.saved = 0
        #: Numbers without an acknowledgement. A node may have saved each, or may save it at any later time.
        self.unanswered = set()
        self.is_over = self.is_resting = False
        self.may_work = threading.Event()
        self.may_work.set()
        self.times = []
        self.statuses = collections.Counter()
        self.slowest = 0
        self.without_retry = 0
        self.cookies = nodes.sign_in(name, PASSWORD)

    def run(self):
        self.times = [time.monotonic()]
        while not self.is_over:
            if not self.may_work.is_set():
                self.is_resting = True
                self.may_work.wait()
                self.is_resting = False
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
                self.unanswered.add(self.number)
                self.refused(status)
            time.sleep(self.pause)

    def refused(self, status):
        time.sleep(0.05)

    def check(self):
        """Checks that the stored number is the last acknowledged one, or one without an acknowledgement."""
        status, _, page = self.nodes.ask("/profile/edit", self.cookies)
        assert status == 200 and f'data-account="local/{self.name}"' in page
        assert self.may_be_stored(int(re.search(r"note-(\d+)-", page)[1]))

    def may_be_stored(self, number):
        return number == self.saved or number in self.unanswered or number == self.number

    @property
    def longest(self):
        """The longest time without an acknowledgement, in seconds."""
        return max(after - before for before, after in zip(self.times, self.times[1:]))


@contextlib.contextmanager
def people_at_work(nodes, what):
    """People who work before, during and after the body. Everything is checked at the end."""
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


@contextlib.contextmanager
def resting(people):
    """All people have their answers, and send nothing while the body runs."""
    for person in people:
        person.may_work.clear()
    try:
        wait_until(lambda: all(person.is_resting for person in people), "everybody to have an answer")
        yield
    finally:
        for person in people:
            person.may_work.set()


def check_stored(nodes, people):
    """Checks that the database has the last acknowledged number, or one without an acknowledgement."""
    rows = nodes.sql("SELECT user_name, substring(value FROM 'note-([0-9]+)-') FROM person_config WHERE value LIKE '%note-%'")
    stored = {name: int(number) for name, number in (row.split("|") for row in rows)}
    lost = [
        (person.name, person.saved, stored.get(person.name)) for person in people
        if not person.may_be_stored(stored.get(person.name, 0))]
    assert not lost, lost


def ready(nodes):
    return all(nodes.ask("/readyz", node=node)[0] == 200 for node in nodes.nodes)


def reason(nodes, node):
    """The reason why a node is not ready; None if it is, or if it does not answer."""
    with contextlib.suppress(OSError):
        status, _, text = nodes.ask("/readyz", node=node)
        return text.strip() if status == 503 else None


def leader(nodes):
    return nodes.sql("SELECT pid FROM pg_locks WHERE locktype = 'advisory' AND granted")


class Visitor(threading.Thread):
    """Signs in, checks the account, and signs out, again and again, and keeps the cookies of ended sign-ins."""

    def __init__(self, nodes, name):
        super().__init__(daemon=True)
        nodes.command("users", "add", name, "--name", name.title(), "--password-stdin", text=PASSWORD)
        self.nodes, self.name = nodes, name
        self.is_over = False
        self.signed_in = 0
        self.ended = []
        self.problems = []
        self.statuses = collections.Counter()

    def run(self):
        while not self.is_over:
            try:
                self.visit()
            except (AssertionError, OSError) as refusal:
                self.statuses[str(refusal) or type(refusal).__name__] += 1
                time.sleep(0.05)

    def visit(self):
        cookies = self.nodes.sign_in(self.name, PASSWORD)
        self.signed_in += 1
        status, _, page = self.nodes.ask("/account", cookies)
        # An acknowledged sign-in works at every node.
        if status != 503 and status != 502 and not (status == 200 and f'"local/{self.name}"' in page):
            self.problems.append((status, re.findall(r'"local/[^"]*"', page)))
        status, _, _ = self.nodes.ask("/session/end", cookies, {"account": f"local/{self.name}"})
        self.statuses[status] += 1
        if status == 303:
            self.ended.append(cookies)

    def check_log(self):
        """Checks that the log has every acknowledged sign-in and sign-out."""
        rows = self.nodes.sql(f"SELECT kind FROM security_events WHERE user_name = '{self.name}'")
        logged = collections.Counter(rows)
        assert logged["signedIn"] >= self.signed_in and logged["signedOut"] >= len(self.ended), logged

    def check(self, last=None):
        """Checks that no node accepts the cookies of an ended sign-in."""
        for cookies in list(self.ended)[-last if last else 0:]:
            for node in self.nodes.nodes:
                status = self.nodes.ask("/account", cookies, node=node)[0]
                assert status == 401, (self.name, node.port, status)
