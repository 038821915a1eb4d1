"""A login at an identity provider after its beginning: the provider ends it, or is asked about it, and its end there."""

import json
import re
import time
import urllib.error
import urllib.parse
import urllib.request

import pytest

from nodes import Nodes, missing
from providers import LOGOUT_CONFORMANCE, Provider
from support.portico import Portico
from support.waiting import wait_until
from test_provider_logins import Browser, options

pytestmark = pytest.mark.holds("J1")

#: A part of the description of the problem with a logout token.
PROBLEMS = {
    "alg-none": "alg", "hs256-with-secret": "alg", "no-events": "events", "wrong-events": "events", "with-nonce": "nonce",
    "wrong-aud": "aud", "wrong-iss": "iss", "no-sub-no-sid": "sub", "no-iat": "iat", "no-jti": "jti", "expired": "exp",
    "bad-signature": "logout_token", "unknown-kid": "kid"}


@pytest.fixture(scope="module")
def provider():
    """A provider that says when somebody logs out there."""
    with Provider(auto="ada") as provider:
        yield provider


@pytest.fixture(scope="module")
def rotating():
    """A provider that gives a new refresh token each time."""
    with Provider(auto="ada", rotates_refresh_tokens=True) as provider:
        yield provider


@pytest.fixture(scope="module")
def portico(provider, rotating):
    settings = {
        **options("works", provider), "PORTICO_SERVERS_WORKS_LOGS_OUT": "true",
        **options("asked", rotating), "PORTICO_SERVERS_ASKED_RECHECK": "true",
        "PORTICO_SERVERS_ASKED_TRUSTS_FACTOR": "mfa hwk"}
    with Portico(
            PORTICO_SERVERS_LIST="local,works,asked", PORTICO_GATEWAY_TIMEOUT="2", PORTICO_LIMITS_RATE="10000",
            **settings) as portico:
        for name, known in {"works": provider, "asked": rotating}.items():
            known.redirect_uris.append(f"{portico.origin}/session/provider/{name}")
            known.post_logout_redirect_uris.append(f"{portico.origin}/session/new")
        provider.backchannel_logout_uri = f"{portico.origin}/session/provider/works/logout"
        yield portico


@pytest.fixture(autouse=True)
def nothing_stays(provider, rotating):
    yield
    for known in (provider, rotating):
        known.fault, known.auto, known.clock = None, "ada", time.time


@pytest.fixture
def passing(portico, rotating):
    """Moves the clocks of both servers, until the end of the test."""
    def move(seconds):
        rotating.clock = lambda: time.time() + seconds
        portico.move_clock(seconds)

    yield move
    portico.move_clock(0)


def logged_in(portico, server="works", **form):
    browser = Browser(portico)
    browser.log_in(server, **form)
    assert browser.account == f"{server}/ada"
    return browser


@pytest.mark.parametrize("by", [("sub", "sid"), ("sub",), ("sid",)], ids="-".join)
def test_a_logout_at_the_provider_ends_the_logins_of_its_session_or_person(portico, provider, by):
    browser, other = logged_in(portico), Browser(portico)
    provider.auto = "bob"
    other.log_in("works")
    assert set(provider.log_out("ada", by=by)) == {200}
    assert (browser.account, other.account) == (None, "works/bob")
    # A later login of the same person stays.
    provider.auto = "ada"
    assert logged_in(portico).account == "works/ada"


def test_the_logins_of_another_session_of_the_person_stay(portico, provider):
    first = logged_in(portico)
    sid = next(reversed(provider.sessions))
    second = logged_in(portico)
    form = {"logout_token": provider.logout_token(sub=provider.identifier("ada"), sid=sid)}
    assert tell(portico, form)[0] == 200
    assert (first.account, second.account) == (None, "works/ada")


def tell(portico, form, server="works"):
    """The status, the header Cache-Control and the text of the answer to a provider."""
    request = urllib.request.Request(
        f"{portico.origin}/session/provider/{server}/logout", urllib.parse.urlencode(form).encode())
    try:
        answer = urllib.request.urlopen(request, timeout=30)
    except urllib.error.HTTPError as error:
        answer = error
    with answer:
        return answer.status, answer.headers["Cache-Control"], answer.read().decode()


@pytest.mark.parametrize("fault", [fault for fault, _, refused in LOGOUT_CONFORMANCE if refused])
def test_a_logout_token_that_breaks_a_rule_ends_nothing(portico, provider, fault):
    browser = logged_in(portico)
    token = provider.logout_token(fault, sub=provider.identifier("ada"))
    status, cache, text = tell(portico, {"logout_token": token})
    assert (status, cache) == (400, "no-store")
    answer = json.loads(text)
    assert answer["error"] == "invalid_request"
    assert PROBLEMS[fault] in answer["error_description"]
    assert browser.account == "works/ada"


def test_no_other_token_of_the_provider_counts_as_a_logout_token(portico, provider):
    browser = logged_in(portico)
    asked = next(reversed(provider.sessions.values()))
    for form in [{}, {"logout_token": ""}, {"logout_token": "a.b.c"}, {"logout_token": provider._id_token(asked, "access", "code")}]:
        assert tell(portico, form)[0] == 400
    assert tell(portico, {"logout_token": provider.logout_token(sub=provider.identifier("ada"))}, server="asked")[0] == 400
    assert tell(portico, {"logout_token": "a"}, server="nobody")[0] == 400
    assert browser.account == "works/ada"


def test_an_old_logout_does_not_end_a_later_login(portico, provider):
    logged_in(portico)
    provider.clock = lambda: time.time() - 30
    token = provider.logout_token(sub=provider.identifier("ada"))
    provider.clock = time.time
    browser = logged_in(portico)
    assert tell(portico, {"logout_token": token})[0] == 200
    assert browser.account == "works/ada"


def test_a_logout_of_somebody_who_is_not_logged_in_here_is_accepted(portico, provider):
    assert tell(portico, {"logout_token": provider.logout_token(sub="nobody", sid="none")})[0] == 200


def test_logging_out_here_logs_out_at_the_provider(portico, provider):
    browser = logged_in(portico)
    address, _ = browser.ask("/session/end", scope="one")
    asked = dict(urllib.parse.parse_qsl(urllib.parse.urlparse(address).query))
    assert address.startswith(f"{provider.url}/logout?")
    assert asked["post_logout_redirect_uri"] == f"{portico.origin}/session/new"
    back, _ = browser.ask(address)
    assert back == f"{portico.origin}/session/new"
    assert not [session for session in provider.sessions.values() if session.person == "ada"]


def test_while_the_provider_is_down_people_log_out_here(portico, provider):
    browser = logged_in(portico)
    portico.move_clock(3700)
    provider.stop()
    try:
        address, _ = browser.ask("/session/end", scope="one")
        assert browser.account is None
        assert address.startswith((f"{provider.url}/logout?", "/session/new"))
    finally:
        provider.start()
        portico.move_clock(0)


# Asking the provider.


def refreshes(provider):
    return [request for request in provider.asked("token") if request.form.get("grant_type") == "refresh_token"]


def test_a_login_is_asked_about_with_each_new_refresh_token(portico, rotating, passing):
    browser = logged_in(portico, "asked")
    scopes = rotating.asked("authorization")[-1].query["scope"].split()
    assert "offline_access" in scopes
    before = len(refreshes(rotating))
    browser.ask("/about")
    assert len(refreshes(rotating)) == before, "the login is new"
    used = set()
    for seconds in (301, 602, 903):
        passing(seconds)
        assert browser.account == "asked/ada"
        used.add(refreshes(rotating)[-1].form["refresh_token"])
    assert len(used) == 3


def test_who_may_not_log_in_any_more_is_logged_out_at_the_next_question(portico, rotating, passing):
    browser = logged_in(portico, "asked")
    rotating.revoke("ada")
    assert browser.account == "asked/ada"
    passing(301)
    assert browser.account is None


@pytest.mark.parametrize("fault", ["refresh-other-sub", "refresh-wrong-iss", "server-error", "down"])
def test_an_answer_about_a_login_that_breaks_a_rule_does_not_confirm_it(portico, rotating, passing, fault):
    browser = logged_in(portico, "asked", remember="on")
    rotating.fault = fault
    passing(301)
    account = browser.account
    if fault == "refresh-other-sub":
        assert account is None, "somebody else is not the person of the login"
        return
    assert account == "asked/ada", "one that is not confirmed may be used for a day"
    passing(86_402)
    assert browser.account is None
    rotating.fault = None
    wait_until(lambda: browser.account == "asked/ada", "the provider to be asked again")


def test_logging_out_here_ends_the_refresh_token(portico, rotating):
    browser = logged_in(portico, "asked")
    known = set(rotating.refresh_tokens)
    assert known
    token = next(reversed(rotating.refresh_tokens))
    browser.ask("/session/end", scope="one")
    wait_until(lambda: token not in rotating.refresh_tokens, "the token to end")
    assert rotating.asked("revocation")[-1].form == {"token": token, "token_type_hint": "refresh_token"}


def test_the_second_factor_of_a_provider_is_trusted_where_the_token_names_it(rotating):
    settings = {**options("asked", rotating), "PORTICO_SERVERS_ASKED_TRUSTS_FACTOR": "mfa hwk"}
    with Portico(
            PORTICO_SERVERS_LIST="local,asked", PORTICO_LIMITS_RATE="10000", PORTICO_ACCOUNTS_SECOND_FACTOR="all",
            **settings) as portico:
        rotating.redirect_uris.append(f"{portico.origin}/session/provider/asked")
        assert logged_in(portico, "asked").account == "asked/ada"
        rotating.auto = "bob"
        browser = Browser(portico)
        _, page = browser.log_in("asked")
        assert browser.account is None, "bob had only a password"
        assert re.search("authenticator", page)


@pytest.mark.skipif(missing() is not None, reason=str(missing()))
def test_a_logout_at_the_provider_ends_logins_at_all_nodes_within_a_second(rotating):
    settings = {**options("works", rotating), "PORTICO_SERVERS_LIST": "local,works", "PORTICO_SERVERS_WORKS_RECHECK": "true"}
    with Nodes(**settings) as nodes:
        rotating.redirect_uris.append(f"{nodes.origin}/session/provider/works")
        rotating.revoke("ada")
        browser = Browser(nodes)
        browser.log_in("works")
        assert browser.account == "works/ada"
        cookies = browser.cookies
        # All nodes have the login in memory.
        for node in nodes.nodes:
            assert 'data-account="works/ada"' in nodes.ask("/about", cookies, node=node)[2]
        start = time.monotonic()
        assert set(rotating.log_out("ada", f"{nodes.origin}/session/provider/works/logout")) == {200}
        wait_until(
            lambda: all(nodes.ask("/about", cookies, node=node)[0] == 401 for node in nodes.nodes), "the end at all nodes")
        assert time.monotonic() - start < 1
