"""The end of a login at an identity provider: there, and here."""

import pytest

from providers import Provider
from support.people import ROOMY
from support.portico import PASSWORD, Portico
from support.session import assert_nothing_is_left, type_a_note
from support.steps import assert_cover, sign_out
from test_provider import BOTH, NAME, log_in

pytestmark = pytest.mark.holds("J1")


@pytest.fixture(scope="module")
def provider():
    with Provider("keycloak") as provider:
        yield provider


@pytest.fixture(scope="module")
def installation(provider):
    known = provider.options()
    portico = Portico(
        PORTICO_SERVERS_LIST="local,works", PORTICO_SERVERS_WORKS_NAME=NAME, PORTICO_SERVERS_WORKS_KIND="oidc",
        PORTICO_SERVERS_WORKS_ISSUER=known["issuer"], PORTICO_SERVERS_WORKS_CLIENT_ID=known["client_id"],
        PORTICO_SERVERS_WORKS_CLIENT_SECRET=known["client_secret"], PORTICO_SERVERS_WORKS_LOGS_OUT="true", **ROOMY)
    portico.users("add", "ada", "--name", "Ada Lovelace", "--administrator", password=PASSWORD)
    portico.start()
    provider.redirect_uris.append(f"{portico.origin}/session/provider/works")
    provider.post_logout_redirect_uris.append(f"{portico.origin}/session/new")
    yield portico
    portico.close()


@pytest.fixture
def portico(installation, provider):
    yield installation
    provider.revoke("bob")


def test_a_logout_at_the_provider_closes_the_open_page(browse, engine, portico, provider):
    tab = browse(engine, portico)
    tab.goto("/")
    log_in(tab)
    tab.username = "bob"
    type_a_note(tab)
    assert provider.log_out("bob", f"{portico.origin}/session/provider/works/logout") == [200]
    tab.wait_for_screen("login")
    assert_nothing_is_left(tab)


@BOTH
def test_logging_out_logs_out_at_the_provider_and_comes_back(browse, engine, portico, provider, script):
    tab = browse(engine, portico, script=script)
    tab.goto("/")
    log_in(tab)
    assert [session.person for session in provider.sessions.values()] == ["bob"]
    sign_out(tab)
    tab.wait_for("location.pathname === '/session/new'", "the way back")
    assert_cover(tab)
    assert not provider.sessions
    assert provider.asked("end_session")[-1].query["id_token_hint"]
    # The provider asks who it is.
    log_in(tab)
    assert tab.attribute("#screen", "data-account") == "works/bob"
