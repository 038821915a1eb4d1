"""Logging in at identity providers: the fakes of each kind, and every fault of theirs."""

import http.cookiejar
import json
import re
import time
import urllib.parse
import urllib.request

import pytest

from providers import CONFORMANCE, Provider
from support.portico import Portico

pytestmark = pytest.mark.holds("J1")

#: A part of the sentence on the cover about a fault.
SENTENCES = {
    **{f"wrong-{claim}": f"id_token.{claim.replace('-', '_')}" for claim in ("iss", "aud", "azp", "nonce", "at-hash", "c-hash")},
    **{f"no-{claim}": f"id_token.{claim}" for claim in ("sub", "aud", "iat", "exp", "nonce")},
    "several-aud-without-azp": "id_token.azp", "issued-in-future": "id_token.iat", "not-yet-valid": "id_token.nbf",
    "expired": "id_token.exp", "unknown-kid": "id_token.kid", "wrong-key-type": "id_token.kid", "bad-signature": "id_token.",
    **{fault: "id_token.alg" for fault in ("alg-none", "hs256-with-secret", "hs256-with-public-key")},
    "no-id-token": "id_token", "token-type-mac": "token_type", "discovery-other-issuer": "issuer",
    "userinfo-other-sub": "userinfo.sub", "userinfo-no-sub": "userinfo.sub",
    "wrong-iss-parameter": "Missing or invalid: iss.", "missing-iss-parameter": "Missing or invalid: iss.",
    "wrong-state": "began in another browser", "no-state": "began in another browser",
    "slow": "We waited too long", "silent": "We waited too long", "down": "We can’t reach",
}
#: Faults of answers that Portico does not ask for.
UNASKED = {"refresh-wrong-iss", "refresh-other-sub"}
#: Faults of an answer to the question for a new proof.
OF_PROOFS = {"old-auth-time", "no-auth-time"}


class Unredirected(urllib.request.HTTPErrorProcessor):
    def http_response(self, request, response):
        return response

    https_response = http_response


class Browser:
    """A browser without a window, which follows no redirect by itself."""

    def __init__(self, portico):
        self.origin = portico.origin
        self._jar = http.cookiejar.CookieJar()
        self._opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(self._jar), Unredirected)

    @property
    def cookies(self):
        return {cookie.name: cookie.value for cookie in self._jar}

    def ask(self, address, **form):
        data = urllib.parse.urlencode(form).encode() if form else None
        request = urllib.request.Request(
            urllib.parse.urljoin(self.origin, address), data, {"Origin": self.origin, "Accept": "text/html"})
        with self._opener.open(request, timeout=30) as answer:
            return answer.headers["Location"], answer.read().decode()

    def log_in(self, server, **form):
        """The answers at the end of a login: where it leads, and the page."""
        address, page = self.ask("/session/provider", way=server, **form)
        for _ in range(2):
            if address:
                address, page = self.ask(address)
        return address, page

    @property
    def account(self):
        found = re.search(r'data-account="([^"]*)"', self.ask("/about")[1])
        return found and found[1]


def options(name, provider):
    known, prefix = provider.options(), f"PORTICO_SERVERS_{name.upper()}_"
    return {
        f"{prefix}KIND": "oidc", f"{prefix}NAME": f"The {name}", f"{prefix}ISSUER": known["issuer"],
        f"{prefix}CLIENT_ID": known["client_id"], f"{prefix}CLIENT_SECRET": known["client_secret"]}


@pytest.fixture(scope="module")
def providers():
    """A usual provider, one whose tokens say little, one that nobody has asked before, and one that tells groups."""
    made = {"usual": Provider(auto="ada"), "thin": Provider(auto="ada", thin_tokens=True), "fresh": Provider(auto="ada"),
            "grouped": Provider(auto="ada")}
    made |= {kind: Provider(kind, auto="ada") for kind in ("google", "entra", "keycloak", "authentik")}
    for provider in made.values():
        provider.start()
    yield made
    for provider in made.values():
        provider.stop()


@pytest.fixture(scope="module")
def portico(providers):
    settings = {name: value for provider in providers.items() for name, value in options(*provider).items()}
    settings |= {"PORTICO_SERVERS_GROUPED_SCOPES": "profile email groups", "PORTICO_SERVERS_GROUPED_GROUPS_CLAIM": "groups"}
    with Portico(
            PORTICO_SERVERS_LIST=",".join(["local", *providers]), PORTICO_GATEWAY_TIMEOUT="2", PORTICO_LIMITS_RATE="10000",
            **settings) as portico:
        for name, provider in providers.items():
            provider.redirect_uris.append(f"{portico.origin}/session/provider/{name}")
        yield portico


@pytest.fixture
def broken(providers):
    """Gives a provider a fault, until the end of the test."""
    def give(name, fault):
        providers[name].fault = fault

    yield give
    for provider in providers.values():
        provider.fault = None


@pytest.mark.parametrize("kind", ["google", "entra", "keycloak", "authentik", "thin"])
def test_somebody_logs_in_at_each_kind_of_provider(portico, providers, kind):
    browser = Browser(portico)
    target, _ = browser.log_in(kind, next="/account")
    assert target == "/account"
    assert browser.account.startswith(f"{kind}/")
    again = Browser(portico)
    again.log_in(kind)
    assert again.account == browser.account
    assert f"Log in with The {kind}" in Browser(portico).ask("/session/new")[1]


@pytest.mark.parametrize("fault, refused", [
    (fault, refused) for fault, _, refused in CONFORMANCE if fault not in UNASKED | OF_PROOFS], ids=str)
def test_a_fault_of_the_provider_is_refused_with_its_sentence(portico, broken, fault, refused):
    server = "thin" if fault and fault.startswith("userinfo") else "fresh" if fault == "discovery-other-issuer" else "usual"
    if server == "usual":
        assert Browser(portico).log_in("usual")[0] == "/"
    broken(server, fault)
    browser = Browser(portico)
    target, page = browser.log_in(server)
    if refused:
        message = re.search(r'id="sign-in-message"[^>]*>([^<]*)<', page)[1]
        assert SENTENCES.get(fault, "The ") in message
        assert (target, browser.account) == (None, None)
    elif refused is False:
        assert (target, browser.account) == ("/", "usual/ada")


@pytest.mark.parametrize("fault", [*sorted(OF_PROOFS), None])
def test_an_old_proof_is_none(portico, providers, broken, fault):
    browser, provider = Browser(portico), providers["usual"]
    browser.log_in("usual")
    portico.users("make-administrator", "usual:ada")
    portico.move_clock(900)
    provider.clock = lambda: time.time() + 900
    try:
        assert "log in again as" in browser.ask("/administration")[1]
        broken("usual", fault)
        assert browser.log_in("usual", proves="usual/ada", next="/administration")[0] == "/administration"
        assert ("log in again as" in browser.ask("/administration")[1]) == bool(fault)
    finally:
        portico.move_clock(0)
        provider.clock = time.time


def test_the_code_of_one_provider_is_not_sent_to_another(portico, providers):
    """A mix-up: the browser comes back with the code of one provider to the address of another."""
    browser = Browser(portico)
    address, _ = browser.ask("/session/provider", way="usual")
    back, _ = browser.ask(address)
    asked = len(providers["thin"].asked("token"))
    target, page = browser.ask(back.replace("/session/provider/usual", "/session/provider/thin"))
    assert (target, browser.account) == (None, None)
    assert "began in another browser" in page
    assert len(providers["thin"].asked("token")) == asked


def test_without_a_provider_the_others_and_the_password_work(portico, providers):
    browser = Browser(portico)
    address, _ = browser.ask("/session/provider", way="usual")
    back, _ = browser.ask(address)
    providers["usual"].stop()
    try:
        assert "We can’t reach The usual." in browser.ask(back)[1]
        browser.log_in("keycloak")
        assert browser.account == "keycloak/ada"
        portico.add("bob")
        assert portico.ask("/about", portico.sign_in("bob"))[0] == 200
    finally:
        providers["usual"].start()


def test_groups_that_the_provider_no_longer_tells_are_lost(portico, providers):
    browser = Browser(portico)
    provider = providers["grouped"]
    for groups in (["staff"], None):
        provider.people["ada"]["groups"] = groups
        browser.log_in("grouped")
        [person] = [person for person in json.loads(portico.users("list", "--json")) if person["username"] == "grouped:ada"]
        assert person["groups"] == (groups or [])


def test_an_address_that_nobody_has_verified_becomes_no_user_name(portico, providers):
    browser = Browser(portico)
    providers["google"].auto = "eve"
    try:
        browser.log_in("google")
    finally:
        providers["google"].auto = "ada"
    assert "@" not in browser.account


def test_the_log_has_the_word_of_a_provider_that_refuses_a_login(portico, broken):
    broken("usual", "token-error")
    Browser(portico).log_in("usual")
    # Once a minute for each provider.
    assert re.search(r"error=invalid_grant.*an identity provider has refused a login", portico.log)
