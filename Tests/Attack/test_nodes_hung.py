"""A hanging node: it accepts connections and answers nothing. Through nginx, Caddy and HAProxy, with the configurations of
docs/scaling.md, everybody has an answer after ten seconds, no node handles a form twice, and streams continue at another node. When
the node continues, it accepts no cookie that ended meanwhile. `pytest -s` prints the answers to people, for the document."""

import collections
import contextlib
import os
import re
import shutil
import signal
import subprocess
import threading
import time
import types

import pytest

import proxies
from documents import example, placed
from nodes import Nodes, missing
from people import ROOMY
from server import PASSWORD, Connection, free_port, wait_until

pytestmark = pytest.mark.skipif(missing() is not None, reason=str(missing()))

#: The limits in the documents: the longest wait for an answer, and for a byte of a stream, with a margin for a busy machine.
ANSWER, STREAM = 11.5, 32
READERS, GUESTS, STREAMS = 4, 3, 3
#: Seconds between two requests of a client. Without a pause, the clients would take all processor time from tests beside this one.
INTERVAL = 0.5
#: The browsers that sign out while a node is stopped, the requests of each that wait there, and the rounds.
BROWSERS, WAITING, PAUSES = 6, 8, 3
#: Seconds for which a node may use its memory without its own notification, with a margin.
MEMORY = 2
LEFT = "10.0.0.11:8080", "10.0.0.12:8080", "10.0.0.13:8080"


def _caddy(places, port):
    text = placed(example("caddy", "scaling"), places | {"door.example {": f"http://localhost:{port} {{\n    bind 127.0.0.1"})
    return f"{{\n    admin off\n    auto_https off\n}}\n{text}"


def _haproxy(places, port):
    return placed(example("haproxy", "scaling"), places | {
        "bind :443 ssl crt /etc/haproxy/door.example.pem": f"bind 127.0.0.1:{port}"})


@pytest.fixture(scope="module")
def nodes():
    with Nodes(**ROOMY) as nodes:
        yield nodes


@pytest.fixture(scope="module")
def doors(nodes, tmp_path_factory):
    """The proxies with their ports, by name. `run-nodes` has started nginx."""
    found = {"nginx": types.SimpleNamespace(port=int(nodes.origin.rpartition(":")[2]))}
    places = dict(zip(LEFT, (f"127.0.0.1:{node.port}" for node in nodes.nodes)))
    with contextlib.ExitStack() as stack:
        for name, write in (("caddy", _caddy), ("haproxy", _haproxy)):
            if not shutil.which(name):
                continue
            folder, port = tmp_path_factory.mktemp(name), free_port()
            homes = {"HOME": str(folder), "XDG_DATA_HOME": str(folder), "XDG_CONFIG_HOME": str(folder)}
            process = subprocess.Popen(
                getattr(proxies, name)(folder, write(places, port)), env=os.environ | homes, stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL)
            stack.callback(process.wait, timeout=20)
            stack.callback(process.kill)
            found[name] = types.SimpleNamespace(port=port)
            wait_until(lambda: _answers(nodes, found[name]), f"{name} to answer")
        yield found


def _answers(nodes, door):
    with contextlib.suppress(OSError):
        return nodes.ask("/readyz", node=door)[0] == 200


def sign_up(nodes, name):
    """The cookies of a new person."""
    nodes.command("users", "add", name, "--name", name.title(), "--password-stdin", text=PASSWORD)
    return nodes.sign_in(name, PASSWORD)


class Client(threading.Thread):
    """Repeats a request through a proxy, and records the answers with their times."""

    def __init__(self, nodes, door, name, cookies):
        super().__init__(daemon=True)
        self.nodes, self.door, self.name, self.cookies = nodes, door, name, cookies
        self.answers = []
        self.is_over = False

    def run(self):
        while not self.is_over:
            start = time.monotonic()
            try:
                status = self.act()
            except OSError as problem:
                status = type(problem).__name__
            self.answers.append((status, time.monotonic() - start))
            time.sleep(INTERVAL)


class Reader(Client):
    def act(self):
        return self.nodes.ask("/account", self.cookies, node=self.door, timeout=60)[0]


class Guest(Client):
    """Signs in to an account of its own. If two nodes handled a form, there would be two sign-ins."""

    def __init__(self, nodes, door, name):
        super().__init__(nodes, door, name, sign_up(nodes, name))

    def act(self):
        form = {"username": self.name, "password": PASSWORD}
        return self.nodes.ask("/session", form=form, node=self.door, timeout=60)[0]

    @property
    def sign_ins(self):
        """The number of sign-ins in the log; the first did not come through the proxy."""
        count, = self.nodes.sql(f"SELECT count(*) FROM security_events WHERE user_name = '{self.name}' AND kind = 'signedIn'")
        return int(count) - 1


class Stream(Client):
    """Listens, and reconnects when a stream ends. The answer is the reason of the end; its time is the longest without a byte."""

    silence = 0

    def run(self):
        self.last = time.monotonic()
        while not self.is_over:
            with contextlib.suppress(OSError, AssertionError), Connection(self.door.port, timeout=1) as connection:
                self._listen(connection)

    def _listen(self, connection):
        cookie = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        host = self.nodes.origin.partition("//")[2]
        # Otherwise nginx keeps the connection open after the end of the stream.
        connection.send(
            f"GET /events HTTP/1.1\r\nHost: {host}\r\nCookie: {cookie}\r\nAccept: text/event-stream\r\nConnection: close\r\n\r\n")
        status = b""
        while not self.is_over:
            with contextlib.suppress(TimeoutError):
                read = connection.socket.recv(65_536)
                if not read:
                    return
                status = status or read.split()[1]
                if status != b"200":
                    self.answers.append((status, 0))
                    time.sleep(0.5)
                    return
                self.silence, self.last = max(self.silence, time.monotonic() - self.last), time.monotonic()


def test_everybody_has_an_answer_and_no_form_is_handled_twice(nodes, doors):
    clients = {}
    for name, door in doors.items():
        cookies = sign_up(nodes, f"{name}-reader")
        clients[name] = [
            *(Reader(nodes, door, f"{name}-reader-{number}", cookies) for number in range(READERS)),
            *(Guest(nodes, door, f"{name}-guest-{number}") for number in range(GUESTS)),
            *(Stream(nodes, door, f"{name}-stream-{number}", cookies) for number in range(STREAMS))]
    everybody = [client for those in clients.values() for client in those]
    for client in everybody:
        client.start()
    wait_until(lambda: all(client.answers or isinstance(client, Stream) and client.silence for client in everybody), "people at work")
    hung = nodes.nodes[1]
    os.kill(hung.pid, signal.SIGSTOP)
    try:
        # As long as a stream may be silent: only the clock decides this.
        time.sleep(STREAM + 2)
    finally:
        for client in everybody:
            client.is_over = True
        for client in everybody:
            client.join(timeout=70)
        os.kill(hung.pid, signal.SIGCONT)
    # The node still has the forms that the proxies gave up on.
    wait_until(lambda: _answers(nodes, hung), "the node to go on")
    for name, those in clients.items():
        readers, guests, streams = ([client for client in those if isinstance(client, kind)] for kind in (Reader, Guest, Stream))
        read = [answer for client in readers for answer in client.answers]
        sent = [answer for client in guests for answer in client.answers]
        silence = max(max(client.silence, 0) for client in streams)
        print(f"\n{name}: {len(read)} pages, the slowest {max(seconds for _, seconds in read):.1f} s; {len(sent)} forms, "
              f"{sum(status != 303 for status, _ in sent)} given up on, the slowest {max(seconds for _, seconds in sent):.1f} s; "
              f"streams silent for {silence:.1f} s at most", flush=True)
        assert {status for status, _ in read} == {200}, name
        assert {status for status, _ in sent} <= {303, 502, 504}, name
        assert max(seconds for _, seconds in read + sent) < ANSWER, name
        assert silence < STREAM, name
        for guest in guests:
            acknowledged = sum(status == 303 for status, _ in guest.answers)
            assert acknowledged <= guest.sign_ins <= len(guest.answers), guest.name


def test_a_node_that_goes_on_takes_no_cookie_that_has_ended_meanwhile(nodes):
    nodes.command("users", "add", "leaver", "--name", "Leaver", "--password-stdin", text=PASSWORD)
    other, hung, _ = nodes.nodes
    for _ in range(PAUSES):
        browsers = [nodes.sign_in("leaver", PASSWORD, node=other) for _ in range(BROWSERS)]
        assert {nodes.ask("/account", cookies, node=hung)[0] for cookies in browsers} == {200}, "the nodes have them in memory"
        os.kill(hung.pid, signal.SIGSTOP)
        stopped = time.monotonic()
        try:
            for cookies in browsers:
                # A transaction of the node that hangs may have locked the rows; the database ends it.
                wait_until(
                    lambda: nodes.ask("/session/end", cookies, {"account": "local/leaver"}, node=other)[0] == 303, "the sign-out")
            with contextlib.ExitStack() as stack:
                waiting = [stack.enter_context(_asking_for_account(nodes, hung, cookies)) for cookies in browsers * WAITING]
                wait_until(lambda: time.monotonic() - stopped > MEMORY, "its memory to be too old")
                os.kill(hung.pid, signal.SIGCONT)
                assert collections.Counter(connection.answer().status for connection in waiting) == {401: len(waiting)}
        finally:
            os.kill(hung.pid, signal.SIGCONT)


def _asking_for_account(nodes, node, cookies):
    """A connection after its request, which waits for the answer."""
    connection = Connection(node.port)
    cookie = "; ".join(f"{name}={value}" for name, value in cookies.items())
    host = nodes.origin.partition("//")[2]
    connection.send(f"GET /account HTTP/1.1\r\nHost: {host}\r\nCookie: {cookie}\r\nConnection: close\r\n\r\n")
    return connection
