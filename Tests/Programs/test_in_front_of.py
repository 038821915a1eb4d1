"""In front of an application that does not know Portico, with each proxy as in docs/in-front-of.md and without one: the
redirects for a browser, and the headers for the application. The journeys test the browser's part."""

import html
import re
import urllib.parse

import pytest
import requests
from requests.adapters import HTTPAdapter

from support.in_front import PROXIES, in_front
from support.portico import PASSWORD
from support.session import IDLE

NAVIGATION = {"Accept": "text/html", "Sec-Fetch-Mode": "navigate", "Sec-Fetch-Dest": "document"}
SCRIPT = {"Accept": "*/*", "Sec-Fetch-Mode": "cors", "Sec-Fetch-Dest": "empty"}


@pytest.fixture(scope="module", params=PROXIES)
def portico(request):
    with in_front(request.param) as portico:
        yield portico


@pytest.fixture
def visitor(portico):
    return Visitor(portico)


class _Loopback(HTTPAdapter):
    """Connects to this machine for every host, as browsers do for hosts under `localhost`."""

    def send(self, request, **options):
        address = request.url
        host = urllib.parse.urlsplit(address)
        request.headers["Host"] = host.netloc
        request.url = host._replace(netloc=f"127.0.0.1:{host.port}").geturl()
        answer = super().send(request, **options)
        # The session chooses cookies by these, also for the next address.
        del request.headers["Host"]
        answer.url = request.url = address
        return answer


class Visitor:
    """A client that follows redirects and keeps the cookies of each host."""

    def __init__(self, portico):
        self.portico = portico
        self.session = requests.Session()
        self.session.trust_env = False
        self.session.mount("http://", _Loopback())

    def get(self, address, headers=NAVIGATION, **options):
        return self.session.get(address, headers=headers, timeout=30, **options)

    def post(self, address, **fields):
        origin = urllib.parse.urlsplit(address)._replace(path="", query="").geturl()
        return self.session.post(address, fields, headers=NAVIGATION | {"Origin": origin}, timeout=30)

    def sign_in(self, cover):
        """Submits the form of a cover."""
        form = re.search(r'<form[^>]* id="sign-in"[^>]*>', cover.text)[0]
        action = html.unescape(re.search(r'action="([^"]*)"', form)[1])
        hidden = re.findall(r'<input type="hidden" name="([^"]*)" value="([^"]*)"', cover.text)
        fields = {name: html.unescape(value) for name, value in hidden}
        return self.post(urllib.parse.urljoin(cover.url, action), **fields, username="ada", password=PASSWORD)

    def take_cookies(self, cookies):
        """Adds cookies of the door, for a signed-in visitor."""
        for cookie in cookies:
            self.session.cookies.set(cookie["name"], cookie["value"], domain="127.0.0.1")


def said(page):
    """The headers that the application received, from its page."""
    return dict(re.findall(r"""<p id=["']([\w-]+)["']>([^<]*)""", page.text))


def is_cover(page):
    return 'data-screen="login" data-needs-authentication="true"' in page.text


def test_the_cover_comes_first_and_leads_back_to_exactly_the_address(portico, visitor):
    address = f"{portico.application}/orders/a%20b?c=d&e=%2F"
    cover = visitor.get(address)
    assert is_cover(cover) and cover.url.startswith(f"{portico.origin}/portico/start?")
    page = visitor.sign_in(cover)
    assert (page.url, said(page)["Remote-User"], said(page)["Remote-Email"]) == (address, "ada", "ada@example.org")
    assert len(said(page)["Portico-Assertion"].split(".")) == 3
    assert said(visitor.post(address, text="hello"))["sent"] == "text=hello"


def test_signed_in_people_see_no_cover(portico, visitor):
    visitor.take_cookies(portico.sign_in())
    page = visitor.get(f"{portico.application}/")
    assert (page.url, said(page)["Remote-User"]) == (f"{portico.application}/", "ada")


def test_the_application_gets_its_own_cookies_only(portico, visitor):
    if portico.proxy == "none":
        pytest.skip("an attack has it")
    visitor.take_cookies(portico.sign_in())
    # All proxies except nginx forward an empty header.
    assert said(visitor.get(f"{portico.application}/")).get("Cookie", "") == ""
    visitor.session.cookies.set("own", "1", domain="app.localhost")
    assert said(visitor.get(f"{portico.application}/"))["Cookie"] == "own=1"


def test_a_sign_out_at_the_door_ends_it_everywhere(portico, visitor):
    cookies = portico.sign_in()
    visitor.take_cookies(cookies)
    assert said(visitor.get(f"{portico.application}/"))["Remote-User"] == "ada"
    assert portico.ask("/session/end", cookies, scope="all")[0] == 303
    assert is_cover(visitor.get(f"{portico.application}/"))


def test_an_expired_session_asks_again_and_leads_back(portico, visitor):
    visitor.take_cookies(portico.sign_in())
    address = f"{portico.application}/orders?a=b"
    assert said(visitor.get(address))["Remote-User"] == "ada"
    portico.set(clockOffset=IDLE)
    try:
        cover = visitor.get(address)
        assert is_cover(cover)
        page = visitor.sign_in(cover)
        assert (page.url, said(page)["Remote-User"]) == (address, "ada")
    finally:
        portico.set(clockOffset=0)


def test_a_script_gets_the_path_of_the_cover(portico, visitor):
    """The example for scripts needs the address of the cover."""
    refused = visitor.get(f"{portico.application}/api/orders", headers=SCRIPT, allow_redirects=False)
    cover = refused.headers.get("Portico-Cover", "")
    assert (refused.status_code, "/portico/" in cover) == (401, True), cover
    address = f"{portico.application}/orders?a=b"
    # As in the example, so that the cover returns to the page of the script.
    parts = urllib.parse.urlsplit(cover)
    query = urllib.parse.urlencode(dict(urllib.parse.parse_qsl(parts.query)) | {"to": address})
    page = visitor.sign_in(visitor.get(parts._replace(query=query).geturl()))
    assert page.url == address


def test_an_application_on_the_host_of_the_door_needs_no_exchange(portico, visitor):
    if portico.proxy not in ("nginx", "none"):
        pytest.skip("stands at a path with nginx only")
    address = f"{portico.path}/app/orders?a=b"
    cover = visitor.get(address)
    assert is_cover(cover)
    page = visitor.sign_in(cover)
    assert (page.url, said(page)["Remote-Name"]) == (address, "Ada Lovelace")
