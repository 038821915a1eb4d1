"""Sends two competing requests to two nodes at the same moment: one takes effect, and the other is refused.

usage: .venv/bin/python Tests/Attack/races.py [--times 1000] [--only links,records,drafts,administrators]"""

import argparse
import base64
import collections
import html
import pathlib
import random
import re
import secrets
import sys
import time
import urllib.parse

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))

from nodes import Nodes  # noqa: E402
from people import ROOMY  # noqa: E402
from server import PASSWORD, Connection, wait_until  # noqa: E402


class Race:
    """A race that runs again and again. `won` counts by the number of requests that took effect, `statuses` by their answers, the
    smaller status first."""

    def __init__(self, nodes):
        self.nodes = nodes
        self.won = collections.Counter()
        self.statuses = collections.Counter()
        self.first = 0

    def run(self, times):
        for number in range(times):
            self.once(number)
        return self

    def post(self, requests):
        """The answers to two forms, each (path, cookies, fields). Both nodes have all except the last byte, and get it at the same
        moment."""
        nodes = random.sample(self.nodes.nodes, 2)
        connections = [Connection(node.port, timeout=60) for node in nodes]
        texts = [self.text(*request) for request in requests]
        for connection, text in zip(connections, texts):
            connection.send(text[:-1])
        order = random.sample((0, 1), 2)
        for number in order:
            connections[number].send(texts[number][-1:])
        answers = [connection.answer() for connection in connections]
        for connection in connections:
            connection.socket.close()
        won = [answer.status == 303 for answer in answers]
        self.won[sum(won)] += 1
        self.first += won[order[0]]
        self.statuses[tuple(sorted(answer.status for answer in answers))] += 1
        return answers

    def text(self, path, cookies, form):
        body = urllib.parse.urlencode(form)
        fields = {
            "Host": self.nodes.origin.partition("//")[2], "Origin": self.nodes.origin, "Connection": "close",
            "Cookie": "; ".join(f"{name}={value}" for name, value in cookies.items()),
            "Content-Type": "application/x-www-form-urlencoded", "Content-Length": len(body)}
        head = "".join(f"{name}: {value}\r\n" for name, value in fields.items())
        return f"POST {path} HTTP/1.1\r\n{head}\r\n{body}"

    def somebody(self):
        name = f"somebody-{secrets.token_hex(4)}"
        self.nodes.command("users", "add", name, "--name", "Somebody", "--password-stdin", text=PASSWORD)
        return name

    def note(self, cookies, node):
        """The values of the profile, as a node shows it."""
        page = self.nodes.ask("/profile/edit", cookies, node=node)[2]
        return re.search(r"<textarea[^>]*>\s*([^<]*)", page)[1]

    def version(self, cookies, node):
        page = self.nodes.ask("/profile/edit", cookies, node=node)[2]
        return re.search(r'name="version" value="([^"]*)"', page)[1]

    def check_note(self, cookies, answers, notes):
        """Checks that every node shows the acknowledged values."""
        kept = {note for answer, note in zip(answers, notes) if answer.status == 303}
        for node in self.nodes.nodes:
            wait_until(lambda: self.note(cookies, node) in kept, f"one of {kept} at a node")


class Links(Race):
    """Two people choose different passwords by one link."""

    def run(self, times):
        table = self.nodes.folder / "people.csv"
        prefix = f"p{secrets.token_hex(3)}-"
        rows = [f"{prefix}{number},Somebody,{prefix}{number}@door.example" for number in range(times)]
        table.write_text("\n".join(["username,name,email", *rows]))
        self.nodes.command("users", "import", table)
        wait_until(lambda: len(self.mails(prefix)) == times, "the mails")
        self.links = [(re.search(rf"({prefix}\d+)-at-", mail.name)[1], self.token(mail)) for mail in self.mails(prefix)]
        return super().run(times)

    def mails(self, prefix):
        return list(self.nodes.folder.glob(f"node-*/outbox/*-{prefix}*.eml"))

    def token(self, mail):
        text = base64.b64decode(mail.read_text().split("base64\n\n", 1)[1].split("--=_", 1)[0]).decode()
        return re.search(r"token=(\S+)", text)[1]

    def once(self, number):
        name, token = self.links[number]
        passwords = [f"{PASSWORD} {letter}" for letter in "ab"]
        answers = self.post([("/password/new", {}, {"token": token, "password": password}) for password in passwords])
        for answer, password in zip(answers, passwords):
            status, _, _ = self.nodes.ask("/session", form={"username": name, "password": password})
            assert (status == 303) == (answer.status == 303), (answer.status, status)


class Records(Race):
    """Two browsers of one person save a profile that both opened before."""

    def run(self, times):
        self.name = self.somebody()
        self.cookies = self.nodes.sign_in(self.name, PASSWORD)
        return super().run(times)

    def once(self, number):
        version = self.version(self.cookies, random.choice(self.nodes.nodes))
        notes = [f"{letter}-{number}" for letter in "ab"]
        answers = self.post([
            ("/profile", self.cookies,
             {"account": f"local/{self.name}", "name": "Somebody", "pronouns": "", "note": note, "version": version})
            for note in notes])
        self.check_note(self.cookies, answers, notes)


class Drafts(Race):
    """Two pages send the same kept form of an ended sign-in again."""

    def run(self, times):
        self.name = self.somebody()
        return super().run(times)

    def once(self, number):
        cookies = self.nodes.sign_in(self.name, PASSWORD)
        note = f"draft-{number}"
        form = {
            "account": f"local/{self.name}", "name": "Somebody", "pronouns": "", "note": note,
            "version": self.version(cookies, random.choice(self.nodes.nodes))}
        cookies = cookies_of(self.nodes.ask("/session/end", cookies, {"account": form["account"]}), cookies)
        status, _, page = self.nodes.ask("/profile", cookies, form)
        assert status == 401, status
        path = re.search(r"/draft\?secret=[\w-]+", page)[0]
        cookies = cookies_of(self.nodes.ask("/session", cookies, {"username": self.name, "password": PASSWORD}), cookies)
        forms = [self.fields(path, cookies, node) for node in self.nodes.nodes[:2]]
        assert forms == [form, form], forms
        # One of the two was changed before it was sent.
        forms[1] = forms[1] | {"note": f"{note}-b"}
        self.check_note(
            cookies, self.post([("/profile", cookies, form) for form in forms]), [form["note"] for form in forms])

    def fields(self, path, cookies, node):
        """The form of the page of the draft."""
        page = self.nodes.ask(path, cookies, node=node)[2]
        form = re.search(r'<form[^>]*action="/profile".*?</form>', page, re.S)[0]
        pairs = re.findall(r'<input type="hidden" name="([^"]*)" value="([^"]*)"', form)
        return {name: html.unescape(value) for name, value in pairs}


class Administrators(Race):
    """The last two administrators: each removes the other's role, each gives up their own, or each disables the other."""

    def run(self, times):
        self.names = [self.somebody(), self.somebody()]
        for name in self.names:
            self.nodes.command("users", "make-administrator", name)
        others = [name for name in self.administrators() if name not in self.names]
        for name in others:
            self.nodes.command("users", "remove-administrator", name)
        try:
            return super().run(times)
        finally:
            for name in others:
                self.nodes.command("users", "make-administrator", name)

    def administrators(self):
        return self.nodes.sql("SELECT user_name FROM accounts WHERE is_administrator = 1 AND is_disabled = 0")

    def once(self, number):
        cookies = [self.nodes.sign_in(name, PASSWORD) for name in self.names]
        for somebody in cookies:
            for node in self.nodes.nodes:
                wait_until(lambda: self.nodes.ask("/administration", somebody, node=node)[0] == 200, "both to administer")
        action, whom = [("remove-administrator", -1), ("remove-administrator", 1), ("disable", -1)][number % 3]
        self.post([
            (f"/administration/person/{target}/{action}", own, {"account": f"local/{name}"})
            for name, target, own in zip(self.names, self.names[::whom], cookies)])
        left = self.administrators()
        if len(left) == 1:
            own = cookies[self.names.index(left[0])]
            other, = set(self.names) - set(left)
            for back in ("enable", "add-administrator"):
                status, _, _ = self.nodes.ask(
                    f"/administration/person/{other}/{back}", own, {"account": f"local/{left[0]}"})
                assert status == 303, status
        else:
            self.left_over(left)

    def left_over(self, left):
        """Two administrators, or none, which must not happen; the next round needs two."""
        self.won[f"{len(left)} administrators"] += 1
        for name in self.names:
            self.nodes.command("users", "enable", name)
            self.nodes.command("users", "make-administrator", name)


def cookies_of(answer, cookies):
    """The cookies of a browser after an answer."""
    pairs = (line.partition(";")[0].partition("=") for line in answer[1].get_all("Set-Cookie") or [])
    return {name: value for name, value in (cookies | {name: value for name, _, value in pairs}).items() if value}


RACES = {"links": Links, "records": Records, "drafts": Drafts, "administrators": Administrators}


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--times", type=int, default=1000)
    parser.add_argument("--only", default=",".join(RACES))
    arguments = parser.parse_args()
    with Nodes(**ROOMY) as nodes:
        for name in arguments.only.split(","):
            start = time.monotonic()
            race = RACES[name](nodes).run(arguments.times)
            print(f"{name}: {arguments.times} times, requests that won: {dict(race.won)}; the one sent first: {race.first}; "
                  f"answers {dict(race.statuses)}; {time.monotonic() - start:.0f} s", flush=True)


if __name__ == "__main__":
    main()
