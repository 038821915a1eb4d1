"""A server under test: its own data folder, a gate in front of it, its accounts and its development settings."""

import contextlib
import os
import random
import socket
from pathlib import Path

from portico_testing import PASSWORD, Program

from .gate import Gate
from .waiting import wait_until

__all__ = ["BOOKSHOP", "EXECUTABLE", "MOUNTED", "PASSWORD", "Portico", "ROOT", "SHOP", "free_port"]

ROOT = Path(__file__).resolve().parents[3]
EXECUTABLE = Path(os.environ.get("SERVER_BIN", ROOT / ".build/debug/portico"))
#: The application of Tests/MountedPages.
MOUNTED = Path(os.environ.get("MOUNTED_BIN", ROOT / ".build/debug/Hello"))
#: The application of the README.
SHOP = MOUNTED.with_name("Shop")
#: The application of the tutorial.
BOOKSHOP = MOUNTED.with_name("Bookshop")


def free_port():
    """A free loopback port, below the range that the system assigns to clients."""
    while True:
        port = random.randrange(10_000, 32_768)
        with contextlib.suppress(OSError), socket.create_server(("127.0.0.1", port)):
            return port


class Portico(Program):
    """`portico serve` in development, with a new data folder, behind a gate. An option that is None is not set.
    Browsers have passkeys for the host `localhost`, but not for an address."""

    def __init__(self, command=(EXECUTABLE, "serve"), host="127.0.0.1", **options):
        self.gate = Gate()
        origin = f"http://{host}:{self.gate.port}"
        super().__init__(command, **{
            "PORTICO_HTTP_ORIGIN": origin, "PORTICO_PUBLIC_DIRECTORY": str(ROOT / "Public/dist"), **options})
        self.origin = origin

    def start(self):
        origin = self.origin
        super().start()
        # Browsers reach the server through the gate.
        self.origin, self.gate.upstream = origin, self.port
        return self

    def close(self):
        try:
            super().close()
        finally:
            self.gate.close()

    @property
    def setup_path(self):
        """The path and query of the set-up link."""
        link = wait_until(lambda: (self.data / "setup-link").read_text().strip(), "the set-up link")
        return link.removeprefix(self.origin)
