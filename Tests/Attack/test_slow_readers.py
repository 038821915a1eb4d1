"""Clients that ask and do not read cost little, and not for long."""

import os
import resource
import time

from server import Connection, Server, wait_until

#: Of the hard limit of open files, what this process needs for itself stays.
MANY = min(10_000, resource.getrlimit(resource.RLIMIT_NOFILE)[1] - 200)


def connect(server, count, request):
    """Connections that ask and do not read. The system takes little for them, so that the server has to."""
    resource.setrlimit(resource.RLIMIT_NOFILE, (resource.getrlimit(resource.RLIMIT_NOFILE)[1],) * 2)
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


def is_gone(connection):
    """Whether the server has ended the connection: more cannot be sent."""
    try:
        connection.socket.send(b" ")
        return False
    except BlockingIOError:
        return False
    except ConnectionError:
        return True


def test_many_connections_that_do_not_read_cost_little_and_end():
    with Server() as server:
        before = server.megabytes
        request = f"GET /session/new HTTP/1.1\r\nHost: {server.host}\r\n\r\n".encode() * 3_000
        start = time.monotonic()
        connections = connect(server, MANY, request)
        asked = time.monotonic() - start
        assert server.ask("/healthz").status == 200, "others are answered meanwhile"
        most = before
        while server.open_files > 100 and time.monotonic() - start < asked + 90:
            most = max(most, server.megabytes)
            time.sleep(0.5)
        print(f"{MANY} connections in {asked:.1f} s: {before:.0f} MB before, {most:.0f} MB at most, "
              f"{server.open_files} files open {time.monotonic() - start - asked:.0f} s later")
        assert server.open_files <= 100
        assert most < 150
        for connection in connections:
            connection.socket.close()
