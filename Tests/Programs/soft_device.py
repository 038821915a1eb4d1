"""The device of `soft-webauthn`, asked by lines of JSON: the method, the options in a page, and the origin. It needs `fido2`
before 2, so it is a program with packages of its own."""

import json
import sys

from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from fido2.utils import sha256, websafe_decode, websafe_encode
from soft_webauthn import SoftWebauthnDevice

USER_VERIFIED = 0x04
device = SoftWebauthnDevice()


def parse(options):
    """The options as the browser gives them to the device."""
    options["challenge"] = websafe_decode(options["challenge"])
    if "user" in options:
        options["user"]["id"] = websafe_decode(options["user"]["id"])
    return {"publicKey": options}


def verified(answer):
    """The answer of a device that recognizes its person, which this one does not."""
    data = bytearray(answer["authenticatorData"])
    data[32] |= USER_VERIFIED
    signature = device.private_key.sign(data + sha256(answer["clientDataJSON"]), ec.ECDSA(hashes.SHA256()))
    return answer | {"authenticatorData": bytes(data), "signature": signature}


for line in sys.stdin:
    method, options, origin = json.loads(line)
    create = method == "create"
    credential = (device.create if create else device.get)(parse(options), origin)
    answer = verified(credential["response"]) if method == "get verified" else credential["response"]
    response = {name: websafe_encode(part) for name, part in answer.items()}
    print(json.dumps({"rawId": websafe_encode(credential["rawId"]), "response": response}), flush=True)
