"""A sequence of requests to the server, held against the model after each of them.

Actions have plain arguments: numbers choose among the browsers, accounts, links and codes that exist, so that a shorter sequence
still means something. `replay` runs a sequence without hypothesis."""

import base64
import copy
import dataclasses
import hashlib
import hmac
import itertools
import json
import re
import signal
import struct
import time
import urllib.parse
from dataclasses import dataclass, field
from typing import Callable

from door import LONGEST, PASSWORD, Answer, Door, Pair, Request
from passkeys import Passkey
from reference import INVITATION, LINK, POLICY, RESET, UNHELD, Account, Challenge, Disagreement, Link, Reference, agree, options

WRONG = "eight lanterns over Ullapool"
#: Seconds: over a code, a use, a proof, a set-up, an idle time-out, a sign-in, the time that a stricter policy leaves, the idle
#: time-out of an automatic sign-in, one as a whole and an invitation, a trusted browser.
WAITS = (31, 65, 640, 1_900, 3_700, 9_500, 90_000, 110_000, 610_000, 31 * 86_400)
MOST_BROWSERS, MOST_WORLDS = 4, 6
#: Seconds in which every mail is sent, also on a busy machine.
LONGEST_MAIL = 20
#: The values of the options, each as often as it is chosen.
VALUES = {
    "accounts.registration": ("open",) * 6 + ("invitation",) * 2,
    "accounts.secondFactor": ("optional", "optional", "optional", "administrators", "administrators", "all", "all", "off"),
}
#: Milliseconds before and after each transaction, at random up to this, in every other pair of requests.
PAUSE = 3


def totp(secret, step):
    key = base64.b32decode(secret + "=" * (-len(secret) % 8))
    digest = hmac.new(key, struct.pack(">Q", step), hashlib.sha1).digest()
    start = digest[-1] & 15
    return f"{(struct.unpack('>I', digest[start:start + 4])[0] & 0x7FFFFFFF) % 1_000_000:06}"


@dataclass
class Jar:
    """The cookies of a browser, or of somebody who has copied them: by host, each with whether it outlives the run."""

    door: dict = field(default_factory=dict)
    application: dict = field(default_factory=dict)

    def take(self, answer, is_application=False):
        cookies = self.application if is_application else self.door
        for name, (value, is_lasting) in answer.cookies.items():
            if value:
                cookies[name] = (value, is_lasting)
            else:
                cookies.pop(name, None)

    def sent(self, is_application=False):
        cookies = self.application if is_application else self.door
        return {name: value for name, (value, _) in cookies.items()}

    def close(self):
        self.door = {name: pair for name, pair in self.door.items() if pair[1]}
        self.application = {name: pair for name, pair in self.application.items() if pair[1]}


class Refusal(int):
    """The status of a refusal at the same moment as another request: the other one may be the reason why it is not the status
    that either order would have. A refusal changes nothing, whatever its reason."""

    ALL = (401, 403, 404, 409, 410, 422)

    def __eq__(self, other):
        return other in self.ALL

    def __hash__(self):
        return hash(self.ALL)


@dataclass
class Planned:
    request: Request
    #: Applies the request to a model; returns a value for `after`.
    apply: Callable
    jar: Jar | None = None
    after: Callable | None = None
    is_application: bool = False


class Play:
    #: The actions that may be sent twice or at the same moment as another.
    REQUESTS = (
        "log_in", "enter_code", "enrol", "log_out", "switch", "set_automatic", "prove", "end_others", "change_password", "delete",
        "use_reset", "confirm", "end_by_link", "set_up", "remove_app", "renew_codes", "administer", "take_host_code", "invite",
        "log_in_by_passkey", "add_passkey", "remove_passkey", "change_email", "confirm_email", "lift_limits", "stop_reset",
        "stop_own_reset")

    def __init__(self, door):
        self.door = door
        door.serial = getattr(door, "serial", 0) + 1
        self.prefix = f"p{door.serial}"
        self.worlds = [Reference()]
        self.jars = [Jar(), Jar()]
        self.names, self.pendings, self.used_codes, self.host_codes = [], [], [], []
        #: Passkeys with the names of their accounts, also removed ones; the last options for each purpose; open streams with
        #: their sign-ins.
        self.passkeys, self.options, self.streams = [], {}, []
        #: The form and the secret of the set-up of each login that waits for one.
        self.set_ups = {}
        self.steps = 0
        #: The accounts whose codes were guessed until a mail followed.
        self.guessed = set()
        #: The page of every link that was read; None if nobody knows whether the link works.
        self.link_paths = {}
        #: Whether the other request of the same moment may prevent a mail.
        self.is_mail_sure, self.unsure = True, {}
        if door.offset > LONGEST:
            door.start_afresh()
        for option, value in POLICY.items():
            self.set_policy(option, value)

    @property
    def world(self):
        return self.worlds[0]

    # MARK: Running

    def do(self, action, /, **arguments):
        """One action; nothing if it makes no sense now, or if too many states of the server explain what was seen so far."""
        if len(self.worlds) > MOST_WORLDS:
            return
        self.steps += 1
        getattr(self, action)(**arguments)

    def run(self, planned):
        if planned is None:
            return
        at = self.door.now
        answer = self.door.ask(planned.request)
        self.settle([(planned, at, answer)], [(0,)])

    def twice(self, action, arguments, is_at_once):
        """The same request twice, as from a browser that sends it again, one after the other or on two connections."""
        planned = getattr(self, f"plan_{action}")(**arguments)
        if planned is None:
            return
        if is_at_once:
            self.run_both(planned, planned)
        else:
            before = copy.copy(planned.jar) and copy.deepcopy(planned.jar)
            self.run(planned)
            if before:
                # The second answer reaches somebody who has the same cookies.
                self.add_jar(before)
            self.run(Planned(planned.request, planned.apply, before, planned.after, planned.is_application))

    def both(self, first, first_arguments, second, second_arguments):
        """Two requests at the same moment: one of their two orders explains both answers."""
        one = getattr(self, f"plan_{first}")(**first_arguments)
        other = getattr(self, f"plan_{second}")(**second_arguments)
        if one and other:
            self.run_both(one, other)

    def run_both(self, one, other):
        at = self.door.now
        answers = [
            dataclasses.replace(answer, status=Refusal(answer.status)) if answer.status in Refusal.ALL else answer
            for answer in self.door.ask_both(one.request, other.request, PAUSE if self.steps % 2 else 0)]
        # Both browsers are watched: the one that gets both answers, and one that gets the first only.
        if one.jar and len(self.jars) < MOST_BROWSERS and answers[0].cookies:
            only = copy.deepcopy(one.jar)
            only.take(answers[0], one.is_application)
            self.jars.append(only)
        self.is_mail_sure, self.unsure = False, {}
        try:
            self.settle([(one, at, answers[0]), (other, at, answers[1])], [(0, 1), (1, 0)])
        finally:
            self.is_mail_sure = True

    def fork(self, at):
        """Adds the worlds in which the server has performed the resets that are due."""
        for world in list(self.worlds):
            if world.due_resets(at):
                performed = copy.deepcopy(world)
                performed.perform_resets(at)
                if performed not in self.worlds:
                    self.worlds.append(performed)

    def settle(self, done, orders):
        """Keeps the worlds that explain the answers."""
        self.fork(done[0][1])
        kept, reasons = [], []
        is_alone = len(orders) == 1
        for world in self.worlds:
            for order, is_admitted in itertools.product(orders, [False] if is_alone else [False, True]):
                # One world needs no copy unless another order may explain the answers.
                next_world = world if is_alone and len(self.worlds) == 1 else copy.deepcopy(world)
                next_world.notices, next_world.is_at_once = [], not is_alone
                results = {}
                if is_admitted:
                    for planned, at, _ in done:
                        next_world.admit(planned.request.cookies, at)
                try:
                    for index in order:
                        planned, at, answer = done[index]
                        results[index] = planned.apply(next_world, at, answer)
                except Disagreement as reason:
                    reasons.append(reason)
                    continue
                next_world.early, next_world.is_at_once = {}, False
                if all(next_world != known for known, _ in kept):
                    kept.append((next_world, results))
        if not kept:
            raise Disagreement("; or: ".join(dict.fromkeys(map(str, reasons))))
        self.worlds = [world for world, _ in kept]
        for planned, _, answer in done:
            if planned.jar:
                planned.jar.take(answer, planned.is_application)
        self.look([planned.jar for planned, _, _ in done if planned.jar])
        self.note_notices()
        is_mail_sure = self.is_mail_sure
        for index, (planned, at, answer) in enumerate(done):
            if planned.after:
                found = [results[index] for world, results in kept if any(world is one for one in self.worlds)]
                # In some of the worlds only, a mail follows.
                self.is_mail_sure = is_mail_sure and all(found)
                planned.after(next(filter(None, found), None), at, answer)
        self.is_mail_sure = is_mail_sure

    def note_notices(self):
        """Waits for the mails about logins in new browsers. It may be that a browser was new in some of the worlds only."""
        for email in {email for world in self.worlds for _, email in world.notices}:
            numbers = [[number for number, to in world.notices if to == email] for world in self.worlds]
            if max(map(len, numbers)) > 1:
                # Nobody knows which mail is about which login.
                for world in self.worlds:
                    world.promised("end", email)
                while token := self.token(email, "/sign-ins/end"):
                    self.link_paths[token] = None
                continue
            worlds, known, is_sure = self.worlds, len(self.link_paths), self.is_mail_sure
            self.worlds = [world for world, found in zip(worlds, numbers) if found]
            self.is_mail_sure = is_sure and all(numbers)
            self.note_link(
                "end", email, "/sign-ins/end",
                lambda world: {"sign_in": next(number for number, to in world.notices if to == email)})
            self.is_mail_sure = is_sure
            if len(self.link_paths) == known:
                self.worlds = worlds

    # MARK: Comparing

    def look(self, acting=()):
        """Compares what every browser is, and for those of the last request also the list of its accounts and the proof."""
        worlds = list(self.worlds)
        if len(worlds) > 1:
            # An answer from before a change could agree with a world that is not the right one.
            self.door.settle()
        # Several servers tell each other of changes.
        for attempt in reversed(range(1 if len(self.door.nodes) == 1 else 20)):
            try:
                return self.look_once(acting)
            except Disagreement:
                if not attempt:
                    raise
                self.worlds = list(worlds)
                time.sleep(0.05)

    def look_once(self, acting):
        at = self.door.now
        for jar in self.jars:
            for seen in self.door.ask_each(Request("GET", "/portico/session", jar.sent(), is_background=True)):
                self.expect(lambda world: world.who(jar.sent(), at), seen.headers["portico-account"], "signed in")
            if "portico-host" in jar.application:
                seen = self.door.peek(Request(
                    "GET", "/portico/session", jar.sent(True), host=self.door.application, is_background=True))
                self.expect(lambda world: self.at_application(world, jar, at), seen.headers["portico-account"], "at the host")
        for jar in acting[:2]:
            self.look_closely(jar)
        self.look_at_streams()

    def look_at_streams(self):
        """An open page hears that its sign-in has ended."""
        for stream, number in list(self.streams):
            if any(world.find(number) for world in self.worlds):
                continue
            agree(stream.hears("event: session"), "an open page does not hear that its sign-in has ended")
            stream.close()
            self.streams.remove((stream, number))

    def at_application(self, world, jar, at):
        found = world.at_host(jar.sent(True).get("portico-host"), at)
        return found.account if found else ""

    def look_closely(self, jar):
        at = self.door.now
        seen = self.door.peek(Request("GET", "/accounts", jar.sent(), is_background=True))
        if seen.status == 401:
            return self.expect(lambda world: world.who(jar.sent(), at), "", "signed in")
        agree(seen.status == 200, f"the accounts of a browser: {seen}")
        listed = re.search(r'id="profile-list".*?</ul>', seen.text, re.S)[0]
        cells = re.findall(r'id="signed-in-(\d+)"(.*?)</li>', listed, re.S)
        rows = [(number, re.search(r'cell-subtitle">([^\n<]+)', text)[1].strip(), "aria-current" in text) for number, text in cells]
        self.expect(
            lambda world: self.profiles(world, jar, at), [(name, is_current) for _, name, is_current in rows], "accounts")
        for world in self.worlds:
            who = world.identity(jar.sent(), at, is_use=False)
            for one in world.in_force(who.browser, who.run, at):
                one.id = next(number for number, name, _ in rows if name == one.account)
        seen = self.door.peek(Request("GET", "/auth/check", jar.sent(), is_background=True, headers=self.forwarded("/fresh/x")))
        is_proven = seen.status == 200
        self.expect(
            lambda world: world.is_proven(world.identity(jar.sent(), at, is_use=False).sign_in, at), is_proven, "proof")

    @staticmethod
    def profiles(world, jar, at):
        who = world.identity(jar.sent(), at, is_use=False)
        if not who.sign_in:
            return []
        return [(one.account, one is who.sign_in) for one in world.in_force(who.browser, who.run, at)]

    def expect(self, modelled, seen, what):
        found = [modelled(world) for world in self.worlds]
        kept = [world for world, value in zip(self.worlds, found) if value == seen]
        if not kept:
            raise Disagreement(f"{what}: the server says {seen!r}, the model {' or '.join(map(repr, found))}")
        self.worlds = kept

    def finish(self):
        """At the end: everything that is compared too rarely in between."""
        self.door.settle()
        at = self.door.now
        for jar in self.jars:
            self.look_closely(jar)
            seen = self.door.ask(Request("GET", "/account/sessions", jar.sent(), is_background=True))
            if seen.status != 200:
                continue
            # Rows of the same browser are one, with all their ids in the link that ends them.
            ids = {
                id for others in re.findall(r'[?&;]session=([^"&]*)', seen.text)
                for id in urllib.parse.unquote(others).split(",")} | {"this"}
            # The list is from the store, which gets the uses of sign-ins some seconds later than the clock is moved.
            self.expect(
                lambda world: self.listed(world, world.who(jar.sent(), at), len(ids), at), len(ids), "open sign-ins")
            self.fork(at)
            seen = self.door.ask(Request("GET", "/account/factors", jar.sent(), is_background=True)).text
            self.expect(
                lambda world: self.factors(world, jar), (len(re.findall(r'id="passkey-[\w-]+-link"', seen)),
                'id="stop-reset"' in seen, 'id="app-since"' in seen), "factors")
        for token, path in self.link_paths.items():
            if not path:
                continue
            seen = self.door.ask(Request("GET", f"{path}?token={token}"))
            self.expect(lambda world: self.opens(world, token, at), seen.status == 200, f"the link {path}")
        for letter in "abcd":
            self.door.remove_mails(f"{self.prefix}{letter}")
        for stream, _ in self.streams:
            stream.close()

    def factors(self, world, jar):
        """The number of passkeys, whether a reset waits, and whether there is an app."""
        account = world.accounts[world.who(jar.sent(), self.door.now)]
        return len(account.passkeys), account.reset_at is not None, bool(
            account.app and world.policy["accounts.secondFactor"] != "off")

    def listed(self, world, name, count, at):
        """The number of sign-ins nearest to a seen one. A server ends those of browsers that have never used their token."""
        found = world.open_sign_ins(name, at)
        held = {jar.sent().get("portico") for jar in self.jars}
        fewest = sum(one.since + one.idle > at and (token in held or one.since + UNHELD > at) for one, token in found)
        return min(max(count, fewest), len(found))

    @staticmethod
    def opens(world, token, at):
        link = world.works(token, at, "reset", "welcome", "registration", "invitation", "end", "email", "limits", "stop")
        if not link:
            return False
        if link.purpose == "registration":
            return world.policy["accounts.registration"] == "open"
        if link.purpose in ("reset", "welcome", "email"):
            return link.account in world.accounts and not world.accounts[link.account].is_disabled
        if link.inviter:
            inviter = world.accounts.get(link.inviter)
            return bool(inviter and inviter.is_administrator and not inviter.is_disabled)
        return True

    # MARK: Choosing

    def jar(self, number):
        return self.jars[number % len(self.jars)]

    def signed_in(self, number):
        """A browser with somebody signed in, if there is one; the number 3 chooses among all."""
        at = self.door.now
        found = [jar for jar in self.jars if self.world.who(jar.sent(), at)] if number < 3 else []
        return found[number % len(found)] if found else self.jar(number)

    def matching(self, number, is_right):
        """A browser for which something holds, if there is one; the number 3 chooses among all."""
        found = [jar for jar in self.jars if is_right(jar)] if number < 3 else []
        return found[number % len(found)] if found else self.jar(number)

    def add_jar(self, jar):
        if len(self.jars) >= MOST_BROWSERS:
            self.jars.pop(0)
        self.jars.append(jar)

    def name(self, number):
        return self.names[number % len(self.names)] if self.names else None

    def account_of(self, jar):
        return self.world.accounts.get(self.world.who(jar.sent(), self.door.now))

    def code(self, account, kind):
        """A kind of code for the model, and the text to type: (None, None, "") for none."""
        if kind in ("none", "passkey"):
            return None, None, ""
        if self.door.now % 30 > 27:
            self.door.wait(4)
        step = int(self.door.now // 30)
        app = account and account.app
        if kind in ("app", "used") and app:
            chosen = app.last_step if kind == "used" else max(step - 1, min(app.last_step + 1, step + 1))
            if abs(chosen - step) <= 1:
                return "app", (app.secret, chosen), totp(app.secret, chosen)
        if kind == "recovery" and account and account.codes:
            code = min(account.codes)
            self.used_codes.append(code)
            return "recovery", code, code
        if kind == "old recovery" and self.used_codes:
            return "recovery", self.used_codes[0], self.used_codes[0]
        right = {totp(app.secret, step + near) for near in range(-2, 3)} if app else set()
        typed = next(text for text in ("000000", "111111", "222222", "333333", "444444", "555555") if text not in right)
        return "app", ("", 0), typed

    # MARK: Accounts

    def add_account(self, password=True):
        """By the administrator, as a page of administration does."""
        if len(self.names) >= 3:
            return
        self.add(f"{self.prefix}{'abc'[len(self.names)]}", password)

    def add(self, name, password=True):
        text, email = (PASSWORD if password else ""), f"{name}@door.example"
        answer = self.as_root("/administration/people/add", {"username": name, "name": name, "email": email, "password": text})
        agree(answer.status == 303, f"adding an account: {answer}")
        if name not in self.names:
            self.names.append(name)
        for world in self.worlds:
            world.accounts[name] = Account(name, email, answer.id if password else None, text or None)
        if not password:
            self.note_link("welcome", email, "/password/new", lambda world: {"account": name}, INVITATION)

    def add_again(self, account):
        """An account with the name of one that was deleted."""
        name = self.name(account)
        if name and name not in self.world.accounts:
            owners = [other.email for other in self.world.accounts.values()]
            if f"{name}@door.example" not in owners:
                self.add(name)

    def as_root(self, path, form):
        """The answer to an administrator who has just proved who they are."""
        self.ensure_root()
        return self.door.ask(Request("POST", path, self.door.root[0].sent(), {"account": "local/root", **form}))

    def ensure_root(self):
        """Logs in the administrator, with a passkey, which every policy accepts."""
        if self.door.root and abs(self.door.now - self.door.root[1]) < 300:
            return
        if not self.door.root_passkey:
            jar = Jar()
            self.root_post(jar, "/session", username="root", password=PASSWORD)
            options = self.root_options(jar, "registration", account="local/root")
            self.door.root_passkey = Passkey(options)
            self.root_post(
                jar, "/account/factors/passkeys/new", name="A passkey",
                passkey=self.door.root_passkey.registration(options, self.door.origin))
        jar = Jar()
        answered = self.door.root_passkey.assertion(self.root_options(jar, "signIn"), self.door.origin)
        self.root_post(jar, "/session", passkey=answered)
        self.door.root = (jar, self.door.now)

    def root_post(self, jar, path, **form):
        answer = self.door.ask(Request("POST", path, jar.sent(), form))
        assert answer.status == 303, answer
        jar.take(answer)

    def root_options(self, jar, purpose, **form):
        return json.loads(self.door.ask(Request("POST", "/session/passkey", jar.sent(), {"purpose": purpose, **form})).text)

    def note_link(self, purpose, email, path, details, lifetime=LINK, answer=None):
        """Waits for a mail with a link, which all worlds then know; `answer` is that to the request which sent it."""
        token = self.token(email, path)
        promised = [world.promised(purpose, email, answer) for world in self.worlds]
        if not token and not self.is_mail_sure:
            return
        agree(token, f"no mail with the link {path} to {email}")
        if not self.is_mail_sure:
            # Of two mails of the same moment, the first may be the second request's, and either link may be over.
            if (purpose, email) in self.unsure:
                for world in self.worlds:
                    world.links.pop(self.unsure[purpose, email], None)
                self.link_paths[self.unsure[purpose, email]] = self.link_paths[token] = None
                return
            self.unsure[purpose, email] = token
        at = self.door.now
        for world, link in zip(self.worlds, promised):
            world.links[token] = link or Link(purpose, email, expires=at + lifetime, **({"account": None} | details(world)))
        self.link_paths[token] = path

    def token(self, email, path):
        """The token of the link in the next mail to an address; None if no mail follows."""
        end = time.monotonic() + LONGEST_MAIL
        while True:
            # Asked before the look for mails, so that the last one is not missed.
            is_last = not self.is_mail_sure and self.has_sent_all()
            text = self.door.take_mail(email, LONGEST_MAIL if self.is_mail_sure else 0)
            found = text and re.search(rf"{re.escape(path)}\?token=([\w-]+)", text)
            if found and found[1] not in self.link_paths:
                return found[1]
            if not text and (self.is_mail_sure or is_last):
                return None
            agree(time.monotonic() < end, "the server does not send its mails")

    def has_sent_all(self):
        """Whether no mail is queued."""
        self.ensure_root()
        return 'id="no-mail"' in self.door.ask(Request("GET", "/administration/mail", self.door.root[0].sent())).text

    def link(self, number, *purposes):
        """A link of these purposes, the newest first."""
        found = [token for token, link in self.world.links.items() if link.purpose in purposes]
        return found[-1 - number % len(found)] if found else None

    # MARK: Passkeys

    def options_for(self, purpose, jar, subject, **form):
        """Fresh options for a passkey, as a page with script asks for them; None if there are none."""
        at = self.door.now
        answer = self.door.ask(Request("POST", "/session/passkey", jar.sent(), {"purpose": purpose, **form}))
        for world in self.worlds:
            world.identity(jar.sent(), at)
        agree(answer.status in (200, 204), f"options for a passkey: {answer}")
        if answer.status == 204:
            return None
        options = json.loads(answer.text)
        for world in self.worlds:
            world.challenges[options["challenge"]] = Challenge(purpose, subject(world), at)
        self.options[purpose] = options
        return options

    def passkey_of(self, name):
        """The newest passkey that the account has or had."""
        return next((passkey for passkey, owner in reversed(self.passkeys) if owner == name), None)

    def use_passkey(self, passkey, purpose, jar, subject, is_late=False, **form):
        """The passkey and the challenge of an answer, for the model, and the answer; (None, None) without options."""
        options = is_late and self.options.get(purpose) or self.options_for(purpose, jar, subject, **form)
        if not options:
            return None, None
        return (passkey.id, options["challenge"]), passkey.assertion(options, self.door.origin)

    def plan_log_in_by_passkey(self, browser, passkey, remember=False, late=False):
        if not self.passkeys:
            return None
        jar, (chosen, _) = self.jar(browser), self.passkeys[-1 - passkey % len(self.passkeys)]
        use, answered = self.use_passkey(chosen, "signIn", jar, lambda world: None, late)
        cookies = jar.sent()
        return Planned(
            Request("POST", "/session", cookies, {"passkey": answered} | ({"remember": "on"} if remember else {})),
            lambda world, at, answer: world.log_in_by_passkey(cookies, use, remember, at, answer), jar)

    def plan_add_passkey(self, browser, late=False, again=False):
        jar = self.signed_in(browser)
        account = self.account_of(jar)
        if not account:
            return None
        options = late and self.options.get("registration") or self.options_for(
            "registration", jar, lambda world: world.identity(jar.sent(), self.door.now, is_use=False).sign_in.number,
            account=f"local/{account.name}")
        if not options:
            return None
        # An authenticator uses a passkey again only for the handle of the account that it belongs to.
        known = [one for one, _ in self.passkeys if again and one.handle == options["user"]["id"]]
        if known:
            passkey = known[-1]
        else:
            passkey = Passkey(options)
            self.passkeys.append((passkey, account.name))
        use, cookies = (passkey.id, options["challenge"]), jar.sent()
        return Planned(
            Request("POST", "/account/factors/passkeys/new", cookies,
                    {"name": "A passkey", "passkey": passkey.registration(options, self.door.origin)}),
            lambda world, at, answer: world.add_passkey(cookies, use, at, answer), jar)

    def plan_remove_passkey(self, browser, passkey):
        if not self.passkeys:
            return None
        jar = self.signed_in(browser)
        name = self.world.who(jar.sent(), self.door.now)
        own = [one for one, owner in self.passkeys if owner == name] if passkey < 3 else []
        chosen = (own or [one for one, _ in self.passkeys])[-1]
        cookies = jar.sent()
        return Planned(
            Request("POST", "/account/factors/passkeys/remove", cookies, {"id": chosen.id}),
            lambda world, at, answer: world.remove_passkey(cookies, chosen.id, at, answer), jar)

    # MARK: Browsers and time

    def copy_cookies(self, browser):
        """Somebody copies the cookies of a browser."""
        self.add_jar(copy.deepcopy(self.signed_in(browser)))

    def close_browser(self, browser):
        self.jar(browser).close()
        self.look([self.jar(browser)])

    def new_browser(self):
        self.add_jar(Jar())

    def kill(self, node):
        """Ends a server at once, and starts it again."""
        # The connections of streams end.
        for stream, _ in self.streams:
            stream.close()
        self.streams = []
        loses_uses = any([world.restart() for world in self.worlds])
        self.door.kill(node, signal.SIGTERM if loses_uses else signal.SIGKILL)
        self.look(self.jars)

    def wait(self, time):
        seconds = WAITS[time % len(WAITS)]
        # Nothing may happen by itself just now.
        while any(abs(self.door.now + seconds - moment) < 12 for world in self.worlds for moment in world.thresholds()):
            seconds += 7
        self.door.wait(seconds)
        self.look(self.jars)

    # MARK: Signing in and out

    def plan_log_in(self, browser, account, right=True, remember=False):
        jar, name = self.jar(browser), self.name(account)
        if not name:
            return None
        known = self.world.accounts.get(name)
        text = known and known.text or PASSWORD if right else WRONG
        form = {"username": name, "password": text}
        if remember:
            form["remember"] = "on"
        cookies = jar.sent()
        return Planned(
            Request("POST", "/session", cookies, form),
            lambda world, at, answer: world.log_in(cookies, name, text, remember, at, answer), jar, self.keep_pending)

    def keep_pending(self, _, at, answer):
        if answer.pending and answer.pending in self.world.pendings:
            self.pendings.append(answer.pending)
            if answer.set_up:
                self.set_ups[answer.pending] = answer.set_up

    def waiting(self, number, is_enrolment=False):
        """The token of a login that waits for a factor, the newest first; None without one."""
        found = [token for token in self.pendings if self.world.pendings[token].is_enrolment == is_enrolment]
        return found[-1 - number % len(found)] if found else None

    def plan_enrol(self, browser, pending, passkey=False):
        """Sets up a factor within a login."""
        token = self.waiting(pending, is_enrolment=True)
        if not token:
            return None
        waiting = self.world.pendings[token]
        jar = self.matching(browser, lambda jar: jar.sent().get("portico") == waiting.brought)
        sealed, secret = self.set_ups[token]
        form = {"pending": token, "enrolment": sealed}
        options = passkey and self.options_for("enrolment", jar, lambda world: token, pending=token)
        if options:
            made = Passkey(options)
            self.passkeys.append((made, waiting.account))
            use, form["passkey"] = ("passkey", made.id, options["challenge"]), made.registration(options, self.door.origin)
        else:
            if self.door.now % 30 > 27:
                self.door.wait(4)
            use = ("app", secret, int(self.door.now // 30) - 1)
            form["code"] = totp(*use[1:])
        cookies = jar.sent()
        return Planned(
            Request("POST", "/session/enrolment", cookies, form),
            lambda world, at, answer: world.enrol(cookies, token, use, at, answer), jar)

    def plan_enter_code(self, browser, pending, kind="app", trust=False):
        token = self.waiting(pending)
        if not token:
            return None
        waiting = self.world.pendings[token]
        jar = self.matching(browser, lambda jar: jar.sent().get("portico") == waiting.brought)
        account = self.world.accounts.get(waiting.account)
        code = None
        if kind == "passkey" and (passkey := self.passkey_of(waiting.account)):
            code, typed = self.use_passkey(passkey, "secondStep", jar, lambda world: token, pending=token)
        if code is None:
            kind, code, typed = self.code(account, "app" if kind in ("none", "passkey") else kind)
        form = {"pending": token, {"app": "code", "recovery": "recovery", "passkey": "passkey"}[kind]: typed}
        if trust:
            form["trust"] = "on"
        cookies = jar.sent()
        return Planned(
            Request("POST", "/session/code", cookies, form),
            lambda world, at, answer: world.enter_code(cookies, token, kind, code, trust, at, answer), jar)

    def plan_log_out(self, browser, scope="one"):
        jar = self.signed_in(browser)
        cookies = jar.sent()
        return Planned(
            Request("POST", "/session/end", cookies, {"scope": scope}),
            lambda world, at, answer: world.log_out(cookies, scope, at, answer), jar)

    def plan_switch(self, browser, profile):
        jar = self.signed_in(browser)
        found = [one for known in self.world.browsers for one in known.sign_ins if one.id]
        if not found:
            return None
        chosen = found[profile % len(found)].id
        cookies = jar.sent()
        return Planned(
            Request("POST", "/accounts/current", cookies, {"profile": chosen}),
            lambda world, at, answer: world.switch(cookies, self.number(world, chosen), at, answer), jar)

    @staticmethod
    def number(world, id):
        return next((one.number for known in world.browsers for one in known.sign_ins if one.id == id), None)

    def plan_set_automatic(self, browser, on=True):
        jar = self.signed_in(browser)
        cookies = jar.sent()
        return Planned(
            Request("POST", "/settings/automatic-sign-in", cookies, {"value": "on" if on else "off"}),
            lambda world, at, answer: world.set_automatic(cookies, on, at, answer), jar)

    # MARK: The account

    def plan_prove(self, browser, right=True, kind="app"):
        jar = self.signed_in(browser)
        account = self.account_of(jar)
        text = account and account.text or PASSWORD if right else WRONG
        form = code = None
        if kind == "passkey" and account and (passkey := self.passkey_of(account.name)):
            code, answered = self.use_passkey(
                passkey, "proof", jar,
                lambda world: world.identity(jar.sent(), self.door.now, is_use=False).sign_in.number,
                account=f"local/{account.name}")
            form = {"reauthentication": "", "reauthentication-passkey": answered}
        if code is None:
            kind, code, typed = self.code(account, kind) if account and account.app else (None, None, "")
            form = {"reauthentication": text, "reauthentication-code": typed}
        cookies = jar.sent()
        return Planned(
            Request("POST", "/session/proof?next=/account", cookies, form),
            lambda world, at, answer: world.prove(cookies, text, kind, code, at, answer), jar)

    def plan_end_others(self, browser):
        return self.sensitive(browser, "/account/sessions/end-others", {}, "end_others")

    def plan_delete(self, browser):
        return self.sensitive(browser, "/account/delete", {"confirm": "on"}, "delete")

    def plan_remove_app(self, browser):
        return self.sensitive(browser, "/account/factors/app/remove", {}, "remove_app")

    def plan_renew_codes(self, browser):
        return self.sensitive(browser, "/account/factors/codes", {}, "renew_codes")

    def sensitive(self, browser, path, form, method):
        jar = self.signed_in(browser)
        cookies = jar.sent()
        return Planned(
            Request("POST", path, cookies, form), lambda world, at, answer: getattr(world, method)(cookies, at, answer), jar)

    def plan_change_password(self, browser, right=True, kind="app", others=False):
        jar = self.signed_in(browser)
        account = self.account_of(jar)
        text = account and account.text or PASSWORD if right else WRONG
        kind, code, typed = self.code(account, kind) if account and account.app else (None, None, "")
        chosen = f"{PASSWORD} {self.steps}"
        form = {"current": text, "code": typed, "password": chosen} | ({"others": "on"} if others else {})
        cookies = jar.sent()
        return Planned(
            Request("POST", "/account/password", cookies, form),
            lambda world, at, answer: world.change_password(cookies, text, kind, code, others, chosen, at, answer), jar)

    def plan_set_up(self, browser, again=False):
        """Begins a set-up and confirms it, or sends a former one again."""
        jar = self.signed_in(browser)
        account = self.account_of(jar)
        has_apps = self.world.policy["accounts.secondFactor"] != "off"
        if not account or not (has_apps or self.world.enrolments):
            return None
        if has_apps and not (again and self.world.enrolments):
            at = self.door.now
            answer = self.door.ask(Request("GET", "/account/factors/app", jar.sent()))
            for world in self.worlds:
                world.identity(jar.sent(), at)
            if not answer.set_up:
                self.expect(lambda world: world.is_proven(world.identity(jar.sent(), at, is_use=False).sign_in, at), False, "proof")
                return None
            sealed, secret = answer.set_up
            for world in self.worlds:
                app = world.accounts[account.name].app
                world.enrolments[sealed] = (account.name, secret, at, app and app.number)
        enrolment = list(self.world.enrolments)[-1]
        _, secret, _, _ = self.world.enrolments[enrolment]
        if self.door.now % 30 > 27:
            self.door.wait(4)
        step = int(self.door.now // 30) - 1
        cookies = jar.sent()
        return Planned(
            Request("POST", "/account/factors/app", cookies, {"enrolment": enrolment, "code": totp(secret, step)}),
            lambda world, at, answer: world.set_up(cookies, enrolment, step, at, answer), jar)

    # MARK: Links

    def request_reset(self, account):
        name = self.name(account)
        if name:
            self.run(Planned(
                Request("POST", "/password/reset", {}, {"name": name}),
                lambda world, at, answer: world.request_reset(name, at, answer), None,
                lambda email, at, answer: email and self.note_reset(name, email, answer)))

    def note_reset(self, name, email, answer):
        self.note_link("reset", email, "/password/new", lambda world: {"account": name}, answer=answer)

    def plan_use_reset(self, browser, link):
        token = self.link(link, "reset", "welcome")
        if not token:
            return None
        jar, chosen = self.jar(browser), f"{PASSWORD} {self.steps}"
        cookies = jar.sent()
        return Planned(
            Request("POST", "/password/new", cookies, {"token": token, "password": chosen}),
            lambda world, at, answer: world.reset(cookies, token, chosen, at, answer), jar, self.keep_pending)

    def address(self, number):
        return f"{self.prefix}{'abcd'[number % 4]}@door.example"

    def request_registration(self, address):
        email = self.address(address)
        self.run(Planned(
            Request("POST", "/registration", {}, {"email": email}),
            lambda world, at, answer: world.request_registration(email, at, answer), None,
            lambda follows, at, answer: follows and self.note_link(
                "registration", email, "/registration/confirm", lambda world: {})))

    def plan_invite(self, browser, address, administrator=False):
        jar, email = self.signed_in(browser), self.address(address)
        form = {"email": email, "name": "Somebody"} | ({"administrator": "on"} if administrator else {})
        cookies = jar.sent()

        def after(inviter, at, answer):
            if inviter:
                self.note_link(
                    "invitation", email, "/registration/confirm",
                    lambda world: {"inviter": inviter, "is_administrator": administrator}, INVITATION, answer)

        return Planned(
            Request("POST", "/administration/people/invite", cookies, form),
            lambda world, at, answer: world.invite(cookies, email, administrator, at, answer), jar, after)

    def plan_confirm(self, browser, link):
        token = self.link(link, "registration", "invitation")
        if not token:
            return None
        jar, name = self.jar(browser), self.world.links[token].email.partition("@")[0]
        cookies = jar.sent()

        def after(_, at, answer):
            self.keep_pending(_, at, answer)
            if name not in self.names:
                self.names.append(name)

        return Planned(
            Request("POST", "/registration/confirm", cookies,
                    {"token": token, "name": "Somebody", "username": name, "password": PASSWORD}),
            lambda world, at, answer: world.confirm(cookies, token, name, PASSWORD, at, answer), jar, after)

    def plan_change_email(self, browser, address):
        jar, email = self.signed_in(browser), self.address(address)
        cookies = jar.sent()

        def after(name, at, answer):
            if name:
                self.note_link("email", email, "/email/confirm", lambda world: {"account": name}, answer=answer)

        return Planned(
            Request("POST", "/account/email", cookies, {"email": email}),
            lambda world, at, answer: world.change_email(cookies, email, at, answer), jar, after)

    def plan_confirm_email(self, link):
        return self.by_link("/email/confirm", self.link(link, "email"), "confirm_email")

    def plan_lift_limits(self, link):
        return self.by_link("/sign-ins/limits", self.link(link, "limits"), "lift_limits")

    def plan_stop_reset(self, link):
        return self.by_link("/sign-ins/reset", self.link(link, "stop"), "stop_reset")

    def by_link(self, path, token, method):
        """The button of the page of a link, by somebody who is not logged in."""
        return token and Planned(
            Request("POST", path, {}, {"token": token}),
            lambda world, at, answer: getattr(world, method)(token, at, answer))

    def plan_stop_own_reset(self, browser):
        return self.sensitive(browser, "/account/factors/reset/stop", {}, "stop_own_reset")

    def guess(self, pending):
        """Wrong codes until no more are taken, and the mail about it."""
        token = self.waiting(pending)
        if not token:
            return
        name = self.world.pendings[token].account
        account = self.world.accounts.get(name)
        if not account or not account.app or name in self.guessed or len(self.worlds) > 1:
            return
        for _ in range(12):
            before = account.wrong.get(10)
            self.enter_code(browser=0, pending=pending, kind="wrong")
            if account.wrong.get(10) == before:
                break
        if account.is_limited(self.door.now) and account.wrong.get(10) == before:
            self.guessed.add(name)
            self.note_link("limits", account.email, "/sign-ins/limits", lambda world: {"account": name})

    def plan_end_by_link(self, link):
        token = self.link(link, "end")
        return token and Planned(
            Request("POST", "/sign-ins/end", {}, {"token": token}),
            lambda world, at, answer: world.end_by_link(token, at, answer))

    # MARK: Administration

    def plan_administer(self, account, action):
        name = self.name(account)
        if not name:
            return None
        self.ensure_root()
        return Planned(
            Request("POST", f"/administration/person/{name}/{action}", self.door.root[0].sent(), {"account": "local/root"}),
            lambda world, at, answer: world.administer(action, name, at, answer), None,
            lambda email, at, answer: email and (self.note_stop if action == "reset-factors" else self.note_reset)(name, email, answer))

    def note_stop(self, name, email, answer):
        self.note_link("stop", email, "/sign-ins/reset", lambda world: {"account": name}, RESET, answer)

    def await_resets(self):
        """Waits until the resets that are due have taken effect, if there are some: a server looks every 15 seconds."""
        self.fork(self.door.now)
        due = {name for world in self.worlds for name in world.due_resets(self.door.now)}
        self.ensure_root()
        end = time.monotonic() + 40
        for name in sorted(due):
            page = Request("GET", f"/administration/person/{name}", self.door.root[0].sent())
            while "/stop-reset" in self.door.ask(page).text:
                agree(time.monotonic() < end, f"the reset of {name}, which is due, does not take effect")
                time.sleep(0.2)
        self.worlds = [world for world in self.worlds if not world.due_resets(self.door.now)]
        if due:
            self.look(self.jars)

    def disable_for_a_while(self, account):
        # Whatever was waiting must not go on afterwards.
        for action in ("disable", "enable"):
            self.administer(account=account, action=action)

    def change_policy(self, option, value):
        option = list(POLICY)[option % len(POLICY)]
        self.set_policy(option, VALUES[option][value % 8])

    def set_policy(self, option, value):
        """Changes an option of the installation, unless it has the value."""
        if self.door.policy.get(option) == value:
            return
        self.ensure_root()
        at = self.door.now
        answer = self.as_root(f"/administration/settings/{option}", {"value": value, "rehearsed": "on"})
        self.door.policy[option] = value
        for world in self.worlds:
            world.set_policy(option, value, at, answer)
        self.look(self.jars)

    def set_groups(self, account, groups):
        name = self.name(account)
        if name:
            chosen = ("staff",) if groups else ()
            at = self.door.now
            answer = self.as_root(f"/administration/person/{name}/groups", {"groups": " ".join(chosen)})
            for world in self.worlds:
                world.set_groups(name, chosen, at, answer)

    # MARK: Protected applications

    def forwarded(self, path, is_application=False):
        host = self.door.application if is_application else self.door.host
        return {"X-Forwarded-Proto": "http", "X-Forwarded-Host": host, "X-Forwarded-Uri": path, "X-Forwarded-Method": "GET"}

    def visit(self, browser, path, application=False):
        """Asks for a page of a protected application, at the host of the door or at another one."""
        jar = self.matching(browser, lambda jar: "portico-host" in jar.application) if application else self.signed_in(browser)
        path = ("/x", "/fresh/x", "/staff/x", "/strong/x")[path % 4]
        cookies = jar.sent(application)

        def apply(world, at, answer):
            if application:
                sign_in = world.at_host(cookies.get("portico-host"), at)
            else:
                sign_in = world.identity(cookies, at, is_use=False).sign_in
            world.check(sign_in, path, at, answer, is_use=True)

        self.run(Planned(Request("GET", "/auth/check", cookies, headers=self.forwarded(path, application)), apply))

    def open_stream(self, browser):
        """The stream of an open page."""
        jar = self.signed_in(browser)
        at = self.door.now
        numbers = {getattr(world.identity(jar.sent(), at, is_use=False).sign_in, "number", None) for world in self.worlds}
        if len(self.streams) < 2 and len(numbers) == 1 and None not in numbers:
            self.streams.append((self.door.stream(Request("GET", "/events", jar.sent(), is_background=True)), numbers.pop()))

    def get_host_code(self, browser):
        """The way to another host, as far as its code."""
        jar, host = self.signed_in(browser), self.door.application
        wanted = urllib.parse.urlencode({"to": f"http://{host}/x"})
        answer = self.door.ask(Request("GET", f"/portico/begin?{wanted}", jar.sent(True), host=host))
        agree(answer.status == 303, f"the way to another host: {answer}")
        jar.take(answer, is_application=True)
        state = jar.sent(True)["portico-exchange"]
        address = urllib.parse.urlsplit(answer.location)
        cookies = jar.sent()

        def after(code, at, answer):
            if code:
                self.host_codes.append(code)

        self.run(Planned(
            Request("GET", f"{address.path}?{address.query}", cookies),
            lambda world, at, answer: world.give_host_code(cookies, state, at, answer), jar, after))

    def plan_take_host_code(self, browser, code):
        if not self.host_codes:
            return None
        code, host = self.host_codes[-1 - code % len(self.host_codes)], self.door.application
        state = self.world.codes[code].state
        jar = self.matching(browser, lambda jar: jar.sent(True).get("portico-exchange") == state)
        query = urllib.parse.urlencode({"to": f"http://{host}/x", "code": code})
        cookies = jar.sent(True)
        return Planned(
            Request("GET", f"/portico/end?{query}", cookies, host=host),
            lambda world, at, answer: world.take_host_code(
                code, cookies.get("portico-exchange"), cookies.get("portico-host"), at, answer), jar, is_application=True)

    def end_trust(self, browser):
        """Has this browser asked for a code again."""
        jar = self.signed_in(browser)
        seen = self.door.ask(Request("GET", "/account/factors", jar.sent(), is_background=True))
        row = next((row for row in re.findall(r'<li class="cell" id="trust-.*?</li>', seen.text, re.S) if "This browser" in row), None)
        if not row:
            return
        chosen = re.search(r'name="browser" value="(\d+)"', row)[1]
        cookies = jar.sent()
        self.run(Planned(
            Request("POST", "/account/factors/trust/end", cookies, {"browser": chosen}),
            lambda world, at, answer: world.end_trust(
                cookies, getattr(world.browser(cookies.get("portico")), "number", None), at, answer), jar))


def _planned(action):
    def act(self, **arguments):
        self.run(getattr(self, f"plan_{action}")(**arguments))

    act.__name__ = action
    return act


for _action in Play.REQUESTS:
    setattr(Play, _action, _planned(_action))


def replay(steps, kind=Door):
    """Runs a sequence of actions on a fresh server, or on a pair of them, and prints each."""
    with kind(**options(kind is Door)) as door:
        play = Play(door)
        for action, arguments in steps:
            print(action, arguments, flush=True)
            play.do(action, **arguments)
        play.finish()
    print("The server agrees with the model.")
