"""The model: what accounts, browsers, sign-ins, links and codes are, and how each request changes them.

Every method is one request. It gets the answer of the server, checks it, and takes the new tokens from it. It knows only the
rules of docs/accounts.md, docs/proof.md and docs/in-front-of.md. A comment at each rule names a fault that it finds."""

from dataclasses import dataclass, field

#: Seconds. The server under test has these lifetimes.
ABSOLUTE, AUTOMATIC_ABSOLUTE = 9_000, 400_000
PROOF, PENDING, SET_UP, LINK, INVITATION, HOST_CODE, TRUST = 600, 600, 1_800, 3_600, 604_800, 30, 30 * 86_400
CHALLENGE, RESET, UNHELD, GRACE = 300, 86_400, 600, 86_400
#: The proof of a sign-in in a browser that is not asked, and one from before a second factor: both are long over.
TRUSTED, OUTDATED = -1, 0
ACCOUNTS = 3


#: The first values of the options that administrators change.
POLICY = {"accounts.registration": "open", "accounts.secondFactor": "optional"}


class Idle:
    """The time-outs of sign-ins that are not used, in seconds."""

    usual, automatic = 3_000, 100_000


def options(has_time_outs=True):
    """The options of the server. Several servers know of each other's uses some seconds later only, while the clock of a sequence
    moves by hours, so no sign-in of theirs ends because it was not used."""
    Idle.usual, Idle.automatic = (3_000, 100_000) if has_time_outs else (ABSOLUTE, AUTOMATIC_ABSOLUTE)
    return {
        "PORTICO_SESSION_IDLE": str(Idle.usual), "PORTICO_SESSION_ABSOLUTE": str(ABSOLUTE),
        "PORTICO_SESSION_AUTOMATIC_IDLE": str(Idle.automatic), "PORTICO_SESSION_AUTOMATIC_ABSOLUTE": str(AUTOMATIC_ABSOLUTE),
        "PORTICO_SESSION_ACCOUNTS": str(ACCOUNTS),
    }
CODE_LIMITS = ((10, 900), (30, 30 * 86_400))
MAIL_LIMIT = (3, 3_600)
REFUSED_LINKS = (403, 404, 409, 410)


class Disagreement(AssertionError):
    """The server answers differently than the model."""


def agree(holds, what):
    if not holds:
        raise Disagreement(what)


@dataclass
class App:
    secret: str
    #: The time step of the last code that was used.
    last_step: int
    number: str


@dataclass
class Account:
    name: str
    email: str
    #: None without a password. Another one after every change, even to the same text, as hashes have another salt.
    password: str | None
    text: str | None
    is_disabled: bool = False
    is_administrator: bool = False
    #: When an existing account became an administrator's.
    administrator_since: float | None = None
    groups: frozenset = frozenset()
    app: App | None = None
    #: Recovery codes that were not used.
    codes: set = field(default_factory=set)
    #: Each limit's number of wrong codes and the time of the first.
    wrong: dict = field(default_factory=dict)
    #: The time since which a browser is not asked.
    trusted: dict = field(default_factory=dict)
    #: The browsers that have signed in, which get no mail about a new browser.
    browsers: set = field(default_factory=set)
    #: The ids of the passkeys.
    passkeys: set = field(default_factory=set)
    #: The time at which an administrator's reset of the factors takes effect; None if none waits.
    reset_at: float | None = None

    def is_limited(self, at):
        return any(
            count >= most and at - since < window
            for most, window in CODE_LIMITS for count, since in [self.wrong.get(most, (0, at))])

    def reset_factors(self):
        self.app, self.codes, self.trusted, self.passkeys, self.reset_at = None, set(), {}, set(), None

    def count(self, at):
        for most, window in CODE_LIMITS:
            count, since = self.wrong.get(most, (0, at))
            self.wrong[most] = (count + 1, since) if at - since < window else (1, at)


@dataclass
class SignIn:
    account: str
    is_automatic: bool
    since: float
    last_seen: float
    proven_at: float
    selected: int
    number: str
    method: str
    #: The last second factor that was proved, and when.
    factor: str | None = None
    factor_at: float = 0
    #: The id at the server, once it is known.
    id: str | None = None
    #: Whether it was used since the server began. A server stores uses some seconds later only, or when it ends.
    is_used: bool = False

    @property
    def idle(self):
        return Idle.automatic if self.is_automatic else Idle.usual

    @property
    def expiry(self):
        return min(self.last_seen + self.idle, self.since + (AUTOMATIC_ABSOLUTE if self.is_automatic else ABSOLUTE))

    @property
    def resolution(self):
        return min(60, self.idle / 10)


@dataclass
class Browser:
    number: str
    token: str
    run: str | None
    #: The token that the request of its last sign-in carried.
    came_with: str | None = None
    sign_ins: list = field(default_factory=list)


@dataclass
class Pending:
    account: str
    method: str
    is_automatic: bool
    brought: str | None
    password: str
    time: float
    is_over: bool = False
    #: Whether it waits for a factor that is set up first.
    is_enrolment: bool = False


@dataclass
class Link:
    purpose: str
    email: str
    account: str | None
    expires: float
    is_used: bool = False
    inviter: str | None = None
    is_administrator: bool = False
    sign_in: str | None = None


@dataclass
class Challenge:
    """The random part of the options of a passkey."""

    purpose: str
    #: The waiting sign-in of a second step, or the sign-in.
    subject: str | None
    made: float
    is_spent: bool = False


@dataclass
class HostSignIn:
    sign_in: str
    is_automatic: bool


@dataclass
class HostCode:
    sign_in: str
    state: str
    expires: float
    is_used: bool = False


@dataclass
class Identity:
    token: str | None
    run: str | None
    browser: Browser | None = None
    sign_in: SignIn | None = None
    #: Whether its proof counted before another request of the same moment took effect.
    was_proven: bool = False


class Reference:
    def __init__(self):
        self.accounts, self.pendings, self.links, self.hosts, self.codes = {}, {}, {}, {}, {}
        self.browsers, self.enrolments, self.mails, self.challenges = [], {}, {}, {}
        #: The options that administrators change.
        self.policy = dict(POLICY)
        #: Since when administrators, and all accounts, must have a second factor; None if they need not.
        self.administrators_since = self.all_since = None
        #: The sign-in and the address of each mail about a new browser that the last requests sent.
        self.notices = []
        #: Whether another request was sent at the same moment.
        self.is_at_once = False
        #: The identities of requests that were admitted before another request of the same moment took effect, by their tokens.
        self.early = {}

    def __eq__(self, other):
        return vars(self) == vars(other)

    # MARK: Looking

    def browser(self, token):
        # Finds: an old token that works after a sign-in, a sign-out or a proof.
        return next((browser for browser in self.browsers if token and browser.token == token), None)

    def in_force(self, browser, run, at):
        # Finds: a sign-in that outlives its time, or the closing of the browser.
        return [
            one for one in browser.sign_ins
            if self.expiry(one) > at and (one.is_automatic or (run is not None and run == browser.run))]

    def identity(self, cookies, at, is_use=True):
        token, run = cookies.get("portico") or None, cookies.get("portico-run") or None
        browser = self.browser(token)
        if not browser:
            return Identity(token, run)
        current = max(self.in_force(browser, run, at), key=lambda one: one.selected, default=None)
        if is_use and current:
            self.use(current, at)
        return Identity(token, run, browser, current)

    def use(self, sign_in, at):
        if at - sign_in.last_seen >= sign_in.resolution:
            sign_in.last_seen, sign_in.is_used = at, True

    def admit(self, cookies, at):
        """Lets the sign-in of a request stay valid for it, although another request of the same moment ends or replaces it."""
        who = self.identity(cookies, at, is_use=False)
        if who.sign_in:
            who.was_proven = self.is_proven(who.sign_in, at)
            self.early[who.token] = who

    def who(self, cookies, at):
        sign_in = self.identity(cookies, at, is_use=False).sign_in
        return sign_in.account if sign_in else ""

    def expiry(self, sign_in):
        """The end of a sign-in. Without a second factor, it ends a day after its account must have one."""
        # Finds: a sign-in from before a stricter policy that goes on.
        account = self.accounts.get(sign_in.account)
        since = self.required_since(account) if account and not sign_in.factor and sign_in.proven_at != TRUSTED else None
        return sign_in.expiry if since is None else min(sign_in.expiry, since + GRACE)

    def required_since(self, account):
        """The time since which an account must have a second factor; None if it need not."""
        times = [] if self.all_since is None else [self.all_since]
        if account.is_administrator and self.administrators_since is not None:
            times.append(max(self.administrators_since, account.administrator_since or 0))
        return min(times, default=None)

    def requires(self, account):
        """Whether an account must have a second factor."""
        policy = self.policy["accounts.secondFactor"]
        return policy == "all" or (policy == "administrators" and account.is_administrator)

    def need(self, account):
        """The factor that a login needs besides the password or a link: none, one of the account, or one that is set up first."""
        if self.policy["accounts.secondFactor"] == "off":
            return None
        if account.app or (account.passkeys and self.requires(account)):
            return "factor"
        # Finds: a login without the factor that the policy requires.
        return "enrolment" if self.requires(account) else None

    def needs_passkey(self, account):
        """Whether only a passkey proves who the person is."""
        return bool(self.requires(account) and account.passkeys and not account.app)

    def is_proven(self, sign_in, at):
        """Whether the last proof counts for sensitive requests."""
        if at - sign_in.proven_at >= PROOF:
            return False
        # Finds: a password that counts as proof where only a passkey does.
        account = self.accounts.get(sign_in.account)
        return not (account and self.needs_passkey(account)) or self.is_strongly_proven(sign_in, at)

    def is_strongly_proven(self, sign_in, at):
        """With a second factor, or a passkey, besides."""
        has_factor = sign_in.factor and at - sign_in.factor_at < PROOF
        # Finds: a code after a link from a mail that counts as both.
        by_password = sign_in.method == "password" or sign_in.proven_at > sign_in.since
        return bool(at - sign_in.proven_at < PROOF and has_factor and (by_password or sign_in.factor == "passkey"))

    def open_sign_ins(self, account, at):
        """The open sign-ins of an account, each with the token of its browser."""
        return [
            (one, browser.token) for browser in self.browsers for one in browser.sign_ins
            if one.account == account and self.expiry(one) > at]

    def at_host(self, token, at):
        """The sign-in of a cookie at another host."""
        # Finds: a cookie of a host that outlives its sign-in, or stays after automatic sign-in was turned off.
        known = self.hosts.get(token)
        found = known and self.find(known.sign_in)
        if not found or self.expiry(found) <= at or (known.is_automatic and not found.is_automatic):
            return None
        return found

    def restart(self):
        """Whether the restart of a server that was killed would lose uses, which decide about time-outs."""
        used = [one for browser in self.browsers for one in browser.sign_ins if one.is_used]
        for one in used:
            one.is_used = False
        return bool(used) and Idle.usual < ABSOLUTE

    def find(self, number):
        return next((one for browser in self.browsers for one in browser.sign_ins if one.number == number), None)

    def asks(self, account):
        """Whether a factor that the account has is needed besides the password."""
        return self.need(account) == "factor"

    def has_apps(self, answer):
        """Whether apps can be set up and removed; otherwise checks the refusal."""
        is_off = self.policy["accounts.secondFactor"] == "off"
        agree(not is_off or answer.status == 404, f"an app although there are none: {answer}")
        return not is_off

    # MARK: Shared steps

    def end(self, account=None, but=None):
        """Ends the sign-ins of an account in all browsers."""
        for browser in self.browsers:
            browser.sign_ins = [
                one for one in browser.sign_ins if one.account != account or (but and one.number == but.number)]

    def begin_run(self, browser, run):
        # Finds: a sign-in of an earlier run that comes back.
        if browser.run != run:
            browser.run = run
            browser.sign_ins = [one for one in browser.sign_ins if one.is_automatic]

    def end_parallel(self, browser, accounts):
        """Ends the sign-ins of accounts in a browser, and those of requests that came from it with the same token."""
        # Finds: two sign-ins of one browser at once, of which one outlives the other.
        for other in self.browsers:
            if other is browser or (browser.came_with and other.came_with == browser.came_with):
                other.sign_ins = [one for one in other.sign_ins if one.account not in accounts]

    def use_up(self, account, *purposes):
        for link in self.links.values():
            if link.account == account and link.purpose in purposes:
                link.is_used = True

    def sign_in(self, account, method, is_automatic, who, at, answer, proven_at=None, trusts=False, factor=None):
        """Checks a sign-in after the last proof; False if the browser has too many accounts."""
        browser = who.browser
        others = [one for one in browser.sign_ins if one.account != account.name] if browser else []
        lasting = [one for one in others if self.expiry(one) > at]
        needs_run = browser and any(not one.is_automatic for one in others)
        keeps_run = bool(needs_run and who.run and who.run == browser.run)
        if self.is_at_once and who.run:
            # The server chose before the other request took effect.
            keeps_run = not answer.run
        if browser:
            left = [one for one in lasting if keeps_run or one.is_automatic]
            if len(left) >= ACCOUNTS:
                return False
        agree(answer.token, f"a sign-in sets no token: {answer}")
        # Finds: the fixation race, in which a holder of both old cookies gets the next sign-in.
        agree(answer.token != who.token, "a sign-in keeps the token of before")
        agree(bool(answer.run) != keeps_run, f"a sign-in sets a run: {bool(answer.run)}")
        if browser:
            self.begin_run(browser, answer.run or who.run)
            self.end_parallel(browser, {account.name})
            browser.sign_ins = [one for one in browser.sign_ins if self.expiry(one) > at]
            browser.token = answer.token
        else:
            browser = Browser(answer.id, answer.token, answer.run or who.run)
            self.browsers.append(browser)
        browser.came_with = who.token
        is_new = bool(account.browsers) and browser.number not in account.browsers
        account.browsers.add(browser.number)
        made = SignIn(
            account.name, is_automatic, at, at, at if proven_at is None else proven_at,
            1 + max((one.selected for one in browser.sign_ins), default=0), answer.id, method, factor, at if factor else 0)
        browser.sign_ins.append(made)
        if trusts:
            account.trusted[browser.number] = at
        if is_new and method in ("password", "passkey") and account.email:
            self.notices.append((made.number, account.email))
            self.promise("end", account.email, answer, at + LINK, account=account.name, sign_in=made.number)
        return True

    def factor(self, account, kind, code, at, take):
        """The effect of a typed code: "" if it is right, else the reason why not. `take` uses a right one up."""
        # Finds: guesses without an end.
        if account.is_limited(at):
            return "limited"
        account.count(at)
        if kind == "app":
            # Finds: a code that works twice, or after a later one.
            is_right = account.app and code[0] == account.app.secret and code[1] > account.app.last_step
        else:
            is_right = code in account.codes
        if not is_right:
            return "wrong"
        if take:
            self.use_factor(account, kind, code)
        return ""

    def use_factor(self, account, kind, code):
        if kind == "app":
            account.app.last_step = code[1]
        elif kind == "passkey":
            self.challenges[code[1]].is_spent = True
        else:
            account.codes.discard(code)
        account.wrong = {}

    def owner(self, use, purpose, subject, at):
        """The account of a passkey that answers a challenge; None if it does not count."""
        passkey, name = use
        challenge = self.challenges[name]
        # Finds: an answer that works twice, too late, for something else or in another sign-in.
        if challenge.is_spent or at - challenge.made >= CHALLENGE or (challenge.purpose, challenge.subject) != (purpose, subject):
            return None
        # Finds: a passkey that works after its removal.
        return next((account for account in self.accounts.values() if passkey in account.passkeys), None)

    # MARK: Signing in and out

    def log_in(self, cookies, name, text, remembers, at, answer):
        who = self.identity(cookies, at)
        account = self.accounts.get(name)
        # Finds: a disabled account, or a withdrawn or former password, that still signs in.
        if not account or account.text != text or account.is_disabled or account.password is None:
            agree(answer.status == 401 and not answer.token, f"a wrong login: {answer}")
            agree('name="pending"' not in answer.text, "a wrong login waits for a code")
            return
        proven_at = at
        need = self.need(account)
        if need == "enrolment":
            return self.wait(account, "password", remembers, who, at, answer, is_enrolment=True)
        if need:
            since = who.browser and account.trusted.get(who.browser.number)
            # Finds: a browser that is not asked for longer than 30 days, or after the app was set up again.
            if since is None or not who.browser or at - since > TRUST:
                return self.wait(account, "password", remembers, who, at, answer)
            # Finds: a login without a code that counts as proof.
            proven_at = TRUSTED
        if not self.sign_in(account, "password", remembers, who, at, answer, proven_at):
            agree(answer.status == 409 and not answer.token, f"too many accounts: {answer}")
            return
        agree(answer.status == 303, f"a right login: {answer}")

    def log_in_by_passkey(self, cookies, use, remembers, at, answer):
        who = self.identity(cookies, at)
        account = self.owner(use, "signIn", None, at)
        # Finds: a passkey of a disabled account that still signs in.
        if not account or account.is_disabled:
            agree(answer.status == 401 and not answer.token, f"a wrong passkey: {answer}")
            return
        if not self.sign_in(account, "passkey", remembers, who, at, answer, factor="passkey"):
            agree(answer.status == 409 and not answer.token, f"too many accounts: {answer}")
            return
        agree(answer.status == 303, f"a right passkey: {answer}")
        self.use_factor(account, "passkey", use)

    def wait(self, account, method, is_automatic, who, at, answer, is_enrolment=False):
        # Finds: a sign-in without the code that the account needs.
        agree(answer.status == 401 and not answer.token, f"a login that needs a code: {answer}")
        token = answer.pending
        agree(token and token not in self.pendings, "a login that needs a code shows no form for it")
        agree(bool(answer.set_up) == is_enrolment, "a login shows a set-up instead of asking for a code, or the reverse")
        self.pendings[token] = Pending(
            account.name, method, is_automatic, who.token, account.password, at, is_enrolment=is_enrolment)

    def enter_code(self, cookies, pending, kind, code, trusts, at, answer):
        who = self.identity(cookies, at)
        waiting = self.pendings.get(pending)
        # Finds: a waiting sign-in that goes on in another browser, too late, or twice.
        if not waiting or waiting.is_over or waiting.brought != who.token or at - waiting.time >= PENDING:
            agree(answer.status == 401 and not answer.token, f"a code for a login that is over: {answer}")
            return
        account = self.accounts.get(waiting.account)
        if not account:
            agree(answer.status == 401 and not answer.token, f"a code for a deleted account: {answer}")
            return
        if kind == "passkey":
            problem = "" if self.owner(code, "secondStep", pending, at) is account else "wrong"
        else:
            problem = self.factor(account, kind, code, at, take=False)
        if problem:
            agree(answer.status == (429 if problem == "limited" else 401), f"a {problem} code: {answer}")
            agree(not answer.token, "a wrong code signs in")
            return
        # Finds: a waiting sign-in that survives another password or disabling.
        if account.is_disabled or account.password != waiting.password:
            agree(answer.status == 401 and not answer.token, f"a code after a change of the account: {answer}")
            return
        if not self.sign_in(account, waiting.method, waiting.is_automatic, who, at, answer, trusts=trusts, factor=kind):
            agree(answer.status == 409 and not answer.token, f"too many accounts: {answer}")
            return
        agree(answer.status == 303, f"a right code: {answer}")
        waiting.is_over = True
        self.use_factor(account, kind, code)

    def enrol(self, cookies, pending, use, at, answer):
        """Sets up a factor within a login: a passkey with its challenge, or an app by its secret and the time step of a code."""
        who = self.identity(cookies, at)
        waiting = self.pendings.get(pending)
        account = waiting and self.accounts.get(waiting.account)
        # Finds: a set-up that goes on in another browser, too late, or twice.
        is_open = waiting and not waiting.is_over and waiting.brought == who.token and at - waiting.time < SET_UP
        if not is_open or not account:
            agree(answer.status == 401 and not answer.token, f"a set-up for a login that is over: {answer}")
            return
        kind, thing, step = use
        if kind == "app":
            if account.is_limited(at):
                agree(answer.status == 429 and not answer.token, f"a set-up after too many codes: {answer}")
                return
            account.count(at)
        else:
            challenge = self.challenges[step]
            is_known = any(thing in other.passkeys for other in self.accounts.values())
            is_answer = (challenge.purpose, challenge.subject) == ("enrolment", pending)
            if not is_answer or challenge.is_spent or at - challenge.made >= CHALLENGE or is_known:
                agree(answer.status == 401 and not answer.token, f"a passkey that is refused: {answer}")
                return
        # Finds: somebody else with the password who sets up another factor; a set-up that survives another password or disabling.
        if account.is_disabled or account.password != waiting.password or self.need(account) != "enrolment":
            agree(answer.status == 401 and not answer.token, f"a set-up after a change of the account: {answer}")
            return
        if not self.sign_in(account, waiting.method, waiting.is_automatic, who, at, answer, factor=kind):
            agree(answer.status == 409 and not answer.token, f"too many accounts: {answer}")
            return
        waiting.is_over, account.reset_at = True, None
        self.outdate(account.name, but=self.find(answer.id))
        if kind == "app":
            agree(answer.status == 200 and len(answer.codes) == 10, f"a set-up within a login: {answer}")
            account.app, account.codes, account.trusted = App(thing, step, answer.id), set(answer.codes), {}
        else:
            agree(answer.status == 303, f"a passkey within a login: {answer}")
            challenge.is_spent = True
            account.passkeys.add(thing)

    def log_out(self, cookies, scope, at, answer):
        who = self.identity(cookies, at)
        agree(answer.status == 303, f"signing out: {answer}")
        if not who.browser or (not who.sign_in and scope == "one"):
            agree(not answer.token, "signing out of nothing sets a token")
            return
        # Finds: a sign-out that leaves something, or ends more than it says.
        is_of_all = scope == "all" or not who.sign_in
        self.end_parallel(
            who.browser, {one.account for one in who.browser.sign_ins} if is_of_all else {who.sign_in.account})
        agree(answer.token and answer.token != who.token, "signing out keeps the token")
        who.browser.token = answer.token

    def switch(self, cookies, sign_in, at, answer):
        who = self.identity(cookies, at)
        if not who.sign_in:
            agree(answer.status == 401, f"switching without a sign-in: {answer}")
            return
        chosen = next((one for one in self.in_force(who.browser, who.run, at) if one.number == sign_in), None)
        # Finds: a switch to a sign-in that has ended, or of another browser.
        agree(answer.status == (303 if chosen else 409), f"switching: {answer}")
        agree(not answer.token, "switching sets a token")
        if chosen:
            chosen.selected = 1 + max(one.selected for one in who.browser.sign_ins)

    def set_automatic(self, cookies, is_on, at, answer):
        who = self.identity(cookies, at)
        if not who.sign_in:
            agree(answer.status == 401, f"a switch without a sign-in: {answer}")
            return
        # Finds: a sign-in that somebody prolongs without a proof.
        if is_on and not who.sign_in.is_automatic and not self.is_proven(who.sign_in, at):
            agree(answer.status == 403, f"automatic sign-in without a proof: {answer}")
            return
        agree(answer.status == 303, f"a switch: {answer}")
        if not is_on:
            keeps = bool(who.run) and who.run == who.browser.run
            agree(bool(answer.run) != keeps, "turning off automatic sign-in sets no run, or a needless one")
            if answer.run:
                self.begin_run(who.browser, answer.run)
        who.sign_in.is_automatic = is_on

    # MARK: Proof

    def prove(self, cookies, text, kind, code, at, answer):
        """The question for proof."""
        who = self.admitted(cookies, at, answer, "a proof")
        if not who:
            return
        if self.is_proven(who.sign_in, at):
            agree(answer.status in (200, 303) and not answer.token, f"a needless proof: {answer}")
            return
        account = self.account_of(who, answer)
        if not account:
            return
        is_right = account.text == text
        problem = "" if is_right else "wrong password"
        if kind == "passkey":
            is_right = self.owner(code, "proof", who.sign_in.number, at) is account
            problem = "" if is_right else "wrong"
            if is_right:
                self.challenges[code[1]].is_spent = True
        elif is_right and self.asks(account):
            # Finds: a proof by the password alone.
            problem = self.factor(account, kind, code, at, take=True) if kind else "missing"
        if problem:
            agree(answer.status == (429 if problem == "limited" else 403) and not answer.token, f"a {problem} proof: {answer}")
            return
        # A right proof counts nothing for a sign-in that has ended at the same moment.
        is_current = who.browser.token == who.token and who.sign_in in who.browser.sign_ins
        agree(answer.status in (200, 303) and bool(answer.token) == is_current, f"a right proof: {answer}")
        if is_current:
            self.record_proof(who, kind if kind == "passkey" or self.asks(account) else None, at, answer)

    def record_proof(self, who, kind, at, answer):
        who.sign_in.proven_at = at
        who.browser.token = answer.token
        if kind:
            who.sign_in.factor, who.sign_in.factor_at = kind, at

    def admitted(self, cookies, at, answer, what):
        """The identity of a request that needs a sign-in; None if there is none, and the request was refused."""
        who = self.early.get(cookies.get("portico")) or self.identity(cookies, at)
        if who.sign_in:
            return who
        agree(answer.status == 401, f"{what} without a sign-in: {answer}")
        return None

    def account_of(self, who, answer):
        """The account of an admitted request; None if another request of the same moment has deleted it."""
        account = self.accounts.get(who.sign_in.account)
        # Finds: a request that goes on with an account that is gone.
        agree(account or (answer.status >= 400 and not answer.token), f"a request of a deleted account: {answer}")
        return account

    def asked(self, cookies, at, answer):
        """The identity of a sensitive request; None if it was refused."""
        who = self.admitted(cookies, at, answer, "a sensitive request")
        if not who:
            return None
        # Finds: a sensitive request without a proof.
        if not who.was_proven and not self.is_proven(who.sign_in, at):
            agree(answer.status == 403, f"a sensitive request without a proof: {answer}")
            return None
        # Only at the same moment as the deletion.
        return who if who.sign_in.account in self.accounts else None

    def end_others(self, cookies, at, answer):
        who = self.asked(cookies, at, answer)
        if who:
            agree(answer.status == 303, f"ending other sign-ins: {answer}")
            # Finds: a sign-in elsewhere that stays.
            self.end(who.sign_in.account, but=who.sign_in)

    def change_password(self, cookies, current, kind, code, ends_others, text, at, answer):
        who = self.admitted(cookies, at, answer, "another password")
        if not who:
            return
        account = self.account_of(who, answer)
        if not account:
            return
        if self.needs_passkey(account) and not self.is_strongly_proven(who.sign_in, at):
            agree(answer.status == 403 and not answer.token, f"another password without a passkey: {answer}")
            return
        is_right = account.text == current
        problem = "" if is_right else "wrong password"
        asks = self.asks(account) and not self.needs_passkey(account)
        if asks and not kind:
            problem = "missing"
        elif is_right and asks:
            problem = self.factor(account, kind, code, at, take=True)
        if problem:
            agree(answer.status == (429 if problem == "limited" else 422) and not answer.token,
                  f"another password with a {problem}: {answer}")
            return
        is_current = who.browser.token == who.token and who.sign_in in who.browser.sign_ins
        agree(answer.status == 303 and bool(answer.token) == is_current, f"another password: {answer}")
        self.set_password(account, text, answer)
        if ends_others:
            self.end(account.name, but=who.sign_in)
        if is_current:
            self.record_proof(who, kind if asks else None, at, answer)

    def set_password(self, account, text, answer):
        account.password, account.text = text and answer.id, text
        # Finds: a link that survives another password.
        self.use_up(account.name, "reset", "welcome", "email")

    def delete(self, cookies, at, answer):
        who = self.asked(cookies, at, answer)
        if not who:
            return
        agree(answer.status == 303 and bool(answer.token) == (who.browser.token == who.token), f"deleting an account: {answer}")
        account = self.accounts.pop(who.sign_in.account)
        # Finds: a sign-in, a link or a waiting sign-in that the next account with the name inherits.
        self.end(account.name)
        for link in self.links.values():
            if link.account == account.name or link.inviter == account.name:
                link.is_used = True
            elif not link.account and link.email == account.email:
                link.is_used = True
        for waiting in self.pendings.values():
            waiting.is_over |= waiting.account == account.name
        if answer.token:
            who.browser.token = answer.token

    # MARK: Links

    def promise(self, purpose, email, answer, expires, **details):
        """Adds the link of a mail that is on its way, so that another request of the same moment can use it up."""
        self.links[purpose, email, answer.id] = Link(purpose, email, **({"account": None} | details), expires=expires)

    def promised(self, purpose, email, answer=None):
        """Removes the link of a mail that has come, or never will; None if there was none."""
        keys = [key for key in self.links if key[:2] == (purpose, email) and (not answer or key[2] == answer.id)]
        return [self.links.pop(key) for key in keys][-1] if keys else None

    def may_mail(self, kind, subject, at):
        most, window = MAIL_LIMIT
        count, since = self.mails.get((kind, subject), (0, at))
        if at - since >= window:
            count, since = 0, at
        if count >= most:
            return False
        self.mails[kind, subject] = (count + 1, since)
        return True

    def request_reset(self, name, at, answer):
        """The address that a mail follows to; None if none does."""
        agree(answer.status == 303, f"a forgotten password: {answer}")
        account = self.accounts.get(name)
        # Somebody who types an unknown name does not use up the mails of the next account with this name.
        is_allowed = self.may_mail("reset", ("account" if account else "typed", name), at)
        return account.email if is_allowed and account and not account.is_disabled else None

    def works(self, token, at, *purposes):
        link = self.links.get(token)
        return link if link and not link.is_used and link.expires > at and link.purpose in purposes else None

    def reset(self, cookies, token, text, at, answer):
        # Finds: a link that works twice, too late, or after the account was disabled.
        link = self.works(token, at, "reset", "welcome")
        account = link and self.accounts.get(link.account)
        if not account or account.is_disabled:
            agree(answer.status in REFUSED_LINKS and not answer.token, f"a link that is over: {answer}")
            return
        who = self.identity(cookies, at)
        link.is_used = True
        self.set_password(account, text, answer)
        # Finds: a browser that is still not asked after a password that was set without the old one.
        account.trusted = {}
        # Finds: a sign-in that survives a reset.
        self.end(account.name)
        if need := self.need(account):
            return self.wait(account, "link", False, who, at, answer, is_enrolment=need == "enrolment")
        agree(answer.status == 303, f"another password by a link: {answer}")
        if not self.sign_in(account, "link", False, who, at, answer):
            agree(not answer.token, "too many accounts, and a token")

    def request_registration(self, email, at, answer):
        if self.policy["accounts.registration"] != "open":
            agree(answer.status in REFUSED_LINKS, f"registering by invitation only: {answer}")
            return False
        agree(answer.status == 303, f"registering: {answer}")
        is_allowed = self.may_mail("registration", email, at)
        return is_allowed and all(account.email != email for account in self.accounts.values())

    def invite(self, cookies, email, is_administrator, at, answer):
        """The inviter; None if the request was refused."""
        who = self.admitted(cookies, at, answer, "an invitation")
        if not who:
            return None
        account = self.account_of(who, answer)
        if not account:
            return None
        # Finds: administration by somebody else, or without a proof.
        if not account.is_administrator or not self.is_proven(who.sign_in, at):
            agree(answer.status == 403, f"an invitation by somebody who may not: {answer}")
            return None
        is_taken = any(other.email == email for other in self.accounts.values())
        agree(answer.status == (422 if is_taken else 303), f"an invitation: {answer}")
        if is_taken:
            return None
        self.promise("invitation", email, answer, at + INVITATION, inviter=account.name, is_administrator=is_administrator)
        return account.name

    def confirm(self, cookies, token, name, text, at, answer):
        link = self.works(token, at, "registration", "invitation")
        inviter = link and link.inviter and self.accounts.get(link.inviter)
        # Finds: a link that survives another policy, an invitation that survives its inviter's role.
        is_closed = link and link.purpose == "registration" and self.policy["accounts.registration"] != "open"
        if not link or is_closed or (link.inviter and not (inviter and inviter.is_administrator and not inviter.is_disabled)):
            agree(answer.status in REFUSED_LINKS and not answer.token, f"a link that is over: {answer}")
            return
        if name in self.accounts:
            agree(answer.status == 422 and not answer.token, f"a user name that is taken: {answer}")
            return
        if any(account.email == link.email for account in self.accounts.values()):
            agree(answer.status == 409 and not answer.token, f"an address that is taken: {answer}")
            return
        who = self.identity(cookies, at)
        for other in self.links.values():
            other.is_used |= not other.account and other.email == link.email
        account = Account(name, link.email, answer.id, text, is_administrator=link.is_administrator)
        self.accounts[name] = account
        if self.need(account):
            return self.wait(account, "link", False, who, at, answer, is_enrolment=True)
        agree(answer.status == 303, f"a new account: {answer}")
        if not self.sign_in(account, "link", False, who, at, answer):
            agree(not answer.token, "too many accounts, and a token")

    # MARK: Another address, and the limits of codes

    def change_email(self, cookies, email, at, answer):
        """The account that gets a link to the new address; None if none does."""
        who = self.asked(cookies, at, answer)
        if not who:
            return None
        account = self.accounts[who.sign_in.account]
        agree(answer.status == (422 if account.email == email else 200), f"another address: {answer}")
        if account.email == email or not self.may_mail("email", email, at):
            return None
        if any(other.email == email for other in self.accounts.values()):
            return None
        self.promise("email", email, answer, at + LINK, account=account.name)
        return account.name

    def confirm_email(self, token, at, answer):
        link = self.works(token, at, "email")
        account = link and self.accounts.get(link.account)
        # Finds: a link that survives another password, another address or disabling.
        if not account or account.is_disabled:
            agree(answer.status in REFUSED_LINKS, f"a link that is over: {answer}")
            return
        is_taken = any(other.email == link.email for other in self.accounts.values() if other is not account)
        agree(answer.status == (409 if is_taken else 303), f"confirming an address: {answer}")
        if not is_taken:
            account.email = link.email
            link.is_used = True
            self.use_up(account.name, "email", "reset", "welcome", "limits")

    def lift_limits(self, token, at, answer):
        link = self.works(token, at, "limits")
        if not link or link.account not in self.accounts:
            agree(answer.status in REFUSED_LINKS, f"a link that is over: {answer}")
            return
        agree(answer.status == 303, f"lifting limits: {answer}")
        link.is_used = True
        self.accounts[link.account].wrong = {}

    def end_by_link(self, token, at, answer):
        link = self.works(token, at, "end")
        if not link:
            agree(answer.status in REFUSED_LINKS, f"a link that is over: {answer}")
            return
        agree(answer.status == 303, f"ending a sign-in by a link: {answer}")
        link.is_used = True
        for browser in self.browsers:
            browser.sign_ins = [one for one in browser.sign_ins if one.number != link.sign_in]

    # MARK: Administration

    def administer(self, action, name, at, answer):
        """The address that a mail with a link follows to; None if none does."""
        account = self.accounts.get(name)
        if not account:
            agree(answer.status == 404, f"administering nobody: {answer}")
            return None
        if action == "reset-password" and not account.email:
            agree(answer.status == 409, f"another password without an address: {answer}")
            return None
        agree(answer.status == 303, f"administering: {answer}")
        if action == "disable":
            account.is_disabled = True
            self.end(name)
            # Finds: a link, an invitation or a waiting sign-in that survives disabling.
            self.use_up(name, "email", "reset", "welcome", "limits")
            for link in self.links.values():
                link.is_used |= link.inviter == name
            for waiting in self.pendings.values():
                waiting.is_over |= waiting.account == name
        elif action == "enable":
            account.is_disabled = False
        elif action == "end-sessions":
            self.end(name)
        elif action == "reset-password":
            self.set_password(account, None, answer)
            account.trusted = {}
            self.end(name)
            # No link is mailed to a disabled account.
            if account.is_disabled:
                return None
            self.promise("reset", account.email, answer, at + LINK, account=name)
            return account.email
        elif action == "add-administrator":
            account.administrator_since = account.administrator_since if account.is_administrator else at
            account.is_administrator = True
        elif action == "remove-administrator":
            account.is_administrator, account.administrator_since = False, None
            for link in self.links.values():
                link.is_used |= link.inviter == name
        elif action == "lift-limits":
            account.wrong = {}
        elif action == "reset-factors":
            # Finds: a second reset that prolongs the first.
            if (account.app or account.passkeys) and account.reset_at is None:
                account.reset_at = at + RESET
                if account.is_disabled:
                    return None
                self.promise("stop", account.email, answer, at + RESET, account=name)
                return account.email
        elif action == "stop-reset":
            account.reset_at = None
        return None

    def set_policy(self, option, value, at, answer):
        agree(answer.status == 303, f"another policy: {answer}")
        self.policy[option] = value
        if option == "accounts.secondFactor":
            # Finds: a looser policy that the next stricter one continues.
            since = at if self.administrators_since is None else self.administrators_since
            self.administrators_since = since if value in ("administrators", "all") else None
            self.all_since = (at if self.all_since is None else self.all_since) if value == "all" else None

    def set_groups(self, name, groups, at, answer):
        account = self.accounts.get(name)
        agree(answer.status == (303 if account else 404), f"groups: {answer}")
        if account:
            account.groups = frozenset(groups)

    # MARK: Authenticator apps

    def set_up(self, cookies, enrolment, step, at, answer):
        """Adds the app of an enrolment with its code of a time step."""
        who = self.asked(cookies, at, answer)
        if not who or not self.has_apps(answer):
            return
        account = self.accounts[who.sign_in.account]
        owner, secret, made, replaced = self.enrolments[enrolment]
        if owner != account.name or at - made >= SET_UP:
            agree(answer.status == 422, f"a set-up that is over: {answer}")
            return
        # Finds: a set-up that is sent again, after which codes that were used work again.
        if (account.app and account.app.number) != replaced:
            agree(answer.status == 303 and not answer.codes, f"a set-up after another one: {answer}")
            return
        agree(answer.status == 200 and len(answer.codes) == 10, f"a set-up: {answer}")
        account.reset_at = None
        who.sign_in.factor, who.sign_in.factor_at = "app", at
        account.app, account.codes, account.trusted = App(secret, step, answer.id), set(answer.codes), {}
        # Finds: a proof or a link for another address from before the app that still counts.
        self.outdate(account.name, but=who.sign_in)

    def outdate(self, account, but):
        """Ends what was proved before the account had this factor."""
        self.use_up(account, "email")
        for browser in self.browsers:
            for one in browser.sign_ins:
                if one.account == account and one.number != but.number and one.proven_at != TRUSTED:
                    one.proven_at = OUTDATED

    def remove_app(self, cookies, at, answer):
        who = self.asked(cookies, at, answer)
        if who and self.has_apps(answer):
            account = self.accounts[who.sign_in.account]
            # Finds: a required factor that can be removed.
            is_needed = bool(account.app) and self.requires(account) and not account.passkeys
            agree(answer.status == (409 if is_needed else 303), f"removing an app: {answer}")
            if account.app and not is_needed:
                account.app, account.codes, account.trusted, account.wrong = None, set(), {}, {}
                if not account.passkeys:
                    account.reset_at = None

    # MARK: Passkeys

    def add_passkey(self, cookies, use, at, answer):
        who = self.asked(cookies, at, answer)
        if not who:
            return
        passkey, name = use
        account, challenge = self.accounts[who.sign_in.account], self.challenges[name]
        is_answer = (challenge.purpose, challenge.subject) == ("registration", who.sign_in.number)
        is_known = any(passkey in other.passkeys for other in self.accounts.values())
        # Finds: a passkey for another sign-in, a challenge that is over, a passkey that is added twice.
        if not is_answer or challenge.is_spent or at - challenge.made >= CHALLENGE or is_known:
            agree(answer.status == 422, f"a passkey that is refused: {answer}")
            return
        agree(answer.status == 303, f"a new passkey: {answer}")
        challenge.is_spent = True
        if self.need(account) == "enrolment":
            # Finds: a proof from before the first required factor that still counts.
            self.outdate(account.name, but=who.sign_in)
        account.passkeys.add(passkey)
        account.reset_at = None

    def remove_passkey(self, cookies, passkey, at, answer):
        who = self.asked(cookies, at, answer)
        if not who:
            return
        account = self.accounts[who.sign_in.account]
        is_needed = account.passkeys == {passkey} and self.requires(account) and not account.app
        agree(answer.status == (409 if is_needed else 303), f"removing a passkey: {answer}")
        # Finds: somebody who removes the passkey of another account.
        if passkey in account.passkeys and not is_needed:
            account.passkeys.discard(passkey)
            # Finds: a browser that is still not asked.
            account.trusted = {}
            if not account.passkeys and not account.app:
                account.reset_at = None

    # MARK: A reset of the factors that waits

    def stop_reset(self, token, at, answer):
        link = self.works(token, at, "stop")
        account = link and self.accounts.get(link.account)
        if not account or account.reset_at is None:
            agree(answer.status in REFUSED_LINKS, f"a link that stops nothing: {answer}")
            return
        agree(answer.status == 303, f"stopping a reset: {answer}")
        link.is_used, account.reset_at = True, None

    def stop_own_reset(self, cookies, at, answer):
        who = self.identity(cookies, at)
        agree(answer.status == (303 if who.sign_in else 401), f"stopping a reset: {answer}")
        if who.sign_in:
            self.accounts[who.sign_in.account].reset_at = None

    def due_resets(self, at):
        """The names of the accounts whose resets are due, which the server performs some seconds later."""
        return [account.name for account in self.accounts.values() if account.reset_at is not None and account.reset_at <= at]

    def perform_resets(self, at):
        for name in self.due_resets(at):
            account = self.accounts[name]
            account.wrong = {} if account.app else account.wrong
            account.reset_factors()

    # MARK: Recovery codes and trust

    def renew_codes(self, cookies, at, answer):
        who = self.asked(cookies, at, answer)
        if not who or not self.has_apps(answer):
            return
        account = self.accounts[who.sign_in.account]
        agree(answer.status == (200 if account.app else 303), f"new recovery codes: {answer}")
        # Finds: a recovery code that survives new ones.
        if account.app:
            agree(len(answer.codes) == 10, "there are not ten recovery codes")
            account.codes = set(answer.codes)

    def end_trust(self, cookies, browser, at, answer):
        who = self.identity(cookies, at)
        agree(answer.status == (303 if who.sign_in else 401), f"asking a browser again: {answer}")
        if who.sign_in:
            self.accounts[who.sign_in.account].trusted.pop(browser, None)

    # MARK: Protected applications

    def check(self, sign_in, path, at, answer, is_use):
        """The answer to a proxy about a request of a sign-in."""
        account = sign_in and self.accounts[sign_in.account]
        if is_use and sign_in:
            self.use(sign_in, at)
        if not sign_in:
            agree(answer.status == 401 and "proof=password" not in answer.headers["portico-cover"], f"a stranger: {answer}")
        elif path.startswith("/staff/") and "staff" not in account.groups:
            # Finds: a group that stays after its removal.
            agree(answer.status == 403, f"somebody without the group: {answer}")
        elif path.startswith("/strong/") and not self.is_strongly_proven(sign_in, at):
            agree(answer.status == 401 and "proof=second-factor" in answer.headers["portico-cover"], f"somebody without a factor: {answer}")
        elif path.startswith("/fresh/") and not self.is_proven(sign_in, at):
            agree(answer.status == 401 and "proof=password" in answer.headers["portico-cover"], f"somebody without a proof: {answer}")
        else:
            agree(answer.status == 200 and answer.headers["remote-user"] == account.name, f"somebody signed in: {answer}")
            agree(answer.headers["remote-groups"] == ",".join(sorted(account.groups)), "other groups")

    def give_host_code(self, cookies, state, at, answer):
        """The code in the answer; None if nobody is signed in."""
        who = self.identity(cookies, at)
        if not who.sign_in:
            agree(answer.status == 401, f"a code for a host without a sign-in: {answer}")
            return None
        agree(answer.status == 303 and answer.code, f"a code for a host: {answer}")
        self.codes[answer.code] = HostCode(who.sign_in.number, state, at + HOST_CODE)
        return answer.code

    def take_host_code(self, code, state, token, at, answer):
        """The redemption of a code at a host, by a browser with a secret and maybe a cookie of the host."""
        known = self.codes.get(code)
        sign_in = known and not known.is_used and known.expires > at and self.find(known.sign_in)
        is_fresh = bool(sign_in and self.expiry(sign_in) > at)
        if is_fresh:
            # Finds: a code that works twice, or in another browser.
            known.is_used = True
        cookie = answer.cookies.get("portico-host")
        if not is_fresh or known.state != state:
            agree(not cookie, f"a code of a host that is over gives a cookie: {answer}")
            is_back = answer.status == 303 and "/portico/begin" not in answer.location
            agree(is_back == bool(self.at_host(token, at)), f"a code of a host that is over: {answer} {answer.location}")
            return
        agree(answer.status == 303 and cookie and cookie[0], f"a code of a host: {answer}")
        agree(cookie[1] == sign_in.is_automatic, "the cookie of a host lives longer or shorter than its sign-in")
        self.hosts[cookie[0]] = HostSignIn(sign_in.number, sign_in.is_automatic)

    # MARK: Time

    def thresholds(self):
        """The times at which something changes by itself."""
        for browser in self.browsers:
            for one in browser.sign_ins:
                yield from (self.expiry(one), one.proven_at + PROOF, one.last_seen + one.resolution,
                            one.since + ABSOLUTE, one.since + AUTOMATIC_ABSOLUTE, one.last_seen + Idle.usual,
                            one.last_seen + Idle.automatic, one.factor_at + PROOF)
        for waiting in self.pendings.values():
            yield waiting.time + PENDING
        for link in self.links.values():
            yield link.expires
        for code in self.codes.values():
            yield code.expires
        for _, _, made, _ in self.enrolments.values():
            yield made + SET_UP
        for challenge in self.challenges.values():
            yield challenge.made + CHALLENGE
        for account in self.accounts.values():
            if account.reset_at is not None:
                yield account.reset_at
            if (since := self.required_since(account)) is not None:
                yield since + GRACE
            for since in account.trusted.values():
                yield since + TRUST
            for most, window in CODE_LIMITS:
                if most in account.wrong:
                    yield account.wrong[most][1] + window
        for _, since in self.mails.values():
            yield since + MAIL_LIMIT[1]
