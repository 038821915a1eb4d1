"""The commands that start proxies with a configuration of a test, in a folder of its own."""

import shutil
from pathlib import Path

NGINX = Path(__file__).resolve().parents[1] / "Scripts/nginx.conf"


def nginx(folder, servers):
    shutil.copy(NGINX, folder)
    (Path(folder) / "servers.conf").write_text(servers)
    return ["nginx", "-p", folder, "-e", "stderr", "-c", Path(folder) / "nginx.conf"]


def caddy(folder, text):
    return ["caddy", "run", "--adapter", "caddyfile", "--config", _kept(folder, text)]


def haproxy(folder, text):
    return ["haproxy", "-q", "-f", _kept(folder, text)]


def _kept(folder, text):
    path = Path(folder) / "configuration"
    path.write_text(text)
    return path
