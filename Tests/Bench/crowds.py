"""Measures the time of the main screen for a signed-in person: alone, beside a flood of sign-ins, and beside a crowd of
connections that do nothing.

The person sends requests at a steady pace on one connection. The flood comes from many addresses. Each tries once a second, with
a wrong name and password. No limit ends it, so the server checks passwords all the time. The addresses try at any time, or all at
the same moment. The crowd is many clients with half a request each, connections without a request, and open event streams, all
at once. Both clients run here instead of on other machines: the sender of the flood has a lower priority than the server, and
the person's client a higher one, if the system allows it.
"""

import contextlib
import os
import pathlib
import socket
import statistics
import subprocess
import sys
import time

from loads import ROUNDS
from servers import Server, free_port, start_portico

ADDRESSES = 200
HALF_OPEN, IDLE, STREAMS = 2_000, 10_000, 5_000
SECONDS = 10
#: The pause between two requests of the person.
PACE = 0.005
ROOMY = {f"PORTICO_LIMITS_{name}": "1000000" for name in ("RATE", "NETWORK", "ACCOUNT", "CONSECUTIVE")} | {
    "PORTICO_HTTP_CONNECTIONS": "19000", "PORTICO_EVENTS_STREAMS": "20000", "PORTICO_EVENTS_STREAMS_PER_ACCOUNT": "20000",
    "PORTICO_HTTP_TRUSTED_PROXIES": "127.0.0.1"}


@contextlib.contextmanager
def first():
    """Gives this block a higher priority than all other processes of the machine."""
    try:
        os.sched_setscheduler(0, os.SCHED_FIFO, os.sched_param(1))
    except PermissionError:
        print("the person's client has to wait for processors", file=sys.stderr)
    try:
        yield
    finally:
        os.sched_setscheduler(0, os.SCHED_OTHER, os.sched_param(0))


@first()
def times_of(port: int, cookie: str) -> list[float]:
    """The times of the requests in milliseconds, sorted."""
    request = f"GET / HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nCookie: {cookie}\r\n\r\n".encode()
    times = []
    with socket.create_connection(("127.0.0.1", port), timeout=30) as connection:
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        end = time.monotonic() + SECONDS
        due = time.monotonic()
        while due < end:
            time.sleep(max(0, due - time.monotonic()))
            # A request that waits for the previous one has waited since it was due.
            connection.sendall(request)
            answer = connection.recv(65_536)
            assert answer.startswith(b"HTTP/1.1 200"), answer[:100]
            while b"</html>" not in answer:
                answer += connection.recv(65_536)
            times.append((time.monotonic() - due) * 1000)
            due += PACE
    return sorted(times)


def connect(port: int, text: bytes) -> socket.socket:
    connection = socket.create_connection(("127.0.0.1", port), timeout=30)
    connection.sendall(text)
    return connection


@contextlib.contextmanager
def flood(server: Server, folder: pathlib.Path, pause: str):
    """A flood of sign-ins. `pause` is the time between two of one address in milliseconds, in Lua."""
    script = folder / "flood.lua"
    script.write_text(
        f"local turn = 0\ndelay = function() return {pause} end\nrequest = function() turn = turn + 1\n"
        f'  local address = "203.0." .. (turn % {ADDRESSES} + 1) .. ".7"\n'
        '  return wrk.format("POST", "/session", { ["Host"] = wrk.headers["Host"], ["X-Forwarded-For"] = address,\n'
        '    ["Content-Type"] = "application/x-www-form-urlencoded" }, "username=person" .. turn .. "&password=wrong" .. turn) end\n')
    wrk = subprocess.Popen(
        ["nice", "-n", "10", "wrk", "-t1", f"-c{ADDRESSES}", "-d600s", "-s", script, server.url("/session")],
        stdout=subprocess.DEVNULL)
    try:
        wait_until(lambda: server.connections() >= ADDRESSES, "all addresses")
        yield
        assert wrk.poll() is None
    finally:
        wrk.kill()
        wrk.wait()


@contextlib.contextmanager
def crowd(server: Server, cookie: str):
    host = f"Host: 127.0.0.1:{server.port}\r\n"
    before = server.open_files()
    with contextlib.ExitStack() as stack:
        for count, text in (
            (STREAMS, f"GET /events HTTP/1.1\r\n{host}Cookie: {cookie}\r\n\r\n"), (IDLE, ""), (HALF_OPEN, f"GET / HTTP/1.1\r\n{host}A: "),
        ):
            for _ in range(count):
                stack.enter_context(connect(server.port, text.encode()))
        count = HALF_OPEN + IDLE + STREAMS
        wait_until(lambda: server.open_files() >= before + count, "all connections")
        yield
        # The server closed none of them, so all were open during the measurement.
        assert server.open_files() >= before + count, f"{server.open_files() - before} of {count} connections are left"
    wait_until(lambda: server.open_files() <= before, "the end of all connections")


def wait_until(look, what: str) -> None:
    deadline = time.monotonic() + 30
    while not look():
        assert time.monotonic() < deadline, f"waited in vain for {what}"
        time.sleep(0.1)


def measure(binary: pathlib.Path, data: pathlib.Path, folder: pathlib.Path, sign_in) -> list[dict]:
    rounds = []
    with start_portico(binary, folder / "crowds", free_port(), ROOMY, copy_of=data) as server:
        cookie = sign_in(server.port)
        for number in range(ROUNDS):
            print(f"round {number + 1} of {ROUNDS}", file=sys.stderr)
            cases = {"alone": times_of(server.port, cookie)}
            for pause, when in (("math.random(500, 1500)", "at any time"), ("1000", "at the same moment of each second")):
                with flood(server, folder, pause):
                    cases[f"beside sign-ins from {ADDRESSES} addresses, {when}"] = times_of(server.port, cookie)
                wait_until(lambda: is_quiet(server), "the end of the checks")
            with crowd(server, cookie):
                cases[f"beside {HALF_OPEN:,} half-open and {IDLE:,} idle connections, {STREAMS:,} streams"] = times_of(server.port, cookie)
            wait_until(lambda: is_quiet(server), "the end of what their end costs")
            rounds.append(cases)
    return rounds


def is_quiet(server: Server) -> bool:
    before = server.cpu_seconds()
    time.sleep(0.5)
    return server.cpu_seconds() - before < 0.02


def table(rounds: list[dict]) -> str:
    lines = ["| the main screen | median ms | p99 ms | p99, ratio to alone |", "|---|---|---|---|"]
    for name in rounds[0]:
        p99 = [percentile(cases[name], 99) for cases in rounds]
        ratios = [value / percentile(cases["alone"], 99) for value, cases in zip(p99, rounds)]
        middle = statistics.median(statistics.median(cases[name]) for cases in rounds)
        lines.append(f"| {name} | {middle:.2f} | {statistics.median(p99):.2f} | {statistics.median(ratios):.1f} |")
    return "\n".join(lines)


def percentile(times: list[float], share: int) -> float:
    return times[len(times) * share // 100]
