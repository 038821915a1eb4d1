"""A server under test: its own data folder, a gate in front of it, its accounts and its development settings."""

import contextlib
import os
import random
import re
import signal
import socket
import subprocess
import tempfile
import threading
import urllib.parse
import urllib.request
from pathlib import Path

from .gate import Gate
from .waiting import PATIENCE, wait_until

ROOT = Path(__file__).resolve().parents[3]
EXECUTABLE = Path(os.environ.get("SERVER_BIN", ROOT / ".build/debug/portico"))
#: The application of Tests/MountedPages.
MOUNTED = Path(os.environ.get("MOUNTED_BIN", ROOT / ".build/debug/Hello"))
#: The application of the README.
SHOP = MOUNTED.with_name("Shop")
#: The application of the tutorial.
BOOKSHOP = MOUNTED.with_name("Bookshop")
PASSWORD = "seven lanterns over Ullapool"


def free_port():
    """A free loopback port, below the range that the system assigns to clients."""
    while True:
        port = random.randrange(10_000, 32_768)
        with contextlib.suppress(OSError), socket.create_server(("127.0.0.1", port)):
            return port


class _Unredirected(urllib.request.HTTPErrorProcessor):
    def http_response(self, request, response):
        return response


class Portico:
    """`portico serve` in development, with a new data folder, behind a gate. An option that is None is not set.
    Browsers have passkeys for the host `localhost`, but not for an address."""

    def __init__(self, command=(EXECUTABLE, "serve"), host="127.0.0.1", **options):
        self.command = command
        self.options = options
        self._folder = tempfile.TemporaryDirectory(prefix="portico-journey-")
        self.data = Path(self._folder.name)
        self.gate = Gate()
        self.origin = f"http://{host}:{self.gate.port}"
        self._process = None
        self._lines = []

    def start(self):
        options = {
            "PORTICO_HTTP_PORT": "0", "PORTICO_HTTP_ORIGIN": self.origin, "PORTICO_DATA_DIRECTORY": str(self.data),
            "PORTICO_PUBLIC_DIRECTORY": str(ROOT / "Public/dist"), "PORTICO_ENVIRONMENT": "development",
            # Journeys sign in to one account more often than people do.
            "PORTICO_LIMITS_RATE": "10000",
            # No program that draws: a server that is built for debugging takes seconds to make icons of a drawing.
            "PATH": "", **self.options,
            # The server uses no proxy, whatever the environment contains.
            "http_proxy": "http://127.0.0.1:1", "all_proxy": "http://127.0.0.1:1",
        }
        environment = {name: value for name, value in (os.environ | options).items() if value is not None}
        self._lines = []
        self._process = subprocess.Popen(
            self.command, env=environment, stderr=subprocess.PIPE, stdout=subprocess.DEVNULL, text=True)
        threading.Thread(target=self._read, args=(self._process,), daemon=True).start()
        wait_until(lambda: any("serving" in line for line in self._lines) or self._process.poll() is not None, "the server")
        listening = re.search(r"listening on \S+:(\d+)", self.log)
        assert listening, f"the server did not start:\n{self.log}"
        self.gate.upstream = int(listening[1])
        return self

    def stop(self):
        """Ends the server like an administrator; it must exit without an error."""
        process, self._process = self._process, None
        if process is None:
            return
        process.send_signal(signal.SIGTERM)
        assert process.wait(timeout=PATIENCE) == 0, self.log

    def crash(self):
        """Ends the server like a power cut."""
        process, self._process = self._process, None
        process.kill()
        process.wait()

    def close(self):
        try:
            self.stop()
        finally:
            self.gate.close()
            self._folder.cleanup()

    @property
    def log(self):
        return "".join(self._lines)

    @property
    def setup_path(self):
        """The path and query of the set-up link."""
        link = wait_until(lambda: (self.data / "setup-link").read_text().strip(), "the set-up link")
        return link.removeprefix(self.origin)

    def users(self, *arguments, password=None):
        """The output of the command `users …`; it passes a password on standard input."""
        how = ["--password-stdin"] if password is not None else []
        command = [self.command[0], "users", *arguments, *how, "--data", self.data]
        done = subprocess.run(command, input=password or "", text=True, check=True, capture_output=True, timeout=30)
        return done.stdout

    def sign_in(self, username="ada", password=PASSWORD, beside=(), **more):
        """The cookies of a browser after a sign-in, without a browser. `beside` are the cookies of a browser with other
        accounts."""
        form = {"username": username, "password": password, "remember": "on", **({"add": "on"} if beside else {}), **more}
        status, headers, _ = self.ask("/session", beside, {"Portico-Request": "script"}, **form)
        assert status == 204, status
        cookies = {cookie["name"]: cookie["value"] for cookie in beside}
        for line in headers.get_all("Set-Cookie"):
            name, _, value = line.partition(";")[0].partition("=")
            cookies[name] = value
        brought = [{"name": name, "value": value} for name, value in cookies.items() if value]
        # Uses the cookies: a sign-in whose browser never sends them ends, also when a journey moves the clock.
        self.ask("/about", brought)
        return brought

    def ask(self, path, cookies, headers=(), **form):
        """The status, headers and text of the response to a request with these cookies; a POST if there is a form."""
        cookie = "; ".join(f"{cookie['name']}={cookie['value']}" for cookie in cookies)
        data = urllib.parse.urlencode(form).encode() if form else None
        headers = {"Origin": self.origin, "Cookie": cookie, **dict(headers)}
        request = urllib.request.Request(self.origin + path, data=data, headers=headers)
        with urllib.request.build_opener(_Unredirected).open(request, timeout=30) as answer:
            return answer.status, answer.headers, answer.read().decode()

    def set(self, **settings):
        """Development settings: clockOffset, launchDelay, launchFails, layerDelay, layerFails, script,
        deletedRecord."""
        body = urllib.parse.urlencode(settings).encode()
        # Bypasses the gate, which may be cut.
        address, host = f"http://127.0.0.1:{self.gate.upstream}/dev/settings", self.origin.partition("//")[2]
        urllib.request.urlopen(urllib.request.Request(address, data=body, headers={"Host": host}), timeout=10).close()

    def _read(self, process):
        for line in process.stderr:
            self._lines.append(line)
