"""Measures the cost of configuration: a page beside the values of many people, a change that many pages show, and a
search among many workplaces.

Ten people sign in, once alone and once among ten thousand; each has fifty stored keys.
"""

import asyncio
import contextlib
import http.client
import json
import pathlib
import random
import shutil
import sqlite3
import statistics
import subprocess
import time
import urllib.parse

import streams
from loads import rotating_script, run
from servers import Server, free_port, start_portico

PEOPLE = 10_000
#: The people who sign in; the others lie between them in the database.
ACTIVE = [f"person-{number:05}" for number in range(0, PEOPLE, PEOPLE // 10)]
KEYS = 50
SIGN_INS = 64
PAGES = 1_000
WORKSHOPS = 10_000
#: The number of typed names.
TYPED = 500
UNCACHED = {"PORTICO_CACHE_CAPACITY": "0"}
ROOMY = {"PORTICO_EVENTS_STREAMS_PER_ACCOUNT": "20000"}
#: The headers of the page's script when it fetches the page again, with the sheet over it.
SCRIPT = {"Accept": "text/html", "Portico-Request": "script"}


def measure(binary: pathlib.Path, data: pathlib.Path, folder: pathlib.Path, sign_in) -> dict:
    few, many = folder / "few", folder / "many"
    shutil.copytree(data, few, ignore=shutil.ignore_patterns("portico.lock"))
    import_workshops(binary, few)
    add_people(few, ACTIVE)
    with start_portico(binary, few, free_port()) as server:
        cookies = [sign_in(server.port, ACTIVE[number % len(ACTIVE)]) for number in range(SIGN_INS)]
    shutil.copytree(few, many, ignore=shutil.ignore_patterns("portico.lock"))
    add_people(many, sorted({f"person-{number:05}" for number in range(PEOPLE)} - set(ACTIVE)))
    figures = {"pages": measure_pages(binary, few, many, folder, cookies)}
    with start_portico(binary, many, free_port(), ROOMY) as server:
        figures["change"] = asyncio.run(streams.measure_count([server], PAGES, cookies[0], f"local/{ACTIVE[0]}"))
        figures["picker"] = measure_picker(server, cookies[0])
    return figures


def add_people(data: pathlib.Path, names: list[str]) -> None:
    """Adds people to the database, with the existing password and the given values."""
    values = {"appearance": '"dark"', "textSize": '"M"', "currentFactoryCode": '"F"'}
    values |= {f"example.{number:02}": json.dumps(f"value number {number}") for number in range(KEYS - len(values))}
    with contextlib.closing(sqlite3.connect(data / "portico.sqlite")) as database, database:
        database.executemany(
            "INSERT INTO accounts (server, user_name, name, is_administrator, is_disabled, password_hash, created_at, search_key)"
            " SELECT server, :user, :user, 0, 0, password_hash, created_at, :user FROM accounts WHERE user_name = 'ada'",
            [{"user": name} for name in names])
        database.executemany(
            "INSERT INTO person_config (server, user_name, key, value) VALUES ('local', ?, ?, ?)",
            [(name, key, value) for name in names for key, value in values.items()])


def import_workshops(binary: pathlib.Path, data: pathlib.Path) -> None:
    workshops = [{"code": f"W{number}", "name": f"Hall {number}"} for number in range(1, WORKSHOPS + 1)]
    file = data / "workplaces.json"
    file.write_text(json.dumps({"factories": [{"code": "F", "name": "Works", "workshops": workshops}]}))
    subprocess.run([binary, "workplaces", "import", file, "--data", data], check=True, capture_output=True)


def measure_pages(
    binary: pathlib.Path, few: pathlib.Path, many: pathlib.Path, folder: pathlib.Path, cookies: list[str]
) -> dict:
    """The main screen beside ten people, and beside all; ratios compare cases with the same cache."""
    script = rotating_script(folder / "configuration", cookies, "/")
    figures = {}
    for cache, options in (("on", {}), ("off", UNCACHED)):
        with start_portico(binary, few, free_port(), options) as alone, start_portico(
            binary, many, free_port(), options
        ) as among:
            figures |= run({
                f"{len(ACTIVE)} people, cache {cache}": (alone, "/", script),
                f"{PEOPLE:,} people, cache {cache}": (among, "/", script),
            })
    return figures


def measure_picker(server: Server, cookie: str) -> dict:
    """Types names letter by letter into the sheet of workshops, and a text that no workshop has."""
    chosen = random.Random(1).sample(range(1, WORKSHOPS + 1), TYPED)
    names = [f"Hall {number}" for number in chosen]
    texts = {
        "every key of a name": [name[:length] for name in names for length in range(1, len(name) + 1)],
        "the first letter": ["H"] * TYPED,
        "the whole name": names,
        "nothing found": [f"{number}x" for number in chosen],
    }
    return {name: measure_texts(server, cookie, cases) for name, cases in texts.items()}


def measure_texts(server: Server, cookie: str, texts: list[str]) -> dict:
    """Sends one request after the other over one connection, as a person types."""
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=20)
    times, sizes = [], []
    used = server.cpu_seconds()
    for text in texts:
        began = time.perf_counter()
        path = f"/workplace/workshop?{urllib.parse.urlencode({'q': text})}"
        connection.request("GET", path, headers=SCRIPT | {"Cookie": cookie})
        response = connection.getresponse()
        body = response.read()
        times.append((time.perf_counter() - began) * 1000)
        sizes.append(len(body))
        if response.status != 200 or b"workplace-list" not in body:
            raise RuntimeError(f"{path} answered {response.status}")
    connection.close()
    return {
        "p50": statistics.median(times), "p99": statistics.quantiles(times, n=100)[98],
        "bytes": statistics.median(sizes), "most": max(sizes),
        "cpu": (server.cpu_seconds() - used) / len(texts) * 1e6}


def table(figures: dict) -> str:
    lines = [
        f"| main screen, {KEYS} keys a person | requests/s | of ten people | p50 ms | p99 ms | server µs/request "
        "| of ten people |",
        "|---|---|---|---|---|---|---|"]
    lines += [
        f"| {name} | {case['rps']:,.0f} | {case['ratio']:.2f} | {case['p50']:.2f} | {case['p99']:.2f} | {case['cpu']:.0f} "
        f"| {case['cost']:.2f} |" for name, case in figures["pages"].items()]
    change = figures["change"]
    lines += [
        "",
        f"A change reaches {change['count']:,} open pages of one person: the first after {change['first']:.0f} ms, all after "
        f"{change['last']:.0f} ms (medians of {streams.BROADCASTS}; the worst {change['worst']:.0f} ms).",
        "",
        f"| search among {WORKSHOPS:,} workshops | p50 ms | p99 ms | bytes | most bytes | server µs/request |",
        "|---|---|---|---|---|---|"]
    lines += [
        f"| {name} | {case['p50']:.2f} | {case['p99']:.2f} | {case['bytes']:,.0f} | {case['most']:,} | {case['cpu']:.0f} |"
        for name, case in figures["picker"].items()]
    return "\n".join(lines)
