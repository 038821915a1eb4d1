"""The configurations of docs/in-front-of.md against clients that lie: about the person, the host, the address, the cookies."""

import base64
import contextlib
import itertools
import json
import os
import urllib.parse

import pytest

from doors import APP, CLIENT, CROWD, DOOR, DOORS, OTHER, Framework, doors, header

NAMES = ["Remote-User", "Remote-Name", "Remote-Email", "Remote-Groups", "Portico-Assertion"]
#: The headers by which proxies describe a request to applications, and those by which some describe it to Portico.
ABOUT = [
    "X-Original-URL", "X-Original-URI", "X-Original-Host", "X-Original-Method", "X-Rewrite-URL", "X-Forwarded-Host",
    "X-Forwarded-Uri", "X-Forwarded-Method", "X-Forwarded-Prefix", "X-Forwarded-Scheme", "X-Forwarded-Ssl", "Forwarded"]
#: The characters of a name besides letters and digits (RFC 9110, 5.6.2). lighttpd treats them as equal, PHP reads `.` as `_`.
SEPARATORS = "-_.!#$%&'*+^`|~"
MARKS = ["\u0301", "\u200d", "\ufe0f", "\u0600", "\u06dd", "\u070f", "\u08e2", "\u0d4e", "\U000110bd"]
FORGED = "forged.example"


@pytest.fixture(scope="module")
def all_doors():
    with doors() as found:
        yield found


@pytest.fixture(params=DOORS)
def door(request, all_doors):
    return all_doors[request.param]


def claims(assertion):
    return json.loads(base64.urlsafe_b64decode(assertion.split(".")[1] + "=="))


def test_a_stranger_is_redirected_to_the_cover_and_a_script_gets_its_path(door):
    cover = f"https://{APP}/portico/begin?to="
    answer, seen = door.send("GET /orders HTTP/1.1", [("Sec-Fetch-Mode", "navigate")])
    assert (answer.status, seen) == (303, []) and answer.headers["location"].startswith(cover)
    answer, seen = door.send("GET /orders HTTP/1.1", [("Sec-Fetch-Mode", "cors")])
    assert (answer.status, seen) == (401, []) and answer.headers["portico-cover"].startswith(cover)
    form = [("Sec-Fetch-Mode", "navigate"), ("Content-Type", "application/x-www-form-urlencoded"), ("Content-Length", "3")]
    answer, seen = door.send("POST /orders HTTP/1.1", form, body="a=b")
    assert (answer.status, seen) == (303, []) and answer.headers["location"].startswith(cover)


def test_a_long_address_leads_to_the_cover(door):
    for target, back in [("/a?" + "&" * 5000, "/a"), ("/a?" + "x" * 5000, "/a?" + "x" * 5000)]:
        answer, seen = door.send(f"GET {target} HTTP/1.1", [("Sec-Fetch-Mode", "navigate")])
        assert (answer.status, seen) == (303, [])
        begin = urllib.parse.urlsplit(answer.headers["location"])
        assert urllib.parse.parse_qs(begin.query)["to"] == [f"https://{APP}{back}"]
        begun, _ = door.send(f"GET {begin.path}?{begin.query} HTTP/1.1")
        start = urllib.parse.urlsplit(begun.headers["location"])
        assert door.send(f"GET {start.path}?{start.query} HTTP/1.1", host=DOOR)[0].status == 401, "it is the cover"


def test_an_address_that_opens_a_socket_is_that_of_a_page(door):
    opening = [
        ("Connection", "Upgrade"), ("Upgrade", "websocket"), ("Sec-WebSocket-Key", "AAAAAAAAAAAAAAAAAAAAAA=="),
        ("Sec-WebSocket-Version", "13"), ("Sec-Fetch-Mode", "websocket")]
    for scheme in ["https", "wss"]:
        answer, seen = door.send(
            "GET /orders HTTP/1.1", [*opening, ("X-Forwarded-Proto", scheme)], cookies=door.cookies[APP])
        assert answer.status == 200 and seen


# Headers that fit.


def test_the_headers_of_a_person_in_many_groups_arrive(door):
    large = "; ".join(f"c{number}={'x' * 1000}" for number in range(7))
    answer, seen = door.send("GET /orders HTTP/1.1", [("Cookie", f"{large}; {header(door.crowded)}")])
    assert answer.status == 200
    [asked] = seen
    assert asked.said("Remote-Groups") == [",".join(CROWD)]
    assert claims(asked.said("Portico-Assertion")[0])["groups"] == CROWD
    assert asked.environ["HTTP_COOKIE"] == large
    told = [(name, value) for name, value in asked.fields if name.lower().startswith(("remote-", "portico-"))]
    assert max(len(value) for _, value in told) < 8_190
    assert sum(len(name) + len(value) + 4 for name, value in told) < 10_240


def test_a_page_that_is_kept_arrives(door):
    """Its cookie alone has up to 4 KB."""
    form = f"username={door.name}&password=wrong+horse+battery"
    fields = [
        ("Sec-Fetch-Mode", "navigate"), ("Sec-Fetch-Dest", "document"), ("Content-Type", "application/x-www-form-urlencoded"),
        ("Content-Length", len(form))]
    answer, _ = door.send("POST /session HTTP/1.1", fields, host=DOOR, body=form)
    assert answer.status == 303 and "__Host-portico-kept" in answer.cookies
    shown, _ = door.send(f"GET {answer.headers['location']} HTTP/1.1", host=DOOR, cookies=answer.cookies)
    assert shown.status == 401


# Identity.


@pytest.mark.parametrize("separator", SEPARATORS)
def test_no_client_chooses_its_identity(door, separator):
    spelled = [name.replace("-", separator) for name in NAMES]
    forged = [(form(name), "admins") for name in spelled for form in (str, str.lower, str.upper)]
    for cookies, who in [(None, ""), (door.cookies[APP], "bob")]:
        answer, seen = door.send("GET /assets/who HTTP/1.1", forged, cookies=cookies)
        if not seen:
            assert answer.status == 400, "refused as a whole"
            continue
        [asked] = seen
        assert "admins" not in asked.raw
        assert asked.said("Remote-User") == ([who] if who else [])
        assert asked.environ.get("HTTP_REMOTE_USER", "") == who
        assert not asked.environ.get("HTTP_REMOTE_GROUPS")
        assert [claims(text)["sub"] for text in asked.said("Portico-Assertion")] == ([who] if who else [])


def test_the_header_connection_removes_no_header_of_identity(door):
    named = ", ".join(["close", *NAMES, *ABOUT, "Cookie", "X-Forwarded-Proto", "X-Forwarded-For"])
    _, seen = door.send("GET /orders HTTP/1.1", [("Connection", named)])
    assert not seen
    _, seen = door.send("GET /orders HTTP/1.1", [("Connection", named)], cookies=door.cookies[APP])
    for asked in seen:
        assert asked.said("Remote-User") == ["bob"] and asked.said("Portico-Assertion")


# Which address it is.


@pytest.mark.parametrize("separator", "-_.")
@pytest.mark.parametrize("value", [
    "/assets/x", f"https://{APP}/assets/x", f"{APP}/assets/x?", APP, "GET", f"for=6.6.6.6;host={APP};proto=https"])
def test_no_header_changes_which_address_is_judged(door, separator, value):
    fields = [(name.replace("-", separator), value) for name in ABOUT]
    for line in ["GET /orders HTTP/1.1", "GET /admin/users HTTP/1.1"]:
        assert not door.send(line, fields)[1]
    # A rule that needs only the request itself.
    for field in fields:
        assert not door.send("GET /orders HTTP/1.1", [field])[1]
    assert not door.send("GET /admin/users HTTP/1.1", fields, cookies=door.cookies[APP])[1]


@pytest.mark.parametrize("separator", "-_.")
def test_no_header_tells_the_application_of_another_address(door, separator):
    forged = [(name.replace("-", separator), f"https://{FORGED}/admin") for name in ABOUT]
    forged += [(name.replace("-", separator), "6.6.6.6") for name in ["X-Forwarded-For", "X-Real-IP"]]
    forged += [(name.replace("-", separator), "6666") for name in ["X-Forwarded-Port"]]
    answer, seen = door.send("GET /assets/x HTTP/1.1", forged)
    if not seen:
        # Portico refuses both kinds of its headers at once.
        assert answer.status in (400, 403)
    for asked in seen:
        assert FORGED not in asked.raw and "6.6.6.6" not in asked.raw and "6666" not in asked.raw and "/admin" not in asked.raw


def test_the_application_gets_the_address(door):
    [asked] = door.send("GET /assets/x HTTP/1.1")[1]
    told = [asked.said(name) for name in ["X-Forwarded-For", "X-Forwarded-Proto", "X-Forwarded-Host", "Host"]]
    assert told == [[CLIENT], ["https"], [APP], [APP]]


#: Each as a request line and the values of `Host`.
HOSTS = [
    ("GET https://{other}/assets/x HTTP/1.1", ["{app}"]), ("GET https://{app}/assets/x HTTP/1.1", ["{other}"]),
    ("GET http://{other}/assets/x HTTP/1.1", ["{app}"]), ("GET https://{other}/assets/x HTTP/1.0", ["{app}"]),
    ("GET https://{other} HTTP/1.1", ["{app}"]), ("GET https://{other}?/assets/x HTTP/1.1", ["{app}"]),
    ("GET https://{app}@{other}/assets/x HTTP/1.1", ["{app}"]), ("GET https://{other}#@{app}/assets/x HTTP/1.1", ["{app}"]),
    ("GET //{other}/assets/x HTTP/1.1", ["{app}"]), ("GET /assets/x HTTP/1.1", ["{app}", "{other}"]),
    ("GET /assets/x HTTP/1.1", ["{other}", "{app}"]), ("GET /assets/x HTTP/1.1", ["{other}, {app}"]),
    ("GET /assets/x HTTP/1.1", ["{app}, {other}"]), ("GET /assets/x HTTP/1.1", ["{app}@{other}"]),
    ("GET /assets/x HTTP/1.1", ["{app}/{other}"]), ("GET /assets/x HTTP/1.1", ["{app}:443@{other}"]),
    ("GET /assets/x HTTP/1.1", ["{other}."]), ("GET /assets/x HTTP/1.1", ["OTHER.example"]), ("GET /assets/x HTTP/1.0", []),
    ("GET https://{other}/assets/x HTTP/1.1", ["{app}", "{app}"]), ("GET /assets/x HTTP/1.1", ["{app}\u0301"]),
    ("GET /assets/x HTTP/1.1", ["{other}\u0600:443"]), ("GET https://OTHER.example./assets/x HTTP/1.1", ["{app}"]),
]


@pytest.mark.parametrize(("line", "hosts"), HOSTS)
@pytest.mark.parametrize("name", [APP, OTHER])
def test_the_rules_of_one_host_do_not_open_another(door, line, hosts, name):
    """Everybody may load the assets of one host only. `name` is the server name for TLS."""
    places = {"app": APP, "other": OTHER}
    fields = [("Host", host.format(**places)) for host in hosts]
    _, seen = door.send(line.format(**places), fields, host=name)
    for asked in seen:
        assert asked.environ.get("HTTP_HOST") == APP
        assert asked.said("X-Forwarded-Host") == [APP]


#: Requests of the second attack: from a stranger to the first host, from a person outside of the group to the second.
PUBLIC = [
    "/assets/../%CC%81/../admin/users", "/assets/%2e%2e/%E2%80%8D/%2e%2e/admin/users", "/assets/..;%CC%81/admin/users.txt",
    "/assets/x%2Fy/../../admin/users", "/assets/x;a%2Fb/../../admin/users", "/assets/../admin/x//../../assets",
    "/admin%2F%CC%81x.css"]
WITHOUT_GROUP = ["/admin/%CC%81x", "/admin%2F%CC%81users", "/admin;%CC%81x/users"]


@pytest.mark.parametrize("address", PUBLIC + WITHOUT_GROUP)
def test_no_address_passes_that_applications_read_in_different_ways(door, address):
    raw = address.replace("%CC%81", "\u0301")
    for spelled, cookies in itertools.product([address, raw], [None, door.cookies[APP]]):
        _, seen = door.send(f"GET {spelled} HTTP/1.1", cookies=cookies)
        # Traefik resolves dot segments itself, and asks for the resolved address.
        assert not [asked.raw for asked in seen if "admin" in asked.raw]


# Cookies.

SECRET = "portico-secret"
COOKIES = [
    "{0}={1}", "a=1; {0}={1}; b=2", "{0}=x; {0}={1}", "{0}=x; a=1; {0}={1}; {0}=y", "a=1;{0}={1}", "a=1;\t{0}={1}", "a=1; {0} ={1}",
    "={0}={1}", "a=\"; {0}={1}; b=\"", "; {0}={1}", "a; {0}={1}", ",{0}={1}", "a=1, {0}={1}; b=2",
    *(f"x={mark}; {{0}}={{1}}" for mark in MARKS)]
#: Cookies of the application whose name or value contains the name of a cookie of Portico.
KEPT = [",{0}={1}", "a=1, {0}={1}; b=2", *(text for mark in MARKS for text in (f"x=;{mark} {{0}}={{1}}", f"x=1; {{0}}{mark}={{1}}"))]
COOKIES += KEPT


def test_no_cookie_of_portico_reaches_the_application(door):
    kinds = ["portico", "portico-host", "portico-run", "portico-exchange"]
    own = [prefix + name for prefix in ["", "__Host-", "__host-"] for name in kinds]
    for template in COOKIES:
        value = "; ".join(template.format(name, SECRET) for name in own)
        _, seen = door.send("GET /assets/x HTTP/1.1", [("Cookie", value)])
        for asked in seen:
            names = [part.split("=")[0].strip() for part in asked.environ.get("HTTP_COOKIE", "").split(";")]
            assert not {name.lower() for name in names} & {name.lower() for name in own}, value
            # A comma does not end a value.
            assert SECRET not in asked.raw or template in KEPT, value
    for name in own:
        _, seen = door.send("GET /assets/x HTTP/1.1", [("Cookie", f"a=1; {name}=x"), ("Cookie", f"{name}={SECRET}; b=2")])
        assert SECRET not in "".join(asked.raw for asked in seen)


def test_the_cookies_of_the_application_arrive(door):
    for cookies in [None, door.cookies[APP]]:
        own = f"a=1; {header(cookies)}; b=\"2,3\"" if cookies else "a=1; b=\"2,3\""
        [asked] = door.send("GET /assets/x HTTP/1.1", [("Cookie", own)])[1]
        assert asked.environ["HTTP_COOKIE"] == "a=1; b=\"2,3\""
    [asked] = door.send("GET /assets/x HTTP/1.1", [("Cookie", "a=1"), ("Cookie", "b=2")])[1]
    # Envoy joins two fields by a comma. Browsers send one (RFC 6265, 5.4).
    assert asked.environ["HTTP_COOKIE"] == ("a=1,b=2" if door.name == "envoy" else "a=1; b=2")
    large = "; ".join(f"c{number}={'x' * 1000}" for number in range(7))
    answer, [asked] = door.send("GET /orders HTTP/1.1", [("Cookie", f"{large}; {header(door.cookies[APP])}")])
    assert asked.environ["HTTP_COOKIE"] == large


# The check, which only proxies may request.

CHECKS = [
    "/auth/check", "/auth/check/", "/auth/check//", "//auth/check", "/auth//check", "/auth/check?", "/auth/check?x=/", "/auth/check;x",
    "/auth/check;/", "/auth/%63heck", "/auth%2fcheck", "/auth%2Fcheck/", "/AUTH/CHECK", "/Auth/Check/", "/auth/./check", "/./auth/check",
    "/x/../auth/check", "/auth/check/.", "/auth/check/..", "/auth/check/../check", "/auth/check%2f", "/auth/check%20", "/auth/check%00",
    "/auth/check#", "\\auth\\check", "/auth\\check", "/auth%5ccheck", "/portico/../auth/check", "/portico/..%2fauth/check",
    "/portico/%2e%2e/auth/check", "/portico/..;/auth/check", "/portico//../../auth/check", f"https://{DOOR}/auth/check",
    f"http://{DOOR}/auth/check/", f"https://{DOOR}//auth/check", "/auth/%2563heck", "/auth/check/%2e", "/auth/check/%2e%2e/check"]


@pytest.mark.parametrize("path", CHECKS)
def test_no_client_asks_the_question_of_proxies(door, path):
    original = [("X-Original-URL", f"https://{APP}/orders"), ("X-Original-Method", "GET")]
    forwarded = [
        ("X-Forwarded-Proto", "https"), ("X-Forwarded-Host", APP), ("X-Forwarded-Uri", "/orders"), ("X-Forwarded-Method", "GET")]
    for host in [DOOR, APP]:
        for fields in [original, forwarded]:
            answer, seen = door.send(f"GET {path} HTTP/1.1", fields, host=host, cookies=door.cookies[host])
            assert answer is None or not {"remote-user", "portico-assertion"} & set(answer.headers)
            # Only the application has pages here; without a proxy, it is at both hosts.
            assert answer is None or answer.status != 200 or seen


# The address of a client.


CLAIMED = [
    "6.6.6.6", "x, 6.6.6.6", "6.6.6.6,\t", "6.6.6.6,,", "6.6.6.6, 127.0.0.1",
    *(text for mark in MARKS for text in (f"x, 6.6.6.6 {mark}", f"6.6.6.6{mark}", f"{mark}6.6.6.6,{mark}"))]


def test_no_client_chooses_its_address(door):
    form = f"username={door.name}&password=wrong+horse+battery"
    number = events(door)[-1]["id"]
    for claimed in CLAIMED:
        fields = [
            ("X-Forwarded-For", claimed), ("X-Real-IP", "6.6.6.6"), ("Forwarded", "for=6.6.6.6"), ("Content-Length", len(form)),
            ("Content-Type", "application/x-www-form-urlencoded")]
        answer, _ = door.send("POST /session HTTP/1.1", fields, host=DOOR, body=form)
        assert answer is None or answer.status in (400, 401, 422, 429), answer
    assert {event["address"] for event in events(door) if event["id"] > number} == {CLIENT}


def events(door):
    """The last security events: failed sign-ins, and reached limits by network."""
    return [json.loads(line) for line in door.server.command("events", "tail", "--json").stdout.splitlines()]


# Frameworks.


@pytest.fixture(scope="module", params=["Django", "Rails", "Express"])
def framed_doors(request):
    with contextlib.closing(Framework(request.param)) as application, doors(application) as found:
        yield found


@pytest.mark.skipif("EVERYTHING" not in os.environ, reason="needs packages that make test does not install")
@pytest.mark.parametrize("name", DOORS)
def test_a_framework_knows_the_address_and_takes_its_own_forms_only(framed_doors, name):
    door = framed_doors[name]
    forged = [
        ("X-Forwarded-Proto", "http"), ("X-Forwarded-For", "6.6.6.6"), ("X-Forwarded-Host", FORGED), ("X-Forwarded-Port", "6666"),
        ("X-Forwarded-Ssl", "off"), ("X-Real-IP", "6.6.6.6"), ("Forwarded", f"for=6.6.6.6;host={FORGED};proto=http")]
    answer, _ = door.send("GET /form HTTP/1.1", forged, cookies=door.cookies[APP])
    page = json.loads(answer.body)
    assert (page["address"], page["secure"], page["client"]) == (f"https://{APP}/form", True, CLIENT)
    form = urllib.parse.urlencode({"csrfmiddlewaretoken": page["token"], "authenticity_token": page["token"]})
    for origin, status in [(f"https://{APP}", {200}), (f"https://{FORGED}", {403, 422})]:
        fields = [
            ("Origin", origin), ("Referer", f"{origin}/form"), ("Content-Type", "application/x-www-form-urlencoded"),
            ("Content-Length", len(form))]
        answer, _ = door.send("POST /form HTTP/1.1", fields, cookies=door.cookies[APP] | answer.cookies, body=form)
        assert answer.status in status, origin
