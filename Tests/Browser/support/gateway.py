"""A gateway beside the server under test: `portico-gateway` on a free port, with the faults that a journey sets."""

import json
import os
import signal
import subprocess
import tempfile
import urllib.request
from pathlib import Path

from .portico import ROOT

EXECUTABLE = Path(os.environ.get("GATEWAY_BIN", ROOT / ".build/debug/portico-gateway"))
#: The people and workplaces of the documentation.
SAMPLE = json.loads((ROOT / "docs/gateway-people.json").read_text())


class Gateway:
    """Runs during its block, or from `start()` to `stop()`.

    `people` and `workplaces` have the format of docs/gateway-people.json; by default they are those of that file."""

    def __init__(self, people=None, workplaces=None):
        self.people = SAMPLE["people"] if people is None else people
        self.workplaces = SAMPLE["workplaces"] if workplaces is None else workplaces
        self._process = None
        self._port = 0

    def __enter__(self):
        return self.start()

    def __exit__(self, *_):
        self.stop()

    @property
    def url(self):
        """Its address, which stays the same after a restart."""
        return f"http://127.0.0.1:{self._port}"

    def start(self):
        with tempfile.NamedTemporaryFile("w", suffix=".json", encoding="utf-8") as file:
            json.dump({"people": self.people, "workplaces": self.workplaces}, file)
            file.flush()
            self._process = subprocess.Popen(
                [EXECUTABLE, "--people", file.name, "--port", str(self._port)], stdout=subprocess.PIPE, text=True)
            line = self._process.stdout.readline().strip()
        assert line.startswith("http://127.0.0.1:"), "the gateway did not start"
        self._port = int(line.rpartition(":")[2])
        return self

    def stop(self):
        """Stops the gateway, which forgets its tokens. No program listens at its address any more."""
        process, self._process = self._process, None
        if process is None:
            return
        process.send_signal(signal.SIGTERM)
        with process:
            assert process.wait(timeout=20) == 0

    def fault(self, name, seconds=None, on=None):
        """Sets a fault for all calls or for one; docs/gateway.md lists the names."""
        setting = {"fault": name, "seconds": seconds, "on": on}
        body = json.dumps({key: value for key, value in setting.items() if value is not None}).encode()
        request = urllib.request.Request(
            f"{self.url}/faults", data=body, method="PUT", headers={"Content-Type": "application/json"})
        urllib.request.urlopen(request, timeout=10).close()

    def sign_in(self, index=0):
        """A token for one of the people."""
        person = self.people[index]
        body = json.dumps({key: person[key] for key in ("userName", "password")}).encode()
        request = urllib.request.Request(f"{self.url}/login", data=body, headers={"Content-Type": "application/json"})
        with urllib.request.urlopen(request, timeout=10) as answer:
            return json.load(answer)["data"]["gatewayUserName"]
