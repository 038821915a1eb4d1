"""Chromium's virtual authenticator, and what a person does with it."""

from .layers import navigate, press

#: Lets no request wait for the field of the user name, which the virtual authenticator would answer at once.
NO_AUTOFILL = "delete PublicKeyCredential.isConditionalMediationAvailable;"
#: Counts the requests that are not for autofill.
COUNTED = """
    window.asked = 0;
    const get = CredentialsContainer.prototype.get;
    CredentialsContainer.prototype.get = function (options) {
        if (options.mediation !== "conditional") window.asked += 1;
        return get.call(this, options);
    };
"""


class Authenticator:
    """The authenticator of a telephone: it keeps passkeys, and recognizes its person."""

    def __init__(self, tab, **changes):
        self._protocol = tab.protocol()
        self._protocol.send("WebAuthn.enable", {"enableUI": False})
        options = {
            "protocol": "ctap2", "transport": "internal", "hasResidentKey": True, "hasUserVerification": True,
            "isUserVerified": True, "automaticPresenceSimulation": True, **changes}
        self.id = self._protocol.send("WebAuthn.addVirtualAuthenticator", {"options": options})["authenticatorId"]

    def send(self, command, **parameters):
        return self._protocol.send(f"WebAuthn.{command}", {"authenticatorId": self.id, **parameters})

    @property
    def passkeys(self):
        return self.send("getCredentials")["credentials"]

    def put(self, passkeys):
        for passkey in passkeys:
            self.send("addCredential", credential=passkey)


def add_passkey(tab, name=None):
    """Adds a passkey to the account of the person who is logged in."""
    tab.goto("/account/factors")
    navigate(tab, "#add-passkey-link")
    tab.wait_for("document.querySelector('#create-passkey:not([hidden])')", "the button for a passkey")
    if name is not None:
        tab.fill("#name", name)
    press(tab, "#create-passkey")


def wait_for_passkeys(tab, count):
    tab.wait_for(f"document.querySelectorAll('#passkeys [id^=passkey-][id$=-link]').length === {count}", "the passkeys")


def use_passkey(tab):
    """Presses the button of the login page."""
    tab.wait_for("document.querySelector('#log-in-passkey:not([hidden])')", "the button for a passkey")
    tab.click("#log-in-passkey")
