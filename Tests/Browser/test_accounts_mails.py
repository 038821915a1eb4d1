"""Requesting mails again and again."""

import pytest

from support.layers import MESSAGE, TOP
from support.people import new_address

pytestmark = pytest.mark.holds("A11")

OPTIONS = {"PORTICO_LIMITS_MAILS": "2", "PORTICO_LIMITS_NETWORK": "10000"}


def test_a_limit_gives_the_time_of_a_retry_in_the_sheet(browse, portico, somebody):
    tab = browse("chromium", portico, cookies=somebody.cookies())
    for _ in range(2):
        tab.goto("/account/email")
        ask(tab)
        tab.wait_for("!!document.querySelector('#email-sent')", "word of the mail")
    tab.goto("/account/email")
    ask(tab)
    tab.wait_for(f"document.querySelector('{MESSAGE}').textContent !== ''", "the message")
    assert "Too many requests came in a short time." in tab.text(MESSAGE)
    assert "You can try again in 60 minutes." in tab.text(MESSAGE)
    assert tab.text(f"{TOP} h1") == "Email address"


def ask(tab):
    tab.fill("#email", new_address())
    tab.click("#send-link")
