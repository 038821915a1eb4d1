"""Several nodes as one server under test, for the steps and fixtures of journeys."""

import urllib.request
import urllib.parse

from .portico import Portico


class Installation(Portico):
    """Nodes behind one address. There is no gate."""

    def __init__(self, nodes):
        self.nodes = nodes
        self.origin = nodes.origin

    def users(self, *arguments, password=None):
        how = ["--password-stdin"] if password is not None else []
        return self.nodes.command("users", *arguments, *how, text=password or "")

    def set(self, **settings):
        for node in self.nodes.nodes:
            body = urllib.parse.urlencode(settings).encode()
            headers = {"Host": self.origin.partition("//")[2]}
            address = f"http://127.0.0.1:{node.port}/dev/settings"
            urllib.request.urlopen(urllib.request.Request(address, data=body, headers=headers), timeout=10).close()
