"""A browser without a window, for passkeys over HTTP: forms and options as in its pages. The client of `fido2` compares the site
with the origin, writes the client data and asks the authenticator."""

import json
from html.parser import HTMLParser

import requests
from fido2.client import DefaultClientDataCollector, Fido2Client
from fido2.utils import websafe_decode, websafe_encode
from fido2.webauthn import AttestationObject, PublicKeyCredentialCreationOptions, PublicKeyCredentialRequestOptions

from security_key import SecurityKey
from support.portico import PASSWORD
from support.texts import bare

NEW_PASSKEY = "/account/factors/passkeys/new"
FACTORS = "/account/factors"


class Form:
    def __init__(self, action):
        self.action, self.fields = action, {}
        #: The options of its button for a passkey, and the field for the answer.
        self.options = self.answer = None


class Page(HTMLParser):
    """The forms of a page, its message, and what it says about passkeys."""

    def __init__(self, answer):
        super().__init__()
        self.status, self.path, self.text = answer.status_code, answer.request.path_url, answer.text
        self.forms, self.elements, self._message, self._is_message = {}, {}, "", False
        self._form = Form(None)
        self.feed(answer.text)
        self.close()

    def handle_starttag(self, tag, attributes):
        attributes = {name: value or "" for name, value in attributes}
        self.elements.setdefault(attributes.get("id"), attributes)
        self._is_message = attributes.get("role") == "alert"
        if tag == "form":
            self._form = self.forms[attributes.get("id")] = Form(attributes.get("action"))
        elif tag == "button" and "data-passkey" in attributes:
            self._form.options = json.loads(attributes["data-passkey"])
        elif "data-passkey-answer" in attributes:
            self._form.answer = attributes["name"]
        elif attributes.get("type") == "hidden":
            self._form.fields[attributes["name"]] = attributes["value"]

    def handle_endtag(self, tag):
        self._is_message = False

    def handle_data(self, data):
        if self._is_message:
            self._message += data

    @property
    def message(self):
        return bare(self._message)

    @property
    def account(self):
        """The account that is signed in."""
        return self.elements["screen"].get("data-account")

    @property
    def form(self):
        """The form that takes a passkey."""
        [form] = [form for form in self.forms.values() if form.options]
        return form

    @property
    def signal(self):
        """The passkeys of the account, as a browser learns them."""
        return json.loads(self.elements["passkeys"]["data-passkey"])


class Answer:
    """The answer that a script sends. Its parts are bytes."""

    def __init__(self, json):
        self.json = json

    @classmethod
    def of(cls, response):
        """As fido2 writes it: all members of WebAuthn level 3, of which a page sends some."""
        return cls(json.loads(json.dumps(dict(response))))

    def __getitem__(self, part):
        return websafe_decode(self.json["response"][part])

    def __setitem__(self, part, data):
        self.json["response"][part] = websafe_encode(data)

    def __delitem__(self, part):
        del self.json["response"][part]

    @property
    def text(self):
        return json.dumps(self.json)

    @property
    def attestation(self):
        return AttestationObject(self["attestationObject"])


class Browser:
    """A browser with an authenticator, in which nobody is signed in."""

    def __init__(self, portico, key):
        self.portico, self.key = portico, key
        self._session = requests.Session()
        self._session.trust_env = False
        self._client = Fido2Client(key, DefaultClientDataCollector(portico.origin))

    @classmethod
    def of(cls, person, key=None):
        """A browser in which a person has just entered the password."""
        browser = cls(person.portico, key or SecurityKey())
        assert browser.enter_password(person).account == person.account
        return browser

    def get(self, path):
        return Page(self._session.get(self.portico.origin + path, timeout=30))

    def post(self, path, fields, **headers):
        headers = {"Origin": self.portico.origin, **headers}
        return self._session.post(self.portico.origin + path, fields, headers=headers, timeout=30)

    def submit(self, form, **typed):
        return Page(self.post(form.action, form.fields | typed))

    def ask(self, path, **fields):
        """The status and the text of the answer to a script."""
        answer = self.post(path, fields, **{"Portico-Request": "script"})
        return answer.status_code, answer.text

    def enter_password(self, person):
        return self.submit(self.get("/session/new").forms["sign-in"], username=person.username, password=PASSWORD)

    def answer(self, options):
        """The client's answer to the options in a page."""
        if "user" in options:
            return Answer.of(self._client.make_credential(PublicKeyCredentialCreationOptions.from_dict(options)))
        return Answer.of(self._client.get_assertion(PublicKeyCredentialRequestOptions.from_dict(options)).get_response(0))

    def send(self, form, answer, **typed):
        return self.submit(form, **{form.answer: answer.text}, **typed)

    def add_passkey(self, name="Key"):
        """The options, and the answer that was accepted."""
        form = self.get(NEW_PASSKEY).form
        answer = self.answer(form.options)
        page = self.send(form, answer, name=name)
        assert (page.status, page.path) == (200, FACTORS), page.message
        return form.options, answer

    def log_in(self):
        """Uses a passkey of any account. The page after it, the options and the answer."""
        form = self.get("/session/new").form
        answer = self.answer(form.options)
        return self.send(form, answer), form.options, answer

    def log_out(self):
        status, _ = self.ask("/session/end", scope="all")
        assert status < 400
        assert self.get("/").account is None
