"""Steps of many journeys."""

import json

from .layers import present
from .portico import PASSWORD

COVER = "Please log in"


def sign_in(tab, username="ada", password=PASSWORD, remember=False):
    """Fills in the cover and submits it; returns when the next page is complete."""
    fill_in(tab, username, password, remember)
    with tab.leaving():
        tab.click("#log-in")


def fill_in(tab, username="ada", password=PASSWORD, remember=False):
    tab.fill("#username", username)
    tab.fill("#password", password)
    if tab.of("#remember", "e.checked") != remember:
        tab.click("#remember")


def choose_file(tab, selector, name, text):
    """Chooses a file with this text, as a person would."""
    content = json.dumps([text])
    tab.of(selector, f"(t => (t.items.add(new File({content}, {json.dumps(name)})), e.files = t.files,"
                     " e.dispatchEvent(new Event('input', { bubbles: true }))))(new DataTransfer())")


def go(tab, selector):
    """Clicks an element that leads to another document."""
    with tab.leaving():
        tab.click(selector)


def sign_out(tab):
    """Signs out by the menu, of the only account in this browser."""
    present(tab, "#menu-link")
    go(tab, "#menu-sign-out-button")


def reset_brand(tab):
    """Resets the brand of the page, and answers the question."""
    present(tab, "#reset-brand-link")
    go(tab, "#reset-brand-button")


def tab_to(tab, name):
    """Moves the focus to a control with the keyboard. Every engine may pass through its own controls on the way."""
    for _ in range(40):
        if tab.focus == name:
            return
        tab.press("Tab")
    raise AssertionError(f"Tab does not reach {name}")


def arrive_signed_in(tab, **how):
    tab.goto("/")
    sign_in(tab, **how)
    assert tab.screen == "main"


def assert_cover(tab):
    """Asserts that the page is the login cover, without anything of the main screen."""
    assert (tab.screen, tab.heading) == ("login", COVER)
    assert tab.attribute("#screen", "data-needs-authentication") == "true"
    assert tab.attribute("#screen", "data-account") is None
    assert tab.count("#menu-link, #menu-sign-out, .bar, .cells") == 0
    assert "Ada Lovelace" not in tab.evaluate("document.documentElement.textContent")
