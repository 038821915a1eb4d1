"""Folders and files with which a server does not start, and those that it corrects."""

import stat
import subprocess
import tempfile
from pathlib import Path

import pytest

from server import EXECUTABLE, ROOT, Server


def serve(*arguments, data):
    return subprocess.run(
        [EXECUTABLE, "serve", "--port", "0", "--public", ROOT / "Public", "--data", data, *arguments],
        capture_output=True, text=True, timeout=20)


@pytest.mark.parametrize("arguments", [
    ("--origin", "https://door.example"), ("--hostname", "0.0.0.0"), ("--hostname", "::"),
    ("--hostname", "192.0.2.1"), ("--hostname", "door.example"),
])
def test_development_is_for_this_machine_only(tmp_path, arguments):
    done = serve("--environment", "development", *arguments, data=tmp_path / "data")
    assert done.returncode == 1
    assert done.stderr.startswith("portico: environment development") and done.stderr.count("\n") == 1
    assert not (tmp_path / "data").exists()


@pytest.mark.parametrize("hostname", ["localhost", "127.0.0.2", "::1"])
def test_development_starts_on_this_machine(hostname):
    with Server(PORTICO_ENVIRONMENT="development", arguments=("--hostname", hostname)) as server:
        assert "serving" in server.log


def mode(path):
    return stat.S_IMODE(path.stat().st_mode)


def test_readable_files_are_tightened_and_logged():
    server = Server()
    server.data.mkdir()
    server.data.chmod(0o755)
    server.add_account()
    assert mode(server.data / "portico.sqlite") == 0o600, "a command creates it, in another user's folder"
    assert mode(server.data) == 0o700, "the command tightens it, too"
    server.data.chmod(0o755)
    (server.data / "portico.sqlite").chmod(0o644)
    (server.data / "outbox").mkdir(mode=0o755)
    with server:
        server.sign_in()
        for path in [server.data, *server.data.rglob("*")]:
            assert mode(path) & 0o077 == 0, path
        for name in ("", "/portico.sqlite", "/outbox"):
            assert f"path={server.data}{name} " in server.log
