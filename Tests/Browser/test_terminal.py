"""Another front end, in the package of Tests/MountedPages: in a terminal, beside a running server."""

import pytest

from support.portico import PASSWORD
from support.terminal import run

pytestmark = pytest.mark.holds("E10")

DEFAULTS = [
    'appearance = "automatic"', 'textSize = "L"', 'userInfo = {"note":"","pronouns":""}', "currentFactoryCode = null",
    "workShopCode = null", "productLineCode = null", "storeHouseCode = null", "timeZone = null",
    "chosenTimeZone = null", "language = null",
]


def test_changes_in_the_terminal_appear_in_open_pages(visit_as_somebody_new, portico):
    tab = visit_as_somebody_new("/")
    done = run(portico, tab.username, PASSWORD, "purple", "dark", "")
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines() == [
        "Logged in as Grace Hopper.", *DEFAULTS, "appearance changed: appearance is dark.", "Logged out."]
    tab.wait_for("document.documentElement.dataset.theme === 'dark'", "the page to hear of it")

    again = run(portico, tab.username, PASSWORD, "")
    assert again.stdout.splitlines() == ["Logged in as Grace Hopper.", 'appearance = "dark"', *DEFAULTS[1:], "Logged out."]
