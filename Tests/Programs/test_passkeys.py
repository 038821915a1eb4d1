"""Passkeys with the clients of others. The client of Yubico's `fido2` makes and uses them over HTTP; a server of `fido2` judges the
same answers, also changed ones; and the device of `soft-webauthn`, which verifies no user, is refused."""

import json
import os
import secrets
import subprocess
import sys
from pathlib import Path

import pytest
from cryptography.hazmat.primitives.asymmetric import ec
from fido2 import cbor
from fido2.client import ClientError
from fido2.cose import ES256, ES384, RS256, EdDSA
from fido2.server import Fido2Server
from fido2.utils import sha256, websafe_decode, websafe_encode
from fido2.webauthn import (
    AuthenticatorData, PublicKeyCredentialCreationOptions, PublicKeyCredentialRequestOptions, PublicKeyCredentialRpEntity,
    UserVerificationRequirement)

from passkey_browser import FACTORS, NEW_PASSKEY, Answer, Browser
from security_key import FLAG, Passkey, SecurityKey
from support.authenticator import code
from support.people import ROOMY, Person
from support.portico import EXECUTABLE, PASSWORD, Portico
from support.texts import bare
from support.waiting import wait_until

pytestmark = pytest.mark.holds("G1")
NOT_ADDED = "We couldn’t add this passkey. Try again."
REFUSED = "This passkey didn’t work. Try again, or use another way."
UNKNOWN = "This passkey was removed from its account. Use another way."
SILENT = "/account/factors/passkeys/silent"
#: Packages that the others here do not work with; `make .venv/installed` puts them there.
SOFT_WEBAUTHN = Path(sys.prefix) / "soft-webauthn"


@pytest.fixture(scope="module")
def portico():
    portico = Portico(host="localhost", **ROOMY)
    portico.users("add", "ada", "--name", "Ada Lovelace", "--administrator", password=PASSWORD)
    yield portico.start()
    portico.close()


@pytest.fixture
def somebody(portico):
    return Person.of(portico)


@pytest.fixture
def browser(somebody):
    return Browser.of(somebody)


@pytest.fixture(scope="module")
def newcomer(portico):
    """A browser in which somebody without a passkey is signed in."""
    return Browser.of(Person.of(portico), SecurityKey(ES256.ALGORITHM))


@pytest.fixture(scope="module")
def key(portico):
    """An authenticator with the passkey of an account."""
    browser = Browser.of(Person.of(portico), SecurityKey(ES256.ALGORITHM))
    browser.add_passkey()
    return browser.key


@pytest.fixture
def outsider(portico, key):
    """A new browser with this authenticator, because few refused passkeys limit a browser."""
    return Browser(portico, key)


class Judge:
    """A server of fido2 for the site of the tests, which wants the same as Portico."""

    server = Fido2Server(PublicKeyCredentialRpEntity(id="localhost", name="Portico"))
    wanted = UserVerificationRequirement.REQUIRED

    def registers(self, options, answer):
        """The new passkey."""
        challenge = websafe_decode(options["challenge"])
        _, state = self.server.register_begin(options["user"], user_verification=self.wanted, challenge=challenge)
        return self.server.register_complete(state, answer.json).credential_data

    def logs_in(self, options, answer, passkeys):
        """The passkey that was used."""
        challenge = websafe_decode(options["challenge"])
        _, state = self.server.authenticate_begin(user_verification=self.wanted, challenge=challenge)
        return self.server.authenticate_complete(state, [passkey.attested for passkey in passkeys], answer.json)


JUDGE = Judge()


def accepts(judgement, *arguments):
    """Whether fido2 accepts an answer. It raises whatever its parsers raise."""
    try:
        judgement(*arguments)
    except Exception:
        return False
    return True


def plain(options):
    """Options as fido2 writes them."""
    return json.loads(json.dumps(dict(options)))


def test_the_client_understands_every_option_of_a_registration(newcomer):
    page = newcomer.get(NEW_PASSKEY)
    options = PublicKeyCredentialCreationOptions.from_dict(page.form.options)
    # It drops and changes nothing.
    assert plain(options) == page.form.options
    assert (options.rp.id, options.rp.name) == ("localhost", "Portico")
    assert (f"local/{options.user.name}", options.user.display_name) == (page.account, "Grace Hopper")
    assert len(options.user.id) == 64
    assert [one.alg for one in options.pub_key_cred_params] == [EdDSA.ALGORITHM, ES256.ALGORITHM, RS256.ALGORITHM]
    selection = options.authenticator_selection
    assert (selection.resident_key, selection.require_resident_key) == ("required", True)
    assert (selection.user_verification, selection.authenticator_attachment) == ("required", None)
    assert (options.attestation, options.timeout, options.exclude_credentials) == ("none", 300_000, [])
    assert options.extensions == {"credProps": True}
    again = newcomer.get(NEW_PASSKEY).form.options
    assert again == page.form.options | {"challenge": again["challenge"]}
    assert len(options.challenge) >= 16 and again["challenge"] != page.form.options["challenge"]


def test_the_client_understands_every_option_of_a_login(outsider):
    given = outsider.get("/session/new").form.options
    options = PublicKeyCredentialRequestOptions.from_dict(given)
    assert plain(options) == given
    assert (options.rp_id, options.user_verification, options.timeout) == ("localhost", "required", 300_000)
    assert options.allow_credentials == [] and len(options.challenge) >= 16


def test_the_client_asks_no_authenticator_that_recognizes_nobody(newcomer):
    browser = Browser(newcomer.portico, SecurityKey(recognizes=False))
    with pytest.raises(ClientError) as refusal:
        browser.answer(newcomer.get(NEW_PASSKEY).form.options)
    assert refusal.value.code == ClientError.ERR.CONFIGURATION_UNSUPPORTED


@pytest.mark.parametrize("algorithm", [EdDSA, ES256, RS256])
def test_a_passkey_of_each_algorithm_is_added_and_logs_in(somebody, algorithm):
    browser = Browser.of(somebody, SecurityKey(algorithm.ALGORITHM))
    options, answer = browser.add_passkey("Key of fido2")
    passkey = JUDGE.registers(options, answer)
    assert passkey.public_key[3] == algorithm.ALGORITHM
    page = browser.get(FACTORS)
    assert "Key of fido2" in page.text
    assert page.signal == {
        "rpId": "localhost", "userId": options["user"]["id"], "name": somebody.username, "displayName": "Grace Hopper",
        "allAcceptedCredentialIds": [websafe_encode(passkey.credential_id)]}
    browser.log_out()
    page, options, answer = browser.log_in()
    assert (page.status, page.account) == (200, somebody.account)
    assert JUDGE.logs_in(options, answer, browser.key.passkeys) == passkey


def test_the_client_takes_the_best_algorithm_and_makes_no_second_passkey(browser):
    _, answer = browser.add_passkey()
    assert answer.attestation.auth_data.credential_data.public_key[3] == EdDSA.ALGORITHM
    options = browser.get(NEW_PASSKEY).form.options
    assert plain(PublicKeyCredentialCreationOptions.from_dict(options)) == options
    assert [one["id"] for one in options["excludeCredentials"]] == [answer.json["rawId"]]
    with pytest.raises(ClientError) as refusal:
        browser.answer(options)
    assert refusal.value.code == ClientError.ERR.DEVICE_INELIGIBLE


def test_statements_and_extensions_of_an_authenticator_are_ignored(somebody, browser):
    form = browser.get(NEW_PASSKEY).form
    answer = browser.answer(form.options)
    [passkey] = browser.key.passkeys
    data = bytearray(answer.attestation.auth_data)
    data[32] |= FLAG.ED
    data += cbor.encode({"credProtect": 2})
    statement = {"alg": passkey.algorithm, "sig": passkey.sign(data + sha256(answer["clientDataJSON"]))}
    answer["attestationObject"] = cbor.encode({"fmt": "packed", "attStmt": statement, "authData": bytes(data)})
    assert accepts(JUDGE.registers, form.options, answer)
    browser.send(form, answer, name="Key")
    browser.log_out()
    assert browser.log_in()[0].account == somebody.account


def test_a_passkey_is_the_second_step(somebody, browser):
    browser.add_passkey()
    page = browser.get("/account/factors/app")
    browser.submit(page.forms["app-form"], code=code(page.elements["copy-key"]["data-portico-copy"]))
    browser.log_out()
    page = browser.enter_password(somebody)
    form = page.forms["second-factor"]
    [passkey] = browser.key.passkeys
    assert page.account is None
    assert [one["id"] for one in form.options["allowCredentials"]] == [websafe_encode(passkey.id)]
    answer = browser.answer(form.options)
    assert accepts(JUDGE.logs_in, form.options, answer, [passkey])
    assert browser.send(form, answer).account == somebody.account


def test_a_passkey_proves_who_is_there(portico, browser):
    browser.add_passkey()
    portico.set(clockOffset=700)
    try:
        page = browser.get("/account/email")
        assert "email-form" not in page.forms
        answer = browser.answer(page.form.options)
        assert accepts(JUDGE.logs_in, page.form.options, answer, browser.key.passkeys)
        page = browser.send(page.form, answer)
        assert "email-form" in page.forms, page.message
    finally:
        portico.set(clockOffset=0)


@pytest.mark.parametrize("flags, warnings", [(FLAG(0), 1), (FLAG.BE | FLAG.BS, 0)], ids=["on one device", "synced"])
def test_a_counter_that_goes_back_logs_in_and_is_told_of_one_device(portico, somebody, flags, warnings):
    browser = Browser.of(somebody, SecurityKey(flags=flags))
    browser.key.counter = 5
    browser.add_passkey()
    for counter, expected in [(6, 0), (3, warnings)]:
        browser.log_out()
        browser.key.counter = counter
        assert browser.log_in()[0].account == somebody.account
        assert len(events(portico, somebody, "passkeyWentBack")) == expected
    somebody.mails.next("A passkey was added")
    if warnings:
        text = bare(somebody.mails.next("Check your passkey for").text)
        assert "“Key”" in text and "somebody may have a copy of it" in text
    assert somebody.mails.unread == []


def events(portico, person, kind):
    command = [EXECUTABLE, "events", "tail", "--user", person.username, "--kind", kind, "--json", "--data", portico.data]
    return subprocess.run(command, check=True, capture_output=True, text=True, timeout=30).stdout.splitlines()


# A change of an answer is a function of it and its passkey.


def client(**members):
    """Other members of the client data."""
    def change(answer, _):
        answer["clientDataJSON"] = json.dumps(json.loads(answer["clientDataJSON"]) | members).encode()
    return change


def part(name, edit):
    """Another part of the answer."""
    def change(answer, _):
        answer[name] = edit(answer[name])
    return change


def data(edit):
    """Other authenticator data, wherever it is."""
    def change(answer, _):
        if "attestationObject" not in answer.json["response"]:
            answer["authenticatorData"] = edit(answer["authenticatorData"])
            return
        opened = cbor.decode(answer["attestationObject"])
        answer["attestationObject"] = cbor.encode(opened | {"authData": edit(opened["authData"])})
    return change


def flags(clear=0, add=0):
    return data(lambda old: old[:32] + bytes([old[32] & ~clear | add]) + old[33:])


def credential(id=lambda old: old, key=lambda old: old):
    """Another id or key of a new passkey."""
    def edit(old):
        passkey = AuthenticatorData(old).credential_data
        new = id(passkey.credential_id)
        # After the site, the flags, the counter and the model.
        return old[:32 + 1 + 4 + 16] + len(new).to_bytes(2, "big") + new + cbor.encode(key(passkey.public_key))
    return data(edit)


def with_passkey(answer, passkey):
    data(lambda old: old[:32] + bytes([old[32] | FLAG.AT]) + old[33:] + passkey.attested)(answer, passkey)


def signed_by_another(answer, passkey):
    sign(answer, Passkey(passkey.algorithm, passkey.rp_id, passkey.user))


def without_user(answer, _):
    del answer["userHandle"]


def with_another_id(answer, _):
    answer.json["id"] = answer.json["rawId"] = websafe_encode(secrets.token_bytes(32))


def sign(answer, passkey):
    answer["signature"] = passkey.sign(answer["authenticatorData"] + sha256(answer["clientDataJSON"]))


OTHER_CURVE = ES384.from_cryptography_key(ec.generate_private_key(ec.SECP384R1()).public_key())
SHORT_RSA = {1: 3, 3: RS256.ALGORITHM, -1: b"\xff" * 128, -2: b"\1\0\1"}
#: Changes, and whether fido2 accepts them.
OF_BOTH = {
    "another host": (client(origin="https://example.org"), False),
    # fido2 compares hosts, unless it is told otherwise.
    "another port": (client(origin="http://localhost:1"), True),
    "another challenge": (client(challenge=websafe_encode(secrets.token_bytes(32))), False),
    # fido2 leaves frames to its caller.
    "a frame of another site": (client(crossOrigin=True), True),
    "client data cut": (part("clientDataJSON", lambda old: old[:-1]), False),
    "bytes after the client data": (part("clientDataJSON", lambda old: old + b"\0"), False),
    "client data with a byte order mark": (part("clientDataJSON", lambda old: b"\xef\xbb\xbf" + old), False),
    "another site": (data(lambda old: sha256(b"example.org") + old[32:]), False),
    "nobody touched it": (flags(clear=FLAG.UP), False),
    "nobody was recognized": (flags(clear=FLAG.UV), False),
    # fido2 does not compare the backup flags.
    "backed up, and not to be backed up": (flags(add=FLAG.BS), True),
    "authenticator data of 36 bytes": (data(lambda old: old[:36]), False),
    "bytes after the authenticator data": (data(lambda old: old + b"\0"), False),
    "extensions without their flag": (data(lambda old: old + cbor.encode({"credProtect": 2})), False),
    "the flag of extensions alone": (flags(add=FLAG.ED), False),
}
OF_REGISTRATIONS = OF_BOTH | {
    "the type of a login": (client(type="webauthn.get"), False),
    "no passkey": (data(lambda old: old[:32] + bytes([old[32] & ~FLAG.AT]) + old[33:37]), False),
    # fido2 takes what is left of the key, and looks at keys when they are used.
    "authenticator data cut": (data(lambda old: old[:-1]), True),
    "attestation object cut": (part("attestationObject", lambda old: old[:-1]), True),
    "bytes after the attestation object": (part("attestationObject", lambda old: old + b"\0"), False),
    "an empty id": (credential(id=lambda _: b""), True),
    "an id of 1,024 bytes": (credential(id=lambda _: bytes(1_024)), True),
    "an algorithm that was not offered": (credential(key=lambda _: OTHER_CURVE), True),
    "a point beside the curve": (credential(key=lambda old: old | {-3: bytes(32)}), True),
    "RSA of 1,024 bits": (credential(key=lambda _: SHORT_RSA), True),
    "another member of the key": (credential(key=lambda old: old | {2: b"id"}), True),
}
#: These are signed.
OF_USES = OF_BOTH | {
    "the type of a registration": (client(type="webauthn.create"), False),
    "a passkey in the authenticator data": (with_passkey, True),
}
#: These are not.
OF_SIGNED_USES = {
    "signed by another": (signed_by_another, False),
    "no signature": (part("signature", lambda _: b""), False),
    "signature cut": (part("signature", lambda old: old[:-1]), False),
    "bytes after the signature": (part("signature", lambda old: old + b"\0"), False),
    "client data changed after the signature": (client(other=1), False),
    "counter changed after the signature": (data(lambda old: old[:33] + b"\0\0\0\7"), False),
    # fido2 leaves the user to its caller.
    "another user": (part("userHandle", lambda _: secrets.token_bytes(64)), True),
    "no user": (without_user, True),
    "another id": (with_another_id, False),
}


@pytest.mark.parametrize("name", OF_REGISTRATIONS)
def test_a_changed_registration_is_refused(newcomer, name):
    change, is_right_for_fido2 = OF_REGISTRATIONS[name]
    form = newcomer.get(NEW_PASSKEY).form
    answer = newcomer.answer(form.options)
    assert accepts(JUDGE.registers, form.options, answer)
    change(answer, newcomer.key.passkeys[-1])
    page = newcomer.send(form, answer, name="Key")
    assert (page.status, page.message) == (422, NOT_ADDED)
    assert newcomer.get(FACTORS).signal["allAcceptedCredentialIds"] == []
    assert accepts(JUDGE.registers, form.options, answer) == is_right_for_fido2


@pytest.mark.parametrize("name", OF_USES | OF_SIGNED_USES)
def test_a_changed_use_logs_nobody_in(outsider, name):
    change, is_right_for_fido2 = (OF_USES | OF_SIGNED_USES)[name]
    [passkey] = outsider.key.passkeys
    form = outsider.get("/session/new").form
    answer = outsider.answer(form.options)
    assert accepts(JUDGE.logs_in, form.options, answer, [passkey])
    change(answer, passkey)
    if name in OF_USES:
        sign(answer, passkey)
    page = outsider.send(form, answer)
    assert (page.status, page.message) == (401, UNKNOWN if name == "another id" else REFUSED)
    assert outsider.get("/").account is None
    assert accepts(JUDGE.logs_in, form.options, answer, [passkey]) == is_right_for_fido2


def test_an_answer_works_once(outsider):
    page, _, answer = outsider.log_in()
    assert page.account is not None
    outsider.log_out()
    page = outsider.send(outsider.get("/session/new").form, answer)
    assert (page.status, page.message, outsider.get("/").account) == (401, REFUSED, None)


class SoftDevice:
    """The device of soft-webauthn as it is."""

    def __init__(self):
        self._process = subprocess.Popen(
            [sys.executable, Path(__file__).with_name("soft_device.py")], env=os.environ | {"PYTHONPATH": str(SOFT_WEBAUTHN)},
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self._process.communicate(timeout=30)

    def __call__(self, method, options, origin):
        print(json.dumps([method, options, origin]), file=self._process.stdin, flush=True)
        return Answer(json.loads(self._process.stdout.readline()))


def test_soft_webauthn_is_refused_because_it_verifies_no_user(portico, somebody, browser):
    with SoftDevice() as device:
        form = browser.get(NEW_PASSKEY).form
        said = len(portico.log)
        page = browser.send(form, device("create", form.options, portico.origin), name="Soft")
        assert (page.status, page.message) == (422, NOT_ADDED)
        wait_until(lambda: "userNotVerified" in portico.log[said:], "the reason in the log")
        # A passkey that a browser makes by itself may come without verification. Its uses may not.
        _, options = browser.ask(SILENT, account=somebody.account)
        answer = device("create", json.loads(options), portico.origin)
        assert browser.ask(SILENT, account=somebody.account, passkey=answer.text)[0] == 204
        assert browser.get(FACTORS).signal["allAcceptedCredentialIds"] == [answer.json["rawId"]]
        browser.log_out()
        form = browser.get("/session/new").form
        page = browser.send(form, device("get", form.options, portico.origin))
        assert (page.status, page.message, browser.get("/").account) == (401, REFUSED, None)
        # Nothing else is wrong with them.
        form = browser.get("/session/new").form
        page = browser.send(form, device("get verified", form.options, portico.origin))
        assert (page.status, page.account) == (200, somebody.account)
