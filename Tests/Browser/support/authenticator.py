"""An authenticator app, and what a person does with it."""

import base64
import hashlib
import hmac
import struct
import time

from .steps import fill_in, go


def code(secret, offset=0):
    """The code of an app for a secret in Base32, `offset` seconds from now (RFC 6238)."""
    counter = struct.pack(">Q", int(time.time() + offset) // 30)
    digest = hmac.new(base64.b32decode(secret), counter, hashlib.sha1).digest()
    start = digest[-1] & 0xF
    return f"{(struct.unpack('>I', digest[start:start + 4])[0] & 0x7FFFFFFF) % 1_000_000:06}"


def set_up(tab):
    """Sets up an app for the person who is logged in. Returns its secret, and the recovery codes."""
    tab.goto("/account/factors/app")
    secret = tab.attribute("#copy-key", "data-portico-copy")
    tab.fill("#code", code(secret))
    tab.click("#confirm-app")
    tab.wait_for("document.querySelector('#recovery-code-list')", "the recovery codes")
    return secret, tab.evaluate("[...document.querySelectorAll('#recovery-code-list li')].map((e) => e.textContent)")


def enter_password(tab, username):
    """Fills in the login page, up to the page for the code."""
    fill_in(tab, username)
    tab.click("#log-in")
    tab.wait_for("document.querySelector('#second-factor')", "the page for the code")


def enter_code(tab, typed):
    tab.fill("#code", typed)
    go(tab, "#log-in")


def enter_recovery_code(tab, typed):
    tab.click("#recovery summary")
    tab.fill("#recovery-code", typed)
    tab.click("#log-in")


def assert_keepable(tab):
    """Asserts that the recovery codes on the page can be printed, and that they are selected if they cannot be copied."""
    tab.evaluate("void (window.print = () => { document.title += ' on paper'; })")
    tab.click("#print-codes")
    tab.wait_for("document.title.endsWith(' on paper')", "the question of the printer")
    tab.page.emulate_media(media="print")
    assert tab.of("#recovery-code-list", "e.checkVisibility()")
    assert [tab.of(f"#{name}-codes", "e.checkVisibility()") for name in ("copy", "save", "print")] == [False] * 3
    tab.page.emulate_media(media="null")
    tab.evaluate("void (navigator.clipboard.writeText = () => Promise.reject(new Error('not allowed')))")
    tab.click("#copy-codes")
    tab.wait_for_text("#copy-codes", "Couldn’t copy: copy the selected text")
    codes = tab.evaluate("[...document.querySelectorAll('#recovery-code-list li')].map((e) => e.textContent)")
    assert tab.evaluate("getSelection().toString()").split() == codes
