"""Requests that no correct client sends: they get a status of a client error, with the security headers, and no connection stays in a
state in which the next request of another client would be lost."""

import pytest

from server import SECURITY_HEADERS, Connection


FORM = "Content-Type: application/x-www-form-urlencoded\r\n"


def request(server, line="GET /healthz HTTP/1.1", *fields, body=b""):
    head = "".join(f"{field}\r\n" for field in fields if field)
    host = "" if any(field.lower().startswith("host:") for field in fields) else f"Host: {server.host}\r\n"
    return f"{line}\r\n{host}{head}\r\n".encode() + body


@pytest.mark.parametrize("fields", [
    ("Connection: Upgrade", "Upgrade: foo"), ("Connection: keep-alive, upgrade", "Upgrade: websocket"),
    ("Upgrade: h2c", "Connection: Upgrade, HTTP2-Settings", "HTTP2-Settings: AAMAAABkAAQAAP__"),
    ("connection: UPGRADE", "upgrade: foo, bar"),
])
def test_a_wish_to_upgrade_is_not_granted_and_ends_the_connection(server, fields):
    with Connection(server.port) as connection:
        connection.send(request(server, "GET /healthz HTTP/1.1", *fields))
        answer = connection.answer()
        assert (answer.status, answer.closes) == (200, True)
        assert connection.is_closed()


def test_a_form_that_wishes_to_upgrade_is_read(server):
    body = b"username=ada&password=wrong"
    with Connection(server.port) as connection:
        connection.send(request(
            server, "POST /session HTTP/1.1", "Connection: Upgrade", "Upgrade: foo",
            "Content-Type: application/x-www-form-urlencoded", f"Content-Length: {len(body)}", body=body))
        answer = connection.answer()
        assert (answer.status, answer.closes) == (401, True)
        assert b"ada" in answer.body


@pytest.mark.parametrize("line", ["CONNECT 127.0.0.1:80 HTTP/1.1", "CONNECT / HTTP/1.1"])
def test_there_is_no_tunnel(server, line):
    with Connection(server.port) as connection:
        connection.send(request(server, line))
        answer = connection.answer()
        assert answer.status in (400, 501) and answer.closes
        assert connection.is_closed()


@pytest.mark.parametrize("field", ["Connection: close", "Connection: Close", "Connection: close, foo", "connection: foo,CLOSE"])
def test_a_connection_ends_where_the_client_asks_for_it(server, field):
    with Connection(server.port) as connection:
        connection.send(request(server, "GET /healthz HTTP/1.1", field) + request(server))
        answer = connection.answer()
        assert (answer.status, answer.closes) == (200, True)
        assert connection.is_closed()


def test_an_old_client_gets_an_answer_without_chunks_and_the_end_of_the_connection(server):
    for path in ("/", "/healthz", "/session/new"):
        with Connection(server.port) as connection:
            connection.send(request(server, f"GET {path} HTTP/1.0"))
            answer = connection.answer()
            assert answer.status == 200 and answer.closes
            assert "transfer-encoding" not in answer.headers
            assert connection.is_closed()


def test_a_client_that_waits_gets_100_continue(server):
    body = b"username=ada&password=wrong"
    head = request(
        server, "POST /session HTTP/1.1", "Expect: 100-continue", "Content-Type: application/x-www-form-urlencoded",
        f"Content-Length: {len(body)}")
    with Connection(server.port) as connection:
        connection.send(head)
        assert connection.answer().status == 100
        connection.send(body)
        assert connection.answer().status == 401
        connection.send(request(server))
        assert connection.answer().status == 200, "the connection continues"


@pytest.mark.parametrize("line, field, status", [
    ("GET http://elsewhere.example/ HTTP/1.1", "", 421),
    ("GET http://elsewhere.example:99/healthz?x HTTP/1.1", "", 200),
    ("GET / HTTP/1.1", "Host: 127.0.0.1:+{port}", 421),
    ("GET / HTTP/1.1", "Host: 127.0.0.1:0{port}", 421),
    ("GET / HTTP/1.1", "Host: 127.0.0.1:{port} ", 200),
    ("GET ftp://127.0.0.1/ HTTP/1.1", "", 400),
    ("GET http://me@127.0.0.1:{port}/ HTTP/1.1", "", 400),
    ("GET http://127.0.0.1:{port} HTTP/1.1", "Host: elsewhere.example", 200),
    ("GET nonsense HTTP/1.1", "", 400),
    ("get / HTTP/1.1", "", 400),
    ("GET * HTTP/1.1", "", 400),
    ("POST /session HTTP/1.1", "Transfer-Encoding: gzip, chunked", 501),
    ("POST /session HTTP/1.1", "Transfer-Encoding: chunked, chunked", 400),
    ("POST /session HTTP/1.1", "Transfer-Encoding: xchunked", 501),
    ("POST /session HTTP/1.0", "Transfer-Encoding: chunked", 501),
    ("POST /session HTTP/1.1", "Expect: nonsense", 417),
    ("GET / HTTP/2.0", "", 505),
    ("GET / HTTP/1.1", "X: " + "a" * 20_000, 431),
    ("GET / HTTP/1.1", "\r\n".join(f"X-{number}: a" for number in range(150)), 431),
    ("GET / HTTP/1.1", "Bad Header", 400),
    ("GET / HTTP/1.1", "Content-Length: -1", 400),
    ("POST /session HTTP/1.1", "Content-Length: 5\r\nTransfer-Encoding: chunked", 400),
    ("POST /session HTTP/1.1", "Content-Length: 5\r\nContent-Length: 6", 400),
    ("POST /session HTTP/1.1", FORM + "Content-Length: 1048577", 413),
    ("POST /session HTTP/1.1", FORM + "Content-Length: 99999999999999999", 413),
    ("POST /session HTTP/1.1", FORM + "Content-Length: 99999999999999999999", 400),
    ("POST /nothing HTTP/1.1", "Content-Length: 1048577", 404),
    ("\x16\x03\x01\x02\x00", "", 400),
])
def test_a_head_that_is_not_right_is_the_clients_fault(server, line, field, status):
    line, field = (text.replace("{port}", str(server.port)) for text in (line, field))
    with Connection(server.port) as connection:
        connection.send(request(server, line, field))
        if status < 400:
            connection.end_sending()
        answer = connection.answer()
        assert answer.status == status
        assert [name for name in SECURITY_HEADERS if name not in answer.headers] == []


@pytest.mark.parametrize("form", ["username=%zz", "username=a&username=b", "username=%ff", "%"])
@pytest.mark.parametrize("path", ["/session", "/session/end", "/password/new", "/registration/new", "/setup", "/nothing"])
def test_a_form_that_is_not_right_is_the_clients_fault(server, path, form):
    with Connection(server.port) as connection:
        connection.send(request(
            server, f"POST {path} HTTP/1.1", "Content-Type: application/x-www-form-urlencoded",
            f"Content-Length: {len(form)}", body=form.encode()))
        answer = connection.answer()
        assert 400 <= answer.status < 500


@pytest.mark.parametrize("body", [
    ("Content-Length: 100", b"username=ada"), ("Transfer-Encoding: chunked", b"5\r\nab"),
    ("Transfer-Encoding: chunked", b"zz\r\n"), ("Transfer-Encoding: chunked", b"5\r\nabcdefgh\r\n"),
    ("Transfer-Encoding: chunked", b"ffffffffffffffffff\r\nab"), ("Transfer-Encoding: chunked", b"-1\r\nab"),
])
@pytest.mark.parametrize("path", ["/session", "/session/end", "/password/new", "/nothing"])
def test_a_body_that_is_cut_off_or_broken_is_the_clients_fault(server, path, body):
    field, sent = body
    lines = len(server.log)
    with Connection(server.port) as connection:
        connection.send(request(
            server, f"POST {path} HTTP/1.1", "Content-Type: application/x-www-form-urlencoded", field, body=sent))
        connection.end_sending()
        answer = connection.answer()
        assert answer.status == (400 if path != "/nothing" else answer.status) and answer.status < 500
        assert [name for name in SECURITY_HEADERS if name not in answer.headers] == []
    assert " error portico:" not in server.log[lines:]


@pytest.mark.parametrize("path", ["/session", "/nothing", "/healthz"])
def test_a_body_beyond_the_limit_is_a_413_that_the_client_gets_to_read(server, path):
    with Connection(server.port) as connection:
        connection.send(request(
            server, f"POST {path} HTTP/1.1", "Content-Type: application/x-www-form-urlencoded",
            "Transfer-Encoding: chunked"))
        chunk = b"10000\r\n" + b"a" * 65_536 + b"\r\n"
        try:
            for _ in range(20):
                connection.send(chunk)
        except ConnectionError:
            pass
        answer = connection.answer()
        assert answer.status == 413 if path == "/session" else answer.status in (404, 405, 413)
        assert [name for name in SECURITY_HEADERS if name not in answer.headers] == []


def test_of_two_cookies_that_differ_none_is_taken(server):
    cookies = server.sign_in()
    value = cookies["portico"]
    run = f"portico-run={cookies['portico-run']}"

    for pair, account in [
        (f"portico={value}", "local/ada"), (f"portico={value}; portico={value}", "local/ada"),
        (f"portico={value}; portico=x", ""), (f"portico=x; portico={value}", ""), ("portico=x", ""),
    ]:
        assert server.account(headers={"Cookie": f"{pair}; {run}"}) == account


@pytest.mark.parametrize("site, origin, status", [
    ("none", "http://elsewhere.example", 403), ("same-origin", "http://elsewhere.example", 403), ("none", "null", 403),
    ("cross-site", "{own}", 403), ("none", "{own}", 401), ("same-origin", "{own}", 401), ("none", "", 401),
    ("", "http://elsewhere.example", 403), ("", "{own}", 401), ("same-origin", "null", 401), ("", "null", 403),
])
def test_a_foreign_origin_is_refused_with_any_other_header(server, site, origin, status):
    headers = {"Sec-Fetch-Site": site, "Origin": origin.replace("{own}", f"http://{server.host}")}
    headers = {name: value for name, value in headers.items() if value}
    answer = server.ask("/session", form={"username": "ada", "password": "wrong"}, headers=headers)
    assert answer.status == status


def test_requests_that_come_together_are_answered_one_after_the_other(server):
    with Connection(server.port) as connection:
        connection.send(request(server, "GET /nothing HTTP/1.1") * 3 + request(server) * 200)
        assert [connection.answer().status for _ in range(203)] == [404] * 3 + [200] * 200
        connection.send(request(server))
        connection.end_sending()
        assert connection.answer().status == 200
        assert connection.is_closed()
