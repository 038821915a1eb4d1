"""Measures the cost of protection: a check beside the identification that every page needs, and a file of an application
directly, through nginx, through nginx that asks Portico, and through `--behind`.

The application is nginx with a file, whose own cost is very small.
"""

import contextlib
import pathlib
from collections.abc import Iterator

from loads import rotating_script, run
from servers import Server, free_port, nginx, start_portico

SIGN_INS = 64
#: The last of ten rules matches.
RULES = ", ".join([*(f"*/area-{number}/** groups:staff" for number in range(9)), "*/app/** signed-in"])
FILE = "/app/page.html"
#: The limit of the cost of a check beyond the identification, in microseconds.
GOAL = 40


def measure(binary: pathlib.Path, data: pathlib.Path, folder: pathlib.Path, sign_in) -> dict:
    (folder / "app").mkdir()
    (folder / "app" / "page.html").write_text("<!DOCTYPE html><title>Application</title>" + "<p>A line.</p>" * 700)
    with start_portico(binary, data, free_port()) as server:
        cookies = [sign_in(server.port) for _ in range(SIGN_INS)]
    asked = {"X-Original-URL": f"http://127.0.0.1{FILE}", "X-Original-Method": "GET"}
    check = rotating_script(folder, cookies, "/auth/check", "check", asked)
    identified = rotating_script(folder, cookies, "/session", "identified")
    file = rotating_script(folder, cookies, FILE, "file")
    rules = {"PORTICO_HTTP_TRUSTED_PROXIES": "127.0.0.1", "PORTICO_PROTECTED_RULES": RULES}
    with application(folder) as upstream:
        behind = rules | {"PORTICO_PROTECTED_UPSTREAM": f"http://127.0.0.1:{upstream.port}"}
        with start_portico(binary, data, free_port(), rules) as door, start_portico(
            binary, folder / "behind", free_port(), behind, copy_of=data
        ) as proxy, passing(folder, upstream) as plain, passing(folder, upstream, door) as asking:
            return {
                "checks": run({
                    "identified, answered with a redirect": (door, "/session", identified),
                    "check, the last of ten rules matches": (door, "/auth/check", check),
                }),
                "files": run({
                    "the application itself": (upstream, FILE, file),
                    "nginx": (plain, FILE, file),
                    "nginx with auth_request": (asking, FILE, file),
                    "portico serve --behind": (proxy, FILE, file),
                }),
            }


def application(folder: pathlib.Path):
    port = free_port()
    return nginx(folder / "application", port, f"server {{ listen 127.0.0.1:{port}; root {folder}; }}", FILE)


@contextlib.contextmanager
def passing(folder: pathlib.Path, upstream: Server, door: Server | None = None) -> Iterator[Server]:
    """nginx in front of the application; with a door, it asks the door first, and the figures include both."""
    port = free_port()
    asks = "" if door is None else f"""
        location = /auth/check {{
            internal;
            proxy_pass http://door;
            proxy_pass_request_body off;
            proxy_http_version 1.1;
            proxy_set_header Host 127.0.0.1:{door.port};
            proxy_set_header Connection "";
            proxy_set_header Content-Length "";
            proxy_set_header X-Original-URL http://127.0.0.1$request_uri;
            proxy_set_header X-Original-Method $request_method;
        }}"""
    upstreams = f"upstream application {{ server 127.0.0.1:{upstream.port}; keepalive 64; }}\n" + (
        "" if door is None else f"upstream door {{ server 127.0.0.1:{door.port}; keepalive 64; }}\n")
    server = f"""{upstreams} server {{ listen 127.0.0.1:{port};
        location / {{
            {"" if door is None else "auth_request /auth/check;"}
            proxy_pass http://application;
            proxy_http_version 1.1;
            proxy_set_header Connection "";
        }}{asks}
    }}"""
    # Without a sign-in, the door refuses; the process is ready as soon as it answers at all.
    with nginx(folder / f"nginx-{port}", port, server, FILE, statuses=(200, 401)) as running:
        yield Server([*running.processes, *(door.processes if door else [])], port)


def table(figures: dict) -> str:
    checks, files = figures["checks"], figures["files"]
    lines = [
        "| request | requests/s | p50 ms | p99 ms | server µs/request | a second a core |",
        "|---|---|---|---|---|---|"]
    lines += [
        f"| {name} | {case['rps']:,.0f} | {case['p50']:.2f} | {case['p99']:.2f} | {case['cpu']:.0f} | {1e6 / case['cpu']:,.0f} |"
        for name, case in checks.items()]
    identified, check = (case["cpu"] for case in checks.values())
    lines += [
        "", f"A check takes {check - identified:+.0f} µs of server time compared with the identification; the goal is {GOAL} "
        "at most.", "",
        "| file of an application, through | requests/s | of the application | p50 ms | p99 ms | µs/request of the program in front |",
        "|---|---|---|---|---|---|"]
    lines += [
        f"| {name} | {case['rps']:,.0f} | {case['ratio']:.2f} | {case['p50']:.2f} | {case['p99']:.2f} | {case['cpu']:.0f} |"
        for name, case in files.items()]
    return "\n".join(lines)
