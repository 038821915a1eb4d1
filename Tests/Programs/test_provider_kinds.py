"""Logging in at the kinds of identity providers that people know: what is special about each."""

import html
import json
import re
import threading
import urllib.parse
import urllib.request

import pytest

from providers import Provider
from support.portico import Portico
from support.waiting import wait_until
from test_provider_logins import Browser, Unredirected

pytestmark = pytest.mark.holds("J1")

#: The names that people read, and the user names of new accounts.
KINDS = {"github": ("GitHub", "ada"), "wechat": ("WeChat", "o6_"), "dingtalk": ("DingTalk", "u"),
         "apple": ("Apple", "ada@example.org"), "google": ("Google", "ada@example.org"), "entra": ("Microsoft", "ada@example.org")}
SERVICES = ["github", "wechat", "dingtalk"]


def own_options(provider, folder):
    """The options of a kind, for an installation at another address."""
    known = provider.options()
    options = {"kind": provider.kind, "address": provider.url, "clientID": known["client_id"]}
    if provider.kind == "entra":
        options |= {"tenant": provider.TENANT}
    if provider.kind == "apple":
        key = folder / "apple.p8"
        key.write_text(known["private_key"])
        return {**options, "teamID": known["team_id"], "clientKeyFile": str(key), "clientKeyID": known["key_id"]}
    if provider.kind == "google":
        options |= {"recheck": True}
    return {**options, "clientSecret": known["client_secret"]}


def started(providers, folder, options=own_options, **settings):
    servers = {name: options(provider, folder) for name, provider in providers.items()}
    file = folder / "portico.json"
    file.write_text(json.dumps({"servers": {"list": ["local", *providers], **servers}}))
    portico = Portico(PORTICO_CONFIG_FILE=str(file), PORTICO_GATEWAY_TIMEOUT="2", PORTICO_LIMITS_RATE="10000", **settings)
    portico.start()
    for name, provider in providers.items():
        provider.redirect_uris.append(f"{portico.origin}/session/provider/{name}")
    return portico


@pytest.fixture(scope="module")
def providers():
    made = {kind: Provider(kind, auto="ada") for kind in KINDS}
    for provider in made.values():
        provider.start()
    yield made
    for provider in made.values():
        provider.stop()


@pytest.fixture(scope="module")
def portico(providers, tmp_path_factory):
    portico = started(providers, tmp_path_factory.mktemp("kinds"), PORTICO_LIMITS_NETWORK="10000")
    yield portico
    portico.close()


@pytest.fixture
def broken(providers):
    """Gives a provider a fault, until the end of the test."""
    def give(name, fault):
        providers[name].fault = fault

    yield give
    for provider in providers.values():
        provider.fault, provider.auto = None, "ada"


def fields_of(page):
    """The hidden fields of a form."""
    return {name: html.unescape(value) for name, value in re.findall(r'type="hidden" name="(\w+)" value="([^"]*)"', page)}


def posted(portico, path, fields, origin="https://appleid.apple.com"):
    """The answer to a form of another site, with which a browser sends no cookies."""
    request = urllib.request.Request(
        portico.origin + path, urllib.parse.urlencode(fields).encode(), {"Origin": origin, "Sec-Fetch-Site": "cross-site"})
    with urllib.request.build_opener(Unredirected).open(request, timeout=30) as answer:
        return answer.status, answer.headers


def log_in(portico, kind, browser=None, change=None, **form):
    """The browser, and the answers at the end of a login: where it leads, and the page."""
    browser = browser or Browser(portico)
    address, page = browser.ask("/session/provider", way=kind, **form)
    if address:
        address, page = browser.ask(address)
        if kind == "apple" and not address:
            fields = fields_of(page)
            status, headers = posted(portico, "/session/provider/apple", {**fields, **(change or {})})
            assert (status, headers["Set-Cookie"]) == (303, None)
            address = headers["Location"]
        address, page = browser.ask(address)
    return browser, address, page


def message(page):
    return html.unescape(re.search(r'id="sign-in-message"[^>]*>([^<]*)<', page)[1])


@pytest.mark.parametrize("kind", KINDS)
def test_somebody_logs_in_at_each_kind(portico, providers, kind):
    title, user = KINDS[kind]
    assert f"Log in with {title}" in Browser(portico).ask("/session/new")[1]
    browser, target, _ = log_in(portico, kind, next="/account")
    assert (target, browser.account[:len(kind) + len(user) + 1]) == ("/account", f"{kind}/{user}")
    again, _, _ = log_in(portico, kind)
    assert again.account == browser.account


@pytest.mark.parametrize("kind", KINDS)
def test_who_turns_back_is_told(portico, providers, kind):
    providers[kind].auto = None
    try:
        browser = Browser(portico)
        address, _ = browser.ask("/session/provider", way=kind)
        query = urllib.parse.urlsplit(address)
        back, page = browser.ask(urllib.parse.urlunsplit(query._replace(fragment="")), person="")
        if kind == "apple":
            back = posted(portico, "/session/provider/apple", fields_of(page))[1]["Location"]
        _, page = browser.ask(back)
        assert message(page) == f"You didn’t log in at {KINDS[kind][0]}. Try again, or choose another way."
    finally:
        providers[kind].auto = "ada"


@pytest.mark.parametrize("kind", SERVICES)
@pytest.mark.parametrize("fault, sentence", [
    ("code-used-twice", "Something went wrong at"), ("html", "We got an invalid answer from"),
    ("huge", "Something went wrong at"), ("redirect", "Something went wrong at"),
    ("server-error", "Something went wrong at"), ("silent", "We waited too long for"), ("down", "We can’t reach"),
    ("wrong-state", "began in another browser"), ("no-state", "began in another browser")])
def test_a_fault_is_told_with_its_sentence(portico, broken, kind, fault, sentence):
    broken(kind, fault)
    browser, target, page = log_in(portico, kind)
    assert sentence in message(page)
    assert (target, browser.account) == (None, None)


@pytest.mark.parametrize("kind", SERVICES)
def test_a_wrong_secret_is_told_without_the_secret(portico, providers, kind):
    provider = providers[kind]
    right, provider.client_secret = provider.client_secret, "another"
    try:
        _, target, page = log_in(portico, kind)
        assert (target, "Something went wrong at" in message(page)) == (None, True)
    finally:
        provider.client_secret = right
    assert right not in page
    assert right not in portico.log


def test_a_code_works_once(portico, providers):
    for kind in SERVICES:
        browser = Browser(portico)
        address, _ = browser.ask("/session/provider", way=kind)
        back, _ = browser.ask(address)
        assert browser.ask(back)[0] == "/"
        asked = len(providers[kind].asked("token"))
        browser.ask(back)
        assert len(providers[kind].asked("token")) == asked


def test_only_a_verified_address_becomes_that_of_the_account(portico, providers):
    for name, email in [("bob", "bob@example.org"), ("eve", None)]:
        providers["github"].auto = name
        try:
            browser, _, _ = log_in(portico, "github")
        finally:
            providers["github"].auto = "ada"
        assert browser.account == f"github/{name}"
        page = browser.ask("/account")[1]
        assert (email or "ada@example.org") in page if email else "ada@example.org" not in page


@pytest.mark.parametrize("kind", ["github", "google"])
def test_a_login_that_cannot_be_shown_to_be_new_is_no_proof(portico, kind):
    browser, _, _ = log_in(portico, kind)
    portico.users("make-administrator", browser.account.replace("/", ":"))
    # The server notices the change of a command within a second.
    wait_until(lambda: "Not allowed" not in browser.ask("/administration")[1], "the rights")
    assert "Confirm it’s you" not in browser.ask("/administration")[1]
    portico.move_clock(900)
    try:
        page = html.unescape(browser.ask("/administration")[1])
        assert f"To continue, log out, and log in again as Ada Lovelace with {KINDS[kind][0]}." in page
        assert "prove-at-" not in page
        browser.ask("/session/end", scope="all", account=browser.account)
        log_in(portico, kind, browser)
        assert "Confirm it’s you" not in browser.ask("/administration")[1]
    finally:
        portico.move_clock(0)


# Apple

def test_apple_tells_a_name_once_and_only_a_new_account_gets_it(portico, providers):
    apple = providers["apple"]
    apple.people["zoe"] = {"given_name": "Zoë", "family_name": "Quinn", "email": "zoe@example.org", "email_verified": True}
    apple.auto = "zoe"
    try:
        browser, _, _ = log_in(portico, "apple")
        assert "Zoë Quinn" in browser.ask("/account")[1]
        user = json.dumps({"name": {"firstName": "Mallory", "lastName": ""}})
        browser, _, _ = log_in(portico, "apple", change={"user": user})
        page = browser.ask("/account")[1]
        assert "Zoë Quinn" in page
        assert "Mallory" not in page
    finally:
        apple.auto = "ada"


@pytest.mark.parametrize("user", [
    "{", "[]", '{"name": 1}', json.dumps({"name": {"firstName": "a" * 5000}}),
    json.dumps({"name": {"firstName": "a" * 500}}), json.dumps({"name": {"firstName": "A\u202eda\nB"}})], ids=range(6))
def test_a_name_from_the_browser_that_is_none_is_left_out(portico, providers, user):
    apple, name = providers["apple"], f"person{abs(hash(user))}"
    apple.people[name] = {"email": f"{name}@example.org", "email_verified": True}
    apple.auto = name
    try:
        browser, target, _ = log_in(portico, "apple", change={"user": user})
        assert (target, browser.account) == ("/", f"apple/{name}@example.org")
        assert "aaaa" not in browser.ask("/account")[1]
        assert "\u202e" not in browser.ask("/account")[1]
    finally:
        apple.auto = "ada"


def test_a_form_of_another_site_only_leads_to_an_address(portico, providers):
    status, headers = posted(portico, "/session/provider/apple", {"state": "x\r\nSet-Cookie: a=b", "code": "a&state=b#?", "other": "c"})
    assert (status, headers["Set-Cookie"]) == (303, None)
    assert headers["Location"] == "/session/provider/apple?state=x%0ASet-Cookie%3A%20a%3Db&code=a%26state%3Db%23%3F"
    assert "began in another browser" in message(Browser(portico).ask(headers["Location"])[1])
    status, headers = posted(portico, "/session/provider/apple", {"state": "x", "code": "a" * 5000})
    assert (status, headers["Location"]) == (303, "/session/provider/apple?state=x")
    for path in ["/session/provider/google", "/session/provider", "/session"]:
        assert posted(portico, path, {"state": "x", "code": "y"})[0] == 403


def test_the_state_of_another_browser_does_not_log_in(portico, providers):
    browser, other = Browser(portico), Browser(portico)
    address, _ = browser.ask("/session/provider", way="apple")
    fields = fields_of(browser.ask(address)[1])
    back = posted(portico, "/session/provider/apple", fields)[1]["Location"]
    assert "began in another browser" in message(other.ask(back)[1])
    assert other.account is None
    assert browser.ask(back)[0] == "/"


# Keys instead of secrets

@pytest.mark.parametrize("algorithm", ["ES256", "RS256", "EdDSA"])
def test_a_site_proves_itself_by_its_key(tmp_path, algorithm):
    def options(provider, folder):
        known, file = provider.options(), folder / "key.pem"
        file.write_text(known["private_key"])
        return {"kind": "oidc", "issuer": known["issuer"], "clientID": known["client_id"], "clientKeyFile": str(file),
                "clientKeyID": known["key_id"]}

    with Provider(auto="ada", authentication="private_key_jwt", client_algorithm=algorithm) as provider:
        portico = started({"works": provider}, tmp_path, options)
        try:
            browser, target, _ = log_in(portico, "works")
            assert (target, browser.account) == ("/", "works/ada")
            form = provider.asked("token")[0].form
            assert "client_secret" not in form
        finally:
            portico.close()


# Providers that are down, and people who ask too often

def test_a_provider_that_is_down_is_asked_once_for_all_who_wait(tmp_path):
    with Provider("google", auto="ada") as google, Provider("entra", auto="ada") as entra:
        portico = started({"google": google, "entra": entra}, tmp_path)
        try:
            google.fault = "silent"
            pages = []
            waiting = [threading.Thread(target=lambda: pages.append(Browser(portico).ask("/session/provider", way="google")[1]))
                       for _ in range(8)]
            for thread in waiting:
                thread.start()
            assert log_in(portico, "entra")[1] == "/"
            for thread in waiting:
                thread.join()
            assert [message(page) for page in pages] == [message(pages[0])] * 8
            assert len(google.asked("discovery")) == 1
            google.fault = None
            assert "Google" in message(log_in(portico, "google")[2])
            assert len(google.asked("discovery")) == 1
            portico.move_clock(6)
            assert log_in(portico, "google")[1] == "/"
        finally:
            portico.close()


def test_logins_that_begin_too_often_are_refused_by_network(tmp_path):
    with Provider("github", auto="ada") as github:
        portico = started({"github": github}, tmp_path, PORTICO_LIMITS_NETWORK="2")
        try:
            for _ in range(6):
                assert log_in(portico, "github")[1] == "/"
            asked = [Browser(portico).ask("/session/provider", way="github") for _ in range(9)]
            assert [bool(address) for address, _ in asked] == [True] * 8 + [False]
            assert "Too many" in message(asked[-1][1])
            portico.move_clock(901)
            assert log_in(portico, "github")[1] == "/"
        finally:
            portico.close()


def test_the_pages_of_a_provider_may_be_at_another_origin(tmp_path):
    with Provider("elsewhere", auto="ada") as provider:
        def options(provider, _):
            known = provider.options()
            return {"kind": "oidc", "issuer": known["issuer"], "clientID": known["client_id"],
                    "clientSecret": known["client_secret"]}

        portico = started({"works": provider}, tmp_path, options)
        try:
            browser = Browser(portico)
            _, page = browser.ask("/session/provider", way="works")
            address = html.unescape(re.search(r'id="go-on" href="([^"]*)"', page)[1])
            assert address.startswith("http://localhost:")
            back, _ = browser.ask(address)
            assert browser.ask(back)[0] == "/"
        finally:
            portico.close()


def test_google_is_asked_for_a_refresh_token_in_its_own_way(portico, providers):
    log_in(portico, "google")
    asked = providers["google"].asked("authorization")[-1].query
    assert asked["access_type"] == "offline" and "offline_access" not in asked["scope"]
    assert "missing: refresh_token" not in portico.log and "refresh_token" not in portico.log
