"""Back and Forward never show pages from before a sign-in or a sign-out."""

import pytest

from support.steps import assert_cover, sign_in, sign_out

pytestmark = [pytest.mark.every_engine, pytest.mark.keeps_pages, pytest.mark.holds("A8")]


def test_after_signing_in_back_never_shows_a_dead_form(browse, engine, portico):
    tab = browse(engine, portico)
    tab.goto("/?first")
    tab.goto("/session/new")
    sign_in(tab)
    tab.back()
    assert (tab.screen, tab.attribute("#screen", "data-needs-authentication")) == ("main", "false")
    tab.reload()
    assert tab.screen == "main"


def test_after_signing_out_back_shows_no_earlier_page(administer):
    tab = administer("/")
    for place in ("/?second", "/?third", "/nothing/here", "/?fourth"):
        tab.goto(place)
    sign_out(tab)
    for _ in range(4):
        tab.back()
        assert "Ada Lovelace" not in tab.evaluate("document.documentElement.textContent")
    assert_cover(tab)


def test_a_page_that_comes_back_is_asked_for_again_and_hidden_until_then(visit, portico):
    tab = visit("/")
    tab.goto("/nothing/here")
    portico.gate.requests.clear()
    tab.back()
    assert portico.gate.count("GET", "/") >= 1
    assert (tab.screen, tab.of("html", "getComputedStyle(e).display")) == ("main", "block")
