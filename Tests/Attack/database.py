"""A PostgreSQL for one test, with faults of its processes, its disk and its network. A disk of its own needs root."""

import contextlib
import os
import re
import shutil
import signal
import subprocess
import tempfile
from pathlib import Path

from nodes import is_alive, status_of_process
from server import free_port, wait_until

#: The folder with initdb and the other programs; it is in no PATH of Debian.
PROGRAMS = sorted(Path("/usr/lib/postgresql").glob("*/bin"), key=lambda path: int(path.parent.name))[-1:]


CAP_NET_ADMIN, CAP_SYS_ADMIN = 12, 21


def may(*capabilities):
    """Whether the system lets this process use these capabilities."""
    given = int(re.search(r"CapEff:\s+(\w+)", Path("/proc/self/status").read_text())[1], 16)
    return os.geteuid() == 0 and all(given >> capability & 1 for capability in capabilities)


def missing():
    """The reason why this cannot run here; None if it can."""
    if not may(CAP_SYS_ADMIN):
        return "a disk of its own needs root"
    return None if PROGRAMS else "PostgreSQL is not installed"


@contextlib.contextmanager
def paused_postgresql(data):
    """Stops all processes of the PostgreSQL of a data folder during the block."""
    stopped = _stop_processes(data)
    try:
        yield
    finally:
        _signal(stopped, signal.SIGCONT)


def kill_postgresql(data):
    """Ends all processes of the PostgreSQL of a data folder at once, and waits until they are gone."""
    killed = _stop_processes(data)
    _signal(killed, signal.SIGKILL)
    wait_until(lambda: not any(is_alive(pid) for pid in killed), "the end of its processes")


def _stop_processes(data):
    """Stops the parent first: otherwise it would start a process that the list lacks."""
    parent = int((data / "postmaster.pid").read_text().split("\n")[0])
    _signal([parent], signal.SIGSTOP)
    wait_until(lambda: status_of_process(parent, "State") == "T", "PostgreSQL to stop")
    pids = (int(path.name) for path in Path("/proc").glob("[0-9]*"))
    children = [pid for pid in pids if status_of_process(pid, "PPid") == str(parent)]
    _signal(children, signal.SIGSTOP)
    return [parent, *children]


def _signal(pids, number):
    for pid in pids:
        with contextlib.suppress(ProcessLookupError):
            os.kill(pid, number)


class Database:
    """`with Database() as database`; `prefix` is the command that runs its program, `megabytes` the size of its disk. With `primary` it
    begins as the standby of another one."""

    def __init__(self, address="127.0.0.1", prefix=(), megabytes=None, options=(), port=None, primary=None):
        self.address, self.prefix, self.megabytes, self.options = address, list(prefix), megabytes, options
        self.port, self.primary = port or free_port(), primary

    def __enter__(self):
        self.folder = Path(tempfile.mkdtemp(prefix="portico-database-"))
        self.disk = self.folder / "disk"
        self.disk.mkdir()
        if self.megabytes:
            subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={self.megabytes}m", "tmpfs", self.disk], check=True)
        if os.geteuid() == 0:
            for path in (self.folder, self.disk):
                shutil.chown(path, "postgres")
        self.data = self.disk / "data"
        self._make()
        self.url = f"postgres:///postgres?host={self.folder}&port={self.port}&user=postgres"
        self.start()
        return self

    def __exit__(self, *_):
        if self.is_running:
            self._run("pg_ctl", "--pgdata", self.data, "--mode=immediate", "stop")
        if self.megabytes:
            subprocess.run(["umount", "--lazy", self.disk], check=True)
        shutil.rmtree(self.folder)

    def start(self):
        settings = (f"listen_addresses={self.address}", f"port={self.port}", f"unix_socket_directories={self.folder}",
                    "max_connections=100", "shared_buffers=32MB", *self.options)
        options = " ".join(f"-c {setting}" for setting in settings)
        self._run("pg_ctl", "--pgdata", self.data, "--log", self.folder / "log", "--wait", "--options", options, "start",
                  prefix=self.prefix)

    @property
    def is_running(self):
        with contextlib.suppress(OSError):
            return is_alive(int((self.data / "postmaster.pid").read_text().split("\n")[0]))
        return False

    def promote(self):
        self._run("pg_ctl", "--pgdata", self.data, "--wait", "promote")

    def kill(self):
        """Ends all of its processes at once, and waits until they are gone."""
        kill_postgresql(self.data)
        # Its lock files name a process id that another process may have now.
        for lock in (self.data / "postmaster.pid", *self.folder.glob(".s.PGSQL.*")):
            lock.unlink(missing_ok=True)

    def fill(self):
        """Fills the disk with a file."""
        with (self.disk / "ballast").open("wb", buffering=0) as file:
            for size in (1 << 20, 4096):
                with contextlib.suppress(OSError):
                    while True:
                        file.write(bytes(size))

    def empty(self):
        (self.disk / "ballast").unlink()

    def _make(self):
        if self.primary:
            return self._run("pg_basebackup", f"--dbname={self.primary.url}", f"--pgdata={self.data}", "--write-recovery-conf",
                             "--checkpoint=fast", "--no-sync")
        # Small segments of its log fill a disk soon.
        self._run("initdb", "--pgdata", self.data, "--username=postgres", "--auth=trust", "--encoding=UTF8", "--locale=C.UTF-8",
                  "--no-sync", "--wal-segsize=1")
        with (self.data / "pg_hba.conf").open("a") as rules:
            rules.write("host all all all trust\n")

    def _run(self, program, *arguments, prefix=()):
        user = ["setpriv", "--reuid=postgres", "--regid=postgres", "--init-groups"] if os.geteuid() == 0 else []
        command = [*prefix, *user, PROGRAMS[0] / program, *arguments]
        subprocess.run(command, cwd=self.folder, check=True, stdout=subprocess.DEVNULL, timeout=120)
