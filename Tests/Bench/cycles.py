"""Measures leaks of replaced screens: people sign in and out again and again in one tab, and sessions end and continue
again and again on a page that stays open.

Chromium counts the objects of the tab after garbage collection; the server's figures come from its process. This part
needs the packages of the journeys: `ONLY=cycles .venv/bin/python Tests/Bench/bench.py`.
"""

import pathlib
import sys
import urllib.parse

from servers import Server, free_port, http, start_portico

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "Browser"))

from support.holdings import Holdings  # noqa: E402
from support.session import IDLE, come_back, look, wait_for_cover  # noqa: E402
from support.steps import assert_cover, sign_in, sign_out  # noqa: E402

#: The number of cycles of each kind, the cycle after which nothing may grow, and the cycles between two samples.
SIGN_INS = range(50, 201, 10)
RETURNS = range(20, 61, 5)
#: The names in Chromium, and in the table.
HELD = {
    "Nodes": "nodes", "JSEventListeners": "listeners", "Documents": "documents", "JSHeapUsedSize": "script heap, KB"}
MEMORY = "server memory, KB"
#: The limits of growth, in per cent; other figures have none.
LIMITS = {"nodes": 0, "listeners": 0, "documents": 0, "connections": 0, "open files": 0, MEMORY: 2}
#: The page has prefetched its cover, and receives events.
SETTLED = """performance.getEntriesByName(`${origin}/session/new`).length === 1
    && navigator.locks.query().then(({ held }) => held.length === 1)"""


def measure(binary: pathlib.Path, data: pathlib.Path, folder: pathlib.Path, password: str) -> dict:
    from support.engines import Engines  # Only this part needs Playwright.

    engines = Engines()
    try:
        with start_portico(binary, folder / "sign-ins", free_port(), copy_of=data) as server:
            sign_ins = sample_sign_ins(server, open_tab(engines, server), password)
        development = {"PORTICO_ENVIRONMENT": "development"}
        with start_portico(binary, folder / "returns", free_port(), development, copy_of=data) as server:
            returns = sample_returns(server, open_tab(engines, server), password)
    finally:
        engines.close()
    return {"signing in and out": sign_ins, "a session that ends and goes on": returns}


def open_tab(engines, server: Server):
    tab = engines.open("chromium", f"http://127.0.0.1:{server.port}", less_motion=True)
    tab.goto("/")
    return tab


def sample_sign_ins(server: Server, tab, password: str) -> dict:
    samples, holdings = {}, Holdings(tab)
    for number in range(1, SIGN_INS[-1] + 1):
        sign_in(tab, password=password)
        assert tab.screen == "main", tab.screen
        sign_out(tab)
        assert_cover(tab)
        if number in SIGN_INS:
            samples[number] = sample(holdings, server)
    return samples


def sample_returns(server: Server, tab, password: str) -> dict:
    sign_in(tab, password=password)
    tab.evaluate("window.isSame = true")
    samples, holdings = {}, Holdings(tab)
    for number in range(1, RETURNS[-1] + 1):
        move_clock(server, number * IDLE)
        look(tab)
        wait_for_cover(tab)
        come_back(tab, "ada", password)
        if number in RETURNS:
            tab.wait_for(SETTLED, "the page to have what it needs")
            samples[number] = sample(holdings, server)
    assert tab.evaluate("window.isSame"), "the page was left"
    return samples


def move_clock(server: Server, seconds: int) -> None:
    status, _, _ = http(server.port, "POST", "/dev/settings", urllib.parse.urlencode({"clockOffset": seconds}))
    assert status < 400, status


def sample(holdings: Holdings, server: Server) -> dict:
    held = holdings.count(HELD)
    held["JSHeapUsedSize"] //= 1024
    return {HELD[name]: count for name, count in held.items()} | {
        "connections": server.connections(), "open files": server.open_files(),
        MEMORY: round(server.memory_megabytes() * 1024)}


def growth(row: str, values: list[int]) -> float:
    """The growth in per cent. Memory: the maximum over the first sample. Counts: the minimum of the second half over the
    minimum of the first, because sockets and answers come and go, but leaks are in every sample."""
    half = len(values) // 2
    before, after = (values[0], max(values)) if row == MEMORY else (min(values[:half]), min(values[half:]))
    return (after / before - 1) * 100


def table(figures: dict) -> str:
    return "\n\n".join(table_of(name, samples) for name, samples in figures.items())


def table_of(name: str, samples: dict) -> str:
    first, last = min(samples), max(samples)
    lines = [
        f"| {name} | after {first} | after {last} | least | most | growth | limit |", "|---|---|---|---|---|---|---|"]
    for row in samples[first]:
        values = [one[row] for one in samples.values()]
        grown = growth(row, values)
        limit = f"{LIMITS[row]} %: {'kept' if grown <= LIMITS[row] else 'BROKEN'}" if row in LIMITS else ""
        figures = [f"{value:,}" for value in (values[0], values[-1], min(values), max(values))]
        lines.append(f"| {' | '.join([row, *figures, f'{grown:+.1f} %', limit])} |")
    return "\n".join(lines)
