"""A server under all loads at once, for a long time: people who read and write, clients that send half a request or do not read,
open streams, a locked database, a full disk, a clock that jumps, a faulty gateway and a browser. First the server runs without a
break, and memory and descriptors must not grow. Then the test kills it about every ten seconds, at any moment, and no acknowledged
change may be lost.

usage: .venv/bin/python Tests/Attack/soak.py [--minutes 15] [--kills 90] [--no-browser]"""

import argparse
import collections
import contextlib
import http.server
import os
import random
import re
import shutil
import sqlite3
import statistics
import subprocess
import tempfile
import threading
import time
from pathlib import Path

from server import PASSWORD, Connection, Server, free_port

WRITERS, READERS, STREAMS, HALF_OPEN, SLOW = 3, 2, 40, 100, 20
#: The library that gives a program another time.
FAKETIME = next(Path("/usr/lib").glob("*/faketime/libfaketimeMT.so.1"), None)
MEGABYTES = 200


class Gateway(http.server.BaseHTTPRequestHandler):
    """Answers late, with invalid data, with too much, with a wrong status, with half an answer or not at all."""

    protocol_version = "HTTP/1.1"

    def do_GET(self):
        self.rfile.read(int(self.headers.get("Content-Length") or 0))
        act = random.randrange(6)
        if act == 0:
            time.sleep(4)
        if act == 1:
            return self.close()
        body = [b"{", b"\xff" * 100, b"[" * 100_000, b"x" * 5_000_000, b"{}", b'{"data":null}'][act]
        self.send_response(random.choice([200, 200, 500, 302, 401]))
        self.send_header("Content-Type", "application/json")
        self.send_header("Location", "http://127.0.0.1:1/")
        self.send_header("Content-Length", str(len(body) + (act == 4)))
        self.end_headers()
        with contextlib.suppress(OSError):
            self.wfile.write(body)
        if act == 4:
            self.close()

    do_POST = do_PUT = do_DELETE = do_GET

    def close(self):
        self.close_connection = True

    def log_message(self, *_):
        pass


class Gateways(http.server.ThreadingHTTPServer):
    def handle_error(self, *_):
        """The server under test closes connections that last too long."""


class Person(threading.Thread):
    """Repeats an action until it is stopped; an error while the server is up is a finding."""

    #: Statuses that are the gateway's fault.
    may_be = ()

    def __init__(self, soak, name):
        super().__init__(daemon=True)
        self.soak = soak
        self.name = name
        self.cookies = {}
        self.busy = threading.Lock()

    def run(self):
        while not self.soak.is_over:
            round_ = self.soak.kills
            try:
                with self.busy:
                    self.act()
            except (OSError, AssertionError) as problem:
                # A server that is killed meanwhile answers nothing.
                if self.soak.is_up and self.soak.kills == round_ and not self.soak.is_over:
                    self.soak.find(f"{type(self).__name__} {self.name}: {problem!r}")
                self.soak.pause(0.2)

    def ask(self, path, **more):
        start = time.monotonic()
        answer = self.soak.server.ask(path, cookies=self.cookies, timeout=60, **more)
        if answer is None:
            raise ConnectionError(f"no answer to {path}")
        self.soak.note(answer.status, path, time.monotonic() - start, self.may_be)
        return answer

    def sign_in(self):
        if self.cookies:
            return
        answer = self.ask("/session", form={"username": self.name, "password": PASSWORD, "remember": "on"})
        if answer.status == 303:
            self.cookies = answer.cookies
        else:
            self.soak.pause(2)


class Writer(Person):
    """Saves numbers again and again, and records the acknowledged ones."""

    def __init__(self, soak, name):
        super().__init__(soak, name)
        self.number = self.saved = 0

    def act(self):
        self.sign_in()
        if not self.cookies:
            return
        self.number += 1
        answer = self.ask("/profile", form={"account": f"local/{self.name}", "note": f"note-{self.number}-"})
        if answer.status == 303:
            self.saved = self.number
            self.soak.acknowledged += 1

    def check(self):
        """Checks that the stored number is the last acknowledged one, or the one of a later request without an answer."""
        if not self.saved:
            return
        with self.busy:
            page = self.soak.server.ask("/profile/edit", cookies=self.cookies, timeout=60)
            found = re.search(rb"note-(\d+)-", page.body)
            if page.status != 200 or not found or not self.saved <= int(found[1]) <= self.number:
                self.soak.find(f"lost: {self.name} has {found and found[1]} instead of {self.saved} ({page.status})")


class Reader(Person):
    def act(self):
        self.sign_in()
        for path in ("/", "/account", "/account/activity", "/settings/appearance", "/about"):
            start = time.monotonic()
            answer = self.ask(path)
            if path == "/" and answer.status == 200:
                self.soak.times.append(time.monotonic() - start)


class Stranger(Person):
    """Signs in at the faulty gateway, and with wrong passwords."""

    may_be = (502, 504)

    def act(self):
        server = random.choice(["works", "local"])
        self.ask("/session", form={"username": "lin", "password": "wrong", "server": server})
        self.soak.pause(0.5)


class Crowd(threading.Thread):
    """Expensive connections: half a request, answers that nobody reads, streams."""

    def __init__(self, soak):
        super().__init__(daemon=True)
        self.soak = soak

    def run(self):
        while not self.soak.is_over:
            kills, connections = self.soak.kills, []
            with contextlib.suppress(OSError, AssertionError):
                cookies = self.soak.writers[0].cookies
                cookie = "; ".join(f"{name}={value}" for name, value in cookies.items())
                host = self.soak.server.host
                for count, text in [
                    (HALF_OPEN, f"GET / HTTP/1.1\r\nHost: {host}\r\nA: "),
                    (SLOW, f"GET /session/new HTTP/1.1\r\nHost: {host}\r\n\r\n" * 500),
                    (STREAMS, f"GET /events HTTP/1.1\r\nHost: {host}\r\nCookie: {cookie}\r\n\r\n"),
                ]:
                    for _ in range(count):
                        connection = Connection(self.soak.server.port, receive_buffer=2_048)
                        connections.append(connection)
                        connection.socket.setblocking(False)
                        with contextlib.suppress(BlockingIOError):
                            connection.socket.send(text.encode())
                end = time.monotonic() + 25
                while time.monotonic() < end and self.soak.kills == kills and not self.soak.is_over:
                    self.soak.pause(0.5)
            for connection in connections:
                connection.socket.close()
            self.soak.pause(1)


class Lock(threading.Thread):
    """Another program that locks the database, sometimes for longer than the server waits."""

    def __init__(self, soak):
        super().__init__(daemon=True)
        self.soak = soak

    def run(self):
        while not self.soak.is_over:
            self.soak.pause(17)
            with self.soak.room, contextlib.suppress(sqlite3.Error), contextlib.closing(
                    sqlite3.connect(self.soak.server.data / "portico.sqlite", timeout=5, isolation_level=None)) as database:
                database.execute("BEGIN IMMEDIATE")
                self.soak.locks += 1
                self.soak.pause(random.choice((1, 3, 8)))
                database.execute("ROLLBACK")


class Clock(threading.Thread):
    """The time of day jumps, for some seconds or an hour, and back."""

    def __init__(self, soak):
        super().__init__(daemon=True)
        self.soak = soak
        self.file = soak.folder / "time"
        self.file.write_text("+0s")

    @property
    def environment(self):
        return {
            "LD_PRELOAD": str(FAKETIME), "FAKETIME_TIMESTAMP_FILE": str(self.file), "FAKETIME_CACHE_DURATION": "1",
            "FAKETIME_DONT_FAKE_MONOTONIC": "1", "NO_FAKE_STAT": "1",
            # Without it, the library moves the environment; Swift looks for the arguments beside it.
            "FAKETIME_SHARED": "/faketime_sem_0 /faketime_shm_0"}

    def run(self):
        while not self.soak.is_over:
            for jump in (random.choice(("-3600s", "-7s", "+7s", "+3600s")), "+0s"):
                self.soak.pause(random.uniform(10, 30))
                self.file.write_text(jump)
                self.soak.jumps += 1


class Disk(threading.Thread):
    """The disk is full for some seconds."""

    def __init__(self, soak):
        super().__init__(daemon=True)
        self.soak = soak

    def run(self):
        file = self.soak.folder / "filler"
        while not self.soak.is_over:
            self.soak.pause(random.uniform(20, 40))
            with self.soak.room:
                with contextlib.suppress(OSError), file.open("wb") as filler:
                    while True:
                        filler.write(bytes(65_536))
                self.soak.fills += 1
                self.soak.pause(random.uniform(1, 5))
                file.unlink()


class Browser(threading.Thread):
    """Chromium: a sign-in, some pages in place, a sign-out."""

    def __init__(self, soak):
        super().__init__(daemon=True)
        self.soak = soak

    def run(self):
        from playwright.sync_api import Error, sync_playwright

        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path="/usr/bin/chromium-headless-shell", args=["--no-sandbox"])
            while not self.soak.is_over:
                page = browser.new_page()
                with contextlib.suppress(Error):
                    page.goto(f"http://{self.soak.server.host}/")
                    page.fill("[name=username]", "browser")
                    page.fill("[name=password]", PASSWORD)
                    page.click("#log-in")
                    page.wait_for_selector("[data-screen=main]", timeout=10_000)
                    page.click("#account-link", timeout=5_000)
                    page.wait_for_selector("dialog.presented[open]", timeout=10_000)
                    self.soak.journeys += 1
                with contextlib.suppress(Error):
                    page.context.close()
                self.soak.pause(3)
            browser.close()


class Soak:
    def __init__(self, has_browser):
        self.gateway = Gateways(("127.0.0.1", 0), Gateway)
        threading.Thread(target=self.gateway.serve_forever, daemon=True).start()
        port = free_port()
        self.folder = Path(tempfile.mkdtemp(prefix="portico-soak-"))
        mount = ["mount", "-t", "tmpfs", "-o", f"size={MEGABYTES}m", "tmpfs", self.folder]
        self.has_disk = subprocess.run(mount).returncode == 0
        clock = Clock(self)
        self.server = Server(
            data=self.folder, **(clock.environment if FAKETIME else {}),
            PORTICO_HTTP_PORT=str(port), PORTICO_SERVERS_LIST="local,works", PORTICO_SERVERS_WORKS_NAME="Works",
            PORTICO_SERVERS_WORKS_URL=f"http://127.0.0.1:{self.gateway.server_port}", PORTICO_EVENTS_MAXIMUM="10000")
        self.is_over = self.is_up = False
        self.kills = self.locks = self.jumps = self.fills = self.acknowledged = self.journeys = 0
        self.findings, self.times = [], []
        self.statuses = collections.Counter()
        self.writers = [Writer(self, f"writer-{number}") for number in range(WRITERS)]
        people = [*self.writers, *(Reader(self, f"reader-{number}") for number in range(READERS)), Stranger(self, "stranger")]
        for name in [*(person.name for person in people), "browser"]:
            self.server.add_account(name)
        for text, is_there in (("clock: faketime is not installed", FAKETIME), ("disk: a disk of its own needs root", self.has_disk)):
            if not is_there:
                print(f"left out: the {text}")
        self.others = [
            *people, Crowd(self), Lock(self), *([clock] if FAKETIME else []), *([Disk(self)] if self.has_disk else []),
            *([Browser(self)] if has_browser else [])]
        #: Held while the disk is full, or the database locked.
        self.room = threading.Lock()
        self._over = threading.Event()

    def pause(self, seconds):
        self._over.wait(seconds)

    def find(self, text):
        self.findings.append(text)
        print(f"FINDING {text}", flush=True)

    def note(self, status, path, seconds, expected):
        self.statuses[status] += 1
        # 503 is the answer with a locked database or a full queue.
        if status in (500, 502, 504) and status not in expected:
            self.find(f"{status} at {path}")
        if seconds > 30:
            self.find(f"{path} took {seconds:.0f} s")

    @property
    def state(self):
        descriptors = len(os.listdir(f"/proc/{self.server.process.pid}/fd"))
        disk = sum(file.stat().st_size for file in self.server.data.rglob("*") if file.is_file()) / 1e6
        return self.server.megabytes, descriptors, disk

    def run(self, minutes, kills):
        self.server.start()
        self.is_up = True
        for thread in self.others:
            thread.start()
        through = self._run_through(minutes * 60)
        self._kill(kills)
        self.is_over = True
        self._over.set()
        for thread in self.others:
            thread.join(timeout=70)
        for writer in self.writers:
            writer.check()
        self.server.stop()
        said = self.server.command("database", "check", check=False)
        if said.returncode:
            self.find(f"database check: {said.stdout}{said.stderr}")
        if self.has_disk:
            subprocess.run(["umount", "--lazy", self.folder], check=True)
        shutil.rmtree(self.folder)
        self._report(through)

    def _run_through(self, seconds):
        """Runs without kills, and returns samples of memory, descriptors and disk."""
        start, states = time.monotonic(), []
        while time.monotonic() - start < seconds:
            self.pause(min(10, seconds / 12))
            states.append(self.state)
            if self.server.process.poll() is not None:
                self.find(f"the server has ended: {self.server.log[-2_000:]}")
                break
        return states

    def _kill(self, kills):
        while self.kills < kills:
            self.pause(random.uniform(2, 18))
            self.is_up = False
            self.kills += 1
            self.server.process.kill()
            self.server.process.wait()
            # The server does not start if it cannot write.
            with self.room:
                self.server.start()
            for writer in self.writers:
                writer.check()
            self.is_up = True

    def _report(self, states):
        thirds = [states[len(states) // 3:2 * len(states) // 3], states[2 * len(states) // 3:]]
        for index, what in enumerate(("memory in MB", "descriptors", "disk in MB")):
            middle, last = ([state[index] for state in third] for third in thirds)
            print(f"{what}: {statistics.median(middle):.1f} in the second third, {statistics.median(last):.1f} in the last")
        memory = [statistics.median(state[0] for state in third) for third in thirds]
        if memory[1] > memory[0] * 1.1 + 10:
            self.find(f"memory grows: {memory}")
        times = sorted(self.times)
        shown = ", ".join(f"{count} × {status}" for status, count in self.statuses.most_common())
        print(f"answers: {shown}; main screen: median {times[len(times) // 2] * 1000:.0f} ms, "
              f"99 of 100 within {times[len(times) * 99 // 100] * 1000:.0f} ms")
        print(f"{self.kills} times killed, {self.acknowledged} saves acknowledged, {self.locks} locks, {self.fills} times full, "
              f"{self.jumps} jumps of the clock, {self.journeys} journeys, "
              f"{len(self.findings)} findings")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--minutes", type=float, default=15)
    parser.add_argument("--kills", type=int, default=90)
    parser.add_argument("--no-browser", action="store_true")
    options = parser.parse_args()
    soak = Soak(not options.no_browser)
    soak.run(options.minutes, options.kills)
    raise SystemExit(bool(soak.findings))


if __name__ == "__main__":
    main()
