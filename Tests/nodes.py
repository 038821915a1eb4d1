"""Three nodes on one PostgreSQL behind nginx, as `Scripts/run-nodes` starts them: each request reaches another node."""

import contextlib
import os
import re
import shlex
import shutil
import signal
import subprocess
import threading
import time
import urllib.parse
import urllib.request
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
EXECUTABLE = Path(os.environ.get("SERVER_BIN", ROOT / ".build/debug/portico"))


def missing():
    """The reason why nodes cannot run on this machine; None if they can, or if they are required."""
    if "REQUIRE_POSTGRESQL" in os.environ:
        return None
    if not shutil.which("nginx"):
        return "nginx is not installed"
    if not shutil.which("initdb") and not list(Path("/usr/lib/postgresql").glob("*/bin/initdb")):
        return "PostgreSQL is not installed"
    return None


def is_alive(pid):
    """Whether a process runs; a zombie does not."""
    return status_of_process(pid, "State") not in (None, "Z")


def status_of_process(pid, field):
    """The first word of a field in /proc; None without the process."""
    with contextlib.suppress(OSError):
        return re.search(rf"^{field}:\s+(\w+)", Path(f"/proc/{pid}/status").read_text(), re.M)[1]


@dataclass
class Node:
    port: int
    pid: int
    log: Path


class _Unredirected(urllib.request.HTTPErrorProcessor):
    def http_response(self, request, response):
        return response


class Nodes:
    """`with Nodes() as nodes`; every node gets the options."""

    def __init__(self, **options):
        self.options = options

    def __enter__(self):
        environment = {name: value for name, value in os.environ.items() if name != "PORTICO_TEST_POSTGRESQL"}
        environment |= {"PORTICO": str(EXECUTABLE), **self.options}
        self._lines = []
        self._restarted = []
        self._process = subprocess.Popen(
            [ROOT / "Scripts/run-nodes"], env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
            # A process in the background ignores SIGINT.
            start_new_session=True, preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL))
        threading.Thread(target=self._read, daemon=True).start()
        try:
            self._wait_for(r"Serving on (\S+);")
        except AssertionError:
            self.__exit__()
            raise
        said = "".join(self._lines)
        self.origin = re.search(r"Serving on (\S+);", said)[1]
        self.password = re.search(r"with the password (\S+)", said)[1]
        self.database = re.search(r"the database: (\S+)", said)[1]
        self.nodes = [
            Node(int(port), int(pid), Path(log))
            for port, pid, log in re.findall(r"http://127.0.0.1:(\d+)  process (\d+)  (\S+)", said)]
        self.folder = self.nodes[0].log.parent
        return self

    def __exit__(self, *_):
        for process in self._restarted:
            process.kill()
            process.wait(timeout=60)
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self._process.pid, signal.SIGINT)
        self._process.wait(timeout=60)

    def end(self, node, how=signal.SIGKILL):
        """Ends a node.

        Returns a function that starts it again, with the same options except those given to the function."""
        folder = Path(f"/proc/{node.pid}")
        command = (folder / "cmdline").read_text().split("\0")[:-1]
        environment = dict(pair.split("=", 1) for pair in (folder / "environ").read_text().split("\0")[:-1])
        os.kill(node.pid, how)

        def start(**options):
            for process in self._restarted:
                process.poll()
            while is_alive(node.pid):
                time.sleep(0.01)
            with node.log.open("a") as log:
                process = subprocess.Popen(
                    command, env=environment | options, cwd=ROOT, stdout=log, stderr=log, start_new_session=True)
            self._restarted.append(process)
            node.pid = process.pid

        return start

    def _read(self):
        for line in self._process.stdout:
            self._lines.append(line)

    def _wait_for(self, pattern):
        end = time.monotonic() + 120
        while not re.search(pattern, "".join(self._lines)):
            assert self._process.poll() is None and time.monotonic() < end, "".join(self._lines)
            time.sleep(0.02)

    def command(self, *arguments, text="", **options):
        """The output of a command of `portico`."""
        done = subprocess.run(
            [EXECUTABLE, *arguments, "--data", self.folder / "node-1"], input=text, text=True, check=True, capture_output=True,
            timeout=60, env=os.environ | {"PORTICO_DATABASE_URL": self.database, **options})
        return done.stdout

    def sql(self, statement):
        """The first column of the rows of a statement."""
        done = subprocess.run(
            ["psql", "--no-psqlrc", "--tuples-only", "--no-align", "--dbname", self.database, "--command", statement],
            text=True, check=True, capture_output=True, timeout=60)
        return done.stdout.split("\n")[:-1]

    def ask(self, path, cookies=None, form=None, node=None, headers=(), timeout=30):
        """The status, headers and text of the answer to a request: of a node, or of the one that nginx chooses. With a form, a POST."""
        host = self.origin.partition("//")[2]
        cookie = "; ".join(f"{name}={value}" for name, value in (cookies or {}).items())
        headers = {"Host": host, "Origin": self.origin, "Cookie": cookie, **dict(headers)}
        data = urllib.parse.urlencode(form).encode() if form else None
        address = f"http://127.0.0.1:{node.port}" if node else self.origin
        request = urllib.request.Request(address + path, data=data, headers=headers)
        with urllib.request.build_opener(_Unredirected).open(request, timeout=timeout) as answer:
            return answer.status, answer.headers, answer.read().decode()

    def sign_in(self, name, password, node=None):
        """The cookies of a browser after a sign-in."""
        form = {"username": name, "password": password, "remember": "on"}
        status, headers, _ = self.ask("/session", form=form, node=node)
        assert status == 303, status
        pairs = (line.partition(";")[0].partition("=") for line in headers.get_all("Set-Cookie"))
        return {name: value for name, _, value in pairs if value}

    def node_of_job(self):
        """The node that runs the only running job."""
        name, = self.sql("SELECT n.name FROM jobs j JOIN nodes n ON n.id = j.node WHERE j.is_at_work = 1")
        return next(node for node in self.nodes if node.pid == int(name.rsplit(" ", 1)[1]))

    def start_postgresql(self):
        """Starts PostgreSQL again with the same options after it was killed. It ends with the nodes."""
        # Its lock files name a process id that another process may have now.
        for lock in (self.postgresql_data / "postmaster.pid", *self.postgresql_data.parent.glob(".s.PGSQL.*")):
            lock.unlink(missing_ok=True)
        # PostgreSQL refuses to run as root.
        user = ["setpriv", "--reuid=postgres", "--regid=postgres", "--init-groups"] if os.geteuid() == 0 else []
        command = [*user, *shlex.split((self.postgresql_data / "postmaster.opts").read_text())]
        subprocess.Popen(command, cwd=self.postgresql_data, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

    @property
    def postgresql_data(self):
        folder, = urllib.parse.parse_qs(urllib.parse.urlparse(self.database).query)["host"]
        return Path(folder) / "data"
