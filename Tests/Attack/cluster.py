"""A primary of PostgreSQL and, for its loss, a standby, at two fixed ports. Two more ways lead to the primary: a network that can
drop notifications, and a pooler."""

import asyncio
import contextlib
import os
import shutil
import signal
import socket
import subprocess
import tempfile
import threading
import time
from pathlib import Path

from database import Database, paused_postgresql
from server import free_port, wait_until

#: Acknowledged changes outlive the processes; the tests kill nothing else.
OPTIONS = ("fsync=off", "wal_keep_size=256MB", "max_wal_senders=5", "max_connections=200")
#: Debian has it in a folder that is only in root's PATH.
POOLER = "pgbouncer"


class Cluster:
    """`with Cluster() as cluster`; `hosts` are both machines as `url` names them; `relayed_url` leads through the relay, and
    `pooled_url` through the pooler, if one is installed."""

    def __enter__(self):
        # The standby comes first, so nodes must find out which of both accepts writes.
        ports = free_port(), free_port()
        self.relay = Relay(ports[1])
        self.hosts = _hosts(ports)
        self.url, self.relayed_url = _url(self.hosts), _url(_hosts([self.relay.port]))
        self._ports, self.standby = ports, None
        self._stack = contextlib.ExitStack()
        self.primary = self._stack.enter_context(Database(port=ports[1], options=OPTIONS))
        self.pooler = self._stack.enter_context(Pooler(ports[1])) if shutil.which(POOLER) else None
        self.pooled_url = self.pooler and _url(_hosts([self.pooler.port]))
        return self

    def __exit__(self, *_):
        self._stack.close()
        self.relay.close()

    def crash(self, seconds):
        """Kills all processes of PostgreSQL, and starts it again after a while."""
        self.primary.kill()
        time.sleep(seconds)
        self.primary.start()

    def pause(self, seconds):
        with paused_postgresql(self.primary.data):
            time.sleep(seconds)

    def use_up_connections(self, seconds):
        """Opens all remaining connections of PostgreSQL, as another program could."""
        with contextlib.ExitStack() as stack:
            while _is_let_in(stack.enter_context(socket.create_connection(("127.0.0.1", self.primary.port), timeout=5))):
                pass
            time.sleep(seconds)

    def end_backends(self):
        self.sql("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()")

    def add_standby(self):
        """Adds a standby that has every change acknowledged from now on (synchronous replication)."""
        port, = set(self._ports) - {self.primary.port}
        self.standby = self._stack.enter_context(Database(port=port, options=OPTIONS, primary=self.primary))
        self.sql("ALTER SYSTEM SET synchronous_standby_names = '*'", "SELECT pg_reload_conf()")
        wait_until(lambda: "sync" in self.sql("SELECT sync_state FROM pg_stat_replication"), "the standby to follow")

    def lose_primary(self):
        """Kills the primary for good."""
        self.primary.kill()

    def promote_standby(self):
        self.primary, self.standby = self.standby, None
        self.primary.promote()
        self.relay.target = self.primary.port
        if self.pooler:
            self.pooler.lead_to(self.primary.port)

    def sql(self, *statements):
        commands = [part for statement in statements for part in ("--command", statement)]
        done = subprocess.run(
            ["psql", "--no-psqlrc", "--tuples-only", "--no-align", "--dbname", self.primary.url, *commands],
            text=True, check=True, capture_output=True, timeout=60)
        return done.stdout.split("\n")[:-1]


def _is_let_in(connection):
    """Whether PostgreSQL accepts one more client. It answers with an authentication request or an error."""
    user = b"\0\x03\0\0user\0postgres\0database\0postgres\0\0"
    connection.sendall((len(user) + 4).to_bytes(4, "big") + user)
    return connection.recv(1) == b"R"


def _hosts(ports):
    return ",".join(f"127.0.0.1:{port}" for port in ports)


def _url(hosts):
    return f"postgres://postgres@{hosts}/postgres?target_session_attrs=read-write&sslmode=disable&gssencmode=disable"


class Pooler:
    """PgBouncer, by session or by transaction."""

    def __init__(self, target, mode="session"):
        self.port, self._target, self._mode = free_port(), target, mode

    def __enter__(self):
        self._folder = Path(tempfile.mkdtemp(prefix="portico-pooler-"))
        self._write()
        self.start()
        return self

    def __exit__(self, *_):
        self.end(signal.SIGKILL)
        shutil.rmtree(self._folder)

    def start(self):
        # PgBouncer refuses to run as root.
        user = ["setpriv", "--reuid=postgres", "--regid=postgres", "--init-groups"] if os.geteuid() == 0 else []
        with (self._folder / "log").open("a") as log:
            self._process = subprocess.Popen([*user, POOLER, self._folder / "configuration"], stdout=log, stderr=log)
        self.pid = self._process.pid

    def end(self, how):
        self._process.send_signal(how)
        self._process.wait(timeout=20)

    def lead_to(self, target):
        self._target = target
        self._write()
        self._process.send_signal(signal.SIGHUP)

    def _write(self):
        (self._folder / "configuration").write_text(f"""
[databases]
postgres = host=127.0.0.1 port={self._target} user=postgres
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = {self.port}
unix_socket_dir =
auth_type = any
pool_mode = {self._mode}
default_pool_size = 40
server_login_retry = 1
""")
        for path in (self._folder, self._folder / "configuration"):
            path.chmod(0o755)


class Relay:
    """Forwards bytes between nodes and PostgreSQL. While it is deaf, it drops notifications, as a pooler by transaction does."""

    def __init__(self, target):
        self.is_deaf = False
        self.port, self.target = free_port(), target
        self._loop = asyncio.new_event_loop()
        started = threading.Event()
        threading.Thread(target=self._run, args=(started,), daemon=True).start()
        started.wait()

    def close(self):
        self._loop.call_soon_threadsafe(self._loop.stop)

    def _run(self, started):
        self._loop.run_until_complete(asyncio.start_server(self._connect, "127.0.0.1", self.port))
        started.set()
        self._loop.run_forever()

    async def _connect(self, reader, writer):
        with contextlib.suppress(OSError):
            server_reader, server_writer = await asyncio.open_connection("127.0.0.1", self.target)
            ways = [asyncio.ensure_future(self._up(reader, server_writer)), asyncio.ensure_future(self._down(server_reader, writer))]
            await asyncio.wait(ways, return_when=asyncio.FIRST_COMPLETED)
            for way in ways:
                way.cancel()
            server_writer.close()
        writer.close()

    async def _up(self, reader, writer):
        with contextlib.suppress(OSError):
            while read := await reader.read(65_536):
                writer.write(read)
                await writer.drain()

    async def _down(self, reader, writer):
        """Forwards messages of the protocol: a letter, and four bytes with the length, which includes themselves."""
        with contextlib.suppress(OSError, asyncio.IncompleteReadError):
            while True:
                head = await reader.readexactly(5)
                body = await reader.readexactly(int.from_bytes(head[1:], "big") - 4)
                if head[:1] == b"A" and self.is_deaf:
                    continue
                writer.write(head + body)
                await writer.drain()
