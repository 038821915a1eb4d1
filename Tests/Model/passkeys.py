"""An authenticator in software: it makes passkeys with ES256 and uses them, as browsers do (WebAuthn level 3)."""

import base64
import hashlib
import json
import secrets

from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec

PRESENT, VERIFIED, MAY_BE_SYNCED, SYNCED, HAS_CREDENTIAL = 1, 4, 8, 16, 64


def base64url(data):
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def _client_data(kind, challenge, origin):
    return json.dumps({"type": f"webauthn.{kind}", "challenge": challenge, "origin": origin, "crossOrigin": False}).encode()


def _authenticator_data(site, flags):
    # A synced passkey does not count.
    return hashlib.sha256(site.encode()).digest() + bytes([flags | PRESENT | VERIFIED | MAY_BE_SYNCED | SYNCED]) + bytes(4)


def _cbor_bytes(data):
    return (bytes([0x58, len(data)]) if len(data) < 256 else bytes([0x59]) + len(data).to_bytes(2, "big")) + data


class Passkey:
    """A passkey for the account of the options of `navigator.credentials.create()`."""

    def __init__(self, options):
        self.handle = options["user"]["id"]
        self.id = base64url(secrets.token_bytes(16))
        self._key = ec.generate_private_key(ec.SECP256R1())

    def registration(self, options, origin):
        """The answer of the browser, as JSON."""
        point = self._key.public_key().public_numbers()
        x, y = (number.to_bytes(32, "big") for number in (point.x, point.y))
        # A COSE key: EC2, ES256, P-256.
        key = bytes.fromhex("a5010203262001215820") + x + bytes.fromhex("225820") + y
        id = base64.urlsafe_b64decode(self.id + "==")
        data = _authenticator_data(options["rp"]["id"], HAS_CREDENTIAL) + bytes(16) + len(id).to_bytes(2, "big") + id + key
        attestation = b"\xa3\x63fmt\x64none\x67attStmt\xa0\x68authData" + _cbor_bytes(data)
        client = _client_data("create", options["challenge"], origin)
        return self._answer(clientDataJSON=base64url(client), attestationObject=base64url(attestation), transports=["internal"])

    def assertion(self, options, origin):
        """The answer of the browser to the options of `navigator.credentials.get()`, as JSON."""
        client = _client_data("get", options["challenge"], origin)
        data = _authenticator_data(options["rpId"], 0)
        signature = self._key.sign(data + hashlib.sha256(client).digest(), ec.ECDSA(hashes.SHA256()))
        return self._answer(
            clientDataJSON=base64url(client), authenticatorData=base64url(data), signature=base64url(signature),
            userHandle=self.handle)

    def _answer(self, **response):
        return json.dumps({"id": self.id, "rawId": self.id, "type": "public-key", "response": response})
