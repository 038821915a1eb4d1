"""An OpenID provider: discovery, keys, tokens, and logout in both directions."""

import base64
import contextlib
import hashlib
import hmac
import json
import secrets
import urllib.error
import urllib.parse
import urllib.request
from http.cookies import SimpleCookie

import jwt
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import ec, ed25519, rsa

from .faults import CLAIMS
from .server import Answer, OAuthError, Provider, base64url, json_answer, page

LOGOUT_EVENT = "http://schemas.openid.net/event/backchannel-logout"

_NEW_KEYS = {
    "RS256": lambda: rsa.generate_private_key(65537, 2048), "ES256": lambda: ec.generate_private_key(ec.SECP256R1()),
    "EdDSA": ed25519.Ed25519PrivateKey.generate}


class Key:
    def __init__(self, algorithm):
        self.algorithm, self.private, self.kid = algorithm, _NEW_KEYS[algorithm](), secrets.token_hex(10)

    def jwk(self):
        algorithm = jwt.get_algorithm_by_name(self.algorithm)
        public = algorithm.to_jwk(self.private.public_key(), as_dict=True)
        public.pop("key_ops", None)
        return {**public, "kid": self.kid, "use": "sig", "alg": self.algorithm}

    def public_pem(self):
        return self.private.public_key().public_bytes(
            serialization.Encoding.PEM, serialization.PublicFormat.SubjectPublicKeyInfo)

    def private_pem(self):
        return self.private.private_bytes(
            serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()).decode()


class OpenID(Provider):
    """An OpenID provider as the specifications have it.

    `authentication` is the client's only method at the token endpoint; by default any that the provider publishes. Profiles are in
    the ID token, or with `thin_tokens` only in the answer of the userinfo endpoint. The first of `algorithms` signs."""

    PATHS = {"discovery": "/.well-known/openid-configuration", "authorization": "/authorize", "token": "/token", "jwks": "/jwks",
             "userinfo": "/userinfo", "revocation": "/revoke", "end_session": "/logout"}
    METADATA = {
        "response_types_supported": ["code"], "response_modes_supported": ["query", "form_post"],
        "grant_types_supported": ["authorization_code", "refresh_token"], "subject_types_supported": ["public"],
        "scopes_supported": ["openid", "profile", "email", "groups"], "code_challenge_methods_supported": ["S256"],
        "claims_supported": ["sub", "iss", "aud", "exp", "iat", "nonce", "auth_time", "amr", "sid", "name", "email", "groups"],
        "token_endpoint_auth_methods_supported": ["client_secret_basic", "client_secret_post", "private_key_jwt"],
        "token_endpoint_auth_signing_alg_values_supported": ["ES256"],
        "authorization_response_iss_parameter_supported": True,
        "backchannel_logout_supported": True, "backchannel_logout_session_supported": True}
    REQUIRED = ("state", "nonce")
    ISSUER = ""
    sends_iss = True
    #: The claims of each scope; those of None are in every token.
    CLAIMS = {None: ["amr"], "profile": ["name", "given_name", "family_name", "preferred_username"],
              "email": ["email", "email_verified"], "groups": ["groups"]}
    #: Claims about the login.
    LOGIN_CLAIMS = {"at_hash", "auth_time", "sid"}
    #: The number of published keys beside those that sign.
    SPARE_KEYS = 0

    def __init__(self, kind="openid", *, algorithms=("RS256",), authentication=None, thin_tokens=False, rotates_refresh_tokens=False,
                 client_algorithm="ES256", lifetime=3600, post_logout_redirect_uris=(), backchannel_logout_uri=None, **options):
        super().__init__(kind, **options)
        self.keys = [Key(name) for name in reversed(algorithms)]
        self._spares = [Key("RS256") for _ in range(self.SPARE_KEYS)]
        self.authentication, self.thin_tokens, self.lifetime = authentication, thin_tokens, lifetime
        self.rotates_refresh_tokens = rotates_refresh_tokens
        #: The key that the client has at the provider, for `private_key_jwt` and Apple.
        self.client_key = Key(client_algorithm)
        self.post_logout_redirect_uris, self.backchannel_logout_uri = list(post_logout_redirect_uris), backchannel_logout_uri
        self._assertions = set()

    @property
    def issuer(self):
        return self.url + self.ISSUER

    def options(self):
        return {"kind": self.kind, "issuer": self.issuer, "client_id": self.client_id, "client_secret": self.client_secret,
                "private_key": self.client_key.private_pem(), "key_id": self.client_key.kid}

    def rotate(self, algorithm=None):
        """Signs with a new key from now on. The earlier ones stay published until `unpublish()`."""
        self.keys.append(Key(algorithm or self.keys[-1].algorithm))

    def unpublish(self):
        """Publishes only the key that signs."""
        del self.keys[:-1]

    def metadata(self):
        """The discovery document."""
        endpoints = {f"{name}_endpoint": self.address(name) for name in self.PATHS if name not in ("discovery", "jwks")}
        issuer = "https://another.example" if self.fault == "discovery-other-issuer" else self.issuer
        algorithms = sorted({key.algorithm for key in self.keys})
        return {"issuer": issuer, **endpoints, "jwks_uri": self.address("jwks"),
                "id_token_signing_alg_values_supported": algorithms, **self.METADATA}

    def claims(self, name, scopes):
        """The claims about a person for a client with these scopes."""
        known = {"preferred_username": name, **self.people[name]}
        asked = [claim for scope, claims in self.CLAIMS.items() if scope is None or scope in scopes for claim in claims]
        found = {claim: known[claim] for claim in asked if claim in known}
        if self.fault == "email-verified-as-text" and "email_verified" in found:
            found["email_verified"] = str(found["email_verified"]).lower()
        return found

    def sign(self, claims, fault=None, **header):
        """A JSON Web Token of the provider, with faults."""
        claims |= CLAIMS[fault](claims) if fault in CLAIMS else {}
        claims = {name: value for name, value in claims.items() if value is not None}
        key, header = self.keys[-1], {"kid": self.keys[-1].kid, **header}
        if fault == "alg-none":
            return jwt.encode(claims, None, "none", header)
        if fault in ("hs256-with-secret", "hs256-with-public-key"):
            return hs256(claims, header, self.client_secret.encode() if fault.endswith("secret") else key.public_pem())
        if fault in ("no-kid", "unknown-kid"):
            header["kid"] = None if fault == "no-kid" else "unknown"
        if fault == "wrong-key-type":
            key = Key("RS256" if key.algorithm == "ES256" else "ES256")
        header = {name: value for name, value in header.items() if value}
        token = jwt.encode(claims, key.private, key.algorithm, header)
        return token[:-16] + token[-16:-8].swapcase() + token[-8:] if fault == "bad-signature" else token

    def log_out(self, name, url=None, fault=None, by=("sub", "sid")):
        """Ends a person's sessions, and tells the client by a logout token for each: the statuses of its answers."""
        sessions = [sid for sid, session in self.sessions.items() if session.person == name]
        self.revoke(name)
        said = []
        for sid in sessions if "sid" in by else [None]:
            known = {"sub": self.identifier(name), "sid": sid}
            token = self.logout_token(fault, **{claim: known[claim] for claim in by})
            form = urllib.parse.urlencode({"logout_token": token}).encode()
            with contextlib.closing(ask(url or self.backchannel_logout_uri, form)) as answer:
                said.append(answer.status)
        return said

    def logout_token(self, fault=None, **about):
        now = int(self.clock())
        claims = {"iss": self.issuer, "aud": self.client_id, "iat": now, "exp": now + 120, "jti": secrets.token_urlsafe(12),
                  "events": {LOGOUT_EVENT: {}}, **about}
        return self.sign(claims, fault, typ="logout+jwt")

    def _discovery(self, _):
        return json_answer(self.metadata())

    def _jwks(self, _):
        return json_answer({"keys": [key.jwk() for key in [*self.keys, *self._spares]]})

    def _check(self, asked):
        if "openid" not in self._scopes(asked):
            raise OAuthError("invalid_scope", "without openid")
        if asked.get("response_mode", "query") not in self.METADATA["response_modes_supported"]:
            raise OAuthError("invalid_request", "unknown response_mode")
        super()._check(asked)

    def _token(self, request):
        form = request.form
        try:
            if request.method != "POST" or request.has_repeated_fields:
                raise OAuthError("invalid_request")
            self._authenticate(request)
            if self.fault == "token-error":
                raise OAuthError("invalid_grant", "a fault")
            if form.get("grant_type") == "authorization_code":
                grant = self._redeemed(form.get("code"), form.get("redirect_uri", ""), form.get("code_verifier"))
                return json_answer(self._tokens(grant, form.get("code")))
            if form.get("grant_type") == "refresh_token":
                return json_answer(self._refreshed(form.get("refresh_token")))
            raise OAuthError("unsupported_grant_type")
        except OAuthError as error:
            headers = {"WWW-Authenticate": "Basic"} if error.status == 401 else {}
            return json_answer({"error": error.error, "error_description": error.description}, error.status, headers)

    def _tokens(self, grant, code):
        access_token = self._access_token(grant)
        answer = {"access_token": access_token, "expires_in": self.lifetime, "scope": " ".join(sorted(grant.scopes)),
                  "token_type": "mac" if self.fault == "token-type-mac" else "Bearer"}
        if self._gives_refresh_token(grant):
            answer["refresh_token"] = secrets.token_urlsafe(24)
            self.refresh_tokens[answer["refresh_token"]] = grant
        if self.fault != "no-id-token":
            answer["id_token"] = self._id_token(grant, access_token, code)
        return answer

    def _refreshed(self, token):
        if token not in self.refresh_tokens:
            raise OAuthError("invalid_grant", "the refresh token is unknown, or its session has ended")
        grant = self.refresh_tokens[token]
        answer = self._tokens(grant, None)
        if self.rotates_refresh_tokens:
            del self.refresh_tokens[token]
        elif new := answer.pop("refresh_token", None):
            del self.refresh_tokens[new]
        return answer

    def _gives_refresh_token(self, grant):
        return True

    def _id_token(self, grant, access_token, code):
        if self.fault == "rotated-in-flight":
            self.rotate()
            self.unpublish()
        now = int(self.clock())
        about = {"at_hash": half_hash(access_token, self.keys[-1].algorithm), "auth_time": grant.auth_time, "sid": grant.session}
        told = self.LOGIN_CLAIMS | ({"auth_time"} if "max_age" in grant.asked else set())
        claims = {
            "iss": self.issuer, "sub": self.identifier(grant.person), "aud": self.client_id, "exp": now + self.lifetime, "iat": now,
            "nonce": grant.asked.get("nonce") if code else None,
            **{claim: value for claim, value in about.items() if claim in told},
            **self.claims(grant.person, () if self.thin_tokens else grant.scopes), **self._own_claims(grant.person)}
        if not code and self.fault in ("refresh-wrong-iss", "refresh-other-sub"):
            claims |= {"iss": "https://another.example"} if self.fault == "refresh-wrong-iss" else {"sub": "another-sub"}
        return self.sign(claims, self.fault)

    def _own_claims(self, name):
        """Claims of this provider alone, which it has in ID tokens whatever the scopes."""
        return {}

    def _authenticate(self, request):
        """Checks the client's only way to prove itself: RFC 6749 section 2.3.1, RFC 7523."""
        form = request.form
        scheme, _, basic = request.headers.get("Authorization", "").partition(" ")
        used = [method for method, is_used in {
            "client_secret_basic": scheme.lower() == "basic", "client_secret_post": "client_secret" in form,
            "private_key_jwt": "client_assertion" in form}.items() if is_used]
        allowed = [self.authentication] if self.authentication else self.METADATA["token_endpoint_auth_methods_supported"]
        if len(used) != 1 or used[0] not in allowed:
            raise OAuthError("invalid_client", f"used {used}, allowed {allowed}", 401)
        if used == ["private_key_jwt"]:
            return self._check_assertion(form)
        client, secret = form.get("client_id", ""), form.get("client_secret", "")
        if used == ["client_secret_basic"]:
            client, _, secret = base64.b64decode(basic).decode().partition(":")
            client, secret = urllib.parse.unquote_plus(client), urllib.parse.unquote_plus(secret)
        self._check_secret(client, secret)

    def _check_secret(self, client, secret):
        if (client, secret) != (self.client_id, self.client_secret):
            raise OAuthError("invalid_client", "wrong secret", 401)

    def _check_assertion(self, form):
        if form.get("client_assertion_type") != "urn:ietf:params:oauth:client-assertion-type:jwt-bearer":
            raise OAuthError("invalid_client", "wrong client_assertion_type", 401)
        claims = self._verified(form["client_assertion"], issuer=self.client_id, audience=[self.address("token"), self.issuer],
                                require=["iss", "sub", "aud", "exp", "jti"])
        if claims["jti"] in self._assertions:
            raise OAuthError("invalid_client", "the assertion was used before", 401)
        self._assertions.add(claims["jti"])

    def _verified(self, token, issuer, audience, require):
        """The claims of a token that the client signed with its key."""
        try:
            claims = jwt.decode(token, self.client_key.private.public_key(), [self.client_key.algorithm], issuer=issuer, audience=audience,
                                options={"require": require})
        except jwt.PyJWTError as error:
            raise OAuthError("invalid_client", str(error), 401) from error
        if claims["sub"] != self.client_id:
            raise OAuthError("invalid_client", "sub is another client", 401)
        return claims

    def _userinfo(self, request):
        grant = self._granted(request)
        if grant is None:
            return json_answer({"error": "invalid_token"}, 401, {"WWW-Authenticate": 'Bearer error="invalid_token"'})
        sub = {"userinfo-other-sub": "another-sub", "userinfo-no-sub": None}.get(self.fault, self.identifier(grant.person))
        answer = {"sub": sub, **self.claims(grant.person, grant.scopes)}
        return json_answer({name: value for name, value in answer.items() if value is not None})

    def _revocation(self, request):
        try:
            self._authenticate(request)
        except OAuthError as error:
            return json_answer({"error": error.error}, error.status)
        self.refresh_tokens.pop(request.form.get("token"), None)
        self.access_tokens.pop(request.form.get("token"), None)
        return Answer(200)

    def _end_session(self, request):
        """Ends the session, tells the client by its back channel, and leads to an address that is registered."""
        asked = {**request.query, **request.form}
        cookie = SimpleCookie(request.headers.get("Cookie", "")).get(f"provider-{self._port}")
        person = next((session.person for sid, session in self.sessions.items() if cookie and sid == cookie.value), None)
        if hint := asked.get("id_token_hint"):
            try:
                claims = jwt.decode(hint, self.keys[-1].private.public_key(), [self.keys[-1].algorithm], audience=self.client_id,
                                    options={"verify_exp": False})
            except jwt.PyJWTError:
                return page("The id_token_hint is none of this provider", 400)
            person = next(name for name in self.people if self.identifier(name) == claims["sub"])
        if person and self.backchannel_logout_uri:
            self.log_out(person)
        elif person:
            self.revoke(person)
        target = asked.get("post_logout_redirect_uri")
        if target and target not in self.post_logout_redirect_uris:
            return page("This address after the logout is not registered", 400)
        if not target or not (hint or asked.get("client_id") == self.client_id):
            return page("You are logged out")
        state = f"?{urllib.parse.urlencode({'state': asked['state']})}" if "state" in asked else ""
        return Answer(302, headers={"Location": target + state})


def ask(url, data):
    try:
        return urllib.request.urlopen(url, data, timeout=20)
    except urllib.error.HTTPError as error:
        return error


def half_hash(text, algorithm):
    """`at_hash`: OpenID Connect Core 3.1.3.6. Ed25519 uses SHA-512."""
    digest = hashlib.new("sha512" if algorithm == "EdDSA" else "sha256", text.encode()).digest()
    return base64url(digest[:len(digest) // 2])


def hs256(claims, header, secret):
    parts = [base64url(json.dumps(part).encode()) for part in ({"typ": "JWT", **header, "alg": "HS256"}, claims)]
    return ".".join([*parts, base64url(hmac.digest(secret, ".".join(parts).encode(), "sha256"))])
