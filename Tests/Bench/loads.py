"""Loads: many requests of one kind by wrk, cases in turn several times."""

import json
import os
import pathlib
import statistics
import subprocess
import sys

from servers import Server

ROUNDS = int(os.environ.get("ROUNDS", "3"))
SECONDS = int(os.environ.get("SECONDS_EACH", "6"))
CONNECTIONS = 32


def rotating_script(
    folder: pathlib.Path, cookies: list[str], path: str, name: str = "rotate", headers: dict[str, str] | None = None
) -> pathlib.Path:
    """A wrk script that sends the requests of many browsers in turn, all built in advance."""
    folder.mkdir(exist_ok=True)
    script = folder / f"{name}.lua"
    others = "".join(f', ["{header}"] = {json.dumps(value)}' for header, value in (headers or {}).items())
    values = ",\n".join(json.dumps(cookie) for cookie in cookies)
    script.write_text(
        f"local cookies = {{ {values} }}\nlocal requests, turn = {{}}, 0\n"
        "init = function() for i, c in ipairs(cookies) do\n"
        f'  requests[i] = wrk.format("GET", "{path}", {{ ["Host"] = wrk.headers["Host"], ["Cookie"] = c{others} }}) end end\n'
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


def run(cases: dict) -> dict:
    """The medians of each case, with its rate and server time relative to the first case of the same round."""
    for server, path, script in cases.values():
        load(server, path, script, seconds=2)
    rounds = []
    for number in range(ROUNDS):
        print(f"round {number + 1} of {ROUNDS}", file=sys.stderr)
        rounds.append({name: load(server, path, script) for name, (server, path, script) in cases.items()})
    baseline = next(iter(cases))
    return {
        name: {key: statistics.median(r[name][key] for r in rounds) for key in ("rps", "p50", "p99", "cpu")}
        | {ratio: statistics.median(r[name][key] / r[baseline][key] for r in rounds)
           for ratio, key in (("ratio", "rps"), ("cost", "cpu"))}
        for name in cases
    }
