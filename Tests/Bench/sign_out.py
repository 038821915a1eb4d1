"""Measures how long a cookie works at another node after a sign-out: three nodes behind nginx, beside people who read pages.

usage: .venv/bin/python Tests/Bench/sign_out.py [--tries 5000] [--readers 4]"""

import argparse
import collections
import pathlib
import secrets
import sys
import threading
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))

from nodes import Nodes  # noqa: E402

PASSWORD = "seven lanterns over Ullapool"
#: Upper bounds of the histogram, in milliseconds.
BOUNDS = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000]


def is_signed_in(nodes, cookies, node):
    return nodes.ask("/account", cookies, node=node)[0] == 200


def try_once(nodes, name, here, there):
    """Milliseconds from the answer to the sign-out until the begin of the first request that the other node refuses. The
    first request begins at once."""
    cookies = nodes.sign_in(name, PASSWORD, here)
    # Both nodes have the sign-in in memory.
    assert is_signed_in(nodes, cookies, here) and is_signed_in(nodes, cookies, there)
    status, _, _ = nodes.ask("/session/end", cookies, {"account": f"local/{name}"}, here)
    assert status == 303, status
    end = start = time.monotonic()
    while is_signed_in(nodes, cookies, there):
        start = time.monotonic()
    return (start - end) * 1000


def read(nodes, name, stop):
    cookies = nodes.sign_in(name, PASSWORD)
    while not stop.is_set():
        nodes.ask("/", cookies)


def report(times, readers):
    times.sort()
    counts = collections.Counter(next((bound for bound in BOUNDS if value <= bound), float("inf")) for value in times)
    print(f"{len(times)} sign-outs, beside {readers} readers")
    print(f"refused at once: {sum(value == 0 for value in times)}")
    for bound in [*BOUNDS, float("inf")]:
        if counts[bound]:
            print(f"<= {bound:6} ms: {counts[bound]}")
    print(f"99 of 100 within {times[int(len(times) * 0.99)]:.1f} ms, the slowest {times[-1]:.1f} ms")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--tries", type=int, default=5000)
    parser.add_argument("--readers", type=int, default=4)
    arguments = parser.parse_args()
    options = {name: "1000000" for name in ("PORTICO_LIMITS_RATE", "PORTICO_LIMITS_NETWORK")}
    with Nodes(**options) as nodes:
        name = f"somebody-{secrets.token_hex(4)}"
        nodes.command("users", "add", name, "--name", "Somebody", "--password-stdin", text=PASSWORD)
        stop = threading.Event()
        readers = [threading.Thread(target=read, args=(nodes, name, stop), daemon=True) for _ in range(arguments.readers)]
        for reader in readers:
            reader.start()
        times = []
        for number in range(arguments.tries):
            here, there = nodes.nodes[number % 3], nodes.nodes[(number + 1 + number // 3 % 2) % 3]
            times.append(try_once(nodes, name, here, there))
        stop.set()
        for reader in readers:
            reader.join()
    report(times, len(readers))


if __name__ == "__main__":
    main()
