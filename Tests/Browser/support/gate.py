"""A gate between the browser and the server. It records every request, can delay responses, and can cut the
connection."""

import socket
import threading
from contextlib import contextmanager


class Gate:
    """Listens at the port for the browser and forwards everything to the server at `upstream`."""

    def __init__(self):
        self.upstream = None
        self.requests = []
        self._line_is_cut = False
        self._held = {}
        self._kept = {}
        self._refused = {}
        #: The last request of each connection, and whether its response is dropped.
        self._asked = []
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.port = self._listener.getsockname()[1]
        threading.Thread(target=self._accept, daemon=True).start()

    def close(self):
        self._listener.close()

    def count(self, method, path):
        """The number of such requests; if `path` has a query, only those with that query."""
        return sum(method == asked and path in (target, target.partition("?")[0]) for asked, target in self.requests)

    @contextmanager
    def holding(self, method, path):
        """Delays such requests until the block ends; if `path` has a query, only those with that query."""
        go_on = self._held[method, path] = threading.Event()
        try:
            yield
        finally:
            del self._held[method, path]
            go_on.set()

    @contextmanager
    def keeping(self, method, path):
        """Forwards such requests, but delays their responses until the block ends. Yields a function that waits for the
        first response."""
        has_come, go_on = self._kept[method, path] = threading.Event(), threading.Event()
        try:
            yield has_come.wait
        finally:
            del self._kept[method, path]
            go_on.set()

    @contextmanager
    def refusing(self, method, path, status=503, body=b""):
        """Answers such requests itself, with an error status, until the block ends."""
        head = f"HTTP/1.1 {status} No\r\nContent-Length: {len(body)}\r\nConnection: close\r\n\r\n"
        self._refused[method, path] = head.encode() + body
        try:
            yield
        finally:
            del self._refused[method, path]

    @contextmanager
    def cut(self):
        """Drops all requests until the block ends."""
        self._line_is_cut = True
        try:
            yield
        finally:
            self._line_is_cut = False

    def silence(self, method, path):
        """Drops the rest of the responses in progress to such requests. Their connections stay open."""
        for asked in self._asked:
            if asked == [method, path]:
                asked.append("silent")

    def _accept(self):
        while True:
            try:
                client, _ = self._listener.accept()
            except OSError:
                return
            threading.Thread(target=self._serve, args=(client,), daemon=True).start()

    def _serve(self, client):
        server = None
        asked = []
        self._asked.append(asked)
        try:
            with client:
                while request := _read_request(client):
                    method, target, data = request
                    self.requests.append((method, target))
                    path = target.partition("?")[0]
                    if held := self._held.get((method, target)) or self._held.get((method, path)):
                        held.wait()
                    if self._line_is_cut:
                        return
                    if refusal := self._refused.get((method, path)):
                        return client.sendall(refusal)
                    if server is None:
                        server = socket.create_connection(("127.0.0.1", self.upstream))
                        threading.Thread(target=self._pass_on, args=(server, client, asked), daemon=True).start()
                    asked[:] = method, path
                    server.sendall(data)
                    if b"\r\nupgrade: websocket" in data.lower():
                        while more := client.recv(65536):
                            server.sendall(more)
                        return
        except OSError:
            pass  # One side has closed the connection.
        finally:
            if server:
                _hang_up(server)

    def _pass_on(self, server, client, asked):
        try:
            while data := server.recv(65536):
                if "silent" in asked:
                    continue
                if kept := self._kept.get(tuple(asked)):
                    has_come, go_on = kept
                    has_come.set()
                    go_on.wait()
                client.sendall(data)
        except OSError:
            pass
        _hang_up(client)


def _read_request(client):
    """The next request of a connection as (method, target, bytes); None at its end."""
    data = b""
    while b"\r\n\r\n" not in data:
        if not (more := client.recv(65536)):
            return None
        data += more
    head, _, body = data.partition(b"\r\n\r\n")
    length = 0
    for line in head.split(b"\r\n")[1:]:
        name, _, value = line.partition(b":")
        if name.strip().lower() == b"content-length":
            length = int(value)
    while len(body) < length:
        if not (more := client.recv(65536)):
            return None
        body += more
        data += more
    method, target = head.split(b" ", 2)[:2]
    return method.decode(), target.decode(), data


def _hang_up(connection):
    try:
        connection.shutdown(socket.SHUT_RDWR)
    except OSError:
        pass
    connection.close()
