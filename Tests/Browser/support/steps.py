"""Steps that people take again and again."""

import json

from .layers import present
from .portico import PASSWORD

COVER = "Please sign in"


def sign_in(tab, username="ada", password=PASSWORD, remember=False):
    """Fills the cover in and sends it; at the end the next page is complete."""
    fill_in(tab, username, password, remember)
    with tab.leaving():
        tab.click("#log-in")


def fill_in(tab, username="ada", password=PASSWORD, remember=False):
    tab.fill("#username", username)
    tab.fill("#password", password)
    if tab.of("#remember", "e.checked") != remember:
        tab.click("#remember")


def choose_file(tab, selector, name, text):
    """As if the person had chosen a file with this text."""
    content = json.dumps([text])
    tab.of(selector, f"(t => (t.items.add(new File({content}, {json.dumps(name)})), e.files = t.files,"
                     " e.dispatchEvent(new Event('input', { bubbles: true }))))(new DataTransfer())")


def go(tab, selector):
    """Clicks what leads to another document."""
    with tab.leaving():
        tab.click(selector)


def sign_out(tab):
    """Asks for it, and answers the question."""
    present(tab, "#sign-out-link")
    with tab.leaving():
        tab.click("#sign-out-button")


def tab_to(tab, name):
    """Goes to a control by the keyboard alone. Every engine may pass through its own controls on the way."""
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
    """The login cover, and nothing of the main screen."""
    assert (tab.screen, tab.heading) == ("login", COVER)
    assert tab.attribute("#screen", "data-needs-authentication") == "true"
    assert tab.attribute("#screen", "data-account") is None
    assert tab.count("#sign-out, #sign-out-link, .bar, .cells") == 0
    assert "Ada Lovelace" not in tab.evaluate("document.documentElement.textContent")
