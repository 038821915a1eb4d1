"""The servers that the benchmark compares, each on a free port of loopback and ended by its process id."""

import contextlib
import http.client as http_client
import os
import pathlib
import shutil
import socket
import subprocess
import time
from collections.abc import Iterator
from dataclasses import dataclass

ROOT = pathlib.Path(__file__).resolve().parents[2]


@dataclass
class Server:
    """A server that is running."""

    processes: list[int]
    port: int

    def url(self, path: str) -> str:
        return f"http://127.0.0.1:{self.port}{path}"

    def cpu_seconds(self) -> float:
        """The processor time of all its processes so far."""
        return sum(self._ticks(process) for process in self.processes) / os.sysconf("SC_CLK_TCK")

    def memory_megabytes(self) -> float:
        """Resident memory of its first process."""
        status = pathlib.Path(f"/proc/{self.processes[0]}/status").read_text()
        return next(int(line.split()[1]) for line in status.splitlines() if line.startswith("VmRSS")) / 1024

    def open_files(self) -> int:
        """The number of open files and sockets of its first process."""
        return len(list(pathlib.Path(f"/proc/{self.processes[0]}/fd").iterdir()))

    def connections(self) -> int:
        """The number of established connections to its port."""
        rows = [line.split() for line in pathlib.Path("/proc/net/tcp").read_text().splitlines()[1:]]
        return sum(local.endswith(f":{self.port:04X}") and state == "01" for _, local, _, state, *_ in rows)

    @staticmethod
    def _ticks(process: int) -> int:
        fields = pathlib.Path(f"/proc/{process}/stat").read_text().rsplit(")", 1)[1].split()
        return int(fields[11]) + int(fields[12])


def free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return found.getsockname()[1]


def http(port: int, method: str, path: str, body: str | None = None, cookie: str | None = None):
    """Status, headers and body of one request."""
    connection = http_client.HTTPConnection("127.0.0.1", port, timeout=10)
    headers = {"Content-Type": "application/x-www-form-urlencoded"} if body else {}
    headers |= {"Cookie": cookie} if cookie else {}
    connection.request(method, path, body, headers)
    response = connection.getresponse()
    return response.status, response.getheaders(), response.read()


def wait_for(port: int, path: str, process: subprocess.Popen, statuses: tuple) -> None:
    """Sends requests without pause until one has one of these statuses."""
    deadline = time.monotonic() + 20
    while time.monotonic() < deadline:
        with contextlib.suppress(OSError, http_client.HTTPException):
            if http(port, "GET", path)[0] in statuses:
                return
        if process.poll() is not None:
            raise RuntimeError(f"the server ended with {process.returncode}")
    raise TimeoutError(path)


@contextlib.contextmanager
def running(
    command: list, port: int, path: str, environment: dict | None = None, statuses: tuple = (200,)
) -> Iterator[Server]:
    process = subprocess.Popen(
        [str(part) for part in command], env=os.environ | (environment or {}),
        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        wait_for(port, path, process, statuses)
        yield Server([process.pid], port)
    finally:
        process.terminate()
        process.wait(timeout=20)


def start_portico(
    binary: pathlib.Path, data: pathlib.Path, port: int, environment: dict | None = None,
    copy_of: pathlib.Path | None = None,
):
    if copy_of:
        shutil.copytree(copy_of, data, ignore=shutil.ignore_patterns("portico.lock"))
    command = [binary, "serve", "--port", port, "--data", data, "--public", ROOT / "Public", "--log-level", "error"]
    # The load is many sign-ins to one account.
    return running(command, port, "/healthz", {"PORTICO_LIMITS_RATE": "1000000"} | (environment or {}))


def start_baseline(binary: pathlib.Path, page: pathlib.Path):
    port = free_port()
    return running([binary, port, page], port, "/", {"LOG_LEVEL": "error"})


@contextlib.contextmanager
def start_nginx(folder: pathlib.Path) -> Iterator[Server | None]:
    """nginx with the same bytes as a file; None if nginx is not installed."""
    if not nginx_binary():
        yield None
        return
    port = free_port()
    with nginx(
        folder / "nginx", port, f"open_file_cache max=10; server {{ listen 127.0.0.1:{port}; root {folder}; }}", "/page.html"
    ) as server:
        yield server


def nginx_binary() -> str | None:
    return shutil.which("nginx") or ("/usr/sbin/nginx" if pathlib.Path("/usr/sbin/nginx").exists() else None)


@contextlib.contextmanager
def nginx(folder: pathlib.Path, port: int, content: str, path: str, statuses: tuple = (200,)) -> Iterator[Server]:
    """nginx with two processes and its files in a folder.

    `content` is the content of the block `http`; the server is ready when `path` has one of the statuses.
    """
    folder.mkdir()
    temporary = " ".join(f"{kind}_temp_path {folder};" for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi"))
    (folder / "nginx.conf").write_text(
        f"daemon off; worker_processes 2; pid {folder}/pid; error_log /dev/null crit;\n"
        "events { worker_connections 512; }\n"
        f"http {{ access_log off; keepalive_requests 100000000; default_type text/html; {temporary}\n{content}\n}}\n")
    command = [nginx_binary() or "nginx", "-p", folder, "-c", folder / "nginx.conf"]
    with running(command, port, path, statuses=statuses) as server:
        children = pathlib.Path(f"/proc/{server.processes[0]}/task/{server.processes[0]}/children").read_text()
        yield Server([server.processes[0], *map(int, children.split())], port)
