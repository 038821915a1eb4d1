"""Logging in at an identity provider, on its own page."""

import time

import pytest

from providers import PEOPLE, Provider
from support.layers import press, wait_for_stack
from support.people import ROOMY
from support.portico import PASSWORD, Portico
from support.steps import assert_cover, sign_in, sign_out
from support.waiting import wait_until

pytestmark = pytest.mark.holds("J1")

NAME = "The works"
BOTH = pytest.mark.parametrize("script", [True, False], ids=["script", "no-script"])


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
        PORTICO_SERVERS_WORKS_CLIENT_SECRET=known["client_secret"], **ROOMY)
    portico.users("add", "ada", "--name", "Ada Lovelace", "--administrator", password=PASSWORD)
    portico.start()
    provider.redirect_uris.append(f"{portico.origin}/session/provider/works")
    yield portico
    portico.close()


@pytest.fixture
def portico(installation, provider):
    yield installation
    installation.set(clockOffset=0, script="on")
    provider.clock = time.time


def log_in(tab, person="bob", button="#log-in-with-works"):
    """Goes to the provider, presses the button of a person there, and comes back."""
    with tab.leaving():
        tab.click(button)
    with tab.leaving():
        tab.click(f"button[name=person][value='{person}']")


@pytest.mark.every_engine
@BOTH
def test_a_person_of_the_provider_logs_in_and_out(browse, engine, portico, script):
    tab = browse(engine, portico, script=script)
    tab.goto("/about")
    tab.goto("/account")
    assert tab.text("#log-in-with-works") == f"Log in with {NAME}"
    log_in(tab)
    assert (tab.path, tab.attribute("#screen", "data-account")) == ("/account", "works/bob")
    tab.goto("/")
    assert tab.text("#profile-name .cell-value") == PEOPLE["bob"]["name"]
    sign_out(tab)
    assert_cover(tab)
    assert tab.value("#username") == "", "a person of the provider has no password here"
    assert tab.count("#server") == 0, "only one server takes passwords"


@BOTH
def test_who_turns_back_at_the_provider_is_told_and_can_choose_another_way(browse, engine, portico, script):
    tab = browse(engine, portico, script=script)
    tab.goto("/session/new")
    log_in(tab, person="")
    assert_cover(tab)
    assert tab.text("#sign-in-message") == f"You didn’t log in at {NAME}. Try again, or choose another way."
    log_in(tab)
    assert tab.attribute("#screen", "data-account") == "works/bob"


@BOTH
def test_an_account_of_the_provider_is_added_to_another(browse, engine, portico, script):
    tab = browse(engine, portico, script=script, cookies=portico.sign_in())
    tab.goto("/session/new?add=on")
    log_in(tab)
    assert tab.attribute("#screen", "data-account") == "works/bob"
    tab.goto("/accounts")
    assert tab.count("#profile-list .cell") == 2


@BOTH
def test_an_expired_login_goes_on_at_its_page(browse, engine, portico, script):
    tab = browse(engine, portico, script=script)
    tab.goto("/")
    log_in(tab)
    tab.goto("/account/sessions")
    portico.set(clockOffset=60 * 86_400)
    tab.reload()
    assert_cover(tab)
    portico.set(clockOffset=0)
    # The person is still logged in at the provider.
    with tab.leaving():
        tab.click("#log-in-with-works")
    assert (tab.path, tab.attribute("#screen", "data-account")) == ("/account/sessions", "works/bob")


@pytest.mark.every_engine(script=True)
@BOTH
def test_a_proof_is_given_at_the_provider(browse, engine, portico, provider, script):
    tab = browse(engine, portico, script=script)
    tab.goto("/")
    log_in(tab)
    portico.users("make-administrator", "works:bob")
    provider.clock = lambda: time.time() + 900
    portico.set(clockOffset=900)
    # The server notices the change of a command within a second.
    wait_until(lambda: tab.goto("/administration") or tab.count("#reauthentication-form"), "the question")
    assert tab.text("#reauthentication-form p") == f"To continue, log in again as {PEOPLE['bob']['name']} at {NAME}."
    log_in(tab, button="#prove-at-works")
    assert tab.path == "/administration"
    assert tab.count("#reauthentication-form") == 0
    if script:
        wait_for_stack(tab)


@pytest.mark.every_engine(script=True)
@pytest.mark.holds("J4")
@BOTH
def test_an_account_gets_the_provider_as_another_way_to_log_in_and_loses_it(browse, engine, portico, script):
    name = f"carol-{engine}-{script}".lower()
    portico.users("add", name, "--name", "Carol", password=PASSWORD)
    tab = browse(engine, portico, script=script)
    tab.goto("/")
    sign_in(tab, name)
    tab.goto("/account/factors")
    assert tab.count("#identities .cell") == 1, "the row that adds one"
    press(tab, "#add-identity-link")
    log_in(tab, person="eve")
    assert tab.path == "/account/factors"
    assert tab.text("#identities .cell-title") == NAME
    tab.goto("/")
    sign_out(tab)
    tab.goto("/session/new")
    with tab.leaving():
        tab.click("#log-in-with-works")
    assert tab.attribute("#screen", "data-account") == f"local/{name}"
    tab.goto("/account/factors")
    press(tab, "#identities .row-button")
    wait_until(lambda: tab.count("#remove-identity-button"), "the question")
    press(tab, "#remove-identity-button")
    wait_until(lambda: tab.count("#identities .cell") == 1, "the list without the provider")
