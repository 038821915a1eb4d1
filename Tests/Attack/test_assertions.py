"""The checks of docs/assertions.md, unchanged, with assertions of a server and with forged ones."""

import base64
import hashlib
import hmac
import http.server
import json
import os
import subprocess
import sys
import threading
import time

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from documents import example, placed
from server import Server, free_port

EVERYTHING = bool(os.environ.get("EVERYTHING"))
ORIGINS = ["https://door.example", "https://app.example"]
#: Each program reads a line with a list of assertions, and writes a line with the claims of each; null for a refused one.
PYTHON = """
import json, sys
def claims(assertion):
    try:
        return verified(assertion)
    except jwt.PyJWTError:
        return None
for line in sys.stdin:
    print(json.dumps([claims(assertion) for assertion in json.loads(line)]), flush=True)
"""
NODE = """
import { createInterface } from "node:readline";
for await (const line of createInterface({ input: process.stdin })) {
  const found = [];
  for (const assertion of JSON.parse(line)) found.push(await verified(assertion).catch(() => null));
  console.log(JSON.stringify(found));
}
"""
GO = """
package main
import ("bufio"; "encoding/json"; "fmt"; "os")
func main() {
	lines := bufio.NewScanner(os.Stdin)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		var assertions []string
		json.Unmarshal(lines.Bytes(), &assertions)
		found := []*Claims{}
		for _, assertion := range assertions {
			claims, _ := Verified(assertion)
			found = append(found, claims)
		}
		text, _ := json.Marshal(found)
		fmt.Println(string(text))
	}
}
"""
PHP = """
while ($line = fgets(STDIN)) {
    $found = [];
    foreach (json_decode($line) as $assertion) {
        try { $found[] = portico_verified($assertion); } catch (Throwable $error) { $found[] = null; }
    }
    echo json_encode($found), "\\n";
}
"""


def _python(folder, text):
    (folder / "check.py").write_text(text + PYTHON)
    return [sys.executable, folder / "check.py"]


def _node(folder, text):
    (folder / "check.mjs").write_text(text + NODE)
    return ["node", folder / "check.mjs"]


def _go(folder, text):
    (folder / "check.go").write_text(placed(text, {"package portico": "package main"}))
    (folder / "main.go").write_text(GO)
    environment = os.environ | {"GO111MODULE": "off", "GOCACHE": str(folder / "cache"), "GOFLAGS": ""}
    subprocess.run(["go", "build", "-o", folder / "check", folder / "check.go", folder / "main.go"], check=True, env=environment)
    return [folder / "check"]


def _php(folder, text):
    (folder / "check.php").write_text(placed(text, {"/var/lib/application/": f"{folder}/"}) + PHP)
    return ["php", "-d", "display_errors=stderr", folder / "check.php"]


LANGUAGES = {"python": _python, "mjs": _node, "go": _go, "php": _php}
#: The languages of `make test-everything`, because their packages are large.
LARGE = {"go", "php"}


class Door:
    """The origin of a server, which only serves its keys. One more key is among them, whose owner can sign
    anything: with the right claims, so that a refusal has the tested reason."""

    def __init__(self):
        self.asked = 0
        self.key = Ed25519PrivateKey.generate()
        door = self

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_GET(self):
                door.asked += 1
                body = json.dumps({"keys": door.keys()}).encode() if self.path == "/.well-known/jwks.json" else b""
                self.send_response(200)
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

            def log_message(self, *_):
                pass

        self.http = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        threading.Thread(target=self.http.serve_forever, daemon=True).start()
        self.origin = f"http://127.0.0.1:{self.http.server_port}"
        # Browsers send the cookies of a host to all of its ports.
        self.application = f"http://127.0.0.1:{free_port()}"
        self.server = Server(
            PORTICO_HTTP_ORIGIN=self.origin, PORTICO_HTTP_TRUSTED_PROXIES="127.0.0.1", PORTICO_PROTECTED_RULES="*/** signed-in")
        self.server.add_account("ada")
        self.server.command("users", "set-groups", "ada", "staff")

    def keys(self):
        own = {"kty": "OKP", "crv": "Ed25519", "alg": "EdDSA", "use": "sig", "kid": "own", "x": encoded(self.public)}
        return [*self.published, own]

    @property
    def public(self):
        return self.key.public_key().public_bytes_raw()

    def __enter__(self):
        self.server.start()
        self.server.host = self.origin.removeprefix("http://")
        self.published = json.loads(self.server.ask("/.well-known/jwks.json").body)["keys"]
        self.cookies = self.server.sign_in()
        return self

    def __exit__(self, *_):
        self.http.shutdown()
        self.http.server_close()
        self.server.__exit__()

    def assertion(self, application):
        """An assertion of the server."""
        answer = self.server.ask(
            "/auth/check", cookies=self.cookies, headers={"X-Original-URL": f"{application}/orders", "X-Original-Method": "GET"})
        assert answer.status == 200, answer
        return answer.headers["portico-assertion"]

    def signed(self, head=(), sign=None, **claims):
        """An assertion with the other key."""
        now = int(time.time())
        head = {"alg": "EdDSA", "typ": "JWT", "kid": "own", **dict(head)}
        claims = {
            "iss": self.origin, "aud": self.application, "sub": "ada", "groups": ["staff"], "iat": now, "exp": now + 60, **claims}
        parts = (encoded(json.dumps({name: value for name, value in part.items() if value is not None}).encode())
                 for part in (head, claims))
        text = ".".join(parts)
        return f"{text}.{encoded((sign or self.key.sign)(text.encode()))}"


def encoded(data):
    return base64.urlsafe_b64encode(data).decode().rstrip("=")


def forged(door):
    """Assertions that a check must refuse, by their fault."""
    true = door.assertion(door.application)
    head, claims, signature = true.split(".")
    stranger = Ed25519PrivateKey.generate()
    jwk = {"kty": "OKP", "crv": "Ed25519", "x": encoded(stranger.public_key().public_bytes_raw())}
    admin = encoded(json.dumps({**json.loads(base64.urlsafe_b64decode(claims + "==")), "groups": ["admins"]}).encode())
    kid = json.loads(base64.urlsafe_b64decode(head + "=="))["kid"]

    def hashed(secret):
        return lambda text: hmac.new(secret, text, hashlib.sha256).digest()

    return {
        "missing": "", "no assertion": "ada", "two parts": f"{head}.{claims}", "no signature": f"{head}.{claims}.",
        "not base64": "!.!.!", "no JSON": f"{encoded(b'x')}.{encoded(b'x')}.{signature}",
        "none": door.signed({"alg": "none"}, sign=lambda _: b""), "none, signed": door.signed({"alg": "none"}),
        "None": door.signed({"alg": "None", "kid": None}, sign=lambda _: b""),
        "HS256 with the key": door.signed({"alg": "HS256"}, sign=hashed(door.public)),
        "HS256 with the key in base64": door.signed({"alg": "HS256"}, sign=hashed(encoded(door.public).encode())),
        "HS256 with nothing": door.signed({"alg": "HS256"}, sign=hashed(b"")), "another algorithm": door.signed({"alg": "ES256"}),
        "no algorithm": door.signed({"alg": None}), "a key of the sender": door.signed({"jwk": jwk}, sign=stranger.sign),
        "another key": door.signed(sign=stranger.sign), "a key that is not known": door.signed({"kid": "other"}, sign=stranger.sign),
        "no kid": door.signed({"kid": None}), "the kid of a key that has not signed": door.signed({"kid": kid}),
        "another audience": door.assertion(door.origin), "another audience, signed": door.signed(aud=door.origin),
        "no audience": door.signed(aud=None), "a prefix": door.signed(aud=f"{door.application}/"),
        "another issuer": door.signed(iss="https://evil.example"), "no issuer": door.signed(iss=None),
        "expired": door.signed(exp=int(time.time()) - 1), "no end": door.signed(exp=None),
        "changed claims": f"{head}.{admin}.{signature}", "changed signature": f"{head}.{claims}.{encoded(bytes(64))}",
        "the signature of another": f"{head}.{claims}.{door.assertion(door.origin).split('.')[2]}",
        "half of a signature": f"{head}.{claims}.{signature[:40]}",
    }


@pytest.fixture(scope="module")
def door():
    with Door() as found:
        yield found


@pytest.fixture(params=LANGUAGES)
def check(request, door, tmp_path):
    """Returns the function that gives the claims of assertions with the example in a language."""
    if request.param in LARGE and not EVERYTHING:
        pytest.skip("in `make test-everything`")
    text = placed(example(request.param, "assertions"), dict(zip(ORIGINS, [door.origin, door.application], strict=True)))
    process = subprocess.Popen(
        LANGUAGES[request.param](tmp_path, text), stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def claims(*assertions):
        process.stdin.write(json.dumps(assertions) + "\n")
        process.stdin.flush()
        return json.loads(process.stdout.readline())

    with process:
        yield claims
        process.stdin.close()


def test_the_checks_take_true_assertions_and_no_forged_ones(check, door):
    true = door.assertion(door.application)
    for claims in check(true, door.signed()):
        assert (claims["sub"], claims["iss"], claims["aud"], claims["groups"]) == ("ada", door.origin, door.application, ["staff"])
    attempts = forged(door)
    assert {name: claims for name, claims in zip(attempts, check(*attempts.values()), strict=True) if claims} == {}
    assert check(true)[0], "a forged one changes nothing"


def test_the_checks_do_not_ask_for_the_keys_each_time(check, door):
    door.asked = 0
    check(door.signed(), *(door.signed({"kid": f"other-{number}"}) for number in range(20)), door.signed())
    assert door.asked == 1
