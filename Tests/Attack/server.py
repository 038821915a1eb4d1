"""A server to attack, by raw sockets: with its own data folder, on a free port of loopback, ended by its process id."""

import contextlib
import os
import random
import re
import resource
import signal
import socket
import ssl
import subprocess
import tempfile
import threading
import time
import urllib.parse
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
EXECUTABLE = Path(os.environ.get("SERVER_BIN", ROOT / ".build/debug/portico"))
PASSWORD = "seven lanterns over Ullapool"
#: Headers of every answer.
SECURITY_HEADERS = (
    "content-security-policy", "x-content-type-options", "referrer-policy", "cross-origin-opener-policy",
    "cross-origin-resource-policy", "permissions-policy", "cache-control",
)


def wait_until(look, what, seconds=60):
    """Waits for a result of `look`, and returns it."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if found := look():
            return found
        time.sleep(0.02)
    raise AssertionError(f"waited {seconds} s in vain for {what}")


def free_port():
    """An unused port of loopback, below those that the system gives to clients."""
    while True:
        port = random.randrange(10_000, 32_768)
        with contextlib.suppress(OSError), socket.create_server(("127.0.0.1", port)):
            return port


@dataclass
class Answer:
    status: int
    headers: dict[str, str]
    body: bytes
    cookies: dict[str, str]

    @property
    def closes(self):
        return self.headers.get("connection", "").lower() == "close"


class Connection:
    """A connection that can send any bytes, and reads answers one after the other."""

    def __init__(self, port, receive_buffer=None, timeout=20, tls=None, source="127.0.0.1"):
        """`tls` is the server name of the client for TLS; it does not verify the certificate."""
        self.socket = socket.socket()
        if receive_buffer:
            self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, receive_buffer)
        self.socket.settimeout(timeout)
        if source != "127.0.0.1":
            self.socket.bind((source, 0))
        self.socket.connect(("127.0.0.1", port))
        if tls:
            context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
            context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
            self.socket = context.wrap_socket(self.socket, server_hostname=tls)
        # Appending to bytes would copy them each time.
        self._bytes = bytearray()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.socket.close()

    def send(self, data):
        self.socket.sendall(data if isinstance(data, bytes) else data.encode())

    def end_sending(self):
        self.socket.shutdown(socket.SHUT_WR)

    def answer(self, has_body=True):
        """The next answer; None if the connection ends before it."""
        while b"\r\n\r\n" not in self._bytes:
            if not self._receive():
                assert not self._bytes, f"cut off in a head: {self._bytes!r}"
                return None
        head, _, self._bytes = self._bytes.partition(b"\r\n\r\n")
        line, *fields = head.decode("latin-1").split("\r\n")
        pairs = [(name.lower(), value.strip()) for name, _, value in (field.partition(":") for field in fields)]
        headers = dict(pairs)
        cookies = dict(value.partition(";")[0].split("=", 1) for name, value in pairs if name == "set-cookie")
        status = int(line.split()[1])
        body = b"" if not has_body or status in (100, 204, 304) else self._body(headers)
        return Answer(status, headers, body, cookies)

    def is_closed(self, within=10):
        """Whether the server closes the connection without another byte."""
        self.socket.settimeout(within)
        try:
            return not self._bytes and not self.socket.recv(1)
        except TimeoutError:
            return False
        except ConnectionError:
            return True

    def _body(self, headers):
        if headers.get("transfer-encoding") == "chunked":
            body = bytearray()
            while size := int(self._line(), 16):
                body += self._take(size)
                self._take(2)
            self._take(2)
            return bytes(body)
        if "content-length" in headers:
            return self._take(int(headers["content-length"]))
        while self._receive():
            pass
        return self._take(len(self._bytes))

    def _line(self):
        while b"\r\n" not in self._bytes:
            assert self._receive(), "cut off in a body"
        return self._take(self._bytes.index(b"\r\n") + 2)[:-2]

    def _take(self, count):
        while len(self._bytes) < count:
            assert self._receive(), "cut off in a body"
        taken = bytes(memoryview(self._bytes)[:count])
        del self._bytes[:count]
        return taken

    def _receive(self):
        try:
            more = self.socket.recv(65_536)
        except ConnectionError:
            return False
        self._bytes += more
        return bool(more)


class Server:
    """`portico serve` on a data folder of its own. `files` and `file_size` are limits of the system for it."""

    def __init__(self, files=None, file_size=None, arguments=(), data=None, **options):
        self._folder = tempfile.TemporaryDirectory(prefix="portico-attack-")
        self.data = Path(data or self._folder.name) / "data"
        self.options = options
        self.arguments = arguments
        self.limits = [(resource.RLIMIT_NOFILE, files), (resource.RLIMIT_FSIZE, file_size)]
        self.process = None
        self._lines = []

    def __enter__(self):
        return self.start()

    def __exit__(self, *_):
        self.stop()
        self._folder.cleanup()

    def start(self):
        environment = os.environ | {
            "PORTICO_HTTP_PORT": "0", "PORTICO_DATA_DIRECTORY": str(self.data),
            "PORTICO_PUBLIC_DIRECTORY": str(ROOT / "Public"), **self.options,
        }

        def limit():
            signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
            for kind, most in self.limits:
                if most:
                    resource.setrlimit(kind, (most, most))

        self._lines = []
        self.process = subprocess.Popen(
            [EXECUTABLE, "serve", *self.arguments], env=environment, stderr=subprocess.PIPE, stdout=subprocess.DEVNULL,
            text=True, preexec_fn=limit, restore_signals=False)
        threading.Thread(target=self._read, args=(self.process,), daemon=True).start()
        wait_until(lambda: "serving" in self.log or self.process.poll() is not None, "the server")
        listening = re.search(r"listening on \S+:(\d+)", self.log)
        assert listening, f"the server did not start:\n{self.log}"
        self.port = int(listening[1])
        self.host = f"127.0.0.1:{self.port}"
        return self

    def stop(self):
        process, self.process = self.process, None
        if process:
            process.send_signal(signal.SIGTERM)
            assert process.wait(timeout=60) == 0, self.log

    @property
    def log(self):
        return "".join(self._lines)

    @property
    def megabytes(self):
        """Resident memory."""
        status = Path(f"/proc/{self.process.pid}/status").read_text()
        return int(re.search(r"VmRSS:\s+(\d+)", status)[1]) / 1024

    @property
    def cpu_seconds(self):
        fields = Path(f"/proc/{self.process.pid}/stat").read_text().rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    @property
    def sockets(self):
        """The number of open sockets."""
        count = 0
        for descriptor in Path(f"/proc/{self.process.pid}/fd").iterdir():
            with contextlib.suppress(FileNotFoundError):
                count += os.readlink(descriptor).startswith("socket:")
        return count

    def command(self, *arguments, text="", check=True):
        return subprocess.run(
            [EXECUTABLE, *arguments, "--data", self.data], input=text, text=True, check=check, capture_output=True,
            timeout=60)

    def add_account(self, name="ada"):
        self.command("users", "add", name, "--name", name.title(), "--password-stdin", text=PASSWORD)

    def ask(self, path="/", method="GET", cookies=None, form=None, headers=(), timeout=20):
        """The answer to one request on a connection of its own."""
        body = urllib.parse.urlencode(form).encode() if form is not None else b""
        fields = {"Host": self.host, "Connection": "close", **dict(headers)}
        if form is not None:
            method = "POST"
            fields |= {"Content-Type": "application/x-www-form-urlencoded", "Content-Length": str(len(body))}
        if cookies:
            fields["Cookie"] = "; ".join(f"{name}={value}" for name, value in cookies.items())
        head = "".join(f"{name}: {value}\r\n" for name, value in fields.items())
        with Connection(self.port, timeout=timeout) as connection:
            connection.send(f"{method} {path} HTTP/1.1\r\n{head}\r\n".encode() + body)
            return connection.answer(has_body=method != "HEAD")

    def sign_in(self, name="ada", cookies=None, **more):
        """The cookies of a browser after a sign-in."""
        answer = self.ask("/session", cookies=cookies, form={"username": name, "password": PASSWORD, **more})
        assert answer.status == 303, answer
        return {**(cookies or {}), **answer.cookies}

    def account(self, cookies=None, headers=()):
        """The person signed in with these cookies; None if nobody is."""
        found = re.search(rb'data-account="([^"]*)"', self.ask("/", cookies=cookies, headers=headers).body)
        return found[1].decode() if found else ""

    def _read(self, process):
        for line in process.stderr:
            self._lines.append(line)
