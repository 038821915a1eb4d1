"""A security key in memory: an authenticator (CTAP 2.0) for the client of Yubico's `fido2`."""

import secrets
from dataclasses import dataclass, field
from typing import Any

from cryptography.hazmat.primitives.asymmetric import ec, ed25519, padding, rsa
from cryptography.hazmat.primitives.hashes import SHA256
from fido2 import cbor
from fido2.cose import ES256, RS256, CoseKey, EdDSA
from fido2.ctap import CtapDevice, CtapError
from fido2.ctap2 import Ctap2
from fido2.hid import CAPABILITY
from fido2.utils import sha256
from fido2.webauthn import Aaguid, AttestedCredentialData, AuthenticatorData

FLAG = AuthenticatorData.FLAG
#: How a key of each algorithm is made, and how it signs.
ALGORITHMS = {
    EdDSA.ALGORITHM: (ed25519.Ed25519PrivateKey.generate, ()),
    ES256.ALGORITHM: (lambda: ec.generate_private_key(ec.SECP256R1()), (ec.ECDSA(SHA256()),)),
    RS256.ALGORITHM: (lambda: rsa.generate_private_key(65537, 2048), (padding.PKCS1v15(), SHA256())),
}


@dataclass
class Passkey:
    algorithm: int
    rp_id: str
    user: dict[str, Any]
    id: bytes = field(default_factory=lambda: secrets.token_bytes(32))

    def __post_init__(self):
        make, self._how = ALGORITHMS[self.algorithm]
        self._key = make()

    @property
    def public_key(self):
        return CoseKey.for_alg(self.algorithm).from_cryptography_key(self._key.public_key())

    @property
    def attested(self):
        return AttestedCredentialData.create(Aaguid.NONE, self.id, self.public_key)

    @property
    def descriptor(self):
        return {"type": "public-key", "id": self.id}

    def sign(self, message):
        return self._key.sign(message, *self._how)


class SecurityKey(CtapDevice):
    """Recognizes its person whenever it is asked to. `flags` are for all answers, such as those of a synced passkey."""

    capabilities = CAPABILITY.CBOR

    def __init__(self, *algorithms, flags=0, recognizes=True):
        self.algorithms = algorithms or tuple(ALGORITHMS)
        self.flags = flags
        self.recognizes = recognizes
        self.passkeys = []
        #: The signature counter; 0 for passkeys that do not count.
        self.counter = 0

    @classmethod
    def list_devices(cls):
        return iter(())

    def call(self, cmd, data=b"", event=None, on_keepalive=None):
        commands = {
            Ctap2.CMD.GET_INFO: self._info, Ctap2.CMD.MAKE_CREDENTIAL: self._make, Ctap2.CMD.GET_ASSERTION: self._use}
        try:
            answer = commands[data[0]](cbor.decode(data[1:]) if data[1:] else {})
        except CtapError as error:
            return bytes([error.code])
        return b"\0" + cbor.encode(answer)

    def _info(self, _):
        options = {"rk": True, "uv": True} if self.recognizes else {"rk": True}
        # The client wants a protocol for PINs, and uses none with an authenticator that recognizes its person.
        return {1: ["FIDO_2_0"], 3: Aaguid.NONE, 4: options, 6: [2]}

    def _make(self, asked):
        if self._kept(asked[2]["id"], asked.get(5, ())):
            raise CtapError(CtapError.ERR.CREDENTIAL_EXCLUDED)
        wanted = [one["alg"] for one in asked[4] if one["alg"] in self.algorithms]
        if not wanted:
            raise CtapError(CtapError.ERR.UNSUPPORTED_ALGORITHM)
        passkey = Passkey(wanted[0], asked[2]["id"], asked[3])
        self.passkeys.append(passkey)
        return {1: "none", 2: self._data(passkey, FLAG.AT, asked.get(7, {}), passkey.attested), 3: {}}

    def _use(self, asked):
        kept = self._kept(asked[1], asked.get(3))
        if not kept:
            raise CtapError(CtapError.ERR.NO_CREDENTIALS)
        passkey = kept[-1]
        data = self._data(passkey, FLAG(0), asked.get(5, {}))
        user = {"id": passkey.user["id"]}
        return {1: passkey.descriptor, 2: data, 3: passkey.sign(data + asked[2]), 4: user}

    def _kept(self, rp_id, among=None):
        """The passkeys for a site, also only those of a list."""
        ids = None if among is None else [one["id"] for one in among]
        return [one for one in self.passkeys if one.rp_id == rp_id and (ids is None or one.id in ids)]

    def _data(self, passkey, flags, options, attested=b""):
        flags |= self.flags | (FLAG.UP if options.get("up", True) else 0) | (FLAG.UV if options.get("uv") else 0)
        return AuthenticatorData.create(sha256(passkey.rp_id.encode()), flags, self.counter, attested)
