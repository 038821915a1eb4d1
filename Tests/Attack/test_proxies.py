"""Through common proxies: the requests of one client delay no other client."""

import contextlib
import os
import re
import subprocess
import threading
import time

import pytest

from documents import DOCS, certificate, example, placed
from proxies import caddy, haproxy, nginx, running
from server import PASSWORD, Connection, Server, free_port, wait_until

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
    """The status, and the time that it took."""
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
def test_no_client_waits_for_the_bytes_of_another(tmp_path, name, attack):
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


def test_tls_between_the_balancer_and_a_node(tmp_path):
    """Both nginx of docs/scaling.md: the balancer verifies the certificate of the node, and the node knows the client's address."""
    door, node = free_port(), free_port()
    folders = tmp_path / "door", tmp_path / "node", tmp_path / "other"
    for folder in folders:
        folder.mkdir()
    ours, theirs, others = (certificate(folder, f"{folder.name}.example") for folder in folders)
    files = "/etc/letsencrypt/live"
    options = {"PORTICO_HTTP_ORIGIN": "https://door.example", "PORTICO_HTTP_TRUSTED_PROXIES": "127.0.0.1"}
    with Server(**options) as server:
        server.add_account()
        within = placed(example("nginx", "scaling", 1), {
            "listen 8443": f"listen 127.0.0.1:{node}", "allow 10.0.0.1": "allow 127.0.0.1", "127.0.0.1:8080": server.host,
            f"{files}/node.example/fullchain.pem": theirs[0], f"{files}/node.example/privkey.pem": theirs[1]})
        lines = re.search(r"```\n(proxy_pass https://door;\n.*?)```", (DOCS / "scaling.md").read_text(), re.S)[1]
        for trusted, expected in ((theirs, 200), (others, 502)):
            here = placed(lines, {"/etc/ssl/certs/ca-certificates.crt": trusted[0]})
            balancer = placed(re.sub(r"\n +(?:server 10\.0\.0\.1[23]:|access_log|proxy_next_upstream).*", "", example("nginx", "scaling")), {
                "10.0.0.11:8080": f"127.0.0.1:{node}", "listen 443 ssl http2": f"listen 127.0.0.1:{door} ssl",
                f"{files}/door.example/fullchain.pem": ours[0], f"{files}/door.example/privkey.pem": ours[1],
                "proxy_pass http://door;": here})
            with running(nginx(tmp_path, within + balancer)):
                wait_until(lambda: ask_over_tls(door) is not None, "nginx to answer")
                assert ask_over_tls(door).status == expected
                if expected == 200:
                    form = f"username=ada&password={PASSWORD.replace(' ', '+')}"
                    assert ask_over_tls(door, "/session", form).status == 303
        said = server.command("events", "tail").stdout
        assert "127.0.0.2" in said, said


def ask_over_tls(port, path="/session/new", form=None):
    with contextlib.suppress(OSError), Connection(port, tls="door.example", source="127.0.0.2") as connection:
        fields = f"Content-Type: application/x-www-form-urlencoded\r\nContent-Length: {len(form)}\r\n" if form else ""
        method = "POST" if form else "GET"
        connection.send(f"{method} {path} HTTP/1.1\r\nHost: door.example\r\nConnection: close\r\n{fields}\r\n{form or ''}")
        return connection.answer()
