"""Clients that send requests and do not read cost little, and not for long."""

import os
import time

from server import Connection, Server, wait_until

#: The number of clients that do not read, and the limit of memory in KB for one in a debug build; a release build takes less.
MANY = int(os.environ.get("SLOW_READERS", "700"))
KILOBYTES = int(os.environ.get("SLOW_READER_KILOBYTES", "200"))
#: The number that stay until their time is over; beyond it, the server ends those with the longest wait (`SlowReaders.most`).
STAY = 500


def connect(server, count, request):
    """Connections that send requests and do not read. The system buffers little for them, so the server must."""
    connections = []
    for _ in range(count):
        connection = Connection(server.port, receive_buffer=2_048)
        connection.socket.setblocking(False)
        try:
            connection.socket.send(request)
        except BlockingIOError:
            pass
        connections.append(connection)
    return connections


def test_connections_that_do_not_read_cost_little_and_end():
    with Server() as server:
        # The memory of the first answers does not belong to these clients.
        for _ in range(50):
            assert server.ask("/session/new").status == 200
        before, sockets = server.megabytes, server.sockets
        request = f"GET /session/new HTTP/1.1\r\nHost: {server.host}\r\n\r\n".encode() * 3_000
        connections = connect(server, MANY, request)
        # The server accepts this connection after the others, and what they sent costs a debug build 15 s of processor time.
        assert server.ask("/session/new", timeout=90).status == 200
        start = time.monotonic()
        most = server.megabytes
        wait_until(lambda: server.sockets <= sockets + STAY, "the end of those that have waited longest", 20)
        while server.sockets > sockets and time.monotonic() - start < 120:
            most = max(most, server.megabytes)
            assert server.ask("/session/new").status == 200, "others wait for them"
            time.sleep(0.5)  # The test samples the memory during this time.
        took = time.monotonic() - start
        print(f"{MANY} connections: {before:.0f} MB before, {most:.0f} MB at most, gone after {took:.0f} s")
        assert server.sockets <= sockets, "the slow readers are still connected"
        assert (most - before) * 1024 / MANY < KILOBYTES
        for connection in connections:
            connection.socket.close()
