"""Through the proxies that people put in front: what one client sends makes nobody else wait."""

import contextlib
import os
import subprocess
import threading
import time

import pytest

from proxies import caddy, haproxy, nginx
from server import Connection, Server, free_port, wait_until

CADDY = """
{{
    admin off
    auto_https off
}}
http://127.0.0.1:{port} {{
    bind 127.0.0.1
    reverse_proxy 127.0.0.1:{upstream}
}}
"""

HAPROXY = """
defaults
    mode http
    timeout connect 5s
    timeout client 60s
    timeout server 60s
    http-reuse always
frontend door
    bind 127.0.0.1:{port}
    default_backend portico
backend portico
    server one 127.0.0.1:{upstream}
"""

NGINX = """
upstream portico {{ server 127.0.0.1:{upstream}; keepalive 16; }}
server {{
    listen 127.0.0.1:{port};
    location / {{
        proxy_pass http://portico;
        proxy_http_version 1.1;
        proxy_set_header Host $host:$server_port;
        proxy_set_header Upgrade $http_upgrade;
        proxy_set_header Connection $http_connection;
    }}
}}
"""

PROXIES = {
    "caddy": (CADDY, caddy),
    "haproxy": (HAPROXY, haproxy),
    "nginx": (NGINX, nginx),
}

ATTACKS = {
    "upgrade": "GET /session/new HTTP/1.1\r\nHost: {host}\r\nConnection: Upgrade\r\nUpgrade: foo\r\n\r\n",
    "websocket": (
        "GET /session/new HTTP/1.1\r\nHost: {host}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
        "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"),
    "tunnel": "CONNECT {host} HTTP/1.1\r\nHost: {host}\r\n\r\n",
    "close": "GET /session/new HTTP/1.1\r\nHost: {host}\r\nConnection: close, foo\r\n\r\n",
    "coding": "POST /session HTTP/1.1\r\nHost: {host}\r\nTransfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n",
    "expectation": "POST /session HTTP/1.1\r\nHost: {host}\r\nExpect: 100-continue\r\nContent-Length: 5\r\n\r\n",
}


@contextlib.contextmanager
def proxied(name, folder):
    """A server, and the port of a proxy in front of it."""
    template, command = PROXIES[name]
    port = free_port()
    with Server(PORTICO_HTTP_ORIGIN=f"http://127.0.0.1:{port}") as server:
        process = subprocess.Popen(
            command(folder, template.format(port=port, upstream=server.port)), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
            env=os.environ | {"HOME": str(folder), "XDG_DATA_HOME": str(folder), "XDG_CONFIG_HOME": str(folder)})
        try:
            wait_until(lambda: answers(port), f"{name} to answer")
            yield port
        finally:
            process.terminate()
            process.wait(timeout=20)


def ask(port, path="/session/new"):
    """The status, and how long it took."""
    start = time.monotonic()
    with Connection(port) as connection:
        connection.send(f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n\r\n")
        answer = connection.answer()
    return answer and answer.status, time.monotonic() - start


def answers(port):
    with contextlib.suppress(ConnectionError):
        return ask(port)[0] == 200


@pytest.mark.parametrize("name", PROXIES)
@pytest.mark.parametrize("attack", ATTACKS)
def test_nobody_waits_for_what_somebody_else_sends(tmp_path, name, attack):
    with proxied(name, tmp_path) as port:
        request = ATTACKS[attack].format(host=f"127.0.0.1:{port}")
        stop = threading.Event()
        held = []

        def go_on():
            while not stop.is_set() and len(held) < 200:
                held.append(Connection(port))
                held[-1].send(request)
                stop.wait(0.02)

        attacker = threading.Thread(target=go_on)
        attacker.start()
        try:
            asked = [ask(port) for _ in range(100)]
        finally:
            stop.set()
            attacker.join()
            for connection in held:
                connection.socket.close()
        assert {status for status, _ in asked} == {200}
        assert max(seconds for _, seconds in asked) < 5
