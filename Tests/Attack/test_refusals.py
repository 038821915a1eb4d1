"""Refused requests of strangers fill neither the log nor the disk."""

import json
import time

from server import Connection, Server

SECONDS = 3


def events(server, kind):
    lines = server.command("events", "tail", "--kind", kind, "--limit", "100000", "--json").stdout.splitlines()
    return [json.loads(line) for line in lines]


def flood(server, request, has_body=True):
    """The number of answers to the same request in some seconds, on one connection."""
    end, count = time.monotonic() + SECONDS, 0
    with Connection(server.port) as connection:
        while time.monotonic() < end:
            connection.send(request)
            answer = connection.answer()
            assert answer.status < 500
            count += 1
    return count


def test_links_that_do_not_work_are_one_event_a_minute_and_network_with_a_count():
    server = Server()
    server.add_account()
    with server:
        form = b"token=nonsense&password=seven+lanterns+over+Ullapool"
        request = (
            f"POST /password/new HTTP/1.1\r\nHost: {server.host}\r\nContent-Type: application/x-www-form-urlencoded\r\n"
            f"Content-Length: {len(form)}\r\n\r\n").encode() + form
        count = flood(server, request)
        found = events(server, "linkRefused")
        assert [event["count"] for event in found] == [1]
        server.stop()
        found = events(server, "linkRefused")
        print(f"{count / SECONDS:.0f} refused links a second: {len(found)} rows")
        assert len(found) == 2 and sum(event["count"] for event in found) == count


def test_denied_pages_are_one_event_a_minute_with_a_count():
    server = Server()
    server.add_account()
    with server:
        cookies = server.sign_in()
        cookie = "; ".join(f"{name}={value}" for name, value in cookies.items())
        request = f"GET /administration HTTP/1.1\r\nHost: {server.host}\r\nCookie: {cookie}\r\n\r\n".encode()
        count = flood(server, request)
        assert [event["count"] for event in events(server, "denied")] == [1]
        server.stop()
        found = events(server, "denied")
        print(f"{count / SECONDS:.0f} denials a second: {len(found)} rows")
        assert len(found) == 2 and sum(event["count"] for event in found) == count
