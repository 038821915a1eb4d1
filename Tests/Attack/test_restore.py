"""The commands of docs/scaling.md restore PostgreSQL and the key together."""

import os
import re
import subprocess
from datetime import date

import pytest

from database import PROGRAMS, Database
from documents import DOCS, placed
from server import EXECUTABLE, PASSWORD

pytestmark = pytest.mark.skipif(not PROGRAMS, reason="PostgreSQL is not installed")


def commands(first):
    """The shell commands of the document that begin with a text."""
    return re.search(rf"```sh\n({re.escape(first)}.*?)```", (DOCS / "scaling.md").read_text(), re.S)[1]


def test_a_dump_comes_back_with_its_key(tmp_path):
    with Database() as database:
        environment = os.environ | {
            "PATH": f"{PROGRAMS[0]}:{os.environ['PATH']}", "PGHOST": str(database.folder), "PGPORT": str(database.port),
            "PGUSER": "postgres",
            "PORTICO_DATABASE_URL": f"postgres://portico@/portico?host={database.folder}&port={database.port}"}
        environment["PORTICO_GATEWAY_KEY"] = subprocess.run(
            ["openssl", "rand", "-base64", "32"], check=True, capture_output=True, text=True).stdout.strip()

        def run(*command, text=""):
            return subprocess.run(command, input=text, env=environment, text=True, check=True, capture_output=True, timeout=60).stdout

        def portico(*arguments, text=""):
            return run(EXECUTABLE, *arguments, "--data", tmp_path / "data", text=text)

        run("createuser", "portico")
        run("createdb", "--owner=portico", "portico")
        key = tmp_path / "gateway-key"
        key.write_text(f"PORTICO_GATEWAY_KEY={environment['PORTICO_GATEWAY_KEY']}\n")
        portico("users", "add", "ada", "--name", "Ada", "--password-stdin", text=PASSWORD)
        places = {"/backup/": f"{tmp_path}/", "/etc/portico/": f"{tmp_path}/"}
        run("sh", "-e", "-c", placed(commands("umask 077"), places))
        kept = key.read_text()

        key.write_text("another one")
        portico("users", "add", "eve", "--name", "Eve", "--password-stdin", text=PASSWORD)
        run("sh", "-e", "-c", placed(commands("set -e\ncreatedb"), places | {"2026-05-04": date.today().isoformat()}))
        assert key.read_text() == kept and key.stat().st_mode & 0o777 == 0o600
        people = portico("users", "list")
        assert "ada" in people and "eve" not in people
        assert "no problems" in portico("database", "check")
        names = run("psql", "--no-psqlrc", "--tuples-only", "--dbname=postgres", "--command=SELECT datname FROM pg_database")
        assert "portico_before_restore" in names
