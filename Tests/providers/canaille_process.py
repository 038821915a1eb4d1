"""Canaille, which runs as a program of its own."""

import json
import os
import secrets
import subprocess
import sys
from pathlib import Path


class Canaille:
    """Canaille, an OpenID provider of others, with its own pages and the password `password` for ada.

    It requires many packages, which are in a folder of their own, `.venv/canaille`."""

    PACKAGES = Path(__file__).resolve().parents[2] / ".venv/canaille"
    password = "correct horse battery"

    def __init__(self, redirect_uris, post_logout_redirect_uris=()):
        self._uris = {"redirect_uris": list(redirect_uris), "post_logout_redirect_uris": list(post_logout_redirect_uris)}
        self.client_id, self.client_secret = "portico", secrets.token_urlsafe(32)

    def __enter__(self):
        settings = {**self._uris, "client_id": self.client_id, "client_secret": self.client_secret, "password": self.password}
        self._process = subprocess.Popen(
            [sys.executable, Path(__file__).with_name("canaille_server.py"), json.dumps(settings)], text=True,
            env=os.environ | {"PYTHONPATH": str(self.PACKAGES)}, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        self.issuer = self._process.stdout.readline().strip()
        assert self.issuer, "Canaille did not start"
        return self

    def __exit__(self, *_):
        self._process.terminate()
        self._process.wait(timeout=20)
        self._process.stdout.close()

    def options(self):
        return {"kind": "openid", "issuer": self.issuer, "client_id": self.client_id, "client_secret": self.client_secret}
