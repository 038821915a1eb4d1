"""The server that the model is held against, and the connections to it. Both outlive many sequences."""

import base64
import contextlib
import html
import http.client
import os
import random
import re
import shutil
import signal
import socket
import subprocess
import tempfile
import time
import urllib.parse
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
EXECUTABLE = Path(os.environ.get("SERVER_BIN", ROOT / ".build/debug/portico"))
PUBLIC = Path(os.environ.get("PORTICO_PUBLIC_DIRECTORY") or (ROOT / "Public"))
PASSWORD = "seven lanterns over Ullapool"
#: Limits that no sequence reaches. Those of codes and of mails to one address are fixed, and part of the model.
ROOMY = {f"PORTICO_LIMITS_{name}": "1000000" for name in ("RATE", "NETWORK", "MAILS", "ACCOUNT", "BROWSER", "CONSECUTIVE")}
#: Seconds in which every answer must be there.
TIMEOUT = 10
#: Seconds by which the clock is ahead at most: development allows a hundred years. Then a new server starts.
LONGEST = 90 * 365 * 86_400


class NoAnswer(AssertionError):
    """The server does not answer a request, or ends the connection."""


def free_port():
    while True:
        port = random.randrange(10_000, 32_768)
        with contextlib.suppress(OSError), socket.create_server(("127.0.0.1", port)):
            return port


@dataclass(frozen=True)
class Request:
    method: str
    path: str
    cookies: dict = field(default_factory=dict)
    form: dict | None = None
    host: str = ""
    #: A request of script without the person; it does not extend a sign-in.
    is_background: bool = False
    headers: dict = field(default_factory=dict)

    def lines(self, host):
        """The method, the address, the body and the headers."""
        headers = {"Host": self.host or host, **self.headers}
        if self.cookies:
            headers["Cookie"] = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        if self.is_background:
            headers["Portico-Background"] = "1"
        body = None
        if self.form is not None:
            body = urllib.parse.urlencode(self.form)
            headers["Content-Type"] = "application/x-www-form-urlencoded"
        return self.method, self.path, body, headers


@dataclass(frozen=True)
class Answer:
    status: int
    text: str
    location: str
    #: The cookies that it sets, each with its value, empty if it removes the cookie, and whether it outlives the browser's run.
    cookies: dict
    headers: dict

    @property
    def token(self):
        """The new token of the browser; None if it stays."""
        return self.cookies.get("portico", (None, False))[0]

    @property
    def id(self):
        """A name for what the request has made, the same whatever the model thinks of it."""
        return self.headers["x-request-id"]

    @property
    def run(self):
        return self.cookies.get("portico-run", (None, False))[0]

    @property
    def pending(self):
        """The token of the form for a code."""
        found = re.search(r'name="pending" value="([^"]+)"', self.text)
        return found and found[1]

    @property
    def set_up(self):
        """The form of a set-up of an app, and its secret; None if it has none."""
        form = re.search(r'name="enrolment" value="([^"]+)"', self.text)
        if not form:
            return None
        text = html.unescape(self.text)
        secret = re.search(r"secret=([A-Z2-7]+)", text) or re.search(r">([A-Z2-7]{4}(?: [A-Z2-7]{4})+)<", text)
        return html.unescape(form[1]), secret[1].replace(" ", "")

    @property
    def codes(self):
        """The recovery codes that it shows."""
        found = re.search(r'id="recovery-code-list".*?</ul>', self.text, re.S)
        return re.findall(r"<li><code>([^<]+)</code></li>", found[0]) if found else []

    @property
    def code(self):
        """The code for another host."""
        found = re.search(r"[?&]code=([^&]+)", self.location)
        return found and urllib.parse.unquote(found[1])

    def __repr__(self):
        return f"{self.status} {self.location} {sorted(self.cookies)}".strip()


class Connection:
    """A connection that stays open."""

    def __init__(self, port, host):
        self.host = host
        #: Whether an answer was not read, because the sequence was cut off.
        self.is_waiting = False
        self.connection = http.client.HTTPConnection("127.0.0.1", port, timeout=TIMEOUT)

    def send(self, request):
        self.asked = request
        if self.is_waiting:
            self.close()
        if self.connection.sock is None:
            self.connection.connect()
            self.connection.sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.is_waiting = True
        self.connection.request(*request.lines(self.host))

    def answer(self):
        try:
            answer = self.connection.getresponse()
            text = answer.read().decode(errors="replace")
        except Exception as problem:
            # The next sequence gets a new connection.
            self.close()
            raise NoAnswer(f"{self.asked.method} {self.asked.path}: {problem!r}") from problem
        self.is_waiting = False
        cookies = {}
        for line in answer.headers.get_all("Set-Cookie") or []:
            pair, _, attributes = line.partition(";")
            name, _, value = pair.partition("=")
            age = re.search(r"Max-Age=(-?\d+)", attributes)
            cookies[name] = ("" if age and int(age[1]) <= 0 else value, age is not None)
        return Answer(
            answer.status, text, answer.headers.get("Location", ""), cookies,
            {name.lower(): value for name, value in answer.headers.items()})

    def ask(self, request):
        self.send(request)
        return self.answer()

    def close(self):
        self.connection.close()


class Stream:
    """The stream of events of an open page."""

    #: Seconds; fewer than the 20 between two signs of life, with which a server also looks whether the sign-in is still valid.
    PATIENCE = 8

    def __init__(self, connection, request):
        self.connection = connection
        connection.send(request)
        self.answer = connection.connection.getresponse()
        connection.connection.sock.settimeout(self.PATIENCE)
        assert self.answer.status == 200, self.answer.status

    def hears(self, line):
        """Whether a line comes soon, before the end of the stream."""
        end = time.monotonic() + self.PATIENCE
        try:
            while time.monotonic() < end and (read := self.answer.readline()):
                if read.decode().strip() == line:
                    return True
        except OSError:
            pass
        return False

    def close(self):
        self.answer.close()
        self.connection.close()


class Node:
    """A process of `portico serve`, and the connections to it."""

    def __init__(self, folder, port):
        self.folder, self.port = folder, port
        self.process = None
        self.connections = []

    def start(self, environment, host):
        log = self.folder.parent / f"{self.folder.name}.log"
        with log.open("a") as output:
            self.process = subprocess.Popen(
                [EXECUTABLE, "serve"], stdout=output, stderr=output,
                env=environment | {"PORTICO_HTTP_PORT": str(self.port), "PORTICO_DATA_DIRECTORY": str(self.folder)})
        end = time.monotonic() + 60
        while True:
            with contextlib.suppress(OSError), contextlib.closing(Connection(self.port, host)) as connection:
                if connection.ask(Request("GET", "/readyz")).status == 200:
                    break
            assert self.process.poll() is None and time.monotonic() < end, log.read_text()
            time.sleep(0.02)
        self.connections = [Connection(self.port, host), Connection(self.port, host)]

    def stop(self, how=signal.SIGTERM):
        process, self.process = self.process, None
        for connection in self.connections:
            connection.close()
        if process:
            process.send_signal(how)
            try:
                process.wait(timeout=20)
            except subprocess.TimeoutExpired:
                # It hangs.
                process.kill()
                process.wait(timeout=60)


class Door:
    """`portico serve` in development, with a data folder of its own and one administrator, `root`."""

    #: The number of servers.
    COUNT = 1

    def __init__(self, **options):
        place = "/dev/shm" if Path("/dev/shm").is_dir() else None
        self.folder = Path(tempfile.mkdtemp(prefix="portico-model-", dir=place))
        self.options = options
        self.offset = 0
        self.nodes = []
        self.requests = 0
        self.key = base64.b64encode(os.urandom(32)).decode()

    def __enter__(self):
        self.start_afresh()
        return self

    def __exit__(self, *_):
        self.stop()
        shutil.rmtree(self.folder, ignore_errors=True)

    @property
    def host(self):
        # Browsers have no passkeys for addresses.
        return f"localhost:{self.port}"

    @property
    def origin(self):
        return f"http://{self.host}"

    @property
    def application(self):
        """A protected host that shares no cookies with the door."""
        return f"app.localhost:{self.port}"

    @property
    def now(self):
        """The time of the server."""
        return time.time() + self.offset

    def start_afresh(self):
        """Starts with an empty database and a right clock."""
        self.stop()
        self.clear()
        self.nodes = [Node(self.folder / f"node-{number}", free_port()) for number in range(self.COUNT)]
        self.port = self.nodes[0].port
        self.offset = 0
        #: The administrator's cookies with the time of the login, and passkey; the options that were changed.
        self.root, self.root_passkey, self.policy = None, None, {}
        self.add_root()
        for node in self.nodes:
            node.start(self.environment, self.host)
        self.set_clock()

    def clear(self):
        for node in self.nodes:
            shutil.rmtree(node.folder, ignore_errors=True)

    @property
    def is_running(self):
        return all(node.process and node.process.poll() is None for node in self.nodes)

    def add_root(self):
        subprocess.run(
            [EXECUTABLE, "users", "add", "root", "--name", "Root", "--administrator", "--email", "root@door.example",
             "--password-stdin"],
            env=self.environment | {"PORTICO_DATA_DIRECTORY": str(self.nodes[0].folder)}, input=PASSWORD, text=True, check=True, capture_output=True, timeout=60)

    @property
    def environment(self):
        return os.environ | ROOMY | {
            "PORTICO_ENVIRONMENT": "development", "PORTICO_HTTP_ORIGIN": self.origin, "PORTICO_GATEWAY_KEY": self.key,
            "PORTICO_PUBLIC_DIRECTORY": str(PUBLIC),
            "PORTICO_HTTP_TRUSTED_PROXIES": "127.0.0.1", "PORTICO_PROTECTED_HOSTS": self.application,
            "PORTICO_PROTECTED_RULES": ", ".join(
                f"{host}/staff/** groups:staff, {host}/fresh/** signed-in proof, {host}/strong/** signed-in second-factor, "
                f"{host}/** signed-in"
                for host in (self.host, self.application)),
            "PORTICO_LOG_LEVEL": "warning", **self.options,
        }

    def stop(self):
        for node in self.nodes:
            node.stop()

    def ask(self, request):
        self.settle()
        return self.peek(request)

    def peek(self, request):
        """The answer of a server that may not know the latest changes yet."""
        self.requests += 1
        return self.nodes[self.requests % len(self.nodes)].connections[0].ask(request)

    def settle(self):
        """Waits until all servers know the latest changes."""

    def ask_each(self, request):
        """The answers of all servers."""
        self.requests += len(self.nodes)
        return [node.connections[0].ask(request) for node in self.nodes]

    def ask_both(self, first, second, pause=0):
        """The answers to two requests at the same moment, of two servers if there are two.

        `pause` is the longest pause before and after each transaction, in milliseconds."""
        self.requests += 2
        one, other = self.nodes[0].connections[0], self.nodes[-1].connections[1]
        if pause:
            self.set(storePause=pause)
        one.send(first)
        other.send(second)
        answers = one.answer(), other.answer()
        if pause:
            self.set(storePause=0)
        return answers

    def kill(self, number, how=signal.SIGKILL):
        """Ends a server, and starts it again."""
        node = self.nodes[number % len(self.nodes)]
        node.stop(how)
        node.start(self.environment, self.host)
        self.set_clock()

    def stream(self, request):
        return Stream(Connection(self.port, self.host), request)

    def set_clock(self):
        self.set(clockOffset=self.offset, cheapHashes="on")

    def set(self, **settings):
        """Changes the settings for development."""
        for answer in self.ask_each(Request("POST", "/dev/settings", form=settings)):
            assert answer.status == 204, answer

    def wait(self, seconds):
        self.offset += seconds
        self.set_clock()

    def take_mail(self, address, seconds):
        """The text of the oldest mail to an address, which is removed; None if there is none within some seconds."""
        end = time.monotonic() + seconds
        ending = f"-{address.replace('@', '-at-')}.eml"
        while True:
            found = sorted((mail for mail in self.mails() if mail.name.endswith(ending)), key=lambda mail: mail.name)
            if found:
                text = self.text(found[0])
                found[0].unlink()
                return text
            if time.monotonic() > end:
                return None
            time.sleep(0.002)

    def mails(self):
        # Of several servers, the leading one sends mails.
        for node in self.nodes:
            with contextlib.suppress(FileNotFoundError):
                yield from (node.folder / "outbox" / name for name in os.listdir(node.folder / "outbox"))

    @staticmethod
    def text(mail):
        end = time.monotonic() + 20
        while True:
            parts = mail.read_text().split("base64\n\n", 1)
            if len(parts) == 2 and "--=_" in parts[1]:
                return base64.b64decode(parts[1].split("--=_", 1)[0]).decode()
            assert time.monotonic() < end, f"half a mail: {mail}"

    def remove_mails(self, name):
        """Removes the mails to an account that nobody reads."""
        for mail in self.mails():
            if f"-{name}-at-" in mail.name:
                mail.unlink(missing_ok=True)


class Pair(Door):
    """Two servers on one PostgreSQL. Each request reaches the other one."""

    COUNT = 2
    #: Seconds after a change until the other server knows it; see docs/scaling.md.
    LAG = 0.03

    def __enter__(self):
        # The database ends when this program ends.
        self.database = subprocess.Popen(
            [ROOT / "Scripts/with-postgresql", "sh", "-c", 'echo "$PORTICO_TEST_POSTGRESQL"; cat'],
            env=os.environ | {"REQUIRE_POSTGRESQL": "1"}, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.url = self.database.stdout.readline().strip()
        return super().__enter__()

    def __exit__(self, *_):
        super().__exit__()
        self.database.stdin.close()
        self.database.wait(timeout=60)

    @property
    def environment(self):
        return super().environment | {"PORTICO_DATABASE_URL": self.url}

    def clear(self):
        super().clear()
        subprocess.run(
            ["psql", "--no-psqlrc", "--quiet", "--dbname", self.url, "--command",
             "SET client_min_messages = error; DROP SCHEMA public CASCADE; CREATE SCHEMA public"], check=True, timeout=60)

    #: When the last change was made.
    changed = 0

    def settle(self):
        time.sleep(max(0, self.changed + self.LAG - time.monotonic()))

    def peek(self, request):
        answer = super().peek(request)
        if request.method == "POST":
            self.changed = time.monotonic()
        return answer

    def ask_both(self, first, second, pause=0):
        self.settle()
        answers = super().ask_both(first, second, pause)
        self.changed = time.monotonic()
        return answers
