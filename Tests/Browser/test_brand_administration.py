"""Administrators change the brand."""

import re

import pytest

from support.portico import PASSWORD
from support.steps import choose_file, go, reset_brand
from support.waiting import PATIENCE, wait_until

MARK = "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 8 8'><path d='M0 0h8v8z'/></svg>"
ACCENT = "getComputedStyle(document.documentElement).getPropertyValue('--accent').trim()"
pytestmark = pytest.mark.holds("H6")


def test_a_brand_is_tried_saved_and_taken_back(administer, portico):
    tab = administer("/administration")
    go(tab, "#brand-link")
    assert tab.heading == "Branding"
    tab.fill("[id='app.name']", "Bookshop")
    tab.fill("[id='brand.coverColor']", "#003366")
    tab.fill("[id='brand.accentColor']", "#ffcc00")
    go(tab, "#preview-brand")
    assert "The nearest colour that works is #" in tab.text("[id='brand.accentColor-problem']")
    tab.fill("[id='brand.accentColor']", "#003366")
    go(tab, "#preview-brand")
    assert tab.text("#preview-light .preview-cover .cover-name") == "Bookshop"
    assert tab.of("#preview-dark .preview-cover", "getComputedStyle(e).backgroundColor") == "rgb(0, 51, 102)"
    assert name_on_cover(portico) == "Portico"
    go(tab, "#save-brand")
    assert name_on_cover(portico) == "Bookshop"
    reset_brand(tab)
    assert name_on_cover(portico) == "Portico"


def test_a_proof_that_grew_old_loses_neither_texts_nor_the_file(administer, portico):
    tab = administer("/administration/brand")
    tab.fill("[id='app.name']", "Bookshop")
    tab.fill("[id='mail.footer']", "Bookshop\nLondon")
    choose_file(tab, "[id='brand.mark']", "mark.svg", MARK)
    portico.set(clockOffset=1300)
    go(tab, "#save-brand")
    assert tab.heading == "Confirm it’s you"
    tab.fill("#reauthentication", "not the password at all")
    go(tab, "#reauthenticate")
    assert tab.text("#reauthentication-problem") == "Wrong password. Try again."
    assert name_on_cover(portico) == "Portico"
    tab.fill("#reauthentication", PASSWORD)
    go(tab, "#reauthenticate")
    assert tab.heading == "Branding"
    assert tab.of("[id='mail.footer']", "e.value") == "Bookshop\nLondon"
    assert name_on_cover(portico) == "Bookshop"
    assert '<img class="mark"' in portico.ask("/", ())[2]
    reset_brand(tab)
    assert name_on_cover(portico) == "Portico"


@pytest.mark.holds("B14")
def test_a_session_check_while_the_cookie_changes_does_not_prevent_the_response(
        administer, engine, portico):
    tab = administer("/administration/brand")
    tab.fill("[id='app.name']", "Bookshop")
    portico.set(clockOffset=1300)
    go(tab, "#save-brand")
    tab.fill("#reauthentication", PASSWORD)
    with tab.leaving():
        with portico.gate.keeping("POST", "/administration/brand") as wait_until_answered:
            asked = portico.gate.count("GET", "/administration/brand")
            # By a timer, because drivers wait for navigations that they start.
            tab.evaluate("""void (setTimeout(() => document.querySelector("#reauthenticate").click()), setInterval(() => {
                document.dispatchEvent(new Event("visibilitychange"));
                fetch("/about");
            }, 50))""")
            assert wait_until_answered(PATIENCE)
            # WebKit runs no script of a page that waits for the next one.
            if engine != "webkit":
                wait_until(lambda: portico.gate.count("GET", "/administration/brand") > asked, "the question")
                # By the time of ten further requests, the page has handled the response.
                others = portico.gate.count("GET", "/about")
                wait_until(lambda: portico.gate.count("GET", "/about") > others + 10, "other requests")
    assert tab.heading == "Branding"
    reset_brand(tab)


@pytest.mark.holds("E10")
def test_open_pages_take_over_another_brand_and_its_end(administer):
    other = administer("/administration")
    usual = other.evaluate(ACCENT)
    tab = administer("/administration/brand")
    tab.fill("[id='brand.accentColor']", "#7a1f5c")
    go(tab, "#save-brand")
    other.wait_for(f"{ACCENT}.includes('#7a1f5c')", "the new colour")
    tab.fill("[id='brand.accentColor']", "#5c1f7a")
    go(tab, "#save-brand")
    other.wait_for(f"{ACCENT}.includes('#5c1f7a')", "the next colour")
    other.wait_for("document.querySelectorAll('link[rel=manifest]').length === 1", "the end of the old one")
    reset_brand(tab)
    other.wait_for(f"{ACCENT} === {usual!r}", "the usual colour")


def name_on_cover(portico):
    """The name on the cover of a new visitor."""
    return re.search(r'id="cover-name"[^>]*>([^<]*)', portico.ask("/", ())[2])[1]
