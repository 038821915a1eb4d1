"""Setting up a second factor within a login."""

from .authenticator import code
from .steps import fill_in


def enter_password(tab, username):
    """Fills in the login page, up to the page that sets up an app."""
    fill_in(tab, username)
    tab.click("#log-in")
    tab.wait_for("document.querySelector('#enrolment')", "the page that sets up an app")


def enrol(tab, offset=0):
    """Enters the first code, up to the recovery codes. Returns the secret of the app."""
    secret = tab.attribute("#copy-key", "data-portico-copy")
    tab.fill("#code", code(secret, offset))
    tab.click("#log-in")
    tab.wait_for("document.querySelector('#recovery-code-list')", "the recovery codes")
    return secret
