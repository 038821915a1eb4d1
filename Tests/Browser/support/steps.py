"""What people do again and again."""

from .portico import PASSWORD

COVER = "Please log in"


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


def sign_out(tab):
    with tab.leaving():
        tab.click("#sign-out-button")


def arrive_signed_in(tab, **how):
    tab.goto("/")
    sign_in(tab, **how)
    assert tab.screen == "main"


def assert_cover(tab):
    """The login cover, and nothing of the main screen."""
    assert (tab.screen, tab.heading) == ("login", COVER)
    assert tab.attribute("#screen", "data-needs-authentication") == "true"
    assert tab.attribute("#screen", "data-account") is None
    assert tab.count("#sign-out, .bar, .cells") == 0
    assert "Ada Lovelace" not in tab.evaluate("document.documentElement.textContent")
