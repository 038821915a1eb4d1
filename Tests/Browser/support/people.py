"""Separate people, for journeys that change accounts."""

import secrets
from dataclasses import dataclass

from .mails import Mailbox
from .portico import PASSWORD, Portico
from .steps import sign_in

OTHER_PASSWORD = "eleven harbours and a lighthouse"
#: Journeys come from one network address and request more mails than a household.
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
        """A person with an account and an email address."""
        username = f"somebody-{secrets.token_hex(4)}"
        mails = Mailbox(portico, f"{username}@example.com")
        portico.users("add", username, "--name", name, "--email", mails.address, *arguments, password=PASSWORD)
        return cls(portico, username, mails)

    @property
    def account(self):
        """The account as in forms."""
        return f"local/{self.username}"

    def cookies(self):
        """The cookies of a browser in which this person has just signed in."""
        return self.portico.sign_in(self.username, self.password)

    def log_in(self, tab):
        sign_in(tab, self.username, self.password)

    def is_known_in(self, tab):
        """Whether the main screen belongs to this person."""
        return (tab.screen, tab.text("#profile-username .cell-value")) == ("main", self.username)


def rename(portico, tab, cookies, name):
    """Saves the profile in another browser."""
    status, _, _ = portico.ask("/profile", cookies, account=f"local/{tab.username}", name=name, pronouns="", note="")
    assert status == 303
