"""An application for tests: it keeps every request byte by byte, and answers with the bytes that a test chooses."""

import socket
import threading

OK = b"HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: 2\r\n\r\nhi"


class Asked:
    """A request as it arrived."""

    def __init__(self, head, body):
        self.raw = head + b"\r\n\r\n" + body
        line, *fields = head.decode("latin-1").split("\r\n")
        self.line = line
        self.fields = [tuple(field.split(": ", 1)) for field in fields]
        self.body = body
        #: Whether its connection has ended.
        self.has_ended = False
        #: Whether its connection ended before its body did.
        self.was_cut = False

    def __getitem__(self, name):
        """The values of a header."""
        return [value for known, value in self.fields if known.lower() == name.lower()]

    @property
    def names(self):
        return {name.lower() for name, _ in self.fields}


class Application:
    def __init__(self):
        self.requests = []
        #: Called with the connection and the request; bytes are sent as they are.
        self.answer = OK
        #: Whether the body is read before the answer.
        self.reads = True
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.port = self._listener.getsockname()[1]
        threading.Thread(target=self._accept, daemon=True).start()

    def close(self):
        self._listener.close()

    def reset(self):
        self.requests, self.answer, self.reads = [], OK, True

    @property
    def ended(self):
        """How many of the requests have a connection that has ended."""
        return sum(asked.has_ended for asked in self.requests)

    def _accept(self):
        while True:
            try:
                connection, _ = self._listener.accept()
            except OSError:
                return
            threading.Thread(target=self._serve, args=(connection,), daemon=True).start()

    def _serve(self, connection):
        asked = None
        with connection:
            try:
                if asked := self._receive(connection):
                    self._exchange(connection, asked)
            except OSError:
                pass
        if asked:
            asked.has_ended = True

    def _receive(self, connection):
        """The head of a request, with what came with it; nothing where the connection ended before."""
        data = b""
        while b"\r\n\r\n" not in data:
            more = connection.recv(65_536)
            if not more:
                return None
            data += more
        head, _, body = data.partition(b"\r\n\r\n")
        asked = Asked(head, body)
        self.requests.append(asked)
        return asked

    def _exchange(self, connection, asked):
        if self.reads:
            self._read(connection, asked)
        if isinstance(self.answer, bytes):
            connection.sendall(self.answer)
        else:
            self.answer(connection, asked)

    def _read(self, connection, asked):
        length = int((asked["Content-Length"] or ["0"])[0])
        is_chunked = asked["Transfer-Encoding"] == ["chunked"]
        asked.was_cut = True
        while (not asked.body.endswith(b"0\r\n\r\n")) if is_chunked else len(asked.body) < length:
            more = connection.recv(65_536)
            if not more:
                raise OSError("cut")
            asked.body += more
        asked.was_cut = False
