"""200 ways of writing addresses: what passes for a public one must be one for nginx too, which reads paths in its own way."""

import itertools
import subprocess
import tempfile

import pytest

from application import Application
from proxies import nginx
from server import Connection, Server, free_port, wait_until

NGINX = """
server {{
    listen 127.0.0.1:{port};
    location = /public {{ return 200 public; }}
    location /public/ {{ return 200 public; }}
    location / {{ return 200 private; }}
}}
"""
#: Between the public folder and what is not public.
STEPS = [
    "/", "/../", "/./", "//", "/%2e%2e/", "/%2E%2e/", "/.%2e/", "/%2e/", "/..%2f", "/..%2F", "/%2e%2e%2f", "%2f..%2f", "/..\\",
    "/..%5c", "\\..\\", "%5c..%5c", "/..;/", "/..;a=b/", "/.;/", ";/../", ";a/../", "/%252e%252e/", "/..%252f", "/%2e%2e;/",
    "//../", "/..//", "/.//../", "/a/../../", "/a/..//../", "/%00/../", "/%0a/../", "/%09", "/..%00/", "/%ff/../", "/%c0%ae%c0%ae/",
    "/%u002e%u002e/", "/..%3b/", "/?/../", "/#/../", "/%23/../", "/%3f/../", "/..%20/", "/ ", "/...%2f..%2f",
]
STARTS = ["/public", "/PUBLIC", "//public", "/./public", "/x/../public", "/%70ublic", "/public%2f", "/public;"]
PLAIN = [
    "/public", "/public/", "/public/a", "/public/a/b.css?x=../../admin", "/public/a%20b", "/public/%61", "/public/a.b/c..d",
    "/public/%C3%A4", "/%70ublic/a", "/public/-_~!$&'()*+,=:@",
]
ADDRESSES = [start + step + end for start, step in itertools.product(STARTS, STEPS) for end in ["admin"]]


@pytest.fixture(scope="module")
def servers():
    application = Application()
    ports = [free_port(), free_port()]
    with tempfile.TemporaryDirectory(prefix="portico-addresses-") as folder, Server(
            arguments=["--behind", f"http://127.0.0.1:{application.port}"], PORTICO_HTTP_PORT=str(ports[0]),
            PORTICO_PROTECTED_RULES="*/public/** public, */** groups:admins") as behind:
        process = subprocess.Popen(nginx(folder, NGINX.format(port=ports[1])), stderr=subprocess.DEVNULL)
        try:
            wait_until(lambda: nginx_says(ports[1], "/x"), "nginx")
            yield behind, ports[1], application
        finally:
            process.terminate()
            process.wait(timeout=20)
            application.close()


def nginx_says(port, address):
    """`public` or `private`; something else for an address that nginx refuses."""
    try:
        with Connection(port) as connection:
            connection.send(f"GET {address} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
            answer = connection.answer()
    except ConnectionError:
        return ""
    return answer.body.decode() if answer.status == 200 else "refused"


def passes(behind, application, address):
    """Whether the application gets the request, without a sign-in."""
    application.reset()
    with Connection(behind.port) as connection:
        connection.send(f"GET {address} HTTP/1.1\r\nHost: {behind.host}\r\nConnection: close\r\n\r\n")
        status = connection.answer().status
    assert (status == 200) == bool(application.requests), address
    return status == 200


def test_what_passes_for_public_is_public_for_nginx(servers):
    behind, nginx, application = servers
    assert len(ADDRESSES) >= 200
    passed = {address for address in ADDRESSES if passes(behind, application, address)}
    assert {address: nginx_says(nginx, address) for address in passed} == dict.fromkeys(passed, "public")
    # Else nothing was tried.
    assert any(nginx_says(nginx, address) == "private" for address in ADDRESSES)
    assert len(passed) >= 5


@pytest.mark.parametrize("address", PLAIN)
def test_what_every_server_reads_alike_passes(servers, address):
    behind, nginx, application = servers
    assert passes(behind, application, address)
    assert nginx_says(nginx, address) == "public"
