"""An application for tests: it records the bytes of every request, and answers with the bytes of the test."""

import re
import socket
import socketserver
import threading
import wsgiref.simple_server

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
        #: Called with the connection and the request. The application sends its bytes unchanged.
        self.answer = OK
        #: Whether the application reads the body before it answers.
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
        """The number of requests whose connection has ended."""
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
        """The head of a request and the bytes after it; None if the connection ended before."""
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


class WSGIRequest:
    """A request as it arrived, and as a WSGI application receives it."""

    def __init__(self, environ, line, fields):
        self.environ = environ
        self.fields = fields
        self.raw = line + "".join(f"{name}: {value}\r\n" for name, value in fields)

    def said(self, name):
        """The values of a header for the most lenient reader: CGI treats all characters of a name except letters and digits as equal."""
        return [value for known, value in self.fields if _alike(known) == _alike(name) and value]


def _alike(name):
    return re.sub("[^A-Z0-9]", "_", name.upper())


class WSGIApplication:
    """An application on Python's own WSGI server, which records every request."""

    def __init__(self):
        self.requests = requests = []

        class Handler(wsgiref.simple_server.WSGIRequestHandler):
            def get_environ(self):
                environ = super().get_environ()
                line = self.raw_requestline.decode("latin-1")
                requests.append(WSGIRequest(environ, line, self.headers.items()))
                return environ

            def log_message(self, *_):
                pass

        def application(environ, respond):
            respond("200 OK", [("Content-Type", "text/plain"), ("Content-Length", "2")])
            return [b"hi"]

        class Server(socketserver.ThreadingMixIn, wsgiref.simple_server.WSGIServer):
            daemon_threads = True
            request_queue_size = 128

        self._server = Server(("127.0.0.1", 0), Handler)
        self._server.set_app(application)
        self.port = self._server.server_port
        threading.Thread(target=self._server.serve_forever, daemon=True).start()

    def close(self):
        self._server.shutdown()
        self._server.server_close()
