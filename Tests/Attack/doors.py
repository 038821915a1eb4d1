"""Portico and a proxy in front of an application, with the configurations of docs/in-front-of.md and deployment.md: over TLS, with
the same names, and only other ports and certificates."""

import contextlib
import os
import re
import subprocess
import sys
import tempfile
import urllib.parse
from pathlib import Path

import proxies
from application import WSGIApplication
from documents import certificate, example, placed
from server import Connection, Server, free_port, wait_until

#: The document has one application. Another host, with stricter rules, leads to the same one.
APP, OTHER, DOOR = "app.example", "other.example", "door.example"
#: The address of clients. Portico trusts proxies at another address.
CLIENT = "127.0.0.2"
RULES = (
    f"{APP}/assets/** public, {APP}/*.css public, {APP}/admin/** groups:admins, {APP}/** signed-in, {OTHER}/** groups:admins")
FILES = "/etc/letsencrypt/live"
#: The groups of eve, with names of 27 letters.
CROWD = [f"department-of-number-{number}" for number in range(100_000, 100_100)]


def _nginx(ports, files):
    text = re.sub(r"\n.*access_log.*|\n    # As in deployment.*", "", example("nginx"))
    application = text[text.index("server {"):]
    no_checks = re.search(r"`(location = /auth/check .*?)`\.", (proxies.ROOT / "docs/in-front-of.md").read_text())[1]
    door = placed(re.sub(r"\n.*access_log.*", "", example("nginx", "deployment")), {"location / {": f"{no_checks}\n    location / {{"})
    text = _at_ports(text + application.replace(APP, OTHER) + door, ports)
    return placed(re.sub(rf"{FILES}/[\w.]+/", f"{FILES}/", text), {
        f"{FILES}/fullchain.pem": files[0], f"{FILES}/privkey.pem": files[1], "listen 443 ssl": f"listen 127.0.0.1:{ports['proxy']} ssl"})


def _caddy(ports, files):
    tls = f"bind 127.0.0.1\n    tls {files[0]} {files[1]}"
    text = placed(_at_ports(example("caddy"), ports), {
        f"{APP} {{": f"https://{APP}:{ports['proxy']}, https://{OTHER}:{ports['proxy']} {{\n    {tls}",
        f"{DOOR} {{": f"https://{DOOR}:{ports['proxy']} {{\n    {tls}"})
    return f"{{\n    admin off\n    auto_https off\n}}\n{text}"


def _traefik(ports, _):
    return placed(_at_ports(example("toml"), ports), {f"Host(`{APP}`)": f"(Host(`{APP}`) || Host(`{OTHER}`))"})


def _envoy(ports, files):
    text = placed(example("yaml"), {
        "address: 127.0.0.1, port_value: 8080": f"address: 127.0.0.1, port_value: {ports['portico']}",
        "address: 127.0.0.1, port_value: 3000": f"address: 127.0.0.1, port_value: {ports['application']}",
        "address: 0.0.0.0, port_value: 443": f"address: 127.0.0.1, port_value: {ports['proxy']}"})
    return placed(text, {
        f"[{APP}]": f"[{APP}, {OTHER}]", f"{FILES}/{DOOR}/fullchain.pem": files[0], f"{FILES}/{DOOR}/privkey.pem": files[1]})


def _at_ports(text, ports):
    return placed(text, {
        "127.0.0.1:8080": f"127.0.0.1:{ports['portico']}", "127.0.0.1:3000": f"127.0.0.1:{ports['application']}"})


CONFIGURATIONS = {"nginx": _nginx, "caddy": _caddy, "traefik": _traefik, "envoy": _envoy}
#: The last way is `--behind`, without a proxy.
DOORS = [*CONFIGURATIONS, "none"]


class Door:
    """The port where clients reach an application; the cookies of bob, who is in no group, by host; and the cookies of eve, whose
    groups just fit into headers, at the application."""

    def __init__(self, name, server, application, port, cookies, crowded):
        self.name, self.server, self.application, self.port, self.cookies = name, server, application, port, cookies
        self.crowded = crowded
        self._open = {}

    def connect(self, host):
        return Connection(self.port, tls=None if self.name == "none" else host, source=CLIENT)

    def send(self, line, fields=(), host=APP, cookies=None, body=""):
        """The answer to a request, and the request that the application received; no answer if the connection ends. The only other
        field is `Host`, unless the fields have one."""
        fields = [*fields, *([("Cookie", header(cookies))] if cookies else [])]
        if not any(name.lower() == "host" for name, _ in fields) and line.endswith("1.1"):
            fields.insert(0, ("Host", host))
        head = f"{line}\r\n" + "".join(f"{name}: {value}\r\n" for name, value in fields) + f"\r\n{body}"
        data = head.encode("utf-8", "surrogateescape")
        with contextlib.suppress(KeyError, OSError):
            if answer := self._exchange(self._open.pop(host), host, data):
                return answer, list(self.application.requests)
        with contextlib.suppress(ConnectionError):
            return self._exchange(self.connect(host), host, data), list(self.application.requests)
        return None, list(self.application.requests)

    def close(self):
        for connection in self._open.values():
            connection.socket.close()

    def _exchange(self, connection, host, data):
        """Keeps the connection if possible, because a new one costs more than a request."""
        del self.application.requests[:]
        connection.send(data)
        answer = connection.answer()
        if answer is None or answer.closes or answer.status == 400 or "content-length" not in answer.headers:
            connection.socket.close()
        else:
            self._open[host] = connection
        return answer


class Framework:
    """An application in a framework, with the settings of the document, in Python, Ruby or JavaScript."""

    def __init__(self, name):
        self._folder = tempfile.TemporaryDirectory(prefix="portico-framework-")
        language, ending, program = {
            "Django": ("python", "py", sys.executable), "Rails": ("ruby", "rb", "ruby"), "Express": ("js", "cjs", "node")}[name]
        settings = Path(self._folder.name) / "settings"
        settings.write_text(example(language))
        #: The requests of a door to an application that records them.
        self.requests = []
        self.port = free_port()
        self._process = subprocess.Popen(
            [program, Path(__file__).parent / f"programs/framework.{ending}", str(self.port), settings],
            # The folder of Debian's packages for Node.
            env=os.environ | {"NODE_PATH": "/usr/share/nodejs"}, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        wait_until(self._is_ready, name)

    def close(self):
        self._process.terminate()
        self._process.wait(timeout=20)
        self._folder.cleanup()

    def _is_ready(self):
        assert self._process.poll() is None, "the application did not start"
        with contextlib.suppress(OSError), Connection(self.port) as connection:
            connection.send(f"GET /form HTTP/1.1\r\nHost: {APP}\r\nConnection: close\r\n\r\n")
            return connection.answer() is not None


def header(cookies):
    return "; ".join(f"{name}={value}" for name, value in cookies.items())


def sign_in(server, host, name="bob"):
    """The cookies of a browser at a host, after a sign-in at the door."""
    server.host = DOOR
    cookies = server.sign_in(name)
    if host == DOOR:
        return cookies
    begun = server.ask(f"/portico/begin?to=https%3A%2F%2F{host}%2F", headers={"Host": host})
    led = server.ask(_target(begun), cookies=cookies)
    ended = server.ask(_target(led), headers={"Host": host}, cookies=begun.cookies)
    return {name: value for name, value in ended.cookies.items() if value}


def _target(answer):
    assert answer.status == 303, answer
    address = urllib.parse.urlsplit(answer.headers["location"])
    return f"{address.path}?{address.query}"


@contextlib.contextmanager
def doors(application=None):
    """All doors by name, in front of the same application. The proxies share one server."""
    with contextlib.ExitStack() as stack:
        application = application or stack.enter_context(contextlib.closing(WSGIApplication()))
        asked = stack.enter_context(_serving())
        behind = stack.enter_context(_serving("--behind", f"http://127.0.0.1:{application.port}"))
        ports = {name: free_port() for name in CONFIGURATIONS}
        for name, port in ports.items():
            stack.enter_context(_started(name, {"portico": asked.port, "application": application.port, "proxy": port}))
        cookies = [{host: sign_in(server, host) for host in (DOOR, APP)} for server in (asked, behind)]
        crowded = [sign_in(server, APP, "eve") for server in (asked, behind)]
        for name, port in ports.items():
            wait_until(lambda port=port: _is_ready(port), f"{name} to answer")
        found = {
            **{name: Door(name, asked, application, port, cookies[0], crowded[0]) for name, port in ports.items()},
            "none": Door("none", behind, application, behind.port, cookies[1], crowded[1])}
        for door in found.values():
            stack.callback(door.close)
        yield found


@contextlib.contextmanager
def _serving(*arguments):
    server = Server(
        arguments=arguments, PORTICO_HTTP_ORIGIN=f"https://{DOOR}", PORTICO_HTTP_TRUSTED_PROXIES="127.0.0.1",
        PORTICO_PROTECTED_HOSTS=f"{APP},{OTHER}", PORTICO_PROTECTED_RULES=RULES, PORTICO_LIMITS_RATE="1000")
    server.add_account("bob")
    server.add_account("eve")
    server.command("users", "set-groups", "eve", *CROWD)
    with server:
        yield server


@contextlib.contextmanager
def _started(name, ports):
    with tempfile.TemporaryDirectory(prefix="portico-door-") as folder:
        text = CONFIGURATIONS[name](ports, certificate(folder, DOOR))
        more = [ports["proxy"]] if name == "traefik" else []
        homes = {"HOME": folder, "XDG_DATA_HOME": folder, "XDG_CONFIG_HOME": folder}
        process = subprocess.Popen(
            getattr(proxies, name)(folder, text, *more), env=os.environ | homes, stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL)
        try:
            yield
        finally:
            process.terminate()
            process.wait(timeout=20)


def _is_ready(port):
    """Whether the proxy forwards to Portico. Traefik listens before it has loaded its routes."""
    with contextlib.suppress(OSError), Connection(port, tls=DOOR) as connection:
        connection.send(f"GET /healthz HTTP/1.1\r\nHost: {DOOR}\r\nConnection: close\r\n\r\n")
        answer = connection.answer()
        return answer is not None and answer.status == 200
