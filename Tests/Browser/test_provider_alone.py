"""The login page that shows one identity provider alone."""

import pytest

from providers import Provider
from support.accessibility import CLIPPED, axe_in_both
from support.people import ROOMY
from support.portico import PASSWORD, Portico
from support.providers import NAME, at_works, choose, register
from support.steps import assert_cover

pytestmark = pytest.mark.holds("J1")

BOTH = pytest.mark.parametrize("script", [True, False], ids=["script", "no-script"])
IS_IN_SIGHT = "e.checkVisibility() && e.getClientRects().length > 0"


@pytest.fixture(scope="module")
def installation():
    with Provider("keycloak") as provider:
        portico = Portico(PORTICO_SERVERS_DEFAULT="works", **at_works(provider), **ROOMY)
        portico.users("add", "ada", "--name", "Ada Lovelace", "--administrator", password=PASSWORD)
        portico.start()
        register(portico, provider)
        yield portico
        portico.close()


@BOTH
def test_the_password_is_behind_a_link(browse, engine, portico, script):
    tab = browse(engine, portico, script=script)
    tab.goto("/account")
    assert_cover(tab)
    assert tab.text("#log-in-with-works") == f"Log in with {NAME}"
    assert not tab.of("#password", IS_IN_SIGHT)
    tab.click("#other-ways summary")
    assert tab.of("#password", IS_IN_SIGHT)
    tab.fill("#username", "ada")
    tab.fill("#password", PASSWORD)
    # The Return key is for the password, not for the provider.
    with tab.leaving():
        tab.press("Enter")
    assert (tab.path, tab.attribute("#screen", "data-account")) == ("/account", "local/ada")


@BOTH
def test_the_provider_is_one_press_away(browse, engine, portico, script):
    tab = browse(engine, portico, script=script)
    tab.goto("/account")
    tab.click("#remember-there")
    with tab.leaving():
        tab.click("#log-in-with-works")
    choose(tab, "bob")
    assert (tab.path, tab.attribute("#screen", "data-account")) == ("/account", "works/bob")


def test_it_is_accessible(browse, engine, portico):
    tab = browse(engine, portico, size=(320, 568))
    for address in ["/session/new", "/session/new?server=local"]:
        tab.goto(address)
        assert (axe_in_both(tab), tab.evaluate(CLIPPED)) == ([], [])
        assert tab.evaluate("document.documentElement.scrollWidth <= innerWidth")
