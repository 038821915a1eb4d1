"""Every page, error and mail in every language: nothing is left in English, and no text stands outside the catalogue."""

import json
import re
import subprocess
import urllib.parse

import pytest

from support.gateway import SAMPLE, Gateway
from support.mails import Mailbox
from support.people import OTHER_PASSWORD, ROOMY, Person, new_address
from support.portico import PASSWORD, Portico
from support.texts import LANGUAGES, PageTexts, Texts, assert_translated

pytestmark = pytest.mark.holds("H1")

BROWSER = {"Accept": "text/html", "User-Agent": "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"}
#: Words on pages that are the same in every language: names of people, with their initials, of places and programs.
KNOWN = {"Portico", "Ada", "Lovelace", "AL", "Grace", "Hopper", "GH", "Mary", "Somerville", "MS", "Noor", "Firefox", "Linux"}
KNOWN |= {"ada", "grace", "noor", "works", "editors", "nobody"}
#: As they are written in the configuration.
KNOWN |= {"environment", "production"}
#: The people and workplaces of the other server.
KNOWN |= set(re.findall(r"[A-Za-z]{2,}", json.dumps(SAMPLE)))
#: Paths whose responses are no pages: a stream, files and texts for programs.
NO_PAGES = {"/events", "/healthz", "/readyz", "/account/settings/file", "/administration/events/export"}
#: Paths that no other page leads to.
UNLINKED = {
    "/jobs/:id", "/jobs/:id/result", "/administration/person/:user/lift-limits",
    "/administration/person/:user/reset-factors", "/administration/person/:user/stop-reset",
}


@pytest.fixture(scope="module")
def gateway():
    with Gateway() as gateway:
        yield gateway


@pytest.fixture(scope="module")
def portico(gateway):
    """As people use it, because pages for developers are in English."""
    portico = Portico(
        PORTICO_ENVIRONMENT="production", PORTICO_ACCOUNTS_REGISTRATION="open", PORTICO_SERVERS_LIST="local,works",
        PORTICO_SERVERS_WORKS_NAME="works", PORTICO_SERVERS_WORKS_URL=gateway.url, PORTICO_GATEWAY_TIMEOUT="30",
        PORTICO_GATEWAY_LAUNCH_TIMEOUT="8", **ROOMY)
    portico.users("add", "ada", "--name", "Ada Lovelace", "--email", "ada@example.org", "--administrator", password=PASSWORD)
    portico.users("add", "grace", "--name", "Grace Hopper", password=PASSWORD)
    portico.users("add", "noor", "--name", "Noor", "--email", "noor@example.org", "--administrator", password=PASSWORD)
    portico.users("set-groups", "grace", "editors")
    portico.users("disable", "grace")
    portico.users("invite", "mary@example.org", "--name", "Mary Somerville")
    yield portico.start()
    portico.close()


@pytest.fixture(scope="module")
def administrator(portico):
    return portico.sign_in()


@pytest.fixture(scope="module")
def at_work(portico):
    """The cookies of a browser with an account of the other server."""
    return portico.sign_in("grace", "sample-lantern-grace", server="works")


@pytest.fixture(params=LANGUAGES)
def texts(request):
    return Texts(request.param)


def ask(portico, texts, path, cookies=(), **form):
    return portico.ask(path, cookies, {**BROWSER, "Accept-Language": texts.language}, **form)


def known_on(path):
    """The words that a page may have in Latin letters; nothing if it has names of software and copyrights."""
    return None if path.startswith("/about/licences") else KNOWN


def routes(portico):
    """The paths that can be read."""
    done = subprocess.run(
        [portico.command[0], "routes", "--json", "--data", portico.data], check=True, capture_output=True, text=True)
    return {route["path"] for route in json.loads(done.stdout) if "GET" in route["methods"]} - NO_PAGES


def walk(portico, texts, cookies, paths):
    """Reads the pages at these paths and all that they lead to. Returns the read paths, and the texts that should not be
    there."""
    waiting, read, left = list(paths), set(), {}
    while waiting:
        path = waiting.pop()
        address = urllib.parse.urlsplit(path)
        place = (address.path, frozenset(urllib.parse.parse_qs(address.query)))
        if place in read or address.path in NO_PAGES or path.startswith("/assets/"):
            continue
        read.add(place)
        _, headers, page = ask(portico, texts, path, cookies)
        if location := headers["Location"]:
            waiting.append(location)
        if not (headers["Content-Type"] or "").startswith("text/html"):
            continue
        shown = PageTexts(page, texts.language)
        known = known_on(address.path)
        found = texts.english(shown.texts + shown.data) + (texts.strange(shown.prose, known) if known else [])
        if (shown.language, shown.direction) != (texts.language, texts.direction):
            found.append(f"{shown.language} {shown.direction}")
        if found:
            left[path] = found
        waiting += shown.links
    return {path for path, _ in read}, left


def test_every_page(portico, administrator, at_work, texts):
    every = routes(portico)
    plain = {path for path in every - {"/offline"} if ":" not in path} | {f"/offline?language={texts.language}"}
    # Linked where it has more than one part.
    plain.add("/administration/second-factor/all")
    read, left = walk(portico, texts, administrator, plain)
    for cookies in [at_work, []]:
        more, others = walk(portico, texts, cookies, plain)
        read |= more
        left |= others
    assert left == {}
    patterns = {path: re.compile(re.sub(r":\w+", "[^/]+", path)) for path in every - UNLINKED}
    assert {path for path, pattern in patterns.items() if not any(map(pattern.fullmatch, read))} == set()


#: Requests of the administrator and of a visitor that end in an error or in a form with problems: the path and the form.
REFUSED = [
    ("/nothing", {}), ("/about", {"a": "b"}), ("/profile", {"account": "local/somebody"}),
    ("/profile", {"account": "local/ada", "name": "1" * 1000, "pronouns": "1" * 1000, "note": "1" * 10_000}),
    ("/account/email", {"account": "local/ada", "email": "nobody"}),
    ("/account/password", {"account": "local/ada", "current": "not it", "password": "aaaaaaaaaaaaaaaa"}),
    ("/account/delete", {"account": "local/ada"}),
    ("/account/settings", {"account": "local/ada"}),
    ("/administration/people/add", {"account": "local/ada", "username": "Ada!", "name": "", "email": "nobody"}),
    ("/administration/people/invite", {"account": "local/ada", "email": "ada@example.org"}),
    ("/administration/person/grace/groups", {"account": "local/ada", "groups": "///"}),
    ("/administration/settings/session.idle", {"account": "local/ada", "value": "never"}),
    ("/administration/people?search=nobody", {}), ("/administration/events?from=x&user=nobody", {}),
]
REFUSED_TO_VISITORS = [
    ("/nothing", {}), ("/session", {"username": "", "password": ""}), ("/session", {"username": "ada", "password": "not it"}),
    ("/password/reset", {"name": ""}), ("/registration", {"email": "nobody"}), ("/account", {}),
    ("/password/new?token=x", {}), ("/registration/confirm?token=x", {}), ("/email/confirm?token=x", {}),
    ("/sign-ins/end?token=x", {}), ("/sign-ins/limits?token=x", {}),
]


def test_every_refusal(portico, administrator, texts):
    for cookies, requests in [(administrator, REFUSED), ([], REFUSED_TO_VISITORS)]:
        for path, form in requests:
            status, _, page = ask(portico, texts, path, cookies, **form)
            assert status < 300 or status >= 400, path
            assert_translated(page, texts, path, KNOWN)


def test_mails_are_in_the_language_of_their_recipient(portico, texts):
    person = Person.of(portico, "Grace Hopper")
    cookies = person.cookies()
    choice = {"account": person.account, "language": texts.language, "shownLanguage": "automatic"}
    assert portico.ask("/settings/appearance", cookies, BROWSER, **choice)[0] == 303
    # Whatever the browsers ask for that cause the mails.
    english = {**BROWSER, "Accept-Language": "en"}
    from_elsewhere = {"username": person.username, "password": PASSWORD}
    change = {"account": person.account, "current": PASSWORD, "password": OTHER_PASSWORD}
    new, stranger = new_address(), new_address()
    for path, sender, form in [
            ("/session", [], from_elsewhere), ("/account/email", cookies, {"account": person.account, "email": new}),
            ("/account/password", cookies, change), ("/password/reset", [], {"name": person.username}),
            ("/registration", [], {"email": person.mails.address})]:
        assert portico.ask(path, sender, english, **form)[0] < 400, path
    # Somebody without an account has chosen the language of the page.
    assert ask(portico, texts, "/registration", email=stranger)[0] < 400
    kinds = {
        person.mails.address: [
            "mailNewSignInSubject", "mailPasswordChangedSubject", "mailResetSubject", "mailAlreadySubject"],
        new: ["mailEmailChangeSubject"], stranger: ["mailRegistrationSubject"]}
    for address, subjects in kinds.items():
        mails = Mailbox(portico, address)
        for subject in subjects:
            mail = mails.next(texts(subject, "Portico"))
            assert_translated(mail.html, texts, subject, KNOWN)
            lines = mail.text.splitlines()
            assert texts.english(lines) + texts.strange(lines, KNOWN | {person.username}) == [], subject
            path = mail.link.removeprefix(portico.origin)
            assert_translated(ask(portico, texts, path)[2], texts, path, KNOWN)
