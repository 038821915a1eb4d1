"""Open pages hear what happens elsewhere, over one stream for all tabs of a browser."""

import pytest

from support.portico import PASSWORD, Portico
from support.steps import assert_cover, sign_out
from support.waiting import wait_until


@pytest.fixture
def two_tabs(visit_as_somebody_new, engine):
    if engine == "webkit":
        pytest.skip("the driver of this engine has one tab a browser")
    first = visit_as_somebody_new("/")
    second = first.new_tab()
    second.goto("/")
    return first, second


def rename(portico, tab, cookies, name):
    """Somebody saves the profile in another browser."""
    status, _, _ = portico.ask("/profile", cookies, account=f"local/{tab.username}", name=name, pronouns="", note="")
    assert status == 303


def streams(portico):
    return [path for method, path in portico.gate.requests if path.startswith("/events")]


def test_what_changes_in_another_browser_is_shown_at_once(visit_as_somebody_new, portico):
    tab = visit_as_somebody_new("/")
    tab.evaluate("window.isOld = true")
    rename(portico, tab, portico.sign_in(tab.username), "Grace of the Navy")
    tab.wait_for_text("#profile-name .cell-value", "Grace of the Navy")
    assert tab.evaluate("window.isOld"), "the page itself stays"


def test_tabs_share_one_stream_and_both_hear(two_tabs, portico):
    first, second = two_tabs
    wait_until(lambda: streams(portico), "the stream")
    before = len(streams(portico))
    third = first.new_tab()
    third.goto("/")
    rename(portico, first, portico.sign_in(first.username), "Heard by all")
    for tab in (first, second, third):
        tab.wait_for_text("#profile-name .cell-value", "Heard by all")
    assert len(streams(portico)) == before


def test_another_tab_listens_when_the_first_is_closed(two_tabs, portico):
    first, second = two_tabs
    before = len(streams(portico))
    first.page.close()
    wait_until(lambda: len(streams(portico)) > before, "the stream of the other tab")
    rename(portico, first, portico.sign_in(first.username), "Still heard")
    second.wait_for_text("#profile-name .cell-value", "Still heard")


def test_a_tab_whose_person_signs_out_in_another_shows_the_cover(two_tabs):
    first, second = two_tabs
    with second.leaving():
        sign_out(first)
    assert_cover(second)
    assert second.of("#signed-out", "e.checkVisibility()")
    assert second.text("#signed-out") == "You were signed out. Please log in again."
    assert not first.of("#signed-out", "e.checkVisibility()"), "who signed out here knows"


def test_signing_out_elsewhere_leaves_this_browser_alone(visit_as_somebody_new, portico):
    tab = visit_as_somebody_new("/")
    other = portico.sign_in(tab.username)
    portico.ask("/session/end", other, account=f"local/{tab.username}")
    rename(portico, tab, portico.sign_in(tab.username), "Here all along")
    tab.wait_for_text("#profile-name .cell-value", "Here all along")
    assert tab.screen == "main"


def test_an_account_that_is_disabled_is_shown_the_cover(visit_as_somebody_new, portico):
    tab = visit_as_somebody_new("/")
    with tab.leaving():
        portico.users("disable", tab.username)
    assert_cover(tab)


def test_the_stream_comes_back_when_the_server_does(browse, engine):
    portico = Portico()
    try:
        portico.users("add", "ada", "--name", "Ada Lovelace", password=PASSWORD)
        portico.start()
        tab = browse(engine, portico, cookies=portico.sign_in())
        tab.username = "ada"
        tab.goto("/")
        wait_until(lambda: streams(portico), "the stream")
        portico.stop()
        before = len(streams(portico))
        portico.start()
        wait_until(lambda: len(streams(portico)) > before, "the stream to come back", seconds=20)
        rename(portico, tab, portico.sign_in(), "Ada again")
        tab.wait_for_text("#profile-name .cell-value", "Ada again")
    finally:
        portico.close()


def test_what_was_missed_while_the_server_was_away_is_shown(browse, engine):
    portico = Portico()
    try:
        portico.users("add", "ada", "--name", "Ada Lovelace", password=PASSWORD)
        portico.start()
        tab = browse(engine, portico, cookies=portico.sign_in())
        tab.username = "ada"
        tab.goto("/")
        wait_until(lambda: streams(portico), "the stream")
        with portico.gate.cut():
            portico.stop()
            portico.start()
        rename(portico, tab, portico.sign_in(), "Missed")
        tab.wait_for_text("#profile-name .cell-value", "Missed")
    finally:
        portico.close()


def test_a_tab_that_is_hidden_for_long_hears_nothing_until_it_is_looked_at(visit_as_somebody_new, portico, engine):
    if engine == "webkit":
        pytest.skip("the driver of this engine cannot move the clock of a page")
    tab = visit_as_somebody_new("/")
    tab.page.clock.install()
    tab.reload()
    wait_until(lambda: streams(portico), "the stream")
    show(tab, False)
    tab.page.clock.run_for(61_000)
    rename(portico, tab, portico.sign_in(tab.username), "While hidden")
    before = len(streams(portico))
    show(tab, True)
    tab.page.clock.run_for(1_100)
    wait_until(lambda: len(streams(portico)) > before, "the stream to come back")
    tab.wait_for_text("#profile-name .cell-value", "While hidden")


def show(tab, is_shown):
    tab.evaluate(f"""void (Object.defineProperty(document, "hidden", {{ value: {str(not is_shown).lower()}, configurable: true }}),
        document.dispatchEvent(new Event("visibilitychange")))""")
