"""Only a sign-in removes the cover."""

import pytest

from support.steps import assert_cover, sign_in

pytestmark = pytest.mark.holds("B3")


@pytest.mark.every_engine
@pytest.mark.holds("B3", "B9")
def test_the_cover_cannot_be_dismissed(browse, engine, portico):
    tab = browse(engine, portico, size=(1280, 800))
    tab.goto("/session/new")
    tab.goto("/")
    assert tab.count("dialog[open]:modal[data-style=fullScreen]") == 1
    for _ in range(4):
        tab.press("Escape")
        assert_is_shown(tab)
    for x, y in ((3, 3), (1270, 790), (640, 20)):
        tab.click_at(x, y)
        assert_is_shown(tab)
    tab.evaluate("document.querySelector('dialog').requestClose?.()")
    assert_is_shown(tab)
    sign_in(tab)
    assert tab.screen == "main"


@pytest.mark.keeps_pages
def test_back_leaves_the_application_and_forward_finds_the_cover_again(browse, engine, portico):
    tab = browse(engine, portico)
    tab.goto("/session/new")
    tab.goto("/")
    tab.back()
    assert_is_shown(tab)
    assert tab.path == "/session/new"


@pytest.mark.every_engine
def test_tab_reaches_the_controls_of_the_cover_and_nothing_beneath(browse, engine, portico):
    tab = browse(engine, portico)
    tab.goto("/")
    reached = [tab.focus]
    for _ in range(8):
        tab.press("Tab")
        reached.append(tab.focus)
    # Chromium and Firefox pass through their own controls between the last field and the first.
    outside = {"body", "html", None}
    assert reached[0] == "username"
    assert set(reached) - outside <= {"username", "password", "button", "remember", "log-in", "reset-link", "dialog"}
    assert {"username", "password", "remember"} <= set(reached)


@pytest.mark.holds("B3", "B8")
def test_without_script_the_cover_is_the_page(browse, engine, portico):
    tab = browse(engine, portico, script=False)
    tab.goto("/")
    tab.press("Escape", "Escape")
    assert tab.count("dialog[open]:not(:modal)") == 1
    assert_cover(tab)
    assert tab.count(".presenter") == 0


def assert_is_shown(tab):
    assert_cover(tab)
    assert tab.count("dialog[open]:modal") == 1
    assert tab.of("#log-in", "e.checkVisibility()")
