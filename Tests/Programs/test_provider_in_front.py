"""Logging in at an identity provider in front of an application, over HTTP: the login leads to the page that was asked for."""

import html
import http.client
import re
import urllib.parse

import pytest

from providers import Provider
from support.in_front import in_front
from support.people import ROOMY
from support.providers import at_works, register

pytestmark = pytest.mark.holds("J1")


@pytest.fixture(scope="module", params=["none", "nginx"])
def portico(request):
    with Provider("keycloak", auto="ada") as provider, in_front(request.param, **at_works(provider), **ROOMY) as portico:
        register(portico, provider)
        yield portico


class Browser:
    """A browser without a window, which follows redirects to all hosts of this machine, and keeps the cookies of each."""

    def __init__(self):
        self._cookies = {}

    def go(self, address, **form):
        """The address and the text of the last page."""
        for _ in range(12):
            status, target, text = self._ask(address, form)
            if not target:
                return address, status, text
            address, form = urllib.parse.urljoin(address, target), {}
        raise AssertionError(f"redirected for ever, at last to {address}")

    def _ask(self, address, form):
        url = urllib.parse.urlsplit(address)
        cookies = self._cookies.setdefault(url.hostname, {})
        headers = {
            "Host": url.netloc, "Accept": "text/html", "Sec-Fetch-Mode": "navigate", "Sec-Fetch-Dest": "document",
            "Cookie": "; ".join(f"{name}={value}" for name, value in cookies.items())}
        if form:
            headers |= {"Origin": f"{url.scheme}://{url.netloc}", "Content-Type": "application/x-www-form-urlencoded"}
        connection = http.client.HTTPConnection("127.0.0.1", url.port, timeout=30)
        target = url.path + (f"?{url.query}" if url.query else "")
        connection.request("POST" if form else "GET", target or "/", urllib.parse.urlencode(form) or None, headers)
        answer = connection.getresponse()
        for name, value in answer.getheaders():
            if name.lower() == "set-cookie":
                key, _, rest = value.partition("=")
                cookies[key] = rest.partition(";")[0]
        text = answer.read().decode()
        connection.close()
        return answer.status, answer.headers["Location"], text


def log_in(browser, address):
    """Goes to an address, gets the cover, and logs in at the provider."""
    place, status, cover = browser.go(address)
    assert status == 401 and 'id="log-in-with-works"' in cover
    next = html.unescape(re.search(r'name="next" value="([^"]*)"', cover)[1])
    return browser.go(urllib.parse.urljoin(place, "/session/provider"), way="works", next=next)


@pytest.mark.parametrize("path", ["/orders", "/orders?a=b&c=d%20e", "/orders?" + "a" * 900])
def test_the_login_leads_to_the_page_on_another_host(portico, path):
    address = f"{portico.application}{path}"
    place, status, page = log_in(Browser(), address)
    assert (place, status) == (address, 200)
    assert '<p id="Remote-User">works:ada</p>' in page.replace("'", '"')


def test_the_login_leads_to_the_page_on_the_host_of_the_door(portico):
    address = f"{portico.path}/app/orders?a=b"
    place, status, page = log_in(Browser(), address)
    assert (place, status) == (address, 200)
    assert '<p id="Remote-User">works:ada</p>' in page.replace("'", '"')


def test_the_login_is_known_on_the_other_host_and_ends_with_it(portico):
    browser = Browser()
    log_in(browser, f"{portico.application}/orders")
    assert browser.go(f"{portico.application}/who.json")[1] == 200
    account = re.search(r'data-account="([^"]*)"', browser.go(f"{portico.origin}/about")[2])[1]
    assert account == "works/ada"
    assert browser.go(f"{portico.origin}/session/end", account=account)[1] == 200
    assert browser.go(f"{portico.application}/orders")[1] == 401
