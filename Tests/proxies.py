"""The commands that start proxies with a configuration of a test, in a folder of its own, and the function that runs them."""

import contextlib
import shutil
import subprocess
import sys
from pathlib import Path

#: The folder of programs from PyPI packages.
PROGRAMS = Path(sys.executable).parent
ROOT = Path(__file__).resolve().parents[1]
NGINX = ROOT / "Scripts/nginx.conf"


@contextlib.contextmanager
def running(command):
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        yield
    finally:
        process.terminate()
        process.wait(timeout=20)


def nginx(folder, servers):
    shutil.copy(NGINX, folder)
    (Path(folder) / "servers.conf").write_text(servers)
    return ["nginx", "-p", folder, "-e", "stderr", "-c", Path(folder) / "nginx.conf"]


def caddy(folder, text):
    return ["caddy", "run", "--adapter", "caddyfile", "--config", _kept(folder, text)]


def envoy(folder, text):
    return [PROGRAMS / "envoy", "--use-dynamic-base-id", "--log-level", "error", "-c", _kept(folder, text, ".yaml")]


def haproxy(folder, text):
    return ["haproxy", "-q", "-f", _kept(folder, text)]


def traefik(folder, text, port):
    """The configuration in the document has no entry point, because other hosts share it, so the command adds one."""
    return [
        PROGRAMS / "traefik", f"--entrypoints.door.address=127.0.0.1:{port}", "--log.level=ERROR",
        f"--providers.file.filename={_kept(folder, text, '.toml')}"]


def _kept(folder, text, ending=""):
    path = Path(folder) / f"configuration{ending}"
    path.write_text(text)
    return path
