"""Measures a release build: requests a second, latency and server time of the pages that matter, boot and memory.

Every figure comes from one run, the cases in turn several times, so that ratios hold although the machine's speed
drifts. `make bench` builds what is needed and calls this; the table goes to standard output and to .build-bench/.
"""

import json
import os
import pathlib
import platform
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.parse

import streams
import timing
from servers import Server, free_port, http, start_baseline, start_nginx, start_portico

ROUNDS = int(os.environ.get("ROUNDS", "3"))
SECONDS = int(os.environ.get("SECONDS_EACH", "6"))
CONNECTIONS = 32
PASSWORD = "correct horse battery staple"
SIGN_INS = 64
ROOT = pathlib.Path(__file__).resolve().parents[2]
BUILD = ROOT / ".build-release" / "release"


def sign_in(port: int) -> str:
    """One sign-in; the cookies it got."""
    body = urllib.parse.urlencode({"username": "ada", "password": PASSWORD, "remember": "on"})
    status, headers, _ = http(port, "POST", "/session", body)
    assert status == 303, status
    return "; ".join(value.split(";")[0] for name, value in headers if name.lower() == "set-cookie")


def rotating_script(folder: pathlib.Path, cookies: list[str], path: str) -> pathlib.Path:
    """A wrk script that sends the requests of many browsers in turn, all made beforehand."""
    script = folder / "rotate.lua"
    values = ",\n".join(json.dumps(cookie) for cookie in cookies)
    script.write_text(
        f"local cookies = {{ {values} }}\nlocal requests, turn = {{}}, 0\n"
        "init = function() for i, c in ipairs(cookies) do\n"
        f'  requests[i] = wrk.format("GET", "{path}", {{ ["Host"] = wrk.headers["Host"], ["Cookie"] = c }}) end end\n'
        "request = function() turn = turn % #requests + 1; return requests[turn] end\n"
    )
    return script


def load(server: Server, path: str, script: pathlib.Path | None = None, seconds: int = SECONDS) -> dict:
    """One load: requests a second, latencies in milliseconds, server processor time in microseconds a request."""
    command = ["wrk", "-t1", f"-c{CONNECTIONS}", f"-d{seconds}s", "--latency"]
    command += ["-s", str(script)] if script else []
    before = server.cpu_seconds()
    output = subprocess.run([*command, server.url(path)], check=True, capture_output=True, text=True).stdout
    used = server.cpu_seconds() - before
    lines = {line.split()[0]: line.split() for line in output.splitlines() if line.split()}
    if "Non-2xx" in lines:
        raise RuntimeError(f"{path}: {output}")
    count = next(int(line.split()[0]) for line in output.splitlines() if "requests in" in line)
    return {
        "rps": float(lines["Requests/sec:"][1]),
        "p50": milliseconds(lines["50%"][1]),
        "p99": milliseconds(lines["99%"][1]),
        "cpu": used / count * 1e6,
    }


def milliseconds(text: str) -> float:
    for unit, factor in (("us", 0.001), ("ms", 1.0), ("s", 1000.0)):
        if text.endswith(unit):
            return float(text[: -len(unit)]) * factor
    raise ValueError(text)


def boot(data: pathlib.Path) -> float:
    """Milliseconds from starting the process to the first 200 from /healthz; the median of ten."""
    times = []
    for _ in range(10):
        port = free_port()
        began = time.monotonic()
        with start_portico(BUILD / "portico", data, port):
            times.append((time.monotonic() - began) * 1000)
    return statistics.median(times)


def measure(folder: pathlib.Path) -> dict:
    data = folder / "data"
    subprocess.run(
        [BUILD / "portico", "users", "add", "ada", "--name", "Ada Lovelace", "--password-stdin", "--data", data],
        input=PASSWORD.encode(), check=True, capture_output=True)
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
    figures["timing"] = timing.measure(BUILD / "portico", folder)
    figures["streams"] = streams.measure(BUILD / "portico", data, folder, sign_in)
    return figures


def run(cases: dict) -> dict:
    for server, path, script in cases.values():
        load(server, path, script, seconds=2)
    rounds = []
    for number in range(ROUNDS):
        print(f"round {number + 1} of {ROUNDS}", file=sys.stderr)
        rounds.append({name: load(server, path, script) for name, (server, path, script) in cases.items()})
    baseline = next(iter(cases))
    return {
        name: {key: statistics.median(r[name][key] for r in rounds) for key in ("rps", "p50", "p99", "cpu")}
        | {"ratio": statistics.median(r[name]["rps"] / r[baseline]["rps"] for r in rounds)}
        for name in cases
    }


def table(figures: dict) -> str:
    lines = ["| case | requests/s | of the baseline | p50 ms | p99 ms | server µs/request |", "|---|---|---|---|---|---|"]
    for name, case in figures["cases"].items():
        lines.append(
            f"| {name} | {case['rps']:,.0f} | {case['ratio']:.2f} | {case['p50']:.2f} | {case['p99']:.2f} | {case['cpu']:.0f} |")
    lines += [
        "",
        f"Boot to the first 200: {figures['boot']:.0f} ms (median of 10, existing database). "
        f"Memory: {figures['memory idle']:.0f} MB idle, {figures['memory after load']:.0f} MB after the load. "
        f"The page has {figures['page bytes']:,} bytes.",
        "",
        streams.table(figures["streams"]),
        "",
        timing.table(figures["timing"]),
        "",
        f"{time.strftime('%Y-%m-%d')}, {os.cpu_count()} cores, {platform.machine()}, one load generator beside the "
        f"server, {CONNECTIONS} connections, {ROUNDS} rounds of {SECONDS} s, medians; ratios are taken within a round.",
    ]
    return "\n".join(lines)


def main() -> None:
    folder = pathlib.Path(tempfile.mkdtemp(prefix="portico-bench-"))
    folder.chmod(0o755)  # nginx reads it as another user
    try:
        figures = measure(folder)
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    text = table(figures)
    (ROOT / ".build-bench").mkdir(exist_ok=True)
    (ROOT / ".build-bench" / "table.md").write_text(text + "\n")
    print(text)
    timing.check(figures["timing"])


if __name__ == "__main__":
    main()
