"""The installation's name, mark and colours."""

import base64

import pytest

from support.layers import present, press, wait_for_stack
from support.steps import assert_cover, go, sign_in

MARK = "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 96 96'><path fill='#ffcc00' d='M48 8 90 88H6z'/></svg>"
OPTIONS = {
    "PORTICO_APP_NAME": "Bookshop",
    "PORTICO_BRAND_MARK": "data:image/svg+xml;base64," + base64.b64encode(MARK.encode()).decode(),
    "PORTICO_BRAND_COVER_COLOR": "#003366",
    "PORTICO_BRAND_COVER_COLOR_DARK": "#001122",
    "PORTICO_BRAND_SENTENCE": "Books for everyone",
    "PORTICO_BRAND_HELP_LINK": "https://help.example/",
}
pytestmark = pytest.mark.holds("H6", "H7")
BOTH = pytest.mark.parametrize("script", [True, False], ids=["script", "no-script"])


@pytest.mark.every_engine
@pytest.mark.holds("B8", "H6", "H7")
def test_the_cover_and_the_pages_behind_it_carry_the_brand(browse, engine, portico):
    tab = browse(engine, portico)
    tab.goto("/")
    assert_cover(tab)
    assert tab.text("#cover-name") == "Bookshop"
    assert tab.text("#cover-sentence") == "Books for everyone"
    assert tab.of(".cover", "getComputedStyle(e).backgroundColor") == "rgb(0, 51, 102)"
    assert tab.of(".cover-title", "getComputedStyle(e).color") == "rgb(255, 255, 255)"
    tab.wait_for("document.querySelector('img.mark').naturalWidth > 0", "the mark")
    assert tab.of("#brand-help-link", "e.href") == "https://help.example/"
    sign_in(tab)
    assert tab.screen == "main"
    assert tab.evaluate("document.title").endswith("Bookshop")
    assert tab.count("link[href$='brand.css']") == 1


@BOTH
def test_the_menu_leads_to_account_settings_and_administration_from_every_page(administer, script):
    tab = administer("/administration/people", script=script)
    if script:
        tab.evaluate("window.isOld = true")
    present(tab, "#menu-link")
    if script:
        assert tab.evaluate("window.isOld"), "the page stays under the menu"
    assert tab.text("#menu-account-link .cell-title") == "Account"
    # Without script, the menu is over the main screen, which has the settings.
    assert tab.count("#menu-settings-link") == (1 if script else 0)
    go(tab, "#menu-administration-link")
    assert tab.heading == "Administration"


def test_pages_of_the_menu_open_in_its_place(administer):
    tab = administer("/")
    tab.evaluate("window.isOld = true")
    for item, path in [("account", "/account"), ("about", "/about")]:
        present(tab, "#menu-link")
        press(tab, f"#menu-{item}-link")
        wait_for_stack(tab, path)
        tab.go_back()
        wait_for_stack(tab)
        assert (tab.path, tab.focus) == ("/", "menu-link")
    assert tab.evaluate("window.isOld")
