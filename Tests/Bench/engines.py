"""Measures the main screen on SQLite and on PostgreSQL, with the cache on and off, and with a thousand and a million sign-ins
in the database. PostgreSQL is on the same machine; its own processor time is not part of the figures.
"""

import contextlib
import pathlib
import sqlite3
import subprocess
from collections.abc import Iterator

from loads import rotating_script, run
from servers import ROOT, free_port, start_portico

SIGN_INS = 64
SIZES = {"a thousand": 1_000, "a million": 1_000_000}
ACCOUNTS = 10_000
#: The limits of the cost of a page: on PostgreSQL as a ratio to SQLite, and with a million sign-ins as a ratio to a thousand.
GOALS = {"on": 1.05, "off": 2.5, "growth": 1.15}

#: Adds `{count}` browsers with a sign-in each. `{series}` has that many rows, `{bytes}` is a digest of an id.
ROWS = """
INSERT INTO accounts (server, user_name, name, search_key, is_administrator, is_disabled, created_at)
    SELECT 'local', 'user-' || n, 'User ' || n, 'user ' || n, 0, 0, {now} FROM {accounts} WHERE n < {most};
INSERT INTO browsers (created_at) SELECT {now} FROM {series};
INSERT INTO browser_tokens (token_digest, browser)
    SELECT {bytes}, id FROM browsers WHERE id NOT IN (SELECT browser FROM browser_tokens);
INSERT INTO sign_ins (browser, server, user_name, method, since, last_seen, is_automatic)
    SELECT id, 'local', 'user-' || (id % {most}), 'password', {now}, {now}, 1 FROM browsers
    WHERE id NOT IN (SELECT browser FROM sign_ins);
"""


def fill_sqlite(data: pathlib.Path, count: int) -> None:
    def series(count):
        return f"(WITH RECURSIVE s (n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM s WHERE n + 1 < {count}) SELECT n FROM s)"

    with contextlib.closing(sqlite3.connect(data / "portico.sqlite")) as database:
        database.executescript(ROWS.format(
            accounts=series(min(count, ACCOUNTS)), series=series(count), bytes="randomblob(32)", most=min(count, ACCOUNTS),
            now="CAST(unixepoch() AS INTEGER) * 1000") + "ANALYZE;")


def fill_postgresql(url: str, count: int) -> None:
    psql(url, ROWS.format(
        accounts=f"generate_series(0, {min(count, ACCOUNTS) - 1}) AS s (n)", series=f"generate_series(1, {count})",
        bytes="sha256(id::text::bytea)", most=min(count, ACCOUNTS), now="extract(epoch FROM now())::bigint * 1000"))
    psql(url, "VACUUM ANALYZE")


def psql(url: str, sql: str) -> None:
    subprocess.run(
        ["psql", "--no-psqlrc", "--quiet", "--set", "ON_ERROR_STOP=1", "--dbname", url], input=sql, text=True, check=True)


@contextlib.contextmanager
def postgresql() -> Iterator[str]:
    """The address of a PostgreSQL that ends with the block."""
    process = subprocess.Popen(
        [ROOT / "Scripts/with-postgresql", "sh", "-c", 'echo "$PORTICO_TEST_POSTGRESQL"; cat'], stdin=subprocess.PIPE,
        stdout=subprocess.PIPE, text=True)
    try:
        yield process.stdout.readline().strip()
    finally:
        process.stdin.close()
        process.wait(timeout=60)


def measure(binary: pathlib.Path, folder: pathlib.Path, make_data, sign_in) -> dict:
    with contextlib.ExitStack() as stack:
        server = stack.enter_context(postgresql())
        cases = {}
        for number, (size, count) in enumerate(SIZES.items()):
            database = f"bench_{number}"
            psql(server, f"CREATE DATABASE {database}")
            url = server.replace(":///postgres?", f":///{database}?")
            for engine, options, fill in [
                ("SQLite", {}, fill_sqlite), ("PostgreSQL", {"PORTICO_DATABASE_URL": url}, fill_postgresql)
            ]:
                data = make_data(folder / f"{engine}-{number}", options)
                with start_portico(binary, data, free_port(), options) as portico:
                    cookies = [sign_in(portico.port) for _ in range(SIGN_INS)]
                fill(data if engine == "SQLite" else url, count)
                script = rotating_script(folder / f"{engine}-{number}-requests", cookies, "/")
                for cache, capacity in [("on", {}), ("off", {"PORTICO_CACHE_CAPACITY": "0"})]:
                    # One server at a time on SQLite.
                    own = folder / f"{engine}-{number}-{cache}"
                    started = stack.enter_context(
                        start_portico(binary, own, free_port(), options | capacity, copy_of=data))
                    cases[(engine, size, cache)] = (started, "/", script)
        return run(cases)


def table(figures: dict) -> str:
    few, many = SIZES
    lines = ["| database | sign-ins | cache | requests/s | p50 ms | p99 ms | server µs/request |", "|---|---|---|---|---|---|---|"]
    for (engine, size, cache), case in figures.items():
        lines.append(
            f"| {engine} | {size} | {cache} | {case['rps']:,.0f} | {case['p50']:.2f} | {case['p99']:.2f} | {case['cpu']:.0f} |")

    def cost(of, by):
        return figures[of]["cost"] / figures[by]["cost"]

    said = [
        f"with the cache {cache}, a page on PostgreSQL costs {cost(('PostgreSQL', few, cache), ('SQLite', few, cache)):.2f} of that "
        f"on SQLite (goal: {GOALS[cache]} at most)" for cache in ("on", "off")]
    said += [
        f"with a million sign-ins, it costs {cost((engine, many, 'off'), (engine, few, 'off')):.2f} of that with a thousand on {engine}"
        for engine in ("SQLite", "PostgreSQL")]
    return "\n".join([*lines, "", f"In server time, {'; '.join(said)}, without the cache (goal: {GOALS['growth']} at most)."])
