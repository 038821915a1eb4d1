"""Random addresses: if one of many real servers reads an address as a protected one, Portico denies it to people without access."""

import concurrent.futures
import itertools
import os
import random
import re
import urllib.parse

import pytest

from readers import readers
from server import Connection, Server

EVERYTHING = bool(os.environ.get("EVERYTHING"))
COUNT = 100_000 if EVERYTHING else 2_000
APPLICATION = "http://127.0.0.1:3000"
RULES = "*/assets/** public, */*.css public, */admin/** groups:admins, */** signed-in"
#: Scalars that form one Character in Swift with a separator beside them, and some that other programs treat as separators.
MARKS = ["\u0301", "\u200d", "\ufe0f", "\u0600", "\u06dd", "\u070f", "\u08e2", "\u0d4e", "\U000110bd"]
LOOKALIKES = ["\u2215", "\uff0f", "\u2024", "\uff0e", "\u212a", "\u017f"]

#: Requests of the second attack.
REPORTED = [
    "/assets/../%CC%81/../admin/users", "/assets/%2e%2e/%E2%80%8D/%2e%2e/admin/users", "/assets/..;%CC%81/admin/users.txt",
    "/assets/x%2Fy/../../admin/users", "/assets/x;a%2Fb/../../admin/users", "/assets/../admin/x//../../assets", "/admin/%CC%81x",
    "/admin%2F%CC%81users", "/admin;%CC%81x/users", "/admin%2F%CC%81x.css"]
#: Paths from the public place to another one, and spellings of both.
STEPS = [
    "/", "/../", "/./", "//", "/%2e%2e/", "/%2E%2E/", "/.%2e/", "/%2e/", "/..%2f", "/..%2F", "/%2e%2e%2f", "%2f..%2f", "/..\\",
    "/..%5c", "\\..\\", "%5c..%5c", "/..;/", "/..;a=b/", "/.;/", ";/../", ";a/../", "/%252e%252e/", "/..%252f", "/%2e%2e;/",
    "//../", "/..//", "/.//../", "/a/../../", "/a/..//../", "/%00/../", "/%0a/../", "/%09", "/..%00/", "/%ff/../", "/%c0%ae%c0%ae/",
    "/%u002e%u002e/", "/..%3b/", "/?/../", "/#/../", "/%23/../", "/%3f/../", "/..%20/", "/ ", "/...%2f..%2f"]
STARTS = [
    "/assets", "/ASSETS", "//assets", "/./assets", "/x/../assets", "/%61ssets", "/assets%2f", "/assets;", "/x.css", "//x", "/\\x"]
WAYS = [f"{start}{step}admin/users" for start, step in itertools.product(STARTS, STEPS)]
#: All servers read these in the same way.
PLAIN = [
    "/assets", "/assets/", "/assets/a", "/assets/a/b.css?x=../../admin", "/assets/a%20b", "/assets/%61", "/assets/a.b/c..d",
    "/assets/%C3%A4", "/%61ssets/a", "/assets/-_~!$&'()*+,=:@", "/x.css", "/%78.css"]

SEPARATORS = ["/"] * 90 + [
    "//", "/./", "/../", "%2f", "%2F", "\\", "%5c", "%252f", "%255c", "%c0%af", "%e0%80%af", "%u2215", ";/", "/;", ";a=b/", "%3b", ";",
    "%3B/", "/%3b", "?", "%3f", "#", "%23", "%20/", "+", ":", "%00/", "%09", "%0d%0a", ",", "&", "|", "%7c", "~", "%"]
SEGMENTS = ["assets", "admin", "users", "x", "x.css", "users.css"] * 10 + [
    "ASSETS", "Admin", "aDMIN", "X.CSS", "", ".", "..", "...", "%2e", "%2e%2e", ".%2e", "%252e%252e", "%25252e", "..;", "..;a=b", ".;x",
    "%u002e%u002e", "%c0%ae%c0%ae", "%ef%bc%8e%ef%bc%8e", "%ff", "..%00", "assets;x", "admin;x", "admin.", "admin%20", "x.css;y",
    "x%2ecss", "%61dmin", "%61ssets", "%2561dmin", "reader.example", "@reader.example", "c:"]


def escaped(text, times=1):
    """The text with each byte percent-encoded, `times` times."""
    data = "".join(f"%{byte:02x}" for byte in text.encode())
    return escaped_percents(data, times - 1)


def escaped_percents(text, times):
    for _ in range(times):
        text = text.replace("%", "%25")
    return text


def an_address(chance):
    start = chance.choice(["/", "/", "/", "/", "/assets/", "/assets/", "/admin/", "//", "/\\", "/%2f", ""])
    parts = [start]
    for _ in range(chance.randint(1, 5)):
        parts += [chance.choice(SEGMENTS), chance.choice(SEPARATORS)]
    if chance.random() < 0.7:
        parts.pop()
    # Most addresses have few peculiarities, because Portico refuses many for one of them.
    for _ in range(chance.choice([0, 1, 1, 2])):
        place = chance.randrange(1, len(parts) + 1)
        kind = chance.random()
        sign = chance.choice(MARKS + LOOKALIKES[:chance.randrange(len(LOOKALIKES))])
        if kind < 0.5:
            parts.insert(place, escaped(sign, chance.choice([1, 1, 1, 2])))
        elif kind < 0.55:
            parts.insert(place, sign)
        elif kind < 0.8 and (part := parts[place - 1]):
            letter = chance.randrange(len(part))
            parts[place - 1] = part[:letter] + escaped(part[letter], chance.choice([1, 1, 2])) + part[letter + 1:]
        elif kind < 0.9:
            parts[place - 1] = parts[place - 1].swapcase()
        else:
            parts[place - 1] = escaped_percents(parts[place - 1], 1)
    return "".join(parts)


def addresses():
    chance = random.Random(20261128)
    return [*dict.fromkeys([*REPORTED, *WAYS, *PLAIN, *(an_address(chance) for _ in range(COUNT))])]


def names_a_host(address):
    """Whether an address begins with two slashes of any kind; some programs read a host after them (RFC 3986, 3.3)."""
    text = urllib.parse.unquote(urllib.parse.unquote(address.split("?")[0])).replace("\\", "/")
    return re.sub(";[^/]*", "", text).startswith("//")


class Judge:
    """Portico, with the requests of nginx; ada is signed in and in no group."""

    def __init__(self, server):
        self._server = server
        self._cookies = "; ".join(f"{name}={value}" for name, value in server.sign_in().items())

    def passed(self, addresses, is_signed_in=False):
        """The addresses that pass. Sends many requests at once, because waiting for an answer takes longer than answering."""
        cookies = f"Cookie: {self._cookies}\r\n" if is_signed_in else ""
        found = []
        with Connection(self._server.port) as connection:
            for start in range(0, len(addresses), 50):
                block = addresses[start:start + 50]
                questions = (
                    f"GET /auth/check HTTP/1.1\r\nHost: {self._server.host}\r\nX-Original-Method: GET\r\n"
                    f"X-Original-URL: {APPLICATION}{address}\r\n{cookies}\r\n" for address in block)
                connection.send("".join(questions))
                answers = [connection.answer() for _ in block]
                assert {answer.status for answer in answers} <= {200, 401, 403}, answers
                found += [address for address, answer in zip(block, answers, strict=True) if answer.status == 200]
        return found

    def all_passed(self, addresses):
        """The addresses that pass for a stranger, and for somebody in no group."""
        with concurrent.futures.ThreadPoolExecutor() as threads:
            return list(threads.map(self.passed, [addresses] * 2, [False, True]))


@pytest.fixture(scope="module")
def judge():
    with Server(PORTICO_HTTP_TRUSTED_PROXIES="127.0.0.1", PORTICO_PROTECTED_RULES=RULES) as server:
        server.add_account()
        yield Judge(server)


@pytest.fixture(scope="module")
def programs():
    with readers(EVERYTHING) as found:
        yield found


def misread(programs, public, signed_in):
    """The addresses that pass although a program reads a denied place in them."""
    return [
        (program.name, address) for program in programs
        for address in [
            *(address for address in public if program.places(address) - {"public"}),
            *(address for address in signed_in if "admin" in program.places(address))]]


def test_no_address_passes_that_a_server_reads_as_one_of_another_place(judge, programs):
    asked = [address for address in addresses() if not names_a_host(address)]
    public, signed_in = judge.all_passed(asked)
    assert misread(programs, public, signed_in) == []
    # Otherwise the test tried nothing.
    assert set(public) <= set(signed_in)
    assert len(asked) / 20 < len(public) < len(signed_in) / 2 < len(asked) / 4
    for program in programs:
        some = [program.places(address) for address in asked[::len(asked) // 400]]
        assert all(sum(place in places for places in some) > 20 for place in ["public", "admin", "private"]), program.name


def test_no_address_passes_whose_first_segment_is_a_host_for_a_server(judge, programs):
    asked = [address for address in addresses() if names_a_host(address)]
    assert len(asked) > COUNT / 20
    assert misread(programs, *judge.all_passed(asked)) == []


def test_the_addresses_of_the_second_attack_are_refused(judge):
    assert judge.passed(REPORTED, is_signed_in=True) == []


def test_addresses_that_every_server_reads_alike_pass(judge, programs):
    assert judge.passed(PLAIN) == PLAIN
    for program in programs:
        assert {address: program.places(address) for address in PLAIN} == {address: {"public"} for address in PLAIN}, program.name
