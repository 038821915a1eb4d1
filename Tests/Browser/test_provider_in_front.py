"""Logging in at an identity provider in front of an application: its page waits, below the cover or behind it."""

import contextlib
import re
import subprocess
import time
import uuid

import pytest

from providers import Provider
from support.in_front import in_front, in_front_over_tls
from support.people import ROOMY
from support.providers import at_works, choose, register
from support.steps import assert_cover
from support.waiting import wait_until

pytestmark = pytest.mark.holds("J1")


@contextlib.contextmanager
def at_provider(start):
    with Provider("keycloak") as provider, start(**at_works(provider), **ROOMY) as portico:
        register(portico, provider)
        portico.provider = provider
        yield portico


@pytest.fixture(scope="module")
def site():
    """Another host of the door's site, over TLS, whose page has the script for the end of sessions."""
    with at_provider(in_front_over_tls) as portico:
        yield portico


@pytest.fixture(scope="module")
def behind():
    """An application without a proxy."""
    with at_provider(lambda **options: in_front("none", **options)) as portico:
        yield portico


#: By a request that the page's script does not intercept.
IS_REFUSED = """(() => {
    const request = new XMLHttpRequest();
    request.open("GET", "/who.json", false);
    request.send();
    return request.status === 401;
})()"""


def end_sign_ins(portico, account):
    command = [portico.command[0], "sessions", "end", "--user", account, "--yes", "--data", portico.data]
    subprocess.run(command, check=True, capture_output=True, timeout=30)


def frame_of(tab, path):
    """The frame of the application's page with a page of the door."""
    return wait_until(lambda: tab.evaluate("true") and next(
        (frame for frame in tab.page.frames[1:] if frame.url.startswith(f"{tab.origin}{path}")), None), "the frame")


def test_the_login_leads_to_the_page_of_the_application(browse, site):
    tab = browse("chromium", site)
    address = f"{site.application}/orders?a=b&c=d%20e"
    tab.goto(address)
    assert_cover(tab)
    with tab.leaving():
        tab.click("#log-in-with-works")
    choose(tab, "bob")
    tab.wait_for_text("#Remote-User", "works:bob")
    assert tab.address == address
    # Somebody who is still logged in at the provider goes there and back without a page in between.
    other = f"{site.application}/orders?again"
    tab.context.clear_cookies(domain=re.compile("portico.test"))
    tab.goto(other)
    assert_cover(tab)
    with tab.leaving():
        tab.click("#log-in-with-works")
    tab.wait_for_text("#Remote-User", "works:bob")
    assert tab.address == other


def test_the_cover_in_a_frame_opens_the_provider_in_a_window(browse, site):
    tab = browse("chromium", site)
    tab.goto(f"{site.application}/orders")
    with tab.leaving():
        tab.click("#log-in-with-works")
    choose(tab, "bob")
    tab.wait_for_text("#Remote-User", "works:bob")
    tab.fill("[name=text]", "not sent yet")
    site.provider.revoke("bob")
    end_sign_ins(site, "works:bob")
    tab.wait_for(IS_REFUSED, "the server to notice")
    tab.evaluate("window.answer = fetch('/who.json').then((answer) => answer.json()), 0")
    cover = frame_of(tab, "/portico/start?")
    cover.wait_for_selector("#log-in-with-works[formtarget]")
    window = tab.opened_by(lambda: cover.click("#log-in-with-works"))
    window.wait_for("document.querySelector('button[name=person]')")
    window.click("button[name=person][value='']")
    wait_until(lambda: window.is_closed, "the window to close")
    assert "You didn’t log in" in cover.text_content("#sign-in-message")
    window = tab.opened_by(lambda: cover.click("#log-in-with-works"))
    window.wait_for("document.querySelector('button[name=person]')")
    window.click("button[name=person][value='bob']")
    assert tab.evaluate("window.answer")["Remote-User"] == "works:bob"
    wait_until(lambda: window.is_closed, "the window to close")
    assert tab.count("dialog") == 0
    assert tab.value("[name=text]") == "not sent yet"


def test_an_application_that_asks_for_a_proof_gets_it_from_the_provider(browse, behind):
    tab = browse("chromium", behind)
    tab.goto(f"{behind.path}/app/orders")
    with tab.leaving():
        tab.click("#log-in-with-works")
    choose(tab, "bob")
    tab.wait_for_text("#echo", "hello")
    behind.provider.clock = lambda: time.time() + 900
    behind.set(clockOffset=900)
    tab.evaluate(f"""window.answer = fetch('pay.json?refuse=1&id={uuid.uuid4().hex}', {{ method: 'POST', body: '7' }})
        .then((answer) => answer.json()), 0""")
    question = frame_of(tab, "/portico/start?")
    window = tab.opened_by(lambda: question.click("#prove-at-works"))
    window.wait_for("document.querySelector('button[name=person]')")
    window.click("button[name=person][value='bob']")
    assert tab.evaluate("window.answer") == [["POST", "7"], ["POST", "7"]]
    wait_until(lambda: window.is_closed, "the window to close")
    assert tab.count("dialog") == 0
