"""People who do everything at once during failures, through the balancer, and report forbidden results to `Chaos`."""

import collections
import contextlib
import email
import email.policy
import re
import threading
import time

from people import Person
from server import PASSWORD, Connection

#: Statuses that people may get during a failure.
FAILURES = {502, 503, 504}
#: Seconds between two requests of the same person.
PAUSE = 0.1
#: Seconds after a sign-out in which a node may still accept its cookie. Without its listener, a node asks the database after one. If
#: only notifications do not arrive, it must notice that first.
GRACE, DEAF = 2, 4


class Worker(threading.Thread):
    """Repeats an action. Counts the answers that only a failure explains."""

    def __init__(self, chaos, name):
        super().__init__(daemon=True)
        self.chaos, self.nodes, self.name = chaos, chaos.nodes, name
        self.statuses = collections.Counter()
        self.cookies = {}

    def run(self):
        while not self.chaos.is_over:
            try:
                self.act()
            except OSError as problem:
                self.statuses[type(problem).__name__] += 1
            time.sleep(PAUSE)

    def add_account(self, *more):
        self.nodes.command("users", "add", self.name, "--name", self.name.title(), *more, "--password-stdin", text=PASSWORD)

    def ask(self, path, form=None, node=None, cookies=None):
        status, headers, text = self.nodes.ask(path, self.cookies if cookies is None else cookies, form, node, timeout=30)
        self.statuses[status] += 1
        if status in FAILURES:
            time.sleep(0.1)
        return status, headers, text

    def sign_in(self, server="local", password=PASSWORD):
        # Without automatic sign-in: with shorter time-outs, a wrong clock ends more sign-ins.
        form = {"username": self.name, "password": password, "server": server}
        status, headers, _ = self.ask("/session", form, cookies={})
        return cookies_of(headers) if status == 303 else {}


def cookies_of(headers):
    """The cookies that an answer sets."""
    pairs = (line.partition(";")[0].partition("=") for line in headers.get_all("Set-Cookie"))
    return {name: value for name, _, value in pairs if value}


class Saver(Person):
    """Saves numbers; at the end, `chaos` checks that the last acknowledged one is stored."""

    pause = PAUSE

    def __init__(self, chaos, name):
        super().__init__(chaos.nodes, name)
        self.chaos = chaos

    def refused(self, status):
        if status == 401:
            if not self.chaos.is_signed_out(f"{self.name} saves"):
                return
            with contextlib.suppress(OSError, AssertionError):
                self.cookies = self.nodes.sign_in(self.name, PASSWORD)
        elif status not in FAILURES and isinstance(status, int):
            self.chaos.find("another answer", f"{status} to {self.name}, who saves")


class Reader(Worker):
    """Signs in once, here or at a gateway, and stays signed in."""

    def __init__(self, chaos, name, server="local", password=PASSWORD):
        super().__init__(chaos, name)
        self.server, self.password = server, password
        if server == "local":
            self.add_account()

    def act(self):
        if not self.cookies:
            self.cookies = self.sign_in(self.server, self.password)
            return
        status, _, text = self.ask("/account")
        if status == 401:
            if self.chaos.is_signed_out(f"{self.server}/{self.name} reads"):
                self.cookies = {}
        elif status == 200 and f'"{self.server}/{self.name}"' not in text:
            self.chaos.find("somebody else", f"{self.server}/{self.name}")
        elif status not in FAILURES | {200}:
            self.chaos.find("another answer", f"{status} to {self.name}, who reads")


class Leaver(Worker):
    """Signs in and out. `ended` has the time of each acknowledged sign-out, and the cookies that it ended."""

    def __init__(self, chaos, name):
        super().__init__(chaos, name)
        self.ended = []
        self.add_account()

    def act(self):
        self.cookies = self.sign_in()
        if not self.cookies:
            return
        status, _, text = self.ask("/account")
        if status == 401:
            self.chaos.is_signed_out(f"{self.name} has just signed in")
        # A request without an answer may have taken effect or not, so it is repeated until there is one.
        while not self.chaos.is_over:
            with contextlib.suppress(OSError):
                status, _, _ = self.ask("/session/end", {"account": f"local/{self.name}"})
                if status == 303:
                    self.ended.append((time.monotonic(), self.cookies))
                if status not in FAILURES:
                    return


class Prober(Worker):
    """Asks one node, past the balancer, with cookies of ended sign-ins."""

    def __init__(self, chaos, index):
        super().__init__(chaos, f"prober-{index}")
        self.index = index
        #: The longest time after a sign-out, in seconds, at which a node accepted its cookie, and the fault at that time.
        self.latest = 0, ""
        self.probes = 0
        self._found = set()

    def act(self):
        dead = [entry for leaver in self.chaos.leavers for entry in leaver.ended[-4:]]
        dead += [self.chaos.choice(leaver.ended) for leaver in self.chaos.leavers if leaver.ended]
        for ended_at, cookies in dead:
            late = time.monotonic() - ended_at
            status, _, _ = self.ask("/account", node=self.nodes.nodes[self.index], cookies=cookies)
            self.probes += 1
            if status != 200:
                continue
            self.latest = max(self.latest, (late, self.chaos.fault))
            if late > (DEAF if self.chaos.is_deaf else GRACE) and (cookie := str(cookies)) not in self._found:
                self._found.add(cookie)
                self.chaos.find("dead cookie accepted", f"{late:.1f} s after its sign-out, by node {self.index + 1}")


class Listener(Worker):
    """Keeps a stream of events open."""

    def __init__(self, chaos, name):
        super().__init__(chaos, name)
        #: The longest time without a byte, and the failure at its end.
        self.silence = 0, ""
        self.add_account()
        self._last = time.monotonic()

    def act(self):
        self.cookies = self.cookies or self.sign_in()
        cookie = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        host = self.nodes.origin.partition("//")[2]
        with Connection(int(host.rpartition(":")[2]), timeout=1) as connection:
            # Otherwise nginx keeps the connection open after the end of the stream.
            connection.send(
                f"GET /events HTTP/1.1\r\nHost: {host}\r\nCookie: {cookie}\r\nAccept: text/event-stream\r\nConnection: close\r\n\r\n")
            status = None
            while not self.chaos.is_over:
                with contextlib.suppress(TimeoutError):
                    read = connection.socket.recv(65_536)
                    if not read:
                        return
                    if status is None:
                        status = int(read.split()[1])
                        self.statuses[status] += 1
                    if status != 200:
                        self.cookies = {} if status == 401 else self.cookies
                        time.sleep(0.5)
                        return
                    self.silence = max(self.silence, (time.monotonic() - self._last, self.chaos.fault))
                    self._last = time.monotonic()


class PostOffice:
    """Receives mails, and keeps the links for each address."""

    def __init__(self, port):
        from aiosmtpd.controller import Controller

        self.links = collections.defaultdict(list)
        self._controller = Controller(self, hostname="127.0.0.1", port=port)
        self._controller.start()

    def close(self):
        self._controller.stop()

    async def handle_DATA(self, server, session, envelope):
        message = email.message_from_bytes(envelope.original_content, policy=email.policy.default)
        text = message.get_body(("plain",)).get_content()
        self.links[envelope.rcpt_tos[0]].append(re.search(r"https?://\S+", text)[0])
        return "250 OK"


class Mailer(Worker):
    """Requests links for forgotten passwords, one after the other. `sent` and `acknowledged` count requests by address."""

    ADDRESSES = 20
    #: Two of the three mails that an address may get in an hour, because one may be in progress when `chaos` deletes their count.
    MOST = 2

    def __init__(self, chaos, name):
        super().__init__(chaos, name)
        self.sent, self.acknowledged, self.counted = collections.Counter(), collections.Counter(), collections.Counter()
        self.addresses = [f"{name}-{number}@example.org" for number in range(self.ADDRESSES)]
        for address in self.addresses:
            self.name = address.partition("@")[0]
            self.add_account("--email", address)

    def act(self):
        # One mail for an address at a time, so that a missing mail can be identified.
        links = self.chaos.office.links
        free = [
            address for address in self.addresses
            if self.acknowledged[address] <= len(links[address]) and self.counted[address] < self.MOST]
        if free:
            address = self.chaos.choice(free)
            self.sent[address] += 1
            self.counted[address] += 1
            status, _, _ = self.ask("/password/reset", {"name": address})
            self.acknowledged[address] += status == 303
            if status not in FAILURES | {303}:
                self.chaos.find("another answer", f"{status} to somebody who has forgotten a password")

    @property
    def missing(self):
        links = self.chaos.office.links
        return {address: count - len(links[address]) for address, count in self.acknowledged.items() if count > len(links[address])}

    @property
    def twice(self):
        links = self.chaos.office.links
        return {
            address: sorted(links[address]) for address in self.addresses
            if len(set(links[address])) < len(links[address]) or len(links[address]) > self.sent[address]}
