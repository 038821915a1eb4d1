"""In front of an application that does not know Portico, with nginx as in docs/in-front-of.md. Tests/Programs tests the
responses of every proxy of the document."""

import pytest

from documents import example
from support.in_front import in_front
from support.session import IDLE
from support.steps import assert_cover, sign_in
from support.waiting import wait_until


@pytest.fixture(scope="module")
def installation():
    with in_front("nginx") as portico:
        yield portico


@pytest.mark.every_engine
def test_the_cover_comes_first_and_leads_back_to_exactly_the_address(browse, engine, portico):
    tab = browse(engine, portico)
    address = f"{portico.application}/orders/a%20b?c=d&e=%2F"
    tab.goto(address)
    assert tab.address.startswith(f"{portico.origin}/portico/start?")
    assert_cover(tab)
    sign_in(tab)
    tab.wait_for_text("#Remote-User", "ada")
    assert (tab.address, tab.text("#Remote-Email")) == (address, "ada@example.org")
    assert len(tab.text("#Portico-Assertion").split(".")) == 3
    tab.fill("[name=text]", "hello")
    with tab.leaving():
        tab.click("button")
    assert tab.text("#sent") == "text=hello"


def test_the_example_for_scripts_leads_to_the_cover_and_back(browse, engine, portico):
    tab = browse(engine, portico, cookies=portico.sign_in())
    address = f"{portico.application}/orders?a=b"
    tab.goto(address)
    portico.set(clockOffset=IDLE)
    with tab.leaving():
        tab.evaluate(f"(async () => {{ {example('js', place=-1)} }})()")
    assert_cover(tab)
    sign_in(tab)
    wait_until(lambda: tab.address == address, "the application")


def test_an_application_on_the_host_of_the_door_needs_no_exchange(browse, engine, portico):
    tab = browse(engine, portico)
    tab.goto(f"{portico.path}/app/orders?a=b")
    assert_cover(tab)
    sign_in(tab)
    tab.wait_for_text("#Remote-Name", "Ada Lovelace")
    assert tab.address == f"{portico.path}/app/orders?a=b"
