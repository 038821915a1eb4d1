"""A session ends and continues in all tabs of a browser."""

import json
import time

import pytest

from support.layers import SAVE, present, wait_for_stack
from support.overlay import wait_for_toasts
from support.session import (
    IDLE, NOTE, REQUEST, SOON, assert_nothing_is_left, come_back, look, type_a_note, use_and_leave, wait_for_cover,
    wait_until_prepared, wait_until_uncovered)
from support.steps import assert_cover, choose_file, sign_in, sign_out
from support.waiting import wait_until

pytestmark = pytest.mark.holds("B12")
#: The cover contains no name, so that any name there is a trace.
OPTIONS = {"PORTICO_SESSION_REMEMBERED_NAME": "never"}


@pytest.fixture
def tab(visit_as_somebody_new):
    return visit_as_somebody_new("/")


def test_concurrent_requests_of_two_tabs_succeed(tab, portico):
    tabs = [tab, tab.new_tab()]
    tabs[1].goto("/")
    portico.set(clockOffset=IDLE)
    form = json.dumps({"account": f"local/{tab.username}", "value": "off"})
    send = f"request('/settings/automatic-sign-in', {{ method: 'POST', body: new URLSearchParams({form}) }})"
    for one in tabs:
        one.evaluate(f"void {REQUEST % f'{send}.then(({{ status }}) => window.status_ = status)'}")
        wait_for_cover(one)
    come_back(tab, tab.username)
    for one in tabs:
        one.wait_for("window.status_ === 204", "the answer")
    tab.goto("/")
    assert tab.attribute("#automatic-sign-in-switch", "aria-checked") == "false"


@pytest.mark.every_engine
def test_signing_in_in_one_tab_uncovers_the_others(tab, engine, portico):
    # A browser has six connections. More tabs than three ask the engine for nothing else.
    tabs = [tab, *(tab.new_tab() for _ in range(4 if engine == "chromium" else 2))]
    # In development each tab has a stream of its own.
    with portico.gate.refusing("GET", "/dev/reload"):
        for number, one in enumerate(tabs):
            one.goto("/")
            type_a_note(one, f"Thought {number}")
    portico.set(clockOffset=IDLE)
    for one in tabs:
        look(one)
        wait_for_cover(one)
    come_back(tabs[1], tab.username)
    for number, one in enumerate(tabs):
        wait_until_uncovered(one)
        assert one.value("#note") == f"Thought {number}"
    tabs[-1].click(SAVE)
    wait_for_stack(tabs[-1])
    assert tabs[0].value("#note") == "Thought 0", "a save in another tab changes no unsaved input"


def test_an_upload_does_not_delay_a_sign_in(tab, portico):
    other = tab.new_tab()
    other.goto("/")
    tab.goto("/account/settings")
    choose_file(tab, "#file", "settings.json", "{}")
    with portico.gate.holding("POST", "/account/settings"):
        tab.of("#settings-import", "e.click()")
        wait_until(lambda: portico.gate.count("POST", "/account/settings"), "the upload")
        sign_out(other)
        began = time.monotonic()
        sign_in(other, tab.username)
        assert other.screen == "main"
        assert time.monotonic() - began < 20, "an upload without progress ends after 30 seconds"


def test_signing_in_on_a_page_of_its_own_uncovers_the_others(tab, portico):
    type_a_note(tab)
    portico.set(clockOffset=IDLE)
    look(tab)
    wait_for_cover(tab)
    other, third = tab.new_tab(), tab.new_tab()
    for one in (other, third):
        one.goto("/account")
        assert_cover(one)
    with third.leaving():
        sign_in(other, tab.username)
    assert (third.screen, third.path) == ("main", "/account"), "a cover without a page leaves too"
    wait_until_uncovered(tab)
    assert tab.value("#note") == NOTE


def test_staying_in_one_tab_is_staying_in_all_of_them(tab, portico):
    other = tab.new_tab()
    other.goto("/")
    use_and_leave(portico, tab, seconds=60)
    for one in (tab, other):
        look(one)
        wait_for_toasts(one, SOON)
    tab.click(".toast .toast-action:not([hidden])")
    for one in (tab, other):
        wait_for_toasts(one)


@pytest.mark.every_engine
def test_signing_out_in_one_tab_takes_all_of_them_away(tab):
    other = tab.new_tab()
    other.username = tab.username
    other.goto("/")
    type_a_note(other)
    with other.leaving():
        sign_out(tab)
    assert_nothing_is_left(other)
    with other.leaving():
        sign_in(tab, tab.username)
    assert other.screen == "main", "it returns in all of them"


def test_signing_out_in_one_tab_covers_another_without_a_connection(tab, portico):
    other = tab.new_tab()
    other.username = tab.username
    other.goto("/")
    type_a_note(other)
    for one in (tab, other):
        wait_until_prepared(one)
    present(tab, "#menu-link")
    with portico.gate.cut():
        tab.click("#menu-sign-out-button")
        other.wait_for_screen("login")
        assert_nothing_is_left(other)
