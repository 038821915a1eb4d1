"""People of their own, for journeys that change accounts."""

import secrets
from dataclasses import dataclass

from .mails import Mailbox
from .portico import PASSWORD, Portico
from .steps import sign_in

OTHER_PASSWORD = "eleven harbours and a lighthouse"
#: Journeys come from one network address, and ask for more mails than a household would.
ROOMY = {"PORTICO_LIMITS_MAILS": "10000", "PORTICO_LIMITS_NETWORK": "10000"}


def new_address():
    return f"{secrets.token_hex(4)}@example.com"


@dataclass
class Person:
    portico: Portico
    username: str
    mails: Mailbox
    password: str = PASSWORD

    @classmethod
    def of(cls, portico, name="Grace Hopper", *arguments):
        """Somebody who has an account with an email address."""
        username = f"somebody-{secrets.token_hex(4)}"
        mails = Mailbox(portico, f"{username}@example.com")
        portico.users("add", username, "--name", name, "--email", mails.address, *arguments, password=PASSWORD)
        return cls(portico, username, mails)

    @property
    def account(self):
        """As forms name it."""
        return f"local/{self.username}"

    def cookies(self):
        """Those of a browser that this person has just signed in in."""
        return self.portico.sign_in(self.username, self.password)

    def log_in(self, tab):
        sign_in(tab, self.username, self.password)

    def is_known_in(self, tab):
        """Whether the main screen is this person's."""
        return (tab.screen, tab.text("#profile-username .cell-value")) == ("main", self.username)


def rename(portico, tab, cookies, name):
    """Somebody saves the profile in another browser."""
    status, _, _ = portico.ask("/profile", cookies, account=f"local/{tab.username}", name=name, pronouns="", note="")
    assert status == 303
