"""The effects of one request of a stranger: on the log, on the time of other requests, on the checked address."""

import json
import re
import time

import pytest

from server import Connection, Server, wait_until

APPLICATION = "127.0.0.1:3000"
#: Several stars in a segment.
RULES = "*/open/** public, */*-*-*-*.css public, */*.*.*.js public, */** signed-in"
FORGED = '{"securityEvent":"signedIn","username":"ada","address":"6.6.6.6"}'
#: Line ends, a terminal escape, and marks that change the direction of text.
EVIL = f"x\n{FORGED}\r\n\x1b[2J\x07\x85\u2028\u2029\u202e\u2066\u200f{FORGED}\n"


@pytest.fixture(scope="module")
def server():
    with Server(PORTICO_HTTP_TRUSTED_PROXIES="127.0.0.1", PORTICO_PROTECTED_RULES=RULES) as server:
        yield server


def post(server, path, kind, body):
    with Connection(server.port) as connection:
        data = body.encode()
        connection.send(
            f"POST {path} HTTP/1.1\r\nHost: {server.host}\r\nContent-Type: {kind}\r\nContent-Length: {len(data)}\r\n"
            "Sec-Fetch-Site: same-origin\r\nConnection: close\r\n\r\n".encode() + data)
        return connection.answer()


def test_no_report_of_a_browser_writes_lines_of_its_own_into_the_log(server):
    number = len(server.log)
    fields = ["blocked-uri", "source-file", "document-uri", "effective-directive", "violated-directive"]
    for field in fields:
        violation = {"effective-directive": "script-src", "blocked-uri": "eval", field: EVIL}
        if field == "violated-directive":
            del violation["effective-directive"]
        assert post(server, "/violations", "application/csp-report", json.dumps({"csp-report": violation})).status == 204
    post(server, "/errors", "text/plain", "TypeError js/main.js:1:2\n" + EVIL)
    for value in [EVIL.replace("\n", " ").replace("\r", " "), "a\u202eb"]:
        with Connection(server.port) as connection:
            connection.send(f"GET / HTTP/1.1\r\nHost: {value}\r\nX-Request-ID: {value}\r\nUser-Agent: {value}\r\nConnection: close\r\n\r\n")
            connection.answer()
    wait_until(lambda: server.log.count("security policy") == len(fields), "the reports in the log")
    lines = server.log[number:].splitlines()
    assert "securityEvent" in server.log, "no attempt was made"
    assert [line for line in lines if not re.match(r"\d{4}-\d\d-\d\dT[\d:]+\+0000 \w+ portico: ", line)] == []
    assert re.search(r"[^\n\x20-\x7e]", server.log[number:]) is None


@pytest.mark.parametrize("path", ["/" + "-" * 1500, "/a" + "." * 7500, "/" + "a-" * 3000, "/" + "a." * 3000, "/" + "-.js" * 1500])
def test_no_address_keeps_the_server_busy_with_the_stars_of_a_rule(server, path):
    question = (
        f"GET /auth/check HTTP/1.1\r\nHost: {server.host}\r\nX-Original-Method: GET\r\nX-Original-URL: http://{APPLICATION}{path}\r\n"
        "Connection: close\r\n\r\n")
    start = time.monotonic()
    # One for each thread of the server, and more.
    asked = [Connection(server.port) for _ in range(4)]
    for connection in asked:
        connection.send(question)
    assert server.ask("/readyz").status == 200
    for connection in asked:
        with connection:
            assert connection.answer().status in (200, 401)
    assert time.monotonic() - start < 3


#: `X-Forwarded-Proto`, `-Host` and `-Uri`, of which the last one needs a sign-in.
FORWARDED = [
    ("http", f"{APPLICATION}/open/x?", "/orders"), ("http", f"{APPLICATION}/open/x#", "/orders"), ("http", f"{APPLICATION}/open", "/orders"),
    (f"http://{APPLICATION}/open/?", APPLICATION, "/orders"), (f"http://{APPLICATION}/open/x?y=", "", "/orders"),
    ("http", f"x@{APPLICATION}", "/open/x"), ("http", "", f"//{APPLICATION}/open/x"), ("http:", APPLICATION, "/open/x"),
    ("http", f"{APPLICATION}\\open", "/orders"), ("http", APPLICATION, f"http://{APPLICATION}/open/x"), ("http", APPLICATION, "open/x"),
    ("http", f"{APPLICATION},{APPLICATION}", "/open/x"), ("http,http", APPLICATION, "/open/x"), ("http", APPLICATION, "/open/x#/orders")]


@pytest.mark.parametrize(("scheme", "host", "target"), FORWARDED)
def test_a_part_of_a_forwarded_address_brings_no_other_part(server, scheme, host, target):
    def status(scheme, host, target):
        return server.ask("/auth/check", headers={
            "X-Forwarded-Proto": scheme, "X-Forwarded-Host": host, "X-Forwarded-Uri": target, "X-Forwarded-Method": "GET"}).status

    assert (status("http", APPLICATION, "/open/x"), status("http", APPLICATION, "/orders")) == (200, 401)
    assert status(scheme, host, target) in (400, 403)
