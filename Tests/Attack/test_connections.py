"""One network opens as many connections as it can: other networks can still connect."""

import contextlib
import socket

import pytest

from server import Connection, Server, wait_until

MOST = 40


def own_address():
    """An address of this machine that is not loopback; sends nothing."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
        except OSError:
            return None
        return probe.getsockname()[0]


ADDRESS = own_address()


@pytest.mark.skipif(ADDRESS is None, reason="no address besides loopback")
@pytest.mark.parametrize("trusted", [False, True], ids=["a stranger", "a trusted proxy"])
def test_one_network_holds_a_quarter_of_the_connections(trusted):
    proxies = {"PORTICO_HTTP_TRUSTED_PROXIES": ADDRESS} if trusted else {}
    with Server(
        PORTICO_HTTP_HOSTNAME="0.0.0.0", PORTICO_ENVIRONMENT="production", PORTICO_HTTP_CONNECTIONS=str(MOST), **proxies
    ) as server, contextlib.ExitStack() as stack:
        opened = [stack.enter_context(socket.create_connection((ADDRESS, server.port), 10)) for _ in range(MOST // 2)]
        wait_until(lambda: len(alive(opened)) == (MOST // 2 if trusted else MOST // 4), "the connections beyond a share to end")
        with Connection(server.port) as own:
            own.send("GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n")
            assert own.answer().status == 200
        if trusted:
            return
        alive(opened)[0].close()
        with wait_until(lambda: answered(server.port), "room after one has ended"):
            pass


def answered(port):
    """A connection from the same network that gets an answer."""
    connection = socket.create_connection((ADDRESS, port), 10)
    with contextlib.suppress(OSError):
        connection.sendall(b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n")
        if connection.recv(1):
            return connection
    connection.close()
    return None


def alive(connections):
    """The connections that the server has not closed."""
    found = []
    for connection in connections:
        if connection.fileno() < 0:
            continue
        connection.setblocking(False)
        try:
            if connection.recv(1, socket.MSG_PEEK):
                found.append(connection)
        except BlockingIOError:
            found.append(connection)
        except OSError:
            pass
    return found
