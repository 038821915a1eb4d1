"""Requests changed at random, against a server of its own: methods, paths, headers, cookies, forms, files and chunks that no
client would send, and some that one would. No answer may be the server's fault or lack its headers.

usage: .venv/bin/python Tests/Attack/fuzz.py [--seconds 600] [--seed 1] [--threads 4]

The seed and the number of a request determine it, except for the cookies and the port, so a finding can be repeated. This does
not use Hypothesis: it would look for the smallest example of a finding, but here a finding is one among hundreds of thousands."""

import argparse
import collections
import dataclasses
import random
import re
import socket
import threading
import time
import urllib.parse

from server import ROOT, SECURITY_HEADERS, Server

FORM = "application/x-www-form-urlencoded"
BOUNDARY = "fuzz-boundary"
#: 501 and 505 are the client's fault; 503 means that a queue is full.
FAULTS = {500, 502, 504}

GET = """/ /session /session/new /session/new?next=/account&add=on /session/end /setup /registration /registration/sent
/registration/confirm?token=AAAA /password/reset /password/new?token=AAAA /email/confirm?token=AAAA /sign-ins/end?token=AAAA
/sign-ins/limits?token=AAAA /sign-ins/reset?token=AAAA /session/proof?next=/account /session/code /session/enrolment /session/mail/new
/session/mail /session/mail/link?token=AAAA /account
/account/factors /account/factors/app /account/factors/passkeys/new /account/factors/passkeys/one?id=AAAA /account/password
/account/email /account/sessions /account/settings /account/settings/file /account/activity?before=7 /accounts /administration /administration/people?search=a&page=2
/administration/people/add /administration/people/import /administration/people/export /administration/invitations
/administration/events?kind=signedIn&user=ada&since=2026-01-01 /administration/events/export /administration/mail
/administration/settings /administration/settings/app.name /administration/person/grace /administration/person/grace/edit
/administration/person/grace/groups /administration/person/grace/sessions /profile/edit /draft?secret=AAAA /settings/appearance
/workplace/factory?search=x /account/data /about /about/licences /about/licences/grdb /healthz /readyz /service-worker.js
/offline /robots.txt /favicon.ico /jobs/AAAA /jobs/AAAA/result /assets/x/js/boot.js /.well-known/security.txt /events?after=1-1""".split()

POST = {
    "/session": "username=lin&password=wrong words in a row&remember=on&next=/account",
    "/session/end": "account=local/nobody&scope=one",
    "/session/proof": "account=local/ada&next=/account&reauthentication=wrong",
    "/session/code": "pending=AAAA&code=123456&recovery=&trust=on&next=/account",
    "/session/enrolment": "pending=AAAA&enrolment=AAAA&code=123456&passkey={}&next=/account",
    "/session/passkey": "account=local/ada&purpose=registration&pending=AAAA",
    "/session/mail/new": "username=ada@example.org&remember=on&next=/account", "/session/mail/code": "code=123456",
    "/session/mail": "email=ada@example.org&remember=on&next=/account", "/session/mail/link": "token=AAAA",
    "/session/password": "pending=AAAA&password=words in a long row&next=/account",
    "/account/factors/app": "account=local/ada&enrolment=AAAA&code=123456",
    "/account/factors/passkeys/new": 'account=local/ada&name=Telephone&passkey={"rawId":"AA","response":{}}',
    "/account/factors/passkeys/one": "account=local/ada&id=AAAA&name=Telephone",
    "/account/factors/passkeys/remove": "account=local/ada&id=AAAA", "/sign-ins/reset": "token=AAAA",
    "/registration": "username=somebody&name=Some Body&email=some@example.org&password=words in a long row",
    "/registration/confirm": "token=AAAA&username=a&password=b", "/registration/renew": "token=AAAA",
    "/password/reset": "email=ada@example.org", "/password/new": "token=AAAA&password=words in a long row",
    "/email/confirm": "token=AAAA", "/sign-ins/end": "token=AAAA", "/sign-ins/limits": "token=AAAA", "/setup": "token=AAAA",
    "/account/password": "account=local/ada&current=wrong&password=a", "/account/email": "account=local/ada&email=ada@example.com",
    "/account/sessions/end": "account=local/ada&id=99999", "/accounts/current": "account=local/ada&id=99999",
    "/account/data": "account=local/ada", "/profile": "account=local/ada&name=Ada", "/jobs/AAAA/cancel": "account=local/ada",
    "/profile/edit": "account=local/ada&name=Ada Lovelace&pronouns=she&note=words&version=1",
    "/settings/appearance": "account=local/ada&appearance=dark&textSize=large&version=0",
    "/settings/automatic-sign-in": "account=local/ada&automatic=on", "/workplace/factory": "account=local/ada&name=x",
    "/administration/settings/app.name": "account=local/ada&value=Door&version=0",
    "/administration/people/add": "account=local/ada&username=new&name=New&email=new@example.org",
    "/administration/people/invite": "account=local/ada&email=new@example.org",
    "/administration/person/grace/edit": "account=local/ada&name=Grace&email=grace@example.org&version=0",
    "/administration/person/grace/groups": "account=local/ada&groups=staff editors",
    "/administration/person/grace/disable": "account=local/ada", "/administration/person/grace/enable": "account=local/ada",
    "/errors": "TypeError js/main.js:1:2", "/violations": '{"csp-report":{"effective-directive":"script-src","blocked-uri":"eval"}}',
}

FILES = {
    "/administration/people/import": "username,name,email,groups\nlin,Lin,lin@example.org,staff\n\"q\"\"u\",\"a\nb\",,\n",
    "/administration/people/import/run": "dXNlcm5hbWUsbmFtZQpsaW4sTGluCg==",
    "/account/settings": '{"format":1,"values":{"display.appearance":"dark","userInfo.name":"Ada"},"checksum":"x"}',
}

#: Bytes that are difficult for parsers.
SNIPPETS = [part.encode("utf-8", "surrogateescape") for part in (
    "\0", "\r\n", "\n", "\r", " ", "\t", "%", "%0", "%00", "%ff", "%2e%2e", "%c0%af", "\udcff", "\udcc3(", "é", "\u202e", "\U0001f600", "'", '"', "<", ">",
    "&", "=", ";", ",", "+", "/", "//", "\\", "..", "../", "?", "#", "[", "]", "{", "}", "{}", "[[[[[[", "null", "-1", "0",
    "9223372036854775808", "-9223372036854775809", "1e999", "NaN", "2026-02-30", "a" * 300, "A" * 9_000, "%41" * 700, "&a=b" * 300,
    "local/ada", "works:ada", "__proto__", "true", "on", "\u00a0", "e\u0301" * 40, "0x10", ";ext=1", "--fuzz-boundary", "\r\n--fuzz-boundary", "--fuzz-boundary--", "\r\n--fuzz-boundary\r\n")]

METHODS = "GET HEAD POST PUT PATCH DELETE OPTIONS TRACE CONNECT get PRI \0 G(T".split(" ") + ["A" * 200]

FIELDS = [
    "Accept: text/html", "Accept:", "Accept-Encoding: br, gzip;q=0, *", "Accept-Encoding: " + "gzip," * 500, "Range: bytes=0-1",
    "Range: bytes=-1,5-2,99999999999999999999-", "If-None-Match: \"x\", *", "If-Modified-Since: Sun, 99 Foo 2026",
    "Portico-Request: script", "Portico-Present: sheet", "Portico-Account: local/ada", "Portico-Account: \xff", "Portico-Notices: take",
    "Portico-Background: true", "Sec-Fetch-Site: same-origin", "Sec-Fetch-Site: cross-site", "Sec-Fetch-Mode: navigate",
    "Sec-Fetch-Dest: iframe", "Origin: null", "Origin: https://evil.example", "Origin: http://[", "Last-Event-ID: 99999999999999999999",
    "Last-Event-ID: 1-", "X-Forwarded-For: 1.2.3.4", "Forwarded: for=\"[::1\"", "X-Request-ID: " + "a" * 65, "Expect: 100-continue",
    "Expect: x", "Connection: close", "Connection: keep-alive, upgrade", "Upgrade: websocket", "Upgrade: h2c", "TE: trailers",
    "Transfer-Encoding: chunked", "Transfer-Encoding: gzip, chunked", "Transfer-Encoding: identity", "Content-Length: 0",
    "Content-Length: -1", "Content-Length: 5, 5", "Content-Length: 99999999999999999999", "Content-Encoding: gzip",
    "Content-Type: " + FORM, "Content-Type: application/json", "Content-Type: multipart/form-data",
    "Content-Type: multipart/form-data; boundary=\"\"", "Content-Type: " + FORM + "; charset=utf-16", "Cookie: ", "Cookie: =;=;;",
    "Cookie: portico=" + "A" * 43, "Cookie: portico", "Cookie: portico-display=%7b", "Cookie: portico-display={\"theme\":9}",
    "Cookie: portico-name=\xff; portico-run=\0", "Host: evil.example", "Host:", "User-Agent: " + "x" * 3_000, " folded: x", "no colon",
    "Name\0: x", ": x", "X-" + "y" * 5_000 + ": z", "DNT: \x7f"]


@dataclasses.dataclass
class Draft:
    """A request before its conversion to bytes."""

    method: bytes
    path: bytes
    fields: list
    body: bytes
    cookies: str


def draft(chance, cookies):
    """One of the requests that clients really send."""
    kind = chance.random()
    known = chance.choice(cookies)
    if kind < 0.45:
        return Draft(b"GET", chance.choice(GET).encode(), [], b"", known)
    if kind < 0.85:
        path, form = chance.choice(list(POST.items()))
        body = form if form[0] == "{" else "&".join(
            f"{name}={urllib.parse.quote(value, safe='/@.')}" for name, _, value in (pair.partition("=") for pair in form.split("&")))
        kind = "application/csp-report" if form[0] == "{" else FORM
        return Draft(b"POST", path.encode(), [f"Content-Type: {kind}".encode()], body.encode(), known)
    path, content = chance.choice(list(FILES.items()))
    name = "content" if path.endswith("run") else "file"
    filename = '; filename="a.csv"' if name == "file" else ""
    body = (f"--{BOUNDARY}\r\nContent-Disposition: form-data; name=\"account\"\r\n\r\nlocal/ada\r\n"
            f"--{BOUNDARY}\r\nContent-Disposition: form-data; name=\"{name}\"{filename}\r\n\r\n{content}\r\n--{BOUNDARY}--\r\n")
    return Draft(b"POST", path.encode(), [f"Content-Type: multipart/form-data; boundary={BOUNDARY}".encode()], body.encode(), known)


def changed(chance, data):
    """Some bytes with one to four changes."""
    data = bytearray(data)
    for _ in range(chance.randint(1, 4)):
        at = chance.randint(0, len(data))
        end = min(len(data), at + chance.choice((1, 1, 2, 5, 30)))
        act = chance.randrange(6)
        if act == 0:
            data[at:at] = chance.choice(SNIPPETS)
        elif act == 1:
            data[at:end] = chance.choice(SNIPPETS)
        elif act == 2:
            del data[at:end]
        elif act == 3:
            data[at:at] = data[at:end] * chance.randint(1, 20)
        elif act == 4 and data:
            data[at % len(data)] = chance.randrange(256)
        else:
            data[at:at] = bytes(chance.randrange(256) for _ in range(chance.randint(1, 8)))
    return bytes(data)


def escaped(chance, data):
    """Mostly percent-encoded, as clients encode characters in addresses and forms, so that more requests pass the parsers."""
    return data if chance.random() < 0.3 else urllib.parse.quote_from_bytes(data, safe="/?&=%+,:@.").encode()


def chunked(chance, body):
    """A body in chunks, often with a fault."""
    parts = b""
    while body:
        size = chance.randint(1, max(1, len(body)))
        said = chance.choice([b"%x"] * 8 + [b"%X", b"0%x", b"%x;a=b", b" %x", b"-%x"]) % size
        parts += said + b"\r\n" + body[:size] + b"\r\n"
        body = body[size:]
    return parts + chance.choice([b"0\r\n\r\n"] * 6 + [b"0\r\nA: b\r\n\r\n", b"0\r\nContent-Length: 9\r\n\r\n", b"", b"g\r\n", b"0\n\n"])


def request(seed, number, host, cookies):
    """The bytes of a request."""
    chance = random.Random(f"{seed}-{number}")
    made = draft(chance, cookies)
    for act in chance.choices(("nothing", "method", "path", "query", "field", "fields", "body", "cookie"), (1, 1, 4, 3, 3, 1, 5, 2),
                              k=chance.randint(1, 3)):
        if act == "method":
            made.method = chance.choice(METHODS).encode()
        elif act == "path":
            made.path = escaped(chance, changed(chance, made.path))
        elif act == "query":
            query = changed(chance, b"next=/account&token=AAAA&page=2&search=ada&before=7&back=/")
            made.path += b"?" + escaped(chance, query)
        elif act in ("field", "fields"):
            count = 1 if act == "field" else chance.choice((3, 20, 120))
            made.fields += [chance.choice(FIELDS).encode("latin-1") for _ in range(count)]
        elif act == "body":
            body = changed(chance, made.body)
            made.body = escaped(chance, body) if FORM.encode() in b"".join(made.fields) else body
        elif act == "cookie":
            made.cookies = changed(chance, made.cookies.encode()).decode("latin-1")
    fields = [b"Host: " + host.encode(), *made.fields]
    if made.cookies:
        fields.append(b"Cookie: " + made.cookies.encode("latin-1"))
    if made.body and chance.random() < 0.2:
        fields.append(b"Transfer-Encoding: chunked")
        made.body = chunked(chance, made.body)
    elif made.body or made.method == b"POST":
        wrong = chance.choice([0] * 12 + [1, -1, 1_000])
        fields.append(b"Content-Length: %d" % max(0, len(made.body) + wrong))
    whole = made.method + b" " + made.path + b" HTTP/1.1\r\n" + b"\r\n".join(fields) + b"\r\n\r\n" + made.body
    return changed(chance, whole) if chance.random() < 0.05 else whole


class Finding(Exception):
    """A state that must not be."""


def answers(port, data, patience=30):
    """The statuses of all answers to some bytes; the client then sends no more."""
    with socket.create_connection(("127.0.0.1", port), timeout=patience) as connection:
        try:
            connection.sendall(data)
            connection.shutdown(socket.SHUT_WR)
        except OSError:
            pass  # The server refused the request before it read all of it; the answer is there.
        received = b""
        try:
            while more := connection.recv(65_536):
                received += more
                if b"text/event-stream" in received:
                    break
        except ConnectionError:
            pass
        except TimeoutError:
            raise Finding(f"no end of the answer: {received[:300]!r}") from None
    return list(heads(received, data))


def heads(received, data):
    """The status of each answer. The answers to HEAD and CONNECT have no body before the next answer."""
    for head in re.findall(rb"HTTP/1\.[01] \d{3}[^\r\n]*\r\n(?:[!-9;-~]+:[^\r\n]*\r\n)*\r\n", received):
        line, *fields = head.decode("latin-1").rstrip().split("\r\n")
        status = int(line.split()[1])
        names = {field.partition(":")[0].lower() for field in fields}
        if status == 100:
            continue
        if status in FAULTS:
            raise Finding(f"{status}: {line}")
        if missing := [name for name in SECURITY_HEADERS if name not in names]:
            raise Finding(f"{line} lacks {missing}")
        yield status
    if received and not received.startswith(b"HTTP/1."):
        raise Finding(f"no answer: {received[:200]!r}")


class Fuzz:
    def __init__(self, server, seed, seconds, threads):
        self.server = server
        self.seed = seed
        self.end = time.monotonic() + seconds
        self.threads = threads
        self.statuses = collections.Counter()
        self.findings = []
        self.count = 0
        self.cookies = [""]
        self._lock = threading.Lock()

    def run(self):
        # Threads share the interpreter, which mostly waits for the server.
        workers = [threading.Thread(target=self._work) for _ in range(self.threads)]
        self._sign_in()
        for worker in workers:
            worker.start()
        signed_in = time.monotonic()
        while any(worker.is_alive() for worker in workers):
            workers[0].join(timeout=1)
            # Requests end sign-ins, and administration needs a recent password.
            if time.monotonic() - signed_in > 5 and time.monotonic() < self.end:
                self._sign_in()
                signed_in = time.monotonic()
        return self

    def _sign_in(self):
        cookies = [""]
        for name in ("ada", "grace"):
            try:
                cookies += ["; ".join(f"{key}={value}" for key, value in self.server.sign_in(name).items())] * 2
            except (AssertionError, AttributeError, OSError):
                pass  # A limit applies, a request has changed the account, or the server has ended.
        self.cookies = cookies

    def _work(self):
        while time.monotonic() < self.end and len(self.findings) < 20:
            with self._lock:
                number = self.count
                self.count += 1
            data = request(self.seed, number, self.server.host, self.cookies)
            try:
                found = answers(self.server.port, data)
                with self._lock:
                    self.statuses.update(found or ["none"])
            except (Finding, OSError) as problem:
                self.findings.append(f"seed {self.seed}, request {number}: {problem!r}\n    {data[:600]!r}")
                print(self.findings[-1], flush=True)
                if self.server.process.poll() is not None:
                    return  # The cause is among the last findings of all threads.

    def check(self):
        """Checks the state after the requests."""
        assert self.server.process.poll() is None, f"the server has ended:\n{self.server.log[-2_000:]}"
        assert not self.findings, "\n".join(self.findings)
        assert self.server.ask("/healthz").status == self.server.ask("/readyz").status == 200
        assert self.server.account() == ""
        # An invalid file of an import is the client's fault; its job reports it.
        faults = [line for line in self.server.log.splitlines()
                  if "error.id=" in line and "job failed" not in line or "Fatal error" in line]
        assert not faults, "\n".join(faults[:20])


def server():
    """A server with an administrator, another person and open registration."""
    made = Server(PORTICO_PUBLIC_DIRECTORY=str(ROOT / "Public"), PORTICO_ACCOUNTS_REGISTRATION="open")
    made.add_account("ada")
    made.command("users", "make-administrator", "ada")
    made.add_account("grace")
    return made


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=600)
    parser.add_argument("--seed", type=int, default=int(time.time()))
    parser.add_argument("--threads", type=int, default=4)
    options = parser.parse_args()
    with server() as door:
        door.ask("/")
        before = door.megabytes
        fuzz = Fuzz(door, options.seed, options.seconds, options.threads).run()
        shown = ", ".join(f"{count} × {status}" for status, count in fuzz.statuses.most_common())
        print(f"seed {options.seed}: {fuzz.count} requests; {shown}")
        print(f"memory {before:.0f} MB before, {door.megabytes:.0f} MB after; {len(fuzz.findings)} findings")
        fuzz.check()


if __name__ == "__main__":
    main()
