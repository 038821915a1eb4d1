"""Real servers that read addresses in different ways. Each names the place of an address: `public` (/assets, and *.css at the top),
`admin` (/admin) or `private` (all else); `refused` for any other answer."""

import contextlib
import http.server
import io
import os
import subprocess
import tempfile
import wsgiref.simple_server
from pathlib import Path

import werkzeug.exceptions
import werkzeug.routing
import werkzeug.serving

import proxies
from server import Connection, free_port, wait_until

PROGRAMS = Path(__file__).parent / "programs"
PLACES = {"public", "admin", "private"}


def place(path):
    segments = path.removesuffix("/").split("/")[1:] or [""]
    if segments[0] == "assets" or len(segments) == 1 and segments[0].endswith(".css"):
        return "public"
    return "admin" if segments[0] == "admin" else "private"


class Reader:
    """A program that listens on a port. Its answer has a word for each of its ways to read, or a status that stands for a place."""

    def __init__(self, name, port, statuses=None):
        self.name, self.port, self.statuses = name, port, statuses
        self._connection = None

    def places(self, address):
        """The places of an address for this reader."""
        answer = self._ask(address)
        if answer is None:
            return set()
        if self.statuses:
            return {self.statuses.get(answer.status, "refused")} & PLACES
        return set(answer.body.decode().split()) & PLACES if answer.status == 200 else set()

    def answers(self):
        with contextlib.suppress(OSError):
            return bool(self.places("/assets/x"))

    def close(self):
        if self._connection:
            self._connection.socket.close()

    def _ask(self, address):
        with contextlib.suppress(OSError, AssertionError):
            if self._connection and (answer := self._exchange(address)):
                return answer
        self.close()
        self._connection = Connection(self.port)
        # Tomcat refuses some addresses without a head.
        with contextlib.suppress(OSError, AssertionError):
            return self._exchange(address)
        self._connection.socket.close()
        self._connection = None

    def _exchange(self, address):
        self._connection.send(f"GET {address} HTTP/1.1\r\nHost: reader.example\r\n\r\n")
        answer = self._connection.answer()
        if answer is None or answer.closes or answer.status == 400 or not {"content-length", "transfer-encoding"} & set(answer.headers):
            self.close()
            self._connection = None
        return answer


class Handled:
    """A WSGI server of Python without a socket: its handler reads the request from memory."""

    def __init__(self, name, handler, server):
        self.name, self._handler, self._server = name, handler, server

    def places(self, address):
        found = []
        self._server.found = found.append
        request = f"GET {address} HTTP/1.1\r\nHost: reader.example\r\nConnection: close\r\n\r\n"
        self._handler(_Memory(io.BytesIO(request.encode())), ("127.0.0.1", 1), self._server)
        return set(found) & PLACES

    def close(self):
        self._server.server_close()


class _Memory:
    def __init__(self, request):
        self.makefile = lambda *_: request
        self.sendall = len
        self.settimeout = self.setsockopt = self.shutdown = self.close = self.getsockname = lambda *_: None


def wsgiref_reader():
    """Reads PATH_INFO, as it is and normalized, and the path as Python parses it."""

    class Handler(wsgiref.simple_server.WSGIRequestHandler):
        def log_message(self, *_):
            pass

        def get_stderr(self):
            return io.StringIO()

    def application(environ, respond):
        server.found(place(environ["PATH_INFO"]))
        respond("200 OK", [("Content-Length", "0")])
        return []

    server = wsgiref.simple_server.WSGIServer(("127.0.0.1", 0), Handler)
    server.set_app(application)
    return Handled("wsgiref", Handler, server)


def werkzeug_reader(merges):
    rules = [("/assets", "public"), ("/assets/<path:rest>", "public"), ("/<string(minlength=0):name>.css", "public"), ("/admin", "admin"),
             ("/admin/<path:rest>", "admin"), ("/", "private"), ("/<path:rest>", "private")]
    routes = werkzeug.routing.Map(
        [werkzeug.routing.Rule(path, endpoint=name, strict_slashes=False) for path, name in rules], merge_slashes=merges)

    def application(environ):
        with contextlib.suppress(werkzeug.exceptions.HTTPException):
            name, rest = routes.bind_to_environ(environ).match()
            # The last route reads the rest as a path, such as `assets//x`, which no other route matches.
            server.found(place(f"/{rest.get('rest', '')}") if name == "private" else name)

    class Handler(werkzeug.serving.WSGIRequestHandler):
        def run_wsgi(self):
            # The rest of the server needs a socket.
            application(self.make_environ())

        def log(self, *_):
            pass

    server = werkzeug.serving.make_server("127.0.0.1", 0, None, request_handler=Handler)
    return Handled(f"werkzeug that merges slashes: {merges}", Handler, server)


def files_reader():
    """Python's file server: the place of the file that it would open."""

    class Handler(http.server.SimpleHTTPRequestHandler):
        def log_message(self, *_):
            pass

        def do_GET(self):
            path = self.translate_path(self.path)
            self.server.found(place("/" + os.path.relpath(path, self.directory)))
            self.send_error(404)

    return Handled("http.server", Handler, http.server.HTTPServer(("127.0.0.1", 0), Handler))


NGINX = """
server {{
    listen 127.0.0.1:{port};
    {more}
    location = /assets {{ return 200 public; }}
    location ^~ /assets/ {{ return 200 public; }}
    location {sign} ^/[^/]*\\.css/?$ {{ return 200 public; }}
    location {sign} ^/admin(/|$) {{ return 200 admin; }}
    location / {{ return 200 private; }}
}}
"""
APACHE = """
ServerName reader.example
PidFile {folder}/pid
ErrorLog {folder}/log
LogLevel crit
User www-data
Group www-data
DocumentRoot {folder}
MaxKeepAliveRequests 0
LoadModule mpm_event_module /usr/lib/apache2/modules/mod_mpm_event.so
LoadModule authz_core_module /usr/lib/apache2/modules/mod_authz_core.so
LoadModule alias_module /usr/lib/apache2/modules/mod_alias.so
"""
APACHE_HOST = """
Listen 127.0.0.1:{port}
<VirtualHost 127.0.0.1:{port}>
    {more}
    Redirect 409 /assets
    RedirectMatch 409 "^/[^/]*\\.css/?$"
    Redirect 410 /admin
    Redirect 411 /
</VirtualHost>
"""
APACHE_PLACES = {409: "public", 410: "admin", 411: "private"}


TOMCAT = ["annotations-api", "api", "catalina", "coyote", "jaspic-api", "jni", "juli", "servlet-api", "util", "util-scan"]


def _nginx(folder):
    kinds = {"as it comes": ("~", ""), "without merging": ("~", "merge_slashes off;"), "in any case": ("~*", "")}
    ports = {name: free_port() for name in kinds}
    servers = "".join(NGINX.format(port=ports[name], sign=sign, more=more) for name, (sign, more) in kinds.items())
    return proxies.nginx(folder, servers), [Reader(f"nginx {name}", port) for name, port in ports.items()]


def _node(folder):
    port = free_port()
    return ["node", PROGRAMS / "reader.mjs", str(port)], [Reader("Node", port)]


def _apache(folder):
    kinds = {
        "as it comes": "", "with encoded slashes": "AllowEncodedSlashes On", "that keeps encoded slashes": "AllowEncodedSlashes NoDecode",
        "that does not merge slashes": "AllowEncodedSlashes On\nMergeSlashes Off"}
    ports = {name: free_port() for name in kinds}
    text = APACHE.format(folder=folder) + "".join(APACHE_HOST.format(port=ports[name], more=more) for name, more in kinds.items())
    (Path(folder) / "apache.conf").write_text(text)
    readers = [Reader(f"Apache {name}", port, APACHE_PLACES) for name, port in ports.items()]
    return ["apache2", "-d", folder, "-f", Path(folder) / "apache.conf", "-D", "FOREGROUND"], readers


def _tomcat(folder):
    jars = ":".join(f"/usr/share/java/tomcat10-{name}.jar" for name in TOMCAT)
    subprocess.run(["javac", "-nowarn", "-cp", jars, "-d", folder, PROGRAMS / "Reader.java"], check=True, stderr=subprocess.DEVNULL)
    kinds = {"as it comes": free_port(), "with encoded slashes": free_port(), "that keeps encoded slashes": free_port()}
    command = ["java", "-cp", f"{folder}:{jars}", "Reader", folder, *map(str, kinds.values())]
    return command, [Reader(f"Tomcat {name}", port) for name, port in kinds.items()]


def _go(folder):
    environment = os.environ | {"GO111MODULE": "off", "GOCACHE": f"{folder}/cache"}
    subprocess.run(["go", "build", "-o", f"{folder}/reader", PROGRAMS / "reader.go"], check=True, env=environment)
    port = free_port()
    return [f"{folder}/reader", str(port)], [Reader("Go", port)]


def _php(folder):
    port = free_port()
    return ["php", "-S", f"127.0.0.1:{port}", "-t", folder, PROGRAMS / "reader.php"], [Reader("PHP", port)]


SMALL = [_nginx, _node]
#: The readers with large packages.
LARGE = [_apache, _tomcat, _go, _php]


@contextlib.contextmanager
def readers(everything):
    with contextlib.ExitStack() as stack:
        found = [wsgiref_reader(), werkzeug_reader(True), werkzeug_reader(False), files_reader()]
        for start in SMALL + (LARGE if everything else []):
            folder = stack.enter_context(tempfile.TemporaryDirectory(prefix="portico-reader-"))
            # Apache and nginx serve as another user.
            os.chmod(folder, 0o755)
            command, started = start(folder)
            stack.enter_context(proxies.running(command))
            found += started
        for reader in found:
            stack.callback(reader.close)
            if isinstance(reader, Reader):
                wait_until(reader.answers, reader.name)
        yield found
