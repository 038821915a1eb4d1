"""Each server for sign-in has its own name, colours and links."""

import pytest

from support.gateway import Gateway
from support.people import ROOMY
from support.portico import PASSWORD, Portico
from support.steps import assert_cover, fill_in, go, reset_brand, sign_in, sign_out

pytestmark = pytest.mark.holds("H7")
WINE, NAVY = "rgb(102, 0, 0)", "rgb(0, 51, 102)"


@pytest.fixture(scope="module")
def installation():
    with Gateway() as gateway:
        portico = Portico(
            PORTICO_SERVERS_LIST="local,works", PORTICO_SERVERS_WORKS_NAME="The works",
            PORTICO_SERVERS_WORKS_URL=gateway.url, PORTICO_APP_NAME="Bookshop", PORTICO_BRAND_COVER_COLOR="#003366",
            PORTICO_BRAND_PRIVACY_LINK="https://example.com/privacy",
            PORTICO_BRAND_IMPRINT_LINK="https://example.com/imprint", PORTICO_SERVERS_WORKS_APP_NAME="Works",
            PORTICO_SERVERS_WORKS_BRAND_COVER_COLOR="#660000",
            PORTICO_SERVERS_WORKS_BRAND_SENTENCE="Made here",
            PORTICO_SERVERS_WORKS_BRAND_HELP_LINK="https://works.example/help", **ROOMY)
        portico.users("add", "ada", "--name", "Ada Lovelace", "--administrator", password=PASSWORD)
        yield portico.start()
        portico.close()


@pytest.fixture
def tab(browse, engine, portico):
    tab = browse(engine, portico)
    tab.goto("/")
    return tab


def assert_brand(tab, name, colour):
    assert_cover(tab)
    assert tab.text("#cover-name") == name
    assert tab.of(".cover", "getComputedStyle(e).backgroundColor") == colour


def test_the_cover_is_that_of_the_server_of_the_last_sign_in(tab):
    assert_brand(tab, "Bookshop", NAVY)
    tab.evaluate("void (document.querySelector('#server').value = 'works')")
    sign_in(tab, "grace", "sample-lantern-grace")
    assert tab.screen == "main"
    assert tab.evaluate("document.title").endswith("Works")
    tab.goto("/nowhere")
    assert tab.evaluate("document.title").endswith("Works")
    tab.goto("/")
    sign_out(tab)
    assert_brand(tab, "Works", WINE)
    assert tab.text("#cover-sentence") == "Made here"
    assert tab.of("#brand-help-link", "e.href") == "https://works.example/help"
    assert tab.of("#brand-privacy-link", "e.href") == "https://example.com/privacy"


@pytest.mark.holds("B8")
def test_everything_on_the_cover_is_in_sight_in_a_usual_window(browse, engine, portico):
    tab = browse(engine, portico, size=(1280, 800))
    tab.goto("/session/new?server=works")
    shown = "#server, #cover-sentence, #reset-link, #brand-help-link, #brand-privacy-link, #brand-imprint-link"
    assert tab.count(shown) == len(shown.split())
    fill_in(tab, password="not the password at all")
    tab.click("#log-in")
    tab.wait_for("document.querySelector('#sign-in-message').textContent.trim() !== ''", "the message")
    # Only builds for debugging offer it.
    tab.evaluate("document.querySelector('#languages [value=en-XA]').remove()")
    assert tab.of("dialog", "e.scrollHeight <= innerHeight")


def test_a_link_leads_to_the_cover_of_a_server(tab):
    assert tab.text("#cover-name") == "Bookshop"
    tab.goto("/session/new?server=works")
    assert_cover(tab)
    assert tab.text("#cover-name") == "Works"
    assert tab.of("#server", "e.value") == "works"
    tab.goto("/session/new?server=nowhere")
    assert tab.text("#cover-name") == "Bookshop"


def test_an_administrator_changes_the_brand_of_a_server(administer, browse, engine, installation):
    tab = administer("/administration/brand")
    go(tab, "#brand-works")
    assert tab.heading == "Branding: The works"
    assert tab.count("[id='brand.sentence']") == 0, "an option sets it"
    assert tab.of("[id='brand.privacyLink']", "e.value") == "https://example.com/privacy", "it is the installation's"
    tab.fill("[id='brand.termsLink']", "https://works.example/terms")
    go(tab, "#save-brand")
    assert tab.heading == "Branding: The works"

    def has_terms(path):
        cover = browse(engine, installation)
        cover.goto(path)
        assert_cover(cover)
        return cover.count("#brand-terms-link") == 1

    assert has_terms("/session/new?server=works") and not has_terms("/session/new?server=local")
    reset_brand(tab)
    assert not has_terms("/session/new?server=works")
