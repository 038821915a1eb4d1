"""`portico serve --behind`: the requests and headers that it forwards, those that it removes, and the limits of an application."""

import base64
import hashlib
import json
import os
import re
import socket
import threading
import time

import pytest

from application import OK, Application
from server import ROOT, Connection, Server, free_port, wait_until

DOCUMENT = ROOT / "docs/in-front-of.md"
RULES = "*/public/** public, */admin/** groups:admins, */** signed-in"


def serving(**options):
    application = Application()
    server = Server(arguments=["--behind", f"http://127.0.0.1:{application.port}"], PORTICO_PROTECTED_RULES=RULES,
                    PORTICO_HTTP_PORT=str(free_port()), PORTICO_LIMITS_RATE="1000", **options)
    server.add_account()
    with server:
        server.application = application
        server.cookies = server.sign_in()
        yield server
    application.close()


@pytest.fixture(scope="module")
def behind():
    yield from serving()


@pytest.fixture(scope="module")
def impatient():
    """A server for applications that do not answer in time."""
    yield from serving(PORTICO_PROTECTED_TIMEOUT="2")


@pytest.fixture
def application(behind):
    behind.application.reset()
    return behind.application


def raw(server, head, body=b"", cookies=True):
    """An open connection after a request: a line and fields, without `Host` and cookies."""
    connection = Connection(server.port)
    line, *fields = head.strip().split("\n")
    fields.append(f"Host: {server.host}")
    if cookies:
        fields.append("Cookie: " + "; ".join(f"{name}={value}" for name, value in server.cookies.items()))
    connection.send(line + "\r\n" + "".join(f"{field.strip()}\r\n" for field in fields) + "\r\n")
    if body:
        connection.send(body)
    return connection


# Requests that pass.


def test_a_signed_in_request_passes_with_the_address(behind, application):
    answer = behind.ask("/orders/a%20b?c=d&e=%2F", cookies=behind.cookies | {"theirs": "x"})
    assert (answer.status, answer.body) == (200, b"hi")
    [asked] = application.requests
    assert asked.line == "GET /orders/a%20b?c=d&e=%2F HTTP/1.1"
    assert asked["Remote-User"] == ["ada"]
    assert asked["Remote-Name"] == ["Ada"]
    assert "remote-email" not in asked.names
    assert asked["Host"] == asked["X-Forwarded-Host"] == [behind.host]
    assert asked["X-Forwarded-For"] == ["127.0.0.1"]
    assert asked["X-Forwarded-Proto"] == ["http"]
    assert asked["Forwarded"] == [f'for="127.0.0.1";host="{behind.host}";proto=http']
    assert asked["Cookie"] == ["theirs=x"]
    assert asked["Connection"] == ["close"]


def test_the_assertion_is_for_the_host(behind, application):
    behind.ask("/", cookies=behind.cookies)
    _, claims, _ = application.requests[0]["Portico-Assertion"][0].split(".")
    claims = json.loads(base64.urlsafe_b64decode(claims + "=="))
    assert (claims["sub"], claims["aud"]) == ("ada", f"http://{behind.host}")


def test_the_launch_belongs_to_the_application_and_pages_to_portico(behind, application):
    assert behind.ask("/", cookies=behind.cookies).body == b"hi"
    assert b'data-screen="main"' in behind.ask("/settings", cookies=behind.cookies).body
    assert b'href="/settings"' in behind.ask("/account", cookies=behind.cookies).body
    listed = re.search(r"except the following and all paths below them:\n\n(.+?)\n\n", DOCUMENT.read_text(), re.S)[1]
    for path in [*re.findall(r"`(.+?)`", listed), "/account/none", "/.well-known/jwks.json"]:
        behind.ask(path)
    assert len(application.requests) == 1
    for path in ["/accounting", "/assets/app.css", "/.well-known/security.txt", "/robots.txt", "/auth/check"]:
        assert behind.ask(path, cookies=behind.cookies).body == b"hi", path


def test_without_a_sign_in_a_page_is_the_cover_and_the_application_gets_no_request(behind, application):
    answer = behind.ask("/orders?x=1", headers={"Accept": "text/html"})
    assert answer.status == 401
    assert b'name="next" value="/orders?x=1"' in answer.body
    answer = behind.ask("/a//b", headers={"Accept": "text/html", "Sec-Fetch-Mode": "navigate"})
    assert answer.status == 303
    assert answer.headers["location"].endswith("/portico/start?to=" + urlencoded(f"http://{behind.host}/a//b"))
    answer = behind.ask("/orders", headers={"Sec-Fetch-Mode": "cors"})
    assert answer.status == 401
    assert answer.headers["portico-cover"].startswith(f"http://{behind.host}/portico/start?")
    assert not application.requests


def urlencoded(text):
    return text.replace(":", "%3A").replace("/", "%2F")


def test_a_denied_request_never_reaches_the_application(behind, application):
    for method in ["GET", "POST", "OPTIONS", "TRACE", "get"]:
        assert behind.ask("/admin/x", method=method, cookies=behind.cookies).status in (400, 403, 405), method
    assert not application.requests
    denials = behind.command("events", "tail", "--kind", "denied", "--json").stdout.splitlines()
    assert {json.loads(line)["detail"] for line in denials} == {behind.host}


@pytest.mark.parametrize("path", [
    "/public/../orders", "/public/%2e%2e/orders", "/public/..%2forders", "/public//../orders", "/PUBLIC/../orders",
    "/public/..;/orders", "/public/%252e%252e/orders", "/public/..%5corders", "/public/..\\orders", "/public/%00",
    "/public/x#/../../orders", "//public/../orders", "/public/%2e%2e%2forders", "/./public/../orders", "*", "/public/%zz",
    "/public;/../orders", "/public/\xff",
])
def test_no_way_of_writing_an_address_passes_for_a_public_one(behind, application, path):
    with Connection(behind.port) as connection:
        connection.send(f"GET {path} HTTP/1.1\r\nHost: {behind.host}\r\nConnection: close\r\n\r\n".encode("latin-1"))
        assert connection.answer().status in (400, 401, 403, 404)
    assert not application.requests


# Headers of clients.


def test_a_client_cannot_choose_its_identity(behind, application):
    with raw(behind, """GET /public/x HTTP/1.1
        Remote-User: root
        remote-groups: admins
        Remote_User: root
        Remote.User: root
        REMOTE-NAME: root
        Portico-Assertion: a.b.c
        Portico-Anything: x
        X-Forwarded-For: 1.2.3.4
        X-Forwarded-Host: evil.example
        X-Forwarded-User: root
        X-Original-URL: /admin
        X-Real-IP: 1.2.3.4
        Forwarded: for=1.2.3.4
        X-Request-ID: forged
        Proxy: http://evil.example""", cookies=False) as connection:
        assert connection.answer().status == 200
    [asked] = application.requests
    assert b"root" not in asked.raw and b"1.2.3.4" not in asked.raw and b"evil" not in asked.raw
    assert b"forged" not in asked.raw and b"admin" not in asked.raw and b"a.b.c" not in asked.raw
    assert asked["X-Forwarded-For"] == ["127.0.0.1"]


def test_headers_of_one_connection_do_not_pass_nor_take_others_with_them(behind, application):
    with raw(behind, """GET /orders HTTP/1.1
        Connection: Remote-User, Portico-Assertion, X-Forwarded-For, Cookie, X-Own
        Keep-Alive: timeout=5
        TE: trailers
        Trailer: x
        Proxy-Authorization: basic x
        Proxy-Connection: close
        HTTP2-Settings: x
        X-Own: x
        X-Theirs: y""") as connection:
        assert connection.answer().status == 200
    [asked] = application.requests
    assert asked["Remote-User"] == ["ada"] and asked["Portico-Assertion"] and asked["X-Forwarded-For"]
    assert asked["X-Theirs"] == ["y"]
    assert not asked.names & {"keep-alive", "te", "trailer", "proxy-authorization", "proxy-connection",
                              "http2-settings", "x-own"}


@pytest.mark.parametrize("cookie", ["portico=x", "portico-run=x", " __Host-portico=x", "__host-Portico-look=y", "=portico=x"])
def test_no_cookie_of_portico_passes(behind, application, cookie):
    with raw(behind, f"""GET /public/x HTTP/1.1
        Cookie: a=b; {cookie};c=d""", cookies=False) as connection:
        assert connection.answer().status == 200
    assert application.requests[0]["Cookie"] == ["a=b; c=d"]


def test_only_websockets_are_upgrades(behind, application):
    for protocol in ["h2c", "websocket, h2c", "TLS/1.0"]:
        with raw(behind, f"""GET /orders HTTP/1.1
            Connection: Upgrade, HTTP2-Settings
            Upgrade: {protocol}
            HTTP2-Settings: x""") as connection:
            assert connection.answer().status == 200
        assert "upgrade" not in application.requests[-1].names
        assert application.requests[-1]["Connection"] == ["close"]


# Lengths.


@pytest.mark.parametrize("fields", [
    "Content-Length: 5\nTransfer-Encoding: chunked", "Transfer-Encoding: chunked\nContent-Length: 5",
    "Content-Length: 5\nContent-Length: 6", "Content-Length: +5", "Content-Length: 5, 5", "Content-Length : 5",
    "Transfer-Encoding: gzip, chunked", "Transfer-Encoding: chunked, identity", "Transfer-Encoding: xchunked",
    "Transfer-Encoding : chunked", "Transfer-Encoding:\x0bchunked", "Transfer-Encoding: chunked\nTransfer-Encoding: x",
    "X: y\n Transfer-Encoding: chunked",
])
def test_a_request_of_two_lengths_does_not_pass(behind, application, fields):
    with Connection(behind.port) as connection:
        head = "POST /public/x HTTP/1.1\n" + fields + f"\nHost: {behind.host}\nConnection: close"
        connection.send(head.replace("\n", "\r\n").encode("latin-1") + b"\r\n\r\n0\r\n\r\nGET /admin HTTP/1.1\r\n\r\n")
        answer = connection.answer()
    assert answer is None or answer.status in (400, 501)
    assert not application.requests


def test_a_body_is_framed_anew(behind, application):
    with raw(behind, """POST /public/x HTTP/1.1
        Transfer-Encoding: chunked
        Connection: close""", b"3;evil=1\r\nabc\r\n00002\r\nde\r\n0\r\nRemote-User: root\r\n\r\n") as connection:
        assert connection.answer().status == 200
    [asked] = application.requests
    assert asked["Transfer-Encoding"] == ["chunked"] and "content-length" not in asked.names
    assert b"evil" not in asked.raw + asked.body and b"root" not in asked.body
    assert unchunked(asked.body) == b"abcde"


def unchunked(data):
    body = b""
    while data:
        size, _, data = data.partition(b"\r\n")
        body, data = body + data[:int(size, 16)], data[int(size, 16) + 2:]
    return body


def test_each_request_has_a_connection_of_its_own(behind, application):
    with raw(behind, "POST /public/x HTTP/1.1\nContent-Length: 3", b"abc") as connection:
        assert connection.answer().status == 200
        connection.send(f"GET /public/y HTTP/1.1\r\nHost: {behind.host}\r\n\r\n")
        assert connection.answer().status == 200
    first, second = application.requests
    assert (first.line, first.body) == ("POST /public/x HTTP/1.1", b"abc")
    assert second.line == "GET /public/y HTTP/1.1"
    wait_until(lambda: application.ended == 2, "the connections to end")


def test_a_connection_stays_open_when_the_application_answers_at_the_last_byte(behind, application):
    with Connection(behind.port) as connection:
        for _ in range(200):
            connection.send(f"POST /public/x HTTP/1.1\r\nHost: {behind.host}\r\nContent-Length: 3\r\n\r\nabc")
            answer = connection.answer()
            assert answer and answer.status == 200


def test_a_request_without_its_end_is_not_completed(behind, application):
    for fields, body in [("Content-Length: 10", b"abc"), ("Transfer-Encoding: chunked", b"3\r\nabc\r\n")]:
        application.reset()
        with raw(behind, f"POST /public/x HTTP/1.1\n{fields}", body):
            wait_until(lambda: application.requests and b"abc" in application.requests[0].body, "a part of the body")
        wait_until(lambda: application.ended, "the connection to end")
        assert application.requests[0].was_cut and not application.requests[0].body.endswith(b"0\r\n\r\n")


def test_bodies_of_every_size_pass_without_being_collected(behind, application):
    before = behind.megabytes
    block = b"x" * 1_048_576
    seen = []

    def count(connection, asked):
        total = len(asked.body)
        while total < 30 * len(block):
            total += len(connection.recv(1_048_576))
        seen.append(total)
        connection.sendall(b"HTTP/1.1 200 OK\r\n\r\n")
        for _ in range(30):
            connection.sendall(block)

    application.reads, application.answer = False, count
    with raw(behind, f"POST /public/x HTTP/1.1\nContent-Length: {30 * len(block)}\nConnection: close") as connection:
        for _ in range(30):
            connection.send(block)
        answer = connection.answer()
    assert (answer.status, len(answer.body), seen) == (200, 30 * len(block), [30 * len(block)])
    assert behind.megabytes - before < 25


def test_a_slow_client_holds_the_application_back(behind, application):
    sent = []

    def flood(connection, _):
        connection.sendall(b"HTTP/1.1 200 OK\r\n\r\n")
        connection.settimeout(3)
        try:
            while sum(sent) < 200_000_000:
                sent.append(connection.send(b"x" * 65_536))
        except TimeoutError:
            sent.append(0)

    application.answer = flood
    before = behind.megabytes
    with raw(behind, "GET /public/x HTTP/1.1"):
        wait_until(lambda: sent and sent[-1] == 0, "the application to be held back")
    assert sum(sent) < 30_000_000
    assert behind.megabytes - before < 40


def test_a_body_that_the_application_does_not_wait_for(behind, application):
    application.reads = False
    with raw(behind, "POST /public/x HTTP/1.1\nContent-Length: 100000000", b"x" * 100) as connection:
        assert connection.answer().status == 200
        assert connection.is_closed()


def test_a_denied_body_without_end_ends_the_connection(behind, application):
    with raw(behind, "POST /admin/x HTTP/1.1\nTransfer-Encoding: chunked", b"3\r\nabc\r\n") as connection:
        assert connection.answer().status == 403
        assert connection.is_closed()
    assert not application.requests


def test_oversize_heads_do_not_pass(behind, application):
    assert behind.ask("/public/x", headers={"X-Large": "x" * 20_000}).status == 431
    assert behind.ask("/public/" + "x" * 9_000).status == 414
    assert not application.requests


# Behaviour of the application.


@pytest.mark.parametrize("garbage", [
    b"garbage\r\n\r\n", b"HTTP/1.1 2000 X\r\n\r\n", b"HTTP/2 200 OK\r\n\r\n", b"\x16\x03\x01\x00\x00", b"",
    b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\nhi",
    b"HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nhi", b"HTTP/1.1 200 OK\r\nX y\r\n\r\n",
    b"HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n",
    b"HTTP/1.1 200 OK\r\nX: " + b"y" * 100_000 + b"\r\n\r\n",
])
def test_an_invalid_response_is_502(behind, application, garbage):
    application.answer = garbage
    answer = behind.ask("/public/x", headers={"Accept": "text/html"})
    assert answer.status == 502
    assert b'data-screen="error"' in answer.body
    answer = behind.ask("/public/x", headers={"Accept": "application/json"})
    assert (answer.status, answer.headers["content-type"]) == (502, "application/problem+json")


def test_an_application_that_is_not_there_is_502(behind):
    with socket.socket() as silent:
        silent.bind(("127.0.0.1", 0))  # No other program can listen there either.
        upstream = f"http://127.0.0.1:{silent.getsockname()[1]}"
        with Server(arguments=["--behind", upstream], PORTICO_PROTECTED_RULES="*/** public") as server:
            assert server.ask("/").status == 502
            wait_until(lambda: "the application behind this server does not answer" in server.log, "the line in the log")


def test_a_response_that_does_not_begin_is_504(impatient):
    application = impatient.application
    application.answer = lambda connection, _: connection.recv(1)
    answer = impatient.ask("/public/x", headers={"Accept": "text/html"})
    assert answer.status == 504
    assert b'data-screen="error"' in answer.body
    wait_until(lambda: application.ended, "the connection to end")


def test_interim_responses_do_not_pass(behind, application):
    application.answer = b"HTTP/1.1 100 Continue\r\n\r\n" + b"HTTP/1.1 103 Early Hints\r\nLink: </x>\r\n\r\n" * 50 + OK
    answer = behind.ask("/public/x")
    assert (answer.status, answer.body) == (200, b"hi")
    assert "link" not in answer.headers


def test_interim_responses_for_ever_are_504(impatient):
    def stutter(connection, _):
        while True:
            connection.sendall(b"HTTP/1.1 102 Processing\r\n\r\n")
            time.sleep(0.05)  # The pace of the application; the test does not wait for it.

    impatient.application.answer = stutter
    assert impatient.ask("/public/x").status == 504


@pytest.mark.parametrize("framing", [b"Content-Length: 10", b"Transfer-Encoding: chunked"])
def test_a_response_that_breaks_off_is_seen_to(behind, application, framing):
    body = b"abc" if b"Length" in framing else b"3\r\nabc\r\n"
    application.answer = b"HTTP/1.1 200 OK\r\n" + framing + b"\r\n\r\n" + body
    with raw(behind, "GET /public/x HTTP/1.1") as connection, pytest.raises(AssertionError, match="cut off in a body"):
        connection.answer()


def test_responses_cannot_be_split_or_run_into_the_next(behind, application):
    application.answer = OK + b"HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nevil"
    with raw(behind, "GET /public/x HTTP/1.1") as connection:
        assert connection.answer().body == b"hi"
        application.answer = OK
        connection.send(f"GET /public/y HTTP/1.1\r\nHost: {behind.host}\r\n\r\n")
        assert connection.answer().body == b"hi"


def test_a_head_has_no_body(behind, application):
    for fields in [b"Transfer-Encoding: chunked\r\n", b"Content-Length: 2\r\n", b""]:
        application.answer = b"HTTP/1.1 200 OK\r\n" + fields + b"\r\n"
        with raw(behind, "HEAD /public/x HTTP/1.1") as connection:
            assert connection.answer(has_body=False).status == 200
            application.answer = OK
            connection.send(f"GET /public/y HTTP/1.1\r\nHost: {behind.host}\r\n\r\n")
            assert connection.answer().body == b"hi"


@pytest.mark.parametrize("status", ["204 No Content", "304 Not Modified"])
def test_a_status_without_a_body_has_none(behind, application, status):
    application.answer = f"HTTP/1.1 {status}\r\nETag: x\r\n\r\n".encode()
    with raw(behind, "GET /public/x HTTP/1.1") as connection:
        assert connection.answer().headers["etag"] == "x"
        application.answer = OK
        connection.send(f"GET /public/y HTTP/1.1\r\nHost: {behind.host}\r\n\r\n")
        assert connection.answer().body == b"hi"


def test_headers_of_the_application_pass_as_they_are_but_those_of_portico(behind, application):
    application.answer = (
        b"HTTP/1.1 200 Fine\r\nContent-Security-Policy: default-src *\r\nServer: theirs\r\nSet-Cookie: theirs=1; Path=/\r\n"
        b"Set-Cookie: portico=x\r\nset-cookie: __Host-portico=x; Secure; Path=/\r\nSet-Cookie: =__Host-portico=x\r\n"
        b"Set-Cookie:  __Secure-Portico-run=; Max-Age=0\r\nPortico-Cover: /evil\r\nPortico-Location: /evil\r\n"
        b'Clear-Site-Data: "cache", "cookies"\r\nClear-Site-Data: "*"\r\nConnection: close, X-Hop\r\nX-Hop: 1\r\n'
        b"Keep-Alive: x\r\nContent-Length: 0\r\n\r\n")
    with raw(behind, "GET /public/x HTTP/1.1") as connection:
        connection.send("")
        data = b""
        while b"\r\n\r\n" not in data:
            data += connection.socket.recv(65_536)
    head = data.decode()
    assert head.startswith("HTTP/1.1 200 OK\r\n")
    fields = [line.partition(": ") for line in head.strip().split("\r\n")[1:]]
    values = {}
    for name, _, value in fields:
        values.setdefault(name.lower(), []).append(value)
    assert values["content-security-policy"] == ["default-src *"]
    assert values["set-cookie"] == ["theirs=1; Path=/"]
    assert values["clear-site-data"] == ['"cache"']
    assert values["server"] == ["theirs"]
    assert not {"portico-cover", "portico-location", "x-hop", "keep-alive", "connection", "permissions-policy",
                "x-frame-options"} & set(values)


@pytest.mark.parametrize("mark", ["\u0301", "\u200d", "\ufe0f", "\u0600", "\u06dd", "\u070f", "\u08e2", "\u0d4e", "\U000110bd"])
def test_no_mark_beside_a_separator_hides_a_forbidden_header(behind, application, mark):
    values = [
        ("Clear-Site-Data", f'"cache",{mark} "cookies"'), ("Clear-Site-Data", f'"cache"{mark}, "cookies",{mark}"*"'),
        ("Clear-Site-Data", f'{mark},"*"'), ("Set-Cookie", f"portico=x{mark}; Path=/"), ("Set-Cookie", f"portico={mark}"),
        ("Set-Cookie", f"__Host-portico=x;{mark}Path=/"), ("Set-Cookie", f" portico-run={mark}x"), ("Connection", f"x{mark}, X-Hop"),
        ("X-Hop", "1")]
    head = "".join(f"{name}: {value}\r\n" for name, value in values)
    application.answer = f"HTTP/1.1 200 OK\r\nContent-Length: 0\r\n{head}\r\n".encode()
    with raw(behind, "GET /public/x HTTP/1.1") as connection:
        while b"\r\n\r\n" not in connection._bytes:
            assert connection._receive()
        fields = [line.partition(b": ") for line in bytes(connection._bytes).strip().split(b"\r\n")[1:]]
    cleared = [part.strip() for name, _, value in fields if name.lower() == b"clear-site-data" for part in value.split(b",")]
    assert not {b'"cookies"', b'"*"'} & set(cleared)
    set_names = [value.split(b"=")[0].strip().lower() for name, _, value in fields if name.lower() == b"set-cookie"]
    assert not [name for name in set_names if b"portico" in name]
    assert b"x-hop" not in {name.lower() for name, _, _ in fields}


# WebSockets.

KEY = base64.b64encode(os.urandom(16)).decode()
ACCEPT = base64.b64encode(hashlib.sha1((KEY + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11").encode()).digest()).decode()
OPENING = f"""GET /socket?x=1 HTTP/1.1
    Connection: keep-alive, Upgrade
    Upgrade: WebSocket
    Sec-WebSocket-Version: 13
    Sec-WebSocket-Key: {KEY}"""


def echo(connection, asked):
    connection.sendall((
        "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        f"Sec-WebSocket-Accept: {ACCEPT}\r\n\r\nhello").encode())
    while data := connection.recv(65_536):
        connection.sendall(data)


def test_a_websocket_passes_in_both_directions(behind, application):
    application.answer = echo
    with raw(behind, OPENING, b"early") as connection:
        answer = connection.answer(has_body=False)
        assert answer.status == 101
        assert (answer.headers["upgrade"], answer.headers["connection"]) == ("websocket", "Upgrade")
        assert answer.headers["sec-websocket-accept"] == ACCEPT
        assert connection._take(10) == b"helloearly"
        for size in [1, 1000, 3_000_000]:
            data = os.urandom(size)
            # The buffers on the way cannot hold all of it.
            sender = threading.Thread(target=connection.send, args=(data,))
            sender.start()
            assert connection._take(size) == data
            sender.join()
    [asked] = application.requests
    assert asked["Upgrade"] == ["websocket"] and asked["Connection"] == ["Upgrade"]
    assert asked["Remote-User"] == ["ada"] and asked["Sec-WebSocket-Key"] == [KEY]
    wait_until(lambda: application.ended, "the connection to end")


def test_a_websocket_that_the_application_ends(behind, application):
    def bye(connection, asked):
        connection.sendall(b"HTTP/1.1 101 X\r\nUpgrade: websocket\r\nConnection: upgrade\r\n\r\n" + b"x" * 500_000)

    application.answer = bye
    with raw(behind, OPENING) as connection:
        assert connection.answer(has_body=False).status == 101
        assert connection._take(500_000) == b"x" * 500_000
        assert connection.is_closed()


def test_a_websocket_needs_a_sign_in_and_ends_with_it(behind, application):
    application.answer = echo
    with raw(behind, OPENING, cookies=False) as connection:
        answer = connection.answer()
        assert answer.status == 401 and "portico-cover" in answer.headers
    assert not application.requests
    cookies = behind.sign_in()
    kept, behind.cookies = behind.cookies, cookies
    try:
        with raw(behind, OPENING) as connection:
            assert connection.answer(has_body=False).status == 101
            connection._take(5)
            assert behind.ask("/session/end", cookies=cookies, form={"scope": "all"}).status == 303
            assert connection.is_closed()
    finally:
        behind.cookies = kept


def test_a_websocket_outlives_another_token_of_its_browser(behind, application):
    application.answer = echo
    behind.add_account("bob")
    kept = behind.cookies
    try:
        behind.cookies = behind.sign_in()
        with raw(behind, OPENING) as connection:
            assert connection.answer(has_body=False).status == 101
            assert connection._take(5) == b"hello"
            old = behind.cookies
            behind.cookies = behind.sign_in("bob", cookies=old)
            assert behind.ask("/settings", cookies=old).status == 401, "the browser has another token"
            # The server checks connections every second. It checks a new one last.
            behind.cookies = other = behind.sign_in()
            with raw(behind, OPENING) as last:
                assert last.answer(has_body=False).status == 101
                assert last._take(5) == b"hello"
                assert behind.ask("/session/end", cookies=other, form={"scope": "all"}).status == 303
                assert last.is_closed()
            connection.send(b"still")
            assert connection._take(5) == b"still"
    finally:
        behind.cookies = kept


def test_a_websocket_ends_with_the_group_that_its_rule_asks_for(behind, application):
    application.answer = echo
    behind.command("users", "set-groups", "ada", "admins")
    try:
        with raw(behind, OPENING.replace("/socket", "/admin/socket")) as connection, raw(behind, OPENING) as other:
            for each in (connection, other):
                assert each.answer(has_body=False).status == 101
                assert each._take(5) == b"hello"
            behind.command("users", "set-groups", "ada", "--none")
            assert connection.is_closed()
            other.send(b"still")
            assert other._take(5) == b"still"
    finally:
        behind.command("users", "set-groups", "ada", "--none")


def test_a_stream_ends_with_the_sign_in(behind, application):
    def stream(connection, asked):
        connection.sendall(b"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\ndata: 1\n\n")
        connection.recv(1)

    application.answer = stream
    cookies = behind.sign_in()
    kept, behind.cookies = behind.cookies, cookies
    try:
        with raw(behind, "GET /stream HTTP/1.1") as connection:
            while b"data: 1" not in connection._bytes:
                assert connection._receive()
            assert behind.ask("/session/end", cookies=cookies, form={"scope": "all"}).status == 303
            while connection._receive():
                pass
            assert not connection._bytes.endswith(b"0\r\n\r\n")
    finally:
        behind.cookies = kept
    wait_until(lambda: application.ended, "the connection to end")


def test_an_upload_ends_with_the_sign_in(behind, application):
    cookies = behind.sign_in()
    kept, behind.cookies = behind.cookies, cookies
    try:
        with raw(behind, "POST /upload HTTP/1.1\nTransfer-Encoding: chunked", b"3\r\nabc\r\n"):
            wait_until(lambda: application.requests and b"abc" in application.requests[0].body, "a part of the body")
            assert behind.ask("/session/end", cookies=cookies, form={"scope": "all"}).status == 303
            wait_until(lambda: application.ended, "the connection to end", seconds=20)
    finally:
        behind.cookies = kept
    assert application.requests[0].was_cut


def test_an_application_that_refuses_a_websocket(behind, application):
    application.answer = b"HTTP/1.1 403 Forbidden\r\nContent-Length: 2\r\n\r\nno"
    with raw(behind, OPENING) as connection:
        answer = connection.answer()
        assert (answer.status, answer.body) == (403, b"no")
        assert connection.is_closed()


def test_a_request_that_only_looks_like_a_websocket_stays_one(behind, application):
    smuggled = f"GET /admin HTTP/1.1\r\nHost: {behind.host}\r\n\r\n".encode()
    with raw(behind, OPENING.replace("GET", "POST") + f"\nContent-Length: {len(smuggled)}", smuggled) as connection:
        assert connection.answer().status == 200
    [asked] = application.requests
    assert "upgrade" not in asked.names and asked.body == smuggled


def test_nothing_stays_open(behind, application):
    before = behind.sockets
    for _ in range(30):
        behind.ask("/public/x")
        with raw(behind, "GET /public/x HTTP/1.1"):
            pass
    wait_until(lambda: behind.sockets <= before + 2, "the connections to end")
