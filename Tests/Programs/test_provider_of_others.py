"""Logging in at Canaille, a provider that somebody else has written, through its own pages."""

import html
import re
import urllib.parse

import pytest

from providers import Canaille
from support.portico import Portico
from test_provider_logins import Browser

pytestmark = pytest.mark.holds("J1")
SERVER = "PORTICO_SERVERS_CANAILLE"


def fields(page):
    """The hidden fields of the forms of a page."""
    found = re.findall(r'<input[^>]*type="hidden"[^>]*>', page)
    return {re.search(r'name="([^"]*)"', tag)[1]: html.unescape(re.search(r'value="([^"]*)"', tag)[1]) for tag in found}


@pytest.fixture(scope="module")
def portico():
    portico = Portico()
    with Canaille([f"{portico.origin}/session/provider/canaille"]) as provider:
        portico.options |= {
            "PORTICO_SERVERS_LIST": "local,canaille", f"{SERVER}_KIND": "oidc", f"{SERVER}_ISSUER": provider.issuer,
            f"{SERVER}_CLIENT_ID": provider.client_id, f"{SERVER}_CLIENT_SECRET": provider.client_secret,
            f"{SERVER}_SCOPES": "profile email groups", f"{SERVER}_GROUPS_CLAIM": "groups"}
        portico.provider = provider
        with portico:
            yield portico


def test_somebody_logs_in_with_name_password_and_consent(portico):
    browser = Browser(portico)
    address, page = browser.ask("/session/provider", way="canaille", next="/account")
    for answers in ({"login": "ada"}, {"password": portico.provider.password}, {"answer": "accept"}):
        while address:
            here = urllib.parse.urljoin(portico.provider.issuer, address)
            address, page = browser.ask(here)
        address, page = browser.ask(here, **fields(page), **answers)
    while address and not address.startswith("/account"):
        address, page = browser.ask(urllib.parse.urljoin(here, address))
    assert address == "/account", page
    assert browser.account == "canaille/ada"
