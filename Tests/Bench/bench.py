"""Measures a release build: requests a second, latency and server time of the important pages, boot and memory.

Every figure comes from one run. The cases alternate several times, so ratios hold although the machine's speed
drifts. `make bench` builds the programs and calls this; the table goes to standard output and to .build-bench/.
`ONLY=configuration python3 Tests/Bench/bench.py` measures one part alone: pages, protection, streams, timing,
engines, crowds, configuration or cycles, which needs the packages of the journeys.
"""

import os
import pathlib
import platform
import shutil
import statistics
import subprocess
import tempfile
import time
import urllib.parse

import configuration
import crowds
import cycles
import engines
import protection
import streams
import timing
from loads import CONNECTIONS, ROUNDS, SECONDS, rotating_script, run
from servers import free_port, http, start_baseline, start_nginx, start_portico

PASSWORD = "correct horse battery staple"
SIGN_INS = 64
ROOT = pathlib.Path(__file__).resolve().parents[2]
BUILD = ROOT / ".build-release" / "release"


def sign_in(port: int, name: str = "ada") -> str:
    """Signs in once and returns the cookies."""
    body = urllib.parse.urlencode({"username": name, "password": PASSWORD, "remember": "on"})
    status, headers, _ = http(port, "POST", "/session", body)
    assert status == 303, status
    return "; ".join(value.split(";")[0] for name, value in headers if name.lower() == "set-cookie")


def boot(data: pathlib.Path) -> float:
    """Milliseconds from starting the process to the first 200 from /healthz; the median of ten."""
    times = []
    for _ in range(10):
        port = free_port()
        began = time.monotonic()
        with start_portico(BUILD / "portico", data, port):
            times.append((time.monotonic() - began) * 1000)
    return statistics.median(times)


def make_data(data: pathlib.Path, options: dict | None = None) -> pathlib.Path:
    """A data folder with one account, or with a database elsewhere that the options name."""
    subprocess.run(
        [BUILD / "portico", "users", "add", "ada", "--name", "Ada Lovelace", "--password-stdin", "--data", data],
        input=PASSWORD.encode(), check=True, capture_output=True, env=os.environ | (options or {}))
    return data


def measure_pages(folder: pathlib.Path, data: pathlib.Path) -> dict:
    figures = {"boot": boot(data)}
    with start_portico(BUILD / "portico", data, free_port()) as cached:
        figures["memory idle"] = cached.memory_megabytes()
        cookies = [sign_in(cached.port) for _ in range(SIGN_INS)]
    script = rotating_script(folder, cookies, "/")
    with start_portico(BUILD / "portico", data, free_port()) as cached, start_portico(
        BUILD / "portico", folder / "uncached", free_port(), {"PORTICO_CACHE_CAPACITY": "0"}, copy_of=data
    ) as uncached:
        page = http(cached.port, "GET", "/", cookie=cookies[0])[2]
        asset = page.split(b'rel="stylesheet" href="')[1].split(b'"')[0].decode()
        (folder / "page.html").write_bytes(page)
        with start_baseline(BUILD / "BaselineServer", folder / "page.html") as raw, start_nginx(folder) as nginx:
            cases = {
                "raw Hummingbird route, same bytes": (raw, "/", None),
                "launch, signed out": (cached, "/", None),
                "login cover": (cached, "/session/new", None),
                "main screen, cache on": (cached, "/", script),
                "main screen, cache off": (uncached, "/", script),
                "asset": (cached, asset, None),
            }
            if nginx:
                cases["nginx, same bytes"] = (nginx, "/page.html", None)
            figures["cases"] = run(cases)
        figures["memory after load"] = cached.memory_megabytes()
        figures["page bytes"] = len(page)
    return figures


def pages_table(figures: dict) -> str:
    lines = ["| case | requests/s | ratio to the baseline | p50 ms | p99 ms | server µs/request |", "|---|---|---|---|---|---|"]
    for name, case in figures["cases"].items():
        lines.append(
            f"| {name} | {case['rps']:,.0f} | {case['ratio']:.2f} | {case['p50']:.2f} | {case['p99']:.2f} | {case['cpu']:.0f} |")
    lines += [
        "",
        f"Boot to the first 200: {figures['boot']:.0f} ms (median of 10, existing database). "
        f"Memory: {figures['memory idle']:.0f} MB idle, {figures['memory after load']:.0f} MB after the load. "
        f"The page has {figures['page bytes']:,} bytes.",
    ]
    return "\n".join(lines)


#: The parts that `ONLY=configuration` and the like can select, each with the function that makes its table.
PARTS = {
    "pages": (measure_pages, pages_table),
    "protection": (
        lambda folder, data: protection.measure(BUILD / "portico", data, folder, sign_in), protection.table),
    "streams": (
        lambda folder, data: streams.measure(BUILD / "portico", data, folder, make_data, sign_in), streams.table),
    "timing": (lambda folder, _: timing.measure(BUILD / "portico", folder), timing.table),
    "engines": (lambda folder, _: engines.measure(BUILD / "portico", folder, make_data, sign_in), engines.table),
    "crowds": (lambda folder, data: crowds.measure(BUILD / "portico", data, folder, sign_in), crowds.table),
    "configuration": (
        lambda folder, data: configuration.measure(BUILD / "portico", data, folder, sign_in), configuration.table),
    "cycles": (lambda folder, data: cycles.measure(BUILD / "portico", data, folder, PASSWORD), cycles.table),
}


def measure(folder: pathlib.Path, names: list[str]) -> dict:
    data = make_data(folder / "data")
    return {name: PARTS[name][0](folder, data) for name in names}


def table(figures: dict) -> str:
    how = (
        f"{time.strftime('%Y-%m-%d')}, {os.cpu_count()} cores, {platform.machine()}, one load generator beside the "
        f"server, {CONNECTIONS} connections, {ROUNDS} rounds of {SECONDS} s, medians; ratios are taken within a round.")
    return "\n\n".join([*(PARTS[name][1](figures[name]) for name in figures), how])


def main() -> None:
    folder = pathlib.Path(tempfile.mkdtemp(prefix="portico-bench-"))
    folder.chmod(0o755)  # nginx reads the folder as another user
    try:
        figures = measure(folder, [os.environ["ONLY"]] if "ONLY" in os.environ else list(PARTS))
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    text = table(figures)
    (ROOT / ".build-bench").mkdir(exist_ok=True)
    (ROOT / ".build-bench" / "table.md").write_text(text + "\n")
    print(text)
    if "timing" in figures:
        timing.check(figures["timing"])


if __name__ == "__main__":
    main()
