"""Portico in front of an application that does not know it: with a proxy or alone, as in docs/in-front-of.md."""

import contextlib
import html
import http.client
import http.server
import json
import os
import re
import socket
import subprocess
import tempfile
import threading
from pathlib import Path

from documents import certificate, example, placed
from proxies import caddy, envoy, nginx, traefik

from .portico import PASSWORD, Portico, free_port
from .waiting import wait_until

NAMES = ["Remote-User", "Remote-Name", "Remote-Email", "Remote-Groups", "Portico-Assertion"]
RULES = "{app}/assets/** public, {app}/admin/** groups:admins, {app}/** signed-in, {door}/app/** signed-in"

DOOR = """
{application}
server {{
    listen 127.0.0.1:{port};
    server_name 127.0.0.1;
    location = /auth/check {{ return 404; }}
    location / {{
        proxy_pass http://127.0.0.1:{upstream};
        proxy_http_version 1.1;
        proxy_set_header Host $host:$server_port;
        proxy_set_header Connection "";
        proxy_buffering off;
    }}
}}
"""
NGINX = DOOR + """
server {{
    listen 127.0.0.1:{path_port};
{locations}
}}
"""
#: With TLS, and without an application at a path.
TLS = DOOR.replace("127.0.0.1:{port};", "127.0.0.1:{port} ssl;").replace("server_name 127.0.0.1;", """server_name door.portico.test;
    ssl_certificate {folder}/certificate.pem;
    ssl_certificate_key {folder}/key.pem;""")
#: The document's line for a port other than 443.
PORT = {"$host;": "$host:$server_port;", "$host$request_uri": "$host:$server_port$request_uri"}


class _Application(http.server.BaseHTTPRequestHandler):
    """A page with a form that shows the signed-in account."""

    protocol_version = "HTTP/1.1"
    script = ""

    def _answer(self, form=""):
        said = {name: self.headers.get(name) for name in [*NAMES, "Cookie"] if self.headers.get(name) is not None}
        if self.path.endswith(".json"):
            body, kind = json.dumps(said), "application/json"
        else:
            shown = "".join(f"<p id='{name}'>{html.escape(value)}</p>" for name, value in said.items())
            body = (
                f"<!DOCTYPE html><html data-ready><meta charset='utf-8'><title>Application</title>{self.script}<h1>Application</h1>{shown}"
                f"<p id='sent'>{html.escape(form)}</p><form method='post'><input name='text'><button>Send</button></form>")
            kind = "text/html; charset=utf-8"
        data = body.encode("latin-1" if kind == "application/json" else "utf-8")
        self.send_response(200)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(data)

    def do_GET(self):
        self._answer()

    do_HEAD = do_GET

    def do_POST(self):
        self._answer(self.rfile.read(int(self.headers.get("Content-Length", 0))).decode())

    def log_message(self, *_):
        pass


def _nginx(ports):
    """The document's configuration without TLS and with other ports, and with an additional application at a path."""
    text = _ported(re.sub(r"\n *(?:ssl_certificate|access_log).*", "", example("nginx")), ports, {
        "listen 443 ssl;": f"listen 127.0.0.1:{ports['door']};", "server_name app.example;": "server_name app.localhost;", **PORT})
    inside = text[text.index("server_name app.localhost;") + len("server_name app.localhost;"):text.rindex("}")]
    return NGINX.format(
        application=text, port=ports["door"], upstream=ports["portico"], path_port=ports["path"],
        locations=inside)


def _nginx_over_tls(ports, folder):
    text = _ported(re.sub(r"\n *access_log.*", "", example("nginx")), ports, {
        "listen 443 ssl;": f"listen 127.0.0.1:{ports['door']} ssl;", "server_name app.example;": "server_name app.portico.test;",
        "/etc/letsencrypt/live/app.example/fullchain.pem": f"{folder}/certificate.pem",
        "/etc/letsencrypt/live/app.example/privkey.pem": f"{folder}/key.pem", **PORT})
    return TLS.format(folder=folder, application=text, port=ports["door"], upstream=ports["portico"])


def _caddy(ports):
    text = _ported(example("caddy"), ports, {
        "app.example {": f"http://app.localhost:{ports['door']} {{\n    bind 127.0.0.1",
        "door.example {": f"http://127.0.0.1:{ports['door']} {{\n    bind 127.0.0.1"})
    return f"{{\n    admin off\n    auto_https off\n}}\n{text}"


def _traefik(ports):
    return _ported(example("toml").replace("\ntls = {}", ""), ports, {
        "app.example": "app.localhost", "door.example": "127.0.0.1"})


def _envoy(ports):
    text = re.sub(r"(127\.0\.0\.1), port_value: ", r"\1:", example("yaml"))
    text = _ported(text, ports, {
        "0.0.0.0, port_value: 443": f"127.0.0.1:{ports['door']}", "[app.example]": f'["app.localhost:{ports["door"]}"]',
        "[door.example]": f'["127.0.0.1:{ports["door"]}"]'})
    text = re.sub(r"- transport_socket:.*?filters:", "- filters:", text, count=1, flags=re.S)
    return re.sub(r"address: (127\.0\.0\.1):", r"address: \1, port_value: ", text)


def _ported(text, ports, places):
    return placed(text, places | {
        "127.0.0.1:3000": f"127.0.0.1:{ports['application']}", "127.0.0.1:8080": f"127.0.0.1:{ports['portico']}"})


COMMANDS = {
    "nginx": (_nginx, nginx),
    "caddy": (_caddy, caddy),
    "traefik": (_traefik, traefik),
    "envoy": (_envoy, envoy),
}
PROXIES = [*COMMANDS, "none"]


def in_front(proxy, **options):
    """A server with ada's account and the options, and an application. `application` is its address on another host. With
    nginx and without a proxy, `path` is its address on the door's host."""
    return _behind(**options) if proxy == "none" else _with_proxy(proxy, **options)


#: A part of the application: the first requests with the same id, as many as `refuse`, get 401; the others, what all of them have sent.
ASKING_FOR_PROOF = """
  const query = new URL(request.url, "http://application").searchParams;
  if (query.has("refuse")) {
    let body = "";
    for await (const part of request) body += part;
    const all = asked[query.get("id")] ??= [];
    all.push([request.method, body]);
    if (all.length <= query.get("refuse")) return response.writeHead(401, { "Portico-Proof": "password" }).end();
    return response.end(JSON.stringify(all));
  }
"""


@contextlib.contextmanager
def _behind(**options):
    """The document's application for Node, without a proxy. It asks for a proof where the test wants it."""
    port = free_port()
    portico = Portico(PORTICO_PROTECTED_UPSTREAM=f"http://127.0.0.1:{port}", **options)
    door, app = f"127.0.0.1:{portico.gate.port}", f"app.localhost:{portico.gate.port}"
    portico.options |= {
        "PORTICO_PROTECTED_HOSTS": app, "PORTICO_PROTECTED_RULES": RULES.format(app=app, door=door)}
    portico.application, portico.path, portico.proxy = f"http://{app}", f"http://{door}", "none"
    with tempfile.TemporaryDirectory(prefix="portico-behind-") as folder:
        program = Path(folder) / "application.mjs"
        # Sets the mark of a ready page, which journeys wait for.
        program.write_text("const asked = {};\n" + placed(example("mjs"), {
            "</script>`);": "document.documentElement.dataset.ready = '';</script>`);",
            "  const who = person(request);": f"{ASKING_FOR_PROOF}  const who = person(request);"}))
        process = subprocess.Popen(["node", program], env=os.environ | {"PORT": str(port)}, stdout=subprocess.DEVNULL)
        try:
            wait_until(lambda: _answers(port), "the application to answer")
            portico.users("add", "ada", "--name", "Ada Lovelace", "--email", "ada@example.org", password=PASSWORD)
            yield portico.start()
        finally:
            process.terminate()
            process.wait(timeout=20)
            portico.close()


@contextlib.contextmanager
def in_front_over_tls(**options):
    """With nginx and TLS, on two hosts of one site; Chromium resolves their names to this machine. The page has the
    script for the end of sessions. The door gets the options."""
    application = http.server.ThreadingHTTPServer(("127.0.0.1", 0), _Application)
    threading.Thread(target=application.serve_forever, daemon=True).start()
    ports = {"door": free_port(), "application": application.server_port}
    door, app = (f"{name}.portico.test:{ports['door']}" for name in ["door", "app"])
    application.RequestHandlerClass = type("WithScript", (_Application,), {
        "script": f"<script src='https://{door}/assets/portico-session.js'></script>"})
    portico = Portico(
        PORTICO_HTTP_ORIGIN=f"https://{door}", PORTICO_HTTP_TRUSTED_PROXIES="127.0.0.1", PORTICO_ENVIRONMENT="production",
        PORTICO_PROTECTED_HOSTS=app, PORTICO_PROTECTED_RULES=f"{app}/** signed-in", **options)
    portico.users("add", "ada", "--name", "Ada Lovelace", password=PASSWORD)
    portico.start()
    ports["portico"] = portico.gate.port
    portico.origin, portico.application = f"https://{door}", f"https://{app}"
    with tempfile.TemporaryDirectory(prefix="portico-in-front-") as folder:
        certificate(folder, "portico.test")
        command = nginx(folder, _nginx_over_tls(ports, folder))
        process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        try:
            wait_until(lambda: _answers(ports["door"]), "nginx to answer")
            yield portico
        finally:
            process.terminate()
            process.wait(timeout=20)
            application.shutdown()
            portico.close()


@contextlib.contextmanager
def _with_proxy(proxy, **options):
    application = http.server.ThreadingHTTPServer(("127.0.0.1", 0), _Application)
    threading.Thread(target=application.serve_forever, daemon=True).start()
    ports = {"door": free_port(), "path": free_port(), "application": application.server_port}
    door, app = f"127.0.0.1:{ports['door']}", f"app.localhost:{ports['door']}"
    path = f"127.0.0.1:{ports['path']}"
    rules = RULES.format(app=app, door=path)
    portico = Portico(
        PORTICO_HTTP_ORIGIN=f"http://{door}", PORTICO_HTTP_TRUSTED_PROXIES="127.0.0.1",
        PORTICO_PROTECTED_HOSTS=app, PORTICO_PROTECTED_RULES=rules, **options)
    portico.users("add", "ada", "--name", "Ada Lovelace", "--email", "ada@example.org", password=PASSWORD)
    portico.start()
    ports["portico"] = portico.gate.port
    portico.origin = f"http://{door}"
    portico.application, portico.path, portico.proxy = f"http://{app}", f"http://{path}", proxy
    with tempfile.TemporaryDirectory(prefix="portico-in-front-") as folder:
        write, command = COMMANDS[proxy]
        entry = [ports["door"]] if proxy == "traefik" else []
        homes = {"HOME": folder, "XDG_DATA_HOME": folder, "XDG_CONFIG_HOME": folder}
        process = subprocess.Popen(
            command(folder, write(ports), *entry), env=os.environ | homes, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        try:
            # Traefik listens before its routes work.
            wait_until(lambda: _is_healthy(ports["door"]), f"{proxy} to answer")
            yield portico
        finally:
            process.terminate()
            process.wait(timeout=20)
            application.shutdown()
            portico.close()


def _answers(port):
    with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), timeout=5):
        return True


def _is_healthy(port):
    with contextlib.suppress(OSError, http.client.HTTPException):
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=5)
        connection.request("GET", "/healthz")
        return connection.getresponse().status == 200
