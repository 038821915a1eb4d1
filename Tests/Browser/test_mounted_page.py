"""A page of another package behind the door: protected, with the same look, and linked on the main screen."""

import pytest

from support.layers import TOP, close, present
from support.portico import MOUNTED, PASSWORD, Portico
from support.steps import assert_cover, sign_in

pytestmark = pytest.mark.holds("A9", "E1")


@pytest.fixture(scope="module")
def installation():
    """A server of the package in Tests/MountedPages."""
    portico = Portico(command=(MOUNTED, "serve"))
    portico.users("add", "ada", "--name", "Ada Lovelace", password=PASSWORD)
    yield portico.start()
    portico.close()


@pytest.mark.parametrize("script", [True, False], ids=["script", "no-script"])
def test_a_deep_link_opened_cold_leads_through_the_cover_to_its_page(browse, engine, portico, script):
    tab = browse(engine, portico, script=script)
    tab.goto("/hello")
    assert tab.path == "/hello"
    assert_cover(tab)
    sign_in(tab)
    assert (tab.path, tab.screen, tab.heading) == ("/hello", "main", "Hello")
    assert tab.text("#greeting p") == "Hello, Ada Lovelace."


def test_the_main_screen_leads_there_and_back(visit):
    tab = visit("/")
    with tab.leaving():
        tab.click("a[href='/hello']")
    assert (tab.path, tab.heading) == ("/hello", "Hello")
    with tab.leaving():
        tab.click(".bar a[href='/']")
    assert (tab.path, tab.screen, tab.text(".bar-title")) == ("/", "main", "Home")


def test_a_page_of_the_package_stands_over_another(visit):
    tab = visit("/hello")
    present(tab, "#greetings-link")
    assert (tab.path, tab.text(f"{TOP} h1"), tab.count("#greetings li")) == ("/hello/greetings", "Greetings", 3)
    close(tab)
    assert tab.path == "/hello"


@pytest.mark.holds("E10")
def test_a_page_of_the_package_follows_the_person_s_choice(visit_as_somebody_new, portico):
    tab = visit_as_somebody_new("/hello")
    portico.ask("/settings/appearance", tab.brought, account=f"local/{tab.username}", appearance="dark", textSize="XXL")
    tab.wait_for("document.documentElement.dataset.theme === 'dark'", "the theme")
    assert tab.attribute("html", "data-text-size") == "XXL"
