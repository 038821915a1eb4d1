"""The fakes of identity providers, with a client that keeps the rules: it logs in at each, and refuses each fault."""

import base64
import hashlib
import html.parser
import http.cookiejar
import json
import secrets
import time
import urllib.error
import urllib.parse
import urllib.request

import jwt
import pytest

from providers import CONFORMANCE, LOGOUT_CONFORMANCE, Canaille, Provider

BACK, AFTER = "http://127.0.0.1:9/callback", "http://127.0.0.1:9/after"
OPENID_KINDS = ["openid", "google", "entra", "apple", "keycloak", "authentik"]
#: Faults of the transport that end by a limit of the client, here of time or size.
LIMITED = {"slow", "silent", "huge"}


class Refused(Exception):
    """The client refuses a login or a logout."""


class Answer:
    def __init__(self, answer, limit):
        self.status, self.headers = answer.status, answer.headers
        self.text = answer.read(limit + 1).decode() if limit else answer.read().decode()
        if limit and len(self.text) > limit:
            raise Refused("too large")

    def json(self):
        try:
            return json.loads(self.text)
        except ValueError as error:
            raise Refused("no JSON") from error


class _Unredirected(urllib.request.HTTPErrorProcessor):
    def http_response(self, request, response):
        return response


class Client:
    """A relying party, and the browser of a person."""

    def __init__(self, provider, method="client_secret_basic", **asked):
        self.provider, self.known, self.method, self.more = provider, provider.options(), method, asked
        self.browser = urllib.request.HTTPCookieProcessor(http.cookiejar.CookieJar())

    def ask(self, url, form=None, headers=(), browser=False, timeout=5):
        data = urllib.parse.urlencode(form).encode() if isinstance(form, dict) else form
        opener = urllib.request.build_opener(_Unredirected, *([self.browser] if browser else []))
        try:
            with opener.open(urllib.request.Request(url, data, dict(headers)), timeout=timeout) as answer:
                return Answer(answer, 0 if browser else 1_000_000)
        except (OSError, urllib.error.URLError) as error:
            raise Refused(str(error)) from error

    def discover(self, timeout=5):
        answer = self.ask(f"{self.known['issuer'].rstrip('/')}/.well-known/openid-configuration", timeout=timeout)
        self.metadata = answer.json() if answer.status == 200 else {}
        if self.metadata.get("issuer") != self.known["issuer"]:
            raise Refused("the issuer is another one")
        return self.metadata

    def request(self, **asked):
        self.state, self.nonce, self.verifier = (secrets.token_urlsafe(32) for _ in range(3))
        digest = hashlib.sha256(self.verifier.encode()).digest()
        self.asked = {
            "client_id": self.known["client_id"], "redirect_uri": BACK, "response_type": "code", "scope": "openid profile email",
            "state": self.state, "nonce": self.nonce, "code_challenge_method": "S256",
            "code_challenge": base64.urlsafe_b64encode(digest).rstrip(b"=").decode(), **self.more, **asked}
        return f"{self.metadata['authorization_endpoint']}?{urllib.parse.urlencode(self.asked)}"

    def returned(self, answer):
        """The parameters with which the browser comes back."""
        if answer.status == 302:
            return dict(urllib.parse.parse_qsl(urllib.parse.urlsplit(answer.headers["Location"]).query))
        return fields(answer.text)

    def finish(self, back):
        """The claims and the tokens of a login, after every check."""
        if back.get("state") != self.state:
            raise Refused("another state")
        expected = self.known["issuer"] if self.metadata.get("authorization_response_iss_parameter_supported") else None
        if back.get("iss", expected) != self.known["issuer"] and (expected or "iss" in back) or expected and "iss" not in back:
            raise Refused("another iss")
        if "code" not in back:
            raise Refused(back.get("error", "no code"))
        tokens = self.redeem({"grant_type": "authorization_code", "code": back["code"], "redirect_uri": BACK,
                              "code_verifier": self.verifier})
        claims = self.verify(tokens, code=back["code"], nonce=self.nonce)
        if "userinfo_endpoint" in self.metadata:
            answer = self.ask(self.metadata["userinfo_endpoint"], headers={"Authorization": f"Bearer {tokens['access_token']}"})
            said = answer.json()
            if answer.status != 200 or said.get("sub") != claims["sub"]:
                raise Refused("userinfo of another person")
            claims = {**said, **claims}
        return claims, tokens

    def redeem(self, form):
        headers = {}
        if self.method == "client_secret_basic":
            pair = f"{self.known['client_id']}:{self.known['client_secret']}"
            headers["Authorization"] = f"Basic {base64.b64encode(pair.encode()).decode()}"
        elif self.method == "client_secret_post":
            form |= {"client_id": self.known["client_id"], "client_secret": self.known["client_secret"]}
        elif self.method == "apple":
            form |= {"client_id": self.known["client_id"], "client_secret": self.assertion(self.known["team_id"], self.known["issuer"])}
        else:
            form |= {"client_assertion_type": "urn:ietf:params:oauth:client-assertion-type:jwt-bearer",
                     "client_assertion": self.assertion(self.known["client_id"], self.metadata["token_endpoint"])}
        answer = self.ask(self.metadata["token_endpoint"], form, headers)
        tokens = answer.json()
        if answer.status != 200 or tokens.get("token_type", "").lower() != "bearer" or "id_token" not in tokens:
            raise Refused(tokens.get("error", "no tokens"))
        return tokens

    def assertion(self, issuer, audience):
        now = int(time.time())
        claims = {"iss": issuer, "sub": self.known["client_id"], "aud": audience, "iat": now, "exp": now + 60, "jti": secrets.token_hex()}
        return jwt.encode(claims, self.known["private_key"], "ES256", {"kid": self.known["key_id"]})

    def signed(self, token):
        """The claims of a token of the provider, whatever they say."""
        header = jwt.get_unverified_header(token)
        keys = [key for key in self.ask(self.metadata["jwks_uri"]).json()["keys"] if key.get("use", "sig") == "sig"]
        found = [key for key in keys if header.get("kid", key["kid"]) == key["kid"]]
        if len(found) != 1:
            raise Refused("no key")
        algorithm = {"RSA": "RS256", "EC": "ES256", "OKP": "EdDSA"}[found[0]["kty"]]
        try:
            return jwt.decode(
                token, jwt.PyJWK({"alg": algorithm, **found[0]}), [algorithm], audience=self.known["client_id"],
                issuer=self.known["issuer"], options={"require": ["iss", "aud", "exp", "iat"]}), algorithm
        except jwt.PyJWTError as error:
            raise Refused(str(error)) from error

    def verify(self, tokens, code=None, nonce=None):
        claims, algorithm = self.signed(tokens["id_token"])
        if not claims.get("sub") or nonce and claims.get("nonce") != nonce:
            raise Refused("no sub, or another nonce")
        if claims.get("azp", self.known["client_id"]) != self.known["client_id"] or isinstance(claims["aud"], list) and len(claims["aud"]) > 1:
            raise Refused("of another client")
        for claim, value in {"at_hash": tokens["access_token"], "c_hash": code}.items():
            digest = hashlib.new("sha512" if algorithm == "EdDSA" else "sha256", (value or "").encode()).digest()
            if claim in claims and claims[claim] != base64.urlsafe_b64encode(digest[:len(digest) // 2]).rstrip(b"=").decode():
                raise Refused(f"another {claim}")
        if "max_age" in self.asked and not time.time() - claims.get("auth_time", 0) <= int(self.asked["max_age"]) + 30:
            raise Refused("an old login")
        return claims

    def log_in(self, **asked):
        self.discover()
        return self.finish(self.returned(self.ask(self.request(**asked), browser=True)))


def fields(page):
    """The hidden fields of the form in a page."""
    found = {}

    class Parser(html.parser.HTMLParser):
        def handle_starttag(self, tag, attributes):
            if tag == "input":
                found[dict(attributes)["name"]] = dict(attributes).get("value", "")

    Parser().feed(page)
    return found


def provided(kind="openid", **options):
    return Provider(kind, **{"auto": "ada", "redirect_uris": [BACK], **options})


def client_of(provider):
    if provider.kind == "apple":
        return Client(provider, "apple", scope="openid name email", response_mode="form_post")
    return Client(provider, "client_secret_post")


@pytest.fixture(scope="module")
def openid():
    with provided() as provider:
        yield provider
        provider.fault = None


@pytest.mark.parametrize("kind", OPENID_KINDS)
def test_a_person_logs_in_at_each_provider(kind):
    with provided(kind) as provider:
        claims, _ = client_of(provider).log_in()
        assert claims["sub"] == provider.identifier("ada") and claims["email"] == "ada@example.org"
        own = {"google": "azp", "entra": "oid", "apple": "nonce_supported", "keycloak": "realm_access", "authentik": "acr", "openid": "sid"}
        assert own[kind] in claims


@pytest.mark.parametrize("algorithm", ["RS256", "ES256", "EdDSA"])
@pytest.mark.parametrize("method", ["client_secret_basic", "client_secret_post", "private_key_jwt"])
def test_each_algorithm_and_each_way_to_prove_the_client(algorithm, method):
    with provided(algorithms=[algorithm], authentication=method) as provider:
        Client(provider, method).log_in()
        with pytest.raises(Refused, match="invalid_client"):
            Client(provider, "client_secret_post" if method == "client_secret_basic" else "client_secret_basic").log_in()


@pytest.mark.parametrize("fault, must_refuse", [(fault, refuse) for fault, _, refuse in CONFORMANCE if fault not in LIMITED
                                                and not (fault or "").startswith("refresh-")])
def test_a_client_that_keeps_the_rules_refuses_each_fault(openid, fault, must_refuse):
    openid.fault = fault
    openid.people["ada"]["email_verified"] = False
    client = Client(openid, max_age=300)
    if must_refuse:
        with pytest.raises(Refused):
            client.log_in()
    else:
        claims, _ = client.log_in()
        assert claims["email_verified"] == ("false" if fault == "email-verified-as-text" else False)


@pytest.mark.parametrize("fault", sorted(LIMITED))
def test_endless_answers_end_by_a_limit(openid, fault):
    openid.fault = fault
    with pytest.raises(Refused):
        Client(openid).discover(timeout=0.03)


def test_only_one_endpoint_has_a_fault(openid):
    openid.fault, openid.fault_on = "server-error", "userinfo"
    with pytest.raises(Refused, match="no JSON"):
        Client(openid).log_in()
    assert openid.requests[-1].endpoint == "userinfo"
    openid.fault = openid.fault_on = None


@pytest.mark.parametrize("fault, must_refuse", [("refresh-wrong-iss", True), ("refresh-other-sub", True), (None, False)])
def test_refreshed_tokens(openid, fault, must_refuse):
    openid.fault = None
    client = Client(openid)
    claims, tokens = client.log_in()
    openid.fault = fault
    new = client.redeem({"grant_type": "refresh_token", "refresh_token": tokens["refresh_token"]})
    if fault == "refresh-wrong-iss":
        with pytest.raises(Refused):
            client.verify(new)
    else:
        assert (client.verify(new)["sub"] == claims["sub"]) is not must_refuse


def test_refresh_tokens_rotate_and_end_with_the_session():
    with provided(rotates_refresh_tokens=True) as provider:
        client = Client(provider)
        first = client.log_in()[1]["refresh_token"]
        second = client.redeem({"grant_type": "refresh_token", "refresh_token": first})["refresh_token"]
        with pytest.raises(Refused, match="invalid_grant"):
            client.redeem({"grant_type": "refresh_token", "refresh_token": first})
        provider.revoke("ada")
        with pytest.raises(Refused, match="invalid_grant"):
            client.redeem({"grant_type": "refresh_token", "refresh_token": second})


@pytest.mark.parametrize("asked, refusal", [
    ({"redirect_uri": f"{BACK}/"}, 400), ({"client_id": "another"}, 400), ({"response_type": "token"}, "unsupported_response_type"),
    ({"code_challenge_method": "plain"}, "invalid_request"), ({"nonce": ""}, "invalid_request"), ({"scope": "email"}, "invalid_scope")])
def test_wrong_requests_are_refused(openid, asked, refusal):
    openid.fault = None
    client = Client(openid)
    client.discover()
    answer = client.ask(client.request(**asked), browser=True)
    assert refusal in (answer.status, client.returned(answer).get("error"))


def test_a_code_is_bound_to_its_request_and_used_once(openid):
    openid.fault = None
    client = Client(openid)
    client.discover()

    def redeemed(**changed):
        back = client.returned(client.ask(client.request(), browser=True))
        form = {"grant_type": "authorization_code", "code": back["code"], "redirect_uri": BACK, "code_verifier": client.verifier}
        return client.redeem({**form, **changed}), form

    for changed in ({"redirect_uri": AFTER}, {"code_verifier": "x" * 43}, {"code": "unknown"}):
        with pytest.raises(Refused, match="invalid_grant"):
            redeemed(**changed)
    _, form = redeemed()
    with pytest.raises(Refused, match="invalid_grant"):
        client.redeem(form)


def test_a_person_presses_a_button_and_is_known_next_time():
    with provided(auto=None) as provider:
        client = Client(provider)
        client.discover()
        page = client.ask(client.request(login_hint="bob"), browser=True)
        assert 'value="bob" autofocus>Log in as bob' in page.text
        back = client.returned(client.ask(client.request(), {"person": "bob"}, browser=True))
        assert client.finish(back)[0]["preferred_username"] == "bob"
        assert client.finish(client.returned(client.ask(client.request(prompt="none"), browser=True)))[0]["sub"] == provider.identifier("bob")
        for again in ({"prompt": "login"}, {"max_age": "0"}):
            assert client.ask(client.request(**again), browser=True).status == 200
        assert client.returned(client.ask(client.request(), {"person": ""}, browser=True))["error"] == "access_denied"
        other = Client(provider)
        other.discover()
        assert other.returned(other.ask(other.request(prompt="none"), browser=True))["error"] == "login_required"


def test_keys_rotate():
    with provided() as provider:
        client = Client(provider)
        token = client.log_in()[1]
        provider.rotate("ES256")
        client.verify(token)
        client.log_in()
        provider.unpublish()
        with pytest.raises(Refused, match="no key"):
            client.verify(token)


def test_thin_tokens_leave_the_profile_to_userinfo():
    with provided(thin_tokens=True) as provider:
        claims, tokens = Client(provider).log_in()
        assert claims["email"] == "ada@example.org" and "email" not in jwt.decode(tokens["id_token"], options={"verify_signature": False})


@pytest.mark.parametrize("fault, must_refuse", [(fault, refuse) for fault, _, refuse in LOGOUT_CONFORMANCE])
def test_logout_tokens(openid, fault, must_refuse):
    """The client's check, without its address."""
    client, openid.fault = Client(openid), None
    client.discover()
    token = openid.logout_token(fault, sub=openid.identifier("ada"), sid="sid")
    assert jwt.get_unverified_header(token)["typ"] == "logout+jwt"

    def check():
        claims, _ = client.signed(token)
        if "http://schemas.openid.net/event/backchannel-logout" not in claims.get("events", {}) or "nonce" in claims \
                or not {"sub", "sid"} & claims.keys() or "jti" not in claims:
            raise Refused
    if must_refuse:
        with pytest.raises(Refused):
            check()
    else:
        check()


def test_a_logout_reaches_the_client():
    """Another provider plays the client, because it records what it is sent."""
    with provided() as provider, provided() as recorder:
        Client(provider).log_in()
        assert provider.log_out("ada", recorder.address("discovery")) == [200]
        assert "logout_token" in recorder.requests[-1].form and provider.log_out("ada", recorder.address("discovery")) == []
        tokens = Client(provider).log_in()[1]
        provider.post_logout_redirect_uris.append(AFTER)
        provider.backchannel_logout_uri = recorder.address("discovery")
        asked = {"id_token_hint": tokens["id_token"], "post_logout_redirect_uri": AFTER, "state": "s"}
        client = Client(provider)
        answer = client.ask(f"{provider.address('end_session')}?{urllib.parse.urlencode(asked)}")
        assert answer.headers["Location"] == f"{AFTER}?state=s" and len(recorder.requests) == 2
        asked["post_logout_redirect_uri"] = BACK
        assert client.ask(f"{provider.address('end_session')}?{urllib.parse.urlencode(asked)}").status == 400


def test_apple_sends_a_name_once_and_only_by_a_form():
    with provided("apple") as provider:
        client = client_of(provider)
        client.discover()
        first, second = (client.returned(client.ask(client.request(), browser=True)) for _ in range(2))
        assert json.loads(first["user"])["name"]["firstName"] == "Ada" and "user" not in second
        answer = client.ask(client.request(response_mode="query"), browser=True)
        assert client.returned(answer)["error"] == "invalid_request"


def test_a_stopped_provider_comes_back_with_its_keys():
    with provided() as provider:
        client = Client(provider)
        tokens = client.log_in()[1]
        provider.stop()
        with pytest.raises(Refused, match="refused"):
            client.discover()
        provider.start()
        client.verify(tokens)


def begun(provider, **asked):
    """A client of a service with OAuth alone, and the parameters with which its browser comes back."""
    client = Client(provider)
    url = f"{client.known['authorization_endpoint']}?{urllib.parse.urlencode({'redirect_uri': BACK, 'state': 's', **asked})}"
    back = client.returned(client.ask(url, browser=True))
    assert back["state"] == "s"
    return client, back


def test_github():
    with provided("github", requires_pkce=False) as provider:
        client, back = begun(provider, client_id="portico", scope="read:user user:email")
        form = {"client_id": "portico", "client_secret": provider.client_secret, "code": back["code"], "redirect_uri": BACK}
        as_form = dict(urllib.parse.parse_qsl(client.ask(client.known["token_endpoint"], form).text))
        as_json = client.ask(client.known["token_endpoint"], form, {"Accept": "application/json"})
        assert (as_json.status, as_json.json()["error"]) == (200, "bad_verification_code")
        client, back = begun(provider, client_id="portico", scope="read:user user:email")
        as_form = dict(urllib.parse.parse_qsl(client.ask(client.known["token_endpoint"], form | {"code": back["code"]}).text))
        headers = {"Authorization": f"Bearer {as_form['access_token']}"}
        user = client.ask(client.known["userinfo_endpoint"], headers=headers).json()
        assert (user["id"], user["login"], user["email"]) == (provider.identifier("ada"), "ada", None)
        assert client.ask(client.known["emails_endpoint"], headers=headers).json()[0]["verified"] is True
        assert client.ask(client.known["userinfo_endpoint"], headers=headers | {"User-Agent": ""}).status == 403
        assert client.ask(client.known["userinfo_endpoint"]).status == 401


def test_wechat():
    with provided("wechat") as provider:
        client, back = begun(provider, appid="portico", response_type="code", scope="snsapi_login")
        asked = {"appid": "portico", "secret": provider.client_secret, "code": back["code"], "grant_type": "authorization_code"}
        url = f"{client.known['token_endpoint']}?{urllib.parse.urlencode(asked)}"
        tokens = client.ask(url).json()
        assert client.ask(url.replace(back["code"], "x")).json() == {"errcode": 40029, "errmsg": "invalid code"}
        asked = urllib.parse.urlencode({"access_token": tokens["access_token"], "openid": tokens["openid"]})
        assert client.ask(f"{client.known['auth_endpoint']}?{asked}").json()["errcode"] == 0
        person = client.ask(f"{client.known['userinfo_endpoint']}?{asked}").json()
        assert (person["unionid"], person["nickname"]) == (tokens["unionid"], "Ada Lovelace")
        assert client.ask(url).json() == {"errcode": 40163, "errmsg": "code been used"}


def test_dingtalk():
    with provided("dingtalk") as provider:
        client, back = begun(provider, client_id="portico", response_type="code", scope="openid", prompt="consent")
        body = {"clientId": "portico", "clientSecret": provider.client_secret, "code": back["authCode"], "grantType": "authorization_code"}

        def redeemed():
            return client.ask(client.known["token_endpoint"], json.dumps(body).encode(), {"Content-Type": "application/json"})

        token = redeemed().json()["accessToken"]
        person = client.ask(client.known["userinfo_endpoint"], headers={"x-acs-dingtalk-access-token": token}).json()
        assert person["unionId"] == f"u{provider.identifier('ada')}"
        assert client.ask(client.known["userinfo_endpoint"]).status == 401
        again = redeemed()
        assert (again.status, again.json()["code"]) == (400, "invalidParameter.authCode.notFound")


def test_a_provider_of_others():
    """Through the pages of Canaille: name, password, consent."""
    with Canaille([BACK]) as provider:
        client = Client(provider)
        client.discover()
        url = client.request(scope="openid profile email groups")
        for answers in ({"login": "ada"}, {"password": provider.password}, {"answer": "accept"}):
            page = client.ask(url, browser=True)
            while page.status in (301, 302, 303):
                url = urllib.parse.urljoin(url, page.headers["Location"])
                page = client.ask(url, browser=True)
            page = client.ask(url, {**fields(page.text), **answers}, browser=True)
            url = urllib.parse.urljoin(url, page.headers["Location"])
        while not url.startswith(BACK):
            url = urllib.parse.urljoin(url, client.ask(url, browser=True).headers["Location"])
        claims, _ = client.finish(dict(urllib.parse.parse_qsl(urllib.parse.urlsplit(url).query)))
        assert (claims["sub"], claims["email"], claims["groups"]) == ("ada", "ada@example.org", ["staff"])
