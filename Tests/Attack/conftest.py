import pytest

from server import Server


@pytest.fixture(scope="module")
def server():
    """A server with one account, shared by the attacks of a file."""
    server = Server()
    server.add_account()
    with server:
        yield server
