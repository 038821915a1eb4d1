"""Tests whether answers take the same time for people with an account and for unknown names.

Each case sends both kinds of requests in a shuffled order over one connection. It compares the medians, and
Welch's t of the times without the slowest tenth: beyond 4.5 in either direction, an attacker could distinguish the two (the
usual bound for timing leaks).
"""

import http.client
import math
import pathlib
import random
import statistics
import subprocess
import time
import urllib.parse

from servers import free_port, start_portico

KNOWN = 300
WITH_PASSWORD = 10
BOUND = 4.5
ROOMY = {
    "PORTICO_ACCOUNTS_REGISTRATION": "open",
    "PORTICO_LIMITS_ACCOUNT": "1000000", "PORTICO_LIMITS_CONSECUTIVE": "1000000",
    "PORTICO_LIMITS_NETWORK": "1000000", "PORTICO_LIMITS_MAILS": "1000000", "PORTICO_LIMITS_RATE": "1000000",
}


def measure(binary: pathlib.Path, folder: pathlib.Path) -> dict:
    data = folder / "timing"
    people(binary, data, folder)
    with start_portico(binary, data, free_port(), ROOMY) as server:
        tries = [f"signer{number % WITH_PASSWORD}" for number in range(KNOWN)]
        return {
            "sign-in, wrong password": compare(
                server.port, "/session", [{"username": name, "password": "wrong"} for name in tries],
                [{"username": f"nobody{number % WITH_PASSWORD}", "password": "wrong"} for number in range(KNOWN)]),
            "password forgotten": compare(
                server.port, "/password/reset", [{"name": f"known{number}@x.example"} for number in range(KNOWN)],
                [{"name": f"nobody{number}@x.example"} for number in range(KNOWN)]),
            "registration": compare(
                server.port, "/registration", [{"email": f"known{number}@x.example"} for number in range(KNOWN)],
                [{"email": f"other{number}@x.example"} for number in range(KNOWN)]),
        }


def people(binary: pathlib.Path, data: pathlib.Path, folder: pathlib.Path) -> None:
    for number in range(WITH_PASSWORD):
        subprocess.run(
            [binary, "users", "add", f"signer{number}", "--password-stdin", "--data", data],
            input=b"correct horse battery staple", check=True, capture_output=True)
    table = folder / "people.csv"
    rows = [f"known{number},Known,known{number}@x.example" for number in range(KNOWN)]
    table.write_text("\n".join(["username,name,email", *rows]))
    subprocess.run([binary, "users", "import", table, "--data", data], check=True, capture_output=True)


def compare(port: int, path: str, known: list[dict], unknown: list[dict]) -> dict:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=20)
    requests = [(True, form) for form in known] + [(False, form) for form in unknown]
    random.Random(1).shuffle(requests)
    times: dict[bool, list[float]] = {True: [], False: []}
    statuses = set()
    for is_known, form in requests[:20] + requests:
        body = urllib.parse.urlencode(form)
        began = time.perf_counter()
        connection.request("POST", path, body, {"Content-Type": "application/x-www-form-urlencoded"})
        response = connection.getresponse()
        response.read()
        times[is_known].append((time.perf_counter() - began) * 1000)
        statuses.add(response.status)
    if len(statuses) != 1 or statuses & {429, 500, 503}:
        raise RuntimeError(f"{path} answered {statuses}")
    return {
        "known": statistics.median(times[True]), "unknown": statistics.median(times[False]),
        "t": welch(*(sorted(times[kind])[: len(times[kind]) * 9 // 10] for kind in (True, False))),
    }


def welch(a: list[float], b: list[float]) -> float:
    spread = statistics.variance(a) / len(a) + statistics.variance(b) / len(b)
    return (statistics.fmean(a) - statistics.fmean(b)) / math.sqrt(spread)


def table(cases: dict) -> str:
    lines = ["| request | known ms | unknown ms | Welch's t |", "|---|---|---|---|"]
    lines += [f"| {name} | {case['known']:.2f} | {case['unknown']:.2f} | {case['t']:+.1f} |" for name, case in cases.items()]
    return "\n".join(lines)


def check(cases: dict) -> None:
    told_apart = [name for name, case in cases.items() if abs(case["t"]) > BOUND]
    if told_apart:
        raise SystemExit(f"known and unknown people are told apart by time: {', '.join(told_apart)}")
