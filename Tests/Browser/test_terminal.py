"""Another front end, in the package of Tests/MountedPages: in a terminal, beside a running server."""

import subprocess

import pytest

from support.portico import MOUNTED, PASSWORD

pytestmark = pytest.mark.holds("E10")

TERMINAL = MOUNTED.with_name("Terminal")
DEFAULTS = [
    'appearance = "automatic"', 'textSize = "L"', 'userInfo = {"note":"","pronouns":""}', "currentFactoryCode = null",
    "workShopCode = null", "productLineCode = null", "storeHouseCode = null", "timeZone = null",
]


def run(portico, *lines):
    """The output for somebody who types these lines. There is no keyboard, so the password is read from them too."""
    text = "".join(f"{line}\n" for line in lines)
    return subprocess.run(
        [TERMINAL, portico.data], input=text, text=True, capture_output=True, timeout=60, start_new_session=True)


def test_what_somebody_changes_there_shows_in_open_pages(visit_as_somebody_new, portico):
    tab = visit_as_somebody_new("/")
    done = run(portico, tab.username, PASSWORD, "purple", "dark", "")
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines() == [
        "Signed in as Grace Hopper.", *DEFAULTS, "appearance changed: appearance is dark.", "Signed out."]
    tab.wait_for("document.documentElement.dataset.theme === 'dark'", "the page to hear of it")

    again = run(portico, tab.username, PASSWORD, "")
    assert again.stdout.splitlines() == ["Signed in as Grace Hopper.", 'appearance = "dark"', *DEFAULTS[1:], "Signed out."]


def test_a_wrong_password_is_refused(portico):
    done = run(portico, "ada", "not it", "dark")
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.endswith("User name or password is wrong.\n")
