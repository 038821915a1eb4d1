"""Logging in at the identity providers that are special to a browser."""

import json

import pytest

from providers import Provider
from support.people import ROOMY
from support.portico import Portico
from support.waiting import wait_until

pytestmark = pytest.mark.holds("J1")

BOTH = pytest.mark.parametrize("script", [True, False], ids=["script", "no-script"])


@pytest.fixture(scope="module")
def apple():
    with Provider("apple") as apple:
        yield apple


@pytest.fixture(scope="module")
def elsewhere():
    with Provider("elsewhere") as elsewhere:
        yield elsewhere


@pytest.fixture(scope="module")
def portico(apple, elsewhere, tmp_path_factory):
    known, folder = apple.options(), tmp_path_factory.mktemp("kinds")
    (folder / "apple.p8").write_text(known["private_key"])
    servers = {
        "apple": {"kind": "apple", "address": apple.url, "clientID": known["client_id"], "teamID": known["team_id"],
                  "clientKeyFile": str(folder / "apple.p8"), "clientKeyID": known["key_id"]},
        "elsewhere": {"kind": "oidc", "issuer": elsewhere.issuer, "clientID": elsewhere.client_id,
                      "clientSecret": elsewhere.client_secret}}
    file = folder / "portico.json"
    file.write_text(json.dumps({"servers": {"list": ["local", *servers], **servers}}))
    # The provider is at an address: for browsers another site than this name.
    portico = Portico(host="localhost", PORTICO_CONFIG_FILE=str(file), **ROOMY)
    portico.start()
    for name, provider in {"apple": apple, "elsewhere": elsewhere}.items():
        provider.redirect_uris.append(f"{portico.origin}/session/provider/{name}")
    yield portico
    portico.close()


@pytest.fixture(autouse=True)
def nobody_is_logged_in(apple, elsewhere):
    """Browsers keep the cookies of a provider that is at another host."""
    apple.sessions.clear()
    elsewhere.sessions.clear()


@pytest.mark.every_engine(script=True)
@BOTH
def test_the_answer_of_apple_comes_from_another_site_without_cookies(browse, engine, portico, script):
    tab = browse(engine, portico, script=script)
    tab.goto("/account")
    with tab.leaving():
        tab.click("#log-in-with-apple")
    with tab.leaving():
        tab.click("button[name=person][value='bob']")
    if not script:
        # Without script, the form of the provider's page waits for its button.
        with tab.leaving():
            tab.click("form button")
    wait_until(lambda: tab.path == "/account", "the page after the login")
    tab.wait_until_ready()
    assert tab.attribute("#screen", "data-account") == "apple/bob@example.org"


@pytest.mark.every_engine(script=True)
@BOTH
def test_the_pages_of_a_provider_may_be_at_another_origin_than_its_issuer(browse, engine, portico, script):
    tab = browse(engine, portico, script=script)
    tab.goto("/account")
    with tab.leaving():
        tab.click("#log-in-with-elsewhere")
    with tab.leaving():
        tab.click("button[name=person][value='bob']")
    assert (tab.path, tab.attribute("#screen", "data-account")) == ("/account", "elsewhere/bob")
