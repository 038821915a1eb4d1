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
        #: The method, path and status of each answer of the server.
        self.answers = []
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
    def holding(self, method, path, only_first=False):
        """Delays such requests, or only the first one, until the block ends; if `path` has a query, only those with that
        query. Yields a function that waits for the first request."""
        with _delaying(self._held, (method, path), only_first) as wait_for_first:
            yield wait_for_first

    @contextmanager
    def keeping(self, method, path, only_first=False):
        """Forwards such requests, but delays their responses, or only the first one, until the block ends. Yields a
        function that waits for the first response."""
        with _delaying(self._kept, (method, path), only_first) as wait_for_first:
            yield wait_for_first

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
                    _wait_if_delayed(self._held, (method, target), (method, path))
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
                if data.startswith(b"HTTP/1.1 "):
                    self.answers.append((*asked[:2], int(data[9:12])))
                if "silent" in asked:
                    continue
                _wait_if_delayed(self._kept, tuple(asked))
                client.sendall(data)
        except OSError:
            pass
        _hang_up(client)


@contextmanager
def _delaying(delays, key, only_first):
    delay = delays[key] = threading.Event(), threading.Event(), only_first
    has_come, go_on, _ = delay
    try:
        yield has_come.wait
    finally:
        if delays.get(key) is delay:
            del delays[key]
        go_on.set()


def _wait_if_delayed(delays, *keys):
    for key in keys:
        if delay := delays.get(key):
            has_come, go_on, only_first = delay
            if only_first and delays.pop(key, None) is not delay:
                continue
            has_come.set()
            return go_on.wait()


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
