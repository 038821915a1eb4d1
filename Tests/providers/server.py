"""An identity provider's HTTP server, its login page and its codes; the base of all kinds."""

import base64
import contextlib
import hashlib
import html
import json
import secrets
import socket
import ssl
import threading
import time
import urllib.parse
from dataclasses import dataclass, field
from http.cookies import SimpleCookie
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from .faults import TRANSPORT

#: The people of a provider, by the names on its buttons. Eve claims the address of ada, which nobody verified.
PEOPLE = {
    "ada": {"name": "Ada Lovelace", "given_name": "Ada", "family_name": "Lovelace", "email": "ada@example.org",
            "email_verified": True, "groups": ["staff", "admins"], "amr": ["pwd", "otp", "mfa"]},
    "bob": {"name": "Bob Hope", "given_name": "Bob", "family_name": "Hope", "email": "bob@example.org",
            "email_verified": True, "groups": ["staff"], "amr": ["pwd"]},
    "eve": {"name": "Eve", "email": "ada@example.org", "email_verified": False, "groups": [], "amr": ["pwd"]},
}


@dataclass
class Request:
    """A request that came. `endpoint` is the name of its path in `PATHS`; `form` has the fields of a form or of a JSON object."""

    method: str
    path: str
    endpoint: str
    query: dict
    form: dict
    headers: object
    has_repeated_fields: bool = False


@dataclass
class Answer:
    status: int
    body: bytes = b""
    headers: dict = field(default_factory=dict)


@dataclass
class Grant:
    """A login at the provider that a client may learn of: by a code, and by tokens afterwards."""

    person: str
    asked: dict
    session: str
    auth_time: int
    scopes: set
    is_redeemed: bool = False


class OAuthError(Exception):
    def __init__(self, error, description="", status=400):
        super().__init__(error)
        self.error, self.description, self.status = error, description, status


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def setup(self):
        super().setup()
        self.server.connections.add(self.connection)

    def finish(self):
        self.server.connections.discard(self.connection)
        with contextlib.suppress(OSError):
            super().finish()

    def log_message(self, *_):
        """Tests look at `requests` instead."""

    def do_GET(self):
        try:
            self.server.provider.serve(self)
        except (BrokenPipeError, ConnectionResetError):
            self.close_connection = True

    do_POST = do_DELETE = do_GET


class Provider:
    """`Provider("google")` makes a `Google`, and so on; `auto` names a person who is logged in without a page."""

    kinds = {}
    #: The paths of endpoints, by the beginning of their names in a discovery document.
    PATHS = {}
    #: The names of parameters of an authorization request and its answer.
    CLIENT, CODE, CANCELLED = "client_id", "code", "access_denied"
    #: Parameters without which an authorization request is refused; most originals only advise them.
    REQUIRED = ("state",)
    checks_pkce = True
    sends_iss = False

    def __init_subclass__(cls):
        Provider.kinds[cls.__name__.lower()] = cls

    def __new__(cls, kind="openid", **_):
        return object.__new__(cls.kinds[kind])

    def __init__(self, kind="openid", *, auto=None, people=None, client_id="portico", client_secret=None, redirect_uris=(),
                 requires_pkce=True, certificate=None, clock=time.time):
        self.kind, self.auto, self.clock, self.certificate = kind, auto, clock, certificate
        self.people = {name: dict(person) for name, person in (people or PEOPLE).items()}
        self.client_id, self.client_secret = client_id, client_secret or secrets.token_urlsafe(32)
        self.redirect_uris, self.requires_pkce = list(redirect_uris), requires_pkce and self.checks_pkce
        #: The name of a fault, and the only endpoint that has it if it is one of transport: by default all that a client calls.
        self.fault = self.fault_on = None
        #: Requests, in the order in which they came.
        self.requests = []
        self.codes, self.access_tokens, self.refresh_tokens, self.sessions = {}, {}, {}, {}
        #: People who agreed to what the client asks, so that Apple does not send their names again.
        self.consented = set()
        self._port = 0

    def __enter__(self):
        return self.start()

    def __exit__(self, *_):
        self.stop()

    def start(self):
        self._ended = threading.Event()
        self._server = ThreadingHTTPServer(("127.0.0.1", self._port), _Handler)
        self._server.daemon_threads, self._server.connections, self._server.provider = True, set(), self
        if self.certificate:
            context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
            context.load_cert_chain(*self.certificate)
            self._server.socket = context.wrap_socket(self._server.socket, server_side=True)
        self._port = self._server.server_port
        threading.Thread(target=self._server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True).start()
        return self

    def stop(self):
        """Ends all connections; nobody listens any more. After `start()` the address, the keys and the tokens are the same."""
        self._ended.set()
        self._server.shutdown()
        self._server.server_close()
        for connection in list(self._server.connections):
            with contextlib.suppress(OSError):
                connection.shutdown(socket.SHUT_RDWR)

    @property
    def url(self):
        return f"http{'s' if self.certificate else ''}://127.0.0.1:{self._port}"

    def address(self, endpoint):
        return self.url + self.PATHS[endpoint]

    def options(self):
        """The values that a client needs: of its registration, and the addresses that no discovery document has."""
        return {"kind": self.kind, "client_id": self.client_id, "client_secret": self.client_secret,
                **{f"{name}_endpoint": self.address(name) for name in self.PATHS}}

    def asked(self, endpoint):
        """The requests to an endpoint."""
        return [request for request in self.requests if request.endpoint == endpoint]

    def identifier(self, name):
        """A person's identifier, which never changes."""
        return self.people[name].get("sub") or hashlib.sha256(f"{self.kind} {name}".encode()).hexdigest()[:20]

    def revoke(self, name):
        """Ends a person's sessions and tokens at the provider, without a word to the client."""
        for granted in (self.access_tokens, self.refresh_tokens, self.sessions):
            for token in [token for token, grant in granted.items() if grant.person == name]:
                del granted[token]

    # Requests

    def serve(self, handler):
        address = urllib.parse.urlsplit(handler.path)
        text = handler.rfile.read(int(handler.headers.get("Content-Length", 0))).decode("utf-8", "replace")
        if "json" in handler.headers.get("Content-Type", ""):
            form, repeated = json.loads(text), False
        else:
            form, repeated = fields(text)
        query, repeated_in_query = fields(address.query)
        names = {path: name for name, path in self.PATHS.items()}
        request = Request(handler.command, address.path, names.get(address.path), query, form, handler.headers,
                          repeated or repeated_in_query)
        self.requests.append(request)
        concerned = request.endpoint == self.fault_on if self.fault_on else request.endpoint not in ("authorization", "end_session")
        if self.fault in TRANSPORT and concerned:
            answer = self._broken(handler)
        else:
            answer = getattr(self, f"_{request.endpoint}")(request) if request.endpoint else page("Not found", 404)
        if answer is None:
            handler.close_connection = True
            return
        handler.send_response(answer.status)
        for name, value in {"Content-Length": len(answer.body), **answer.headers}.items():
            handler.send_header(name, str(value))
        handler.end_headers()
        handler.wfile.write(answer.body)

    def _broken(self, handler):
        """The answer of a provider whose transport is broken; None ends the connection."""
        if self.fault == "html":
            return page("The service is in maintenance.")
        if self.fault == "server-error":
            return page("Internal error", 500)
        if self.fault == "redirect":
            return Answer(302, headers={"Location": f"{self.url}/elsewhere"})
        if self.fault == "silent":
            self._ended.wait()
        if self.fault in ("slow", "huge"):
            piece, pieces, pause = (b" ", 10_000, 0.05) if self.fault == "slow" else (b" " * 65_536, 4_096, 0)
            handler.send_response(200)
            handler.send_header("Content-Type", "application/json")
            handler.send_header("Content-Length", str(len(piece) * pieces))
            handler.end_headers()
            for _ in range(pieces):
                handler.wfile.write(piece)
                if self._ended.wait(pause) if pause else self._ended.is_set():
                    break
        return None

    # The authorization endpoint

    def _authorization(self, request):
        asked = request.query
        if asked.get(self.CLIENT) != self.client_id or asked.get("redirect_uri") not in self.redirect_uris:
            return page("Unknown application, or an address that is not registered", 400)
        try:
            if request.has_repeated_fields:
                raise OAuthError("invalid_request", "a parameter is repeated")
            self._check(asked)
            session = self._session(request)
        except OAuthError as error:
            return self._led_back(asked, {"error": error.error, "error_description": error.description})
        if session is None:
            return self._login_page(asked)
        code = secrets.token_urlsafe(24)
        self.codes[code] = Grant(session.person, asked, session.session, session.auth_time, self._scopes(asked))
        answer = self._led_back(asked, {self.CODE: code, **self._parameters(self.codes[code])})
        self.consented.add(session.person)
        answer.headers["Set-Cookie"] = f"provider-{self._port}={session.session}; Path=/; HttpOnly; SameSite=Lax"
        return answer

    def _check(self, asked):
        if asked.get("response_type") != "code":
            raise OAuthError("unsupported_response_type")
        if missing := [name for name in self.REQUIRED if not asked.get(name)]:
            raise OAuthError("invalid_request", f"without {', '.join(missing)}")
        if self.requires_pkce and "code_challenge" not in asked:
            raise OAuthError("invalid_request", "without code_challenge")
        if self.checks_pkce and "code_challenge" in asked:
            if asked.get("code_challenge_method") != "S256" or len(asked["code_challenge"]) != 43:
                raise OAuthError("invalid_request", "code_challenge_method must be S256")

    def _session(self, request):
        """The session of the browser at the provider; None if a person must log in first."""
        asked, cookies = request.query, SimpleCookie(request.headers.get("Cookie", ""))
        prompts, name = asked.get("prompt", "").split(), self.auto
        if request.method == "POST":
            if (name := request.form.get("person")) not in self.people:
                raise OAuthError(self.CANCELLED, "The person cancelled the login")
        elif cookie := cookies.get(f"provider-{self._port}"):
            session = self.sessions.get(cookie.value)
            is_recent = session and self.clock() - session.auth_time <= int(asked.get("max_age") or 10**9)
            if is_recent and not {"login", "select_account"} & set(prompts):
                return session
        if name:
            sid = secrets.token_urlsafe(12)
            self.sessions[sid] = Grant(name, {}, sid, int(self.clock()), set())
            return self.sessions[sid]
        if "none" in prompts:
            raise OAuthError("login_required")
        return None

    def _login_page(self, asked):
        hint = asked.get("login_hint", "")
        buttons = "".join(
            f'<p><button name="person" value="{html.escape(name)}"{" autofocus" if hint in (name, person["email"]) else ""}>'
            f"Log in as {html.escape(name)}</button>" for name, person in self.people.items())
        return page(f'<form method="post">{buttons}<p><button name="person" value="">Cancel</button></form>'
                     f"<p>Hint: {html.escape(hint)}", heading=f"Log in at {type(self).__name__}")

    def _scopes(self, asked):
        return set(asked.get("scope", "").replace(",", " ").split())

    def _parameters(self, grant):
        """Parameters that the provider adds to a code."""
        return {}

    def _led_back(self, asked, parameters):
        parameters = {name: value for name, value in parameters.items() if value not in (None, "")}
        if "state" in asked and self.fault != "no-state":
            parameters["state"] = "another-state" if self.fault == "wrong-state" else asked["state"]
        if self.fault == "no-code":
            parameters.pop(self.CODE, None)
        if (self.sends_iss or self.fault == "wrong-iss-parameter") and self.fault != "missing-iss-parameter":
            parameters["iss"] = "https://another.example" if self.fault == "wrong-iss-parameter" else self.issuer
        if asked.get("response_mode") == "form_post":
            fields = "".join(
                f'<input type="hidden" name="{name}" value="{html.escape(value)}">' for name, value in parameters.items())
            return page(f'<form method="post" action="{html.escape(asked["redirect_uri"])}">{fields}<button>Continue</button></form>'
                         "<script>document.forms[0].submit()</script>")
        joint = "&" if "?" in asked["redirect_uri"] else "?"
        return Answer(302, headers={"Location": asked["redirect_uri"] + joint + urllib.parse.urlencode(parameters)})

    # Codes and tokens

    def _redeemed(self, code, redirect_uri=None, verifier=None):
        """The grant of a code, once. A second attempt also ends the tokens of the first: RFC 6749, section 4.1.2."""
        grant = self.codes.get(code)
        if grant is None or grant.is_redeemed or self.fault == "code-used-twice":
            for granted in (self.access_tokens, self.refresh_tokens):
                for token in [token for token, other in granted.items() if other is grant]:
                    del granted[token]
            raise OAuthError("invalid_grant", "the code is unknown or used")
        grant.is_redeemed = True
        if redirect_uri is not None and redirect_uri != grant.asked["redirect_uri"]:
            raise OAuthError("invalid_grant", "the redirect_uri is another one")
        if self.checks_pkce and "code_challenge" in grant.asked and challenge(verifier or "") != grant.asked["code_challenge"]:
            raise OAuthError("invalid_grant", "the code_verifier is wrong")
        return grant

    def _access_token(self, grant):
        token = secrets.token_urlsafe(24)
        self.access_tokens[token] = grant
        return token

    def _granted(self, request):
        """The grant of the access token of a request; None without one."""
        scheme, _, token = request.headers.get("Authorization", "").partition(" ")
        return self.access_tokens.get(token) if scheme.lower() in ("bearer", "token") else None


def fields(text):
    """The fields of a query or form, and whether one is repeated."""
    pairs = urllib.parse.parse_qsl(text, keep_blank_values=True)
    return dict(pairs), len(pairs) > len(dict(pairs))


def json_answer(value, status=200, headers=(), type="application/json"):
    return Answer(status, json.dumps(value, ensure_ascii=False).encode(),
                  {"Content-Type": f"{type}; charset=utf-8", "Cache-Control": "no-store", **dict(headers)})


def page(text, status=200, heading="Provider"):
    # The mark of a ready page, which journeys wait for.
    body = f"<!DOCTYPE html><html lang=en data-ready><title>{heading}</title><h1>{heading}</h1>{text}</html>"
    return Answer(status, body.encode(), {"Content-Type": "text/html; charset=utf-8"})


def base64url(data):
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def challenge(verifier):
    return base64url(hashlib.sha256(verifier.encode()).digest())
