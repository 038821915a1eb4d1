"""Three tabs of one browser, and a model of what they are to show in the end.

The model does not say when a tab shows something. While requests are delayed or the connection is lost, it says only what a tab
must not lose."""

import contextlib
import re
import secrets
from dataclasses import dataclass, field

from .layers import MESSAGE, QUESTION, SAVE
from .portico import PASSWORD
from .session import IDLE, IN_SIGHT, TRACES, look, press_unseen
from .steps import fill_in
from .waiting import PATIENCE, wait_until

TABS = 3
#: A browser has six connections, and its tabs share a stream of events.
MOST_DELAYS = 2
EDITOR, MENU = "/profile/edit", "/menu"
LINKS = {EDITOR: "#edit-profile-link", MENU: "#menu-link"}
#: The content of a tab, as far as the model knows it.
VIEW = f"""(() => {{
    const note = document.querySelector('#note');
    const screen = document.querySelector('#screen');
    const covers = [...document.querySelectorAll('[data-covers]')];
    return {{
        isReady: 'ready' in document.documentElement.dataset && !covers.some((e) => 'leaving' in e.dataset),
        screen: screen.dataset.screen,
        account: screen.dataset.account,
        isCovered: covers.length > 0,
        layers: [...document.querySelectorAll('dialog[open][data-url]:not([data-covers])')].map((e) => e.dataset.url),
        note: note && (note.value !== note.defaultValue || note.form.dataset.porticoGuard) ? note.value : null,
        isAsking: document.querySelector('{QUESTION}') !== null,
        message: document.querySelector('{MESSAGE}')?.textContent.trim() ?? '',
        version: Number(document.querySelector('#profile-form [name=version]')?.value ?? -1),
        isWaiting: document.documentElement.matches('[data-waits]'),
    }};
}})()"""
LOCKS = """navigator.locks.query().then(({ held, pending }) =>
    [...held, ...pending].filter(({ name }) => name === 'portico').map(({ mode }) => mode))"""
PREPARED = """['/session/new', '/menu'].every((page) => performance.getEntriesByType('resource')
    .some(({ name }) => name.endsWith(page)))"""


class Disagreement(AssertionError):
    """A tab shows something else than the model."""


@dataclass
class Record:
    """The profile of a person, at the server."""

    username: str
    #: Cookies of another browser.
    cookies: list
    #: Its version; None if it has been saved since it was read.
    version: int | None = None
    #: The notes that were saved since it was read, in an unknown order.
    notes: list = field(default_factory=list)
    #: Notes that may have been saved, too: their pages are gone.
    unknown: list = field(default_factory=list)

    @property
    def account(self):
        return f"local/{self.username}"


@dataclass
class Page:
    """The main screen of a person in a tab."""

    record: Record
    layers: list = field(default_factory=list)
    #: Unsaved input.
    note: str | None = None
    #: Whether the note is being saved.
    is_saving: bool = False
    #: Whether the server has saved it already, but the answer is on its way.
    is_saved: bool = False
    #: Whether a message is right instead, because the request cannot arrive, or another tab saves too.
    may_fail: bool = False
    #: A page that is to be opened after the next login.
    opening: str | None = None
    is_asking: bool = False


@dataclass
class State:
    """The state of a tab."""

    #: None for the login page.
    page: Page | None
    is_covered: bool = False
    #: Whether the tab has heard of the latest change of the session.
    is_told: bool = True
    #: Whether the page may be gone, because its session was ended for a while.
    may_be_gone: bool = False
    #: A login is on its way.
    is_logging_in: bool = False


@dataclass
class Delay:
    """A delayed request of a tab."""

    kind: str
    tab: int
    end: contextlib.ExitStack
    #: The person that logs in.
    record: Record | None = None
    #: Whether the server has answered already.
    is_answered: bool = False
    #: Whether nothing depends on it any more: the sign-in of this login has ended, or somebody has logged in since this look.
    is_over: bool = False


class World:
    """The tabs, the server and the model. An action does its part of both; `check` compares them."""

    #: The longest wait. After a failure it is shorter, because many sequences are tried to find the shortest.
    patience = PATIENCE

    def __init__(self, portico, open_browser):
        self.portico = portico
        self.offset = 0
        self.thoughts = 0
        self.delays = []
        self.is_cut = False
        self._is_leaving = False
        #: alive, expired or ended.
        self.session = "alive"
        self._cut = contextlib.ExitStack()
        self._always = contextlib.ExitStack()
        # In development each tab has a stream of its own, and a browser has six connections.
        self._always.enter_context(portico.gate.refusing("GET", "/dev/reload"))
        self.people = [self._new_person(), self._new_person()]
        self.record = self.people[0]
        #: The number of saves.
        self.saves = 0
        self._saves_before = self._count_saves()
        first = open_browser(portico.sign_in(self.record.username))
        self.tabs = [first, *(first.new_tab() for _ in range(TABS - 1))]
        for tab in self.tabs:
            tab.goto("/")
        self.states = [State(Page(self.record)) for _ in self.tabs]

    def _new_person(self):
        username = f"somebody-{secrets.token_hex(4)}"
        self.portico.users("add", username, "--name", "Grace Hopper", password=PASSWORD)
        record = Record(username, self.portico.sign_in(username))
        form = {"account": record.account, "name": "", "pronouns": "", "note": "Nothing yet"}
        status, _, _ = self.portico.ask("/profile", record.cookies, **form)
        assert status == 303
        record.version, _ = self._read(record)
        return record

    # Conditions of actions

    @property
    def is_busy(self):
        return self.is_cut or bool(self.delays)

    def is_delayed(self, tab, kind):
        return any((one.tab, one.kind) == (tab, kind) for one in self.delays)

    def shows_page(self, tab):
        """Whether a person can use the page in a tab."""
        state = self.states[tab]
        return self.can_look(tab) and not state.is_covered and not state.page.is_saving and not state.page.opening

    def can_open(self, tab):
        return self.shows_page(tab) and self._is_current(tab) and not self.is_busy and not self.states[tab].page.layers \
            and self.session != "ended"

    def can_type(self, tab):
        page = self.states[tab].page
        return self.shows_page(tab) and page.layers == [EDITOR] and not page.is_asking and self.session == "alive"

    def can_close(self, tab):
        page = self.states[tab].page
        return self.shows_page(tab) and bool(page.layers) and not page.is_asking and self.session == "alive" and not self.is_busy

    def can_answer(self, tab):
        return self.shows_page(tab) and self.states[tab].page.is_asking and self.session == "alive" and not self.is_busy

    def can_save(self, tab):
        page = self.states[tab].page
        return self.shows_page(tab) and page.note is not None and not page.is_asking and not self.is_delayed(tab, "save")

    def can_look(self, tab):
        return self.states[tab].page is not None and not self.states[tab].may_be_gone

    def can_log_in(self, tab):
        state = self.states[tab]
        is_there = state.page is None or state.is_covered and not state.may_be_gone
        return is_there and self.session != "alive" and not self.is_cut and not state.is_logging_in

    def can_log_out(self, tab):
        state = self.states[tab]
        return self.shows_page(tab) and self._is_current(tab) and state.page.layers == [] and self.session == "alive" \
            and not self.delays

    def can_reload(self, tab):
        page = self.states[tab].page
        return self.shows_page(tab) and page.note is None and not page.is_asking and not self.is_busy

    def _is_current(self, tab):
        """Whether a page belongs to the person of the session."""
        return self.states[tab].page.record is self.record

    @property
    def can_expire(self):
        return self.session == "alive" and not any(one.kind == "login" for one in self.delays)

    @property
    def can_end(self):
        return self.session == "alive" and not self.is_cut

    def do(self, name, *arguments):
        """Does an action and compares everything."""
        getattr(self, name)(*arguments)
        self.check()

    # Actions of the person

    def open(self, tab, url):
        """Presents a page. If the session has ended, after the login."""
        page = self.states[tab].page
        # By script, because the stream may bring the cover before a real click.
        press_unseen(self.tabs[tab], LINKS[url])
        if self.session == "alive":
            page.layers = [url]
        else:
            page.opening = url
            self.states[tab].is_told = True

    def type(self, tab):
        """Types a new note."""
        self.thoughts += 1
        note = f"Thought {self.thoughts} of {self.states[tab].page.record.username[-8:]}"
        self.tabs[tab].fill("#note", note)
        self.states[tab].page.note = note

    def close(self, tab):
        """Wants to close the page, which asks about unsaved input."""
        page = self.states[tab].page
        self.tabs[tab].press("Escape")
        if page.note is None:
            page.layers = []
        else:
            page.is_asking = True

    def answer(self, tab, value):
        """Answers the question about unsaved input."""
        page = self.states[tab].page
        if value == "save":
            self._note_save(tab)
        with self._delaying("save", tab, "", "POST" if value == "save" else "GET", "/profile"):
            press_unseen(self.tabs[tab], f"{QUESTION} button[value={value}]")
        page.is_asking = False
        if value == "discard":
            page.layers, page.note = [], None

    def save(self, tab, way):
        """Presses Save."""
        page = self.states[tab].page
        self._note_save(tab)
        with self._delaying("save", tab, way, "POST", "/profile") as is_delayed:
            press_unseen(self.tabs[tab], SAVE)
        if is_delayed and way == "keep" and self.session == "alive" and not page.may_fail:
            page.is_saved = True

    def _note_save(self, tab):
        state = self.states[tab]
        page = state.page
        page.is_saving, page.is_saved = True, False
        others = [one.page for one in self.states if one.page and one.page.is_saving and one.page is not page]
        is_late = self.look_at(tab)["version"] != page.record.version
        page.may_fail = self.is_cut or is_late or any(one.record is page.record for one in others) or not self._is_current(tab)
        for other in others:
            other.may_fail = True
        if not self.is_cut:
            state.is_told = True

    def look(self, tab, way):
        """Comes back to a tab, which asks who is logged in."""
        with self._delaying("look", tab, way, "GET", self.tabs[tab].path.partition("?")[0]):
            look(self.tabs[tab])
        if not self.is_cut:
            self.states[tab].is_told = True

    def log_in(self, tab, way, other):
        """Logs in as the same person, or as another one."""
        if any(one.kind == "login" for one in self.delays):
            way = ""
        if other and not self.is_busy and not way:
            record = next(one for one in self.people if one is not self.record)
        else:
            record = self.record
        state = self.states[tab]
        # A document that replaces this one also has a field for the name.
        wait_until(lambda: self.tabs[tab].count("#username") > 0, "the login form", self.patience)
        fill_in(self.tabs[tab], record.username)
        wait_until(lambda: self.tabs[tab].of("#log-in", "!e.disabled"), "the button", self.patience)
        with self._delaying("login", tab, way, "POST", "/session", record) as is_delayed:
            press_unseen(self.tabs[tab], "#log-in")
        if is_delayed:
            state.is_logging_in = True
        else:
            self._note_login(record)

    def _note_login(self, record):
        if self.session == "ended":
            for state in self.states:
                state.may_be_gone = True
        self.record, self.session = record, "alive"
        for delay in self.delays:
            delay.is_over |= delay.kind == "look"
        for state in self.states:
            state.is_told = True

    def log_out(self, tab):
        """Logs out by the menu; without a connection, the server hears of it later."""
        if self.is_cut and not all(one.evaluate(PREPARED) for one, state in zip(self.tabs, self.states) if state.page):
            return
        press_unseen(self.tabs[tab], LINKS[MENU])
        wait_until(lambda: self.tabs[tab].count("#menu-sign-out-button") > 0, "the menu", self.patience)
        press_unseen(self.tabs[tab], "#menu-sign-out-button")
        self._note_end()
        if self.is_cut:
            # The server hears of it after the cut.
            self._is_leaving = True
            self.states[tab].page = None

    def _note_end(self):
        self.session = "ended"
        for delay in self.delays:
            delay.is_over |= delay.kind == "login" and delay.is_answered
        for state in self.states:
            state.may_be_gone = True
            state.is_told = not self.is_cut

    def reload(self, tab):
        """Loads the page anew."""
        self.tabs[tab].reload()
        if self.session != "alive":
            self.states[tab].page = None

    # Events elsewhere

    def expire(self):
        """The session ends by itself."""
        self.offset += IDLE
        self.portico.set(clockOffset=self.offset)
        self.session = "expired"
        for state in self.states:
            state.is_told = False

    def end_elsewhere(self):
        """The person ends all other sign-ins, in another browser."""
        self.record.cookies = self.portico.sign_in(self.record.username)
        status, _, _ = self.portico.ask("/account/sessions/end-others", self.record.cookies, account=self.record.account)
        assert status == 303
        self._note_end()

    def cut(self):
        """The connection is lost."""
        self._cut.enter_context(self.portico.gate.cut())
        self.is_cut = True

    def restore(self):
        """The connection is back, and the person looks at each tab."""
        told = self.portico.gate.count("POST", "/session/end")
        leaves, self._is_leaving = self._is_leaving, False
        self._cut.close()
        self.is_cut = False
        if leaves:
            wait_until(lambda: self.portico.gate.count("POST", "/session/end") > told, "the log-out to be told", self.patience)
        for tab, state in enumerate(self.states):
            if state.page:
                self.look(tab, "")
            state.is_told = True

    # Delays

    @contextlib.contextmanager
    def _delaying(self, kind, tab, way, method, path, record=None):
        """Delays the first such request of the block, or its answer, unless enough requests are delayed: then it waits for the
        answer to a form, so that the order of what the server does is known."""
        if not way or self.is_cut or len(self.delays) == MOST_DELAYS or self.is_delayed(tab, kind):
            before = self._count_answers(method, path)
            yield False
            if method == "POST" and not self.is_cut:
                wait_until(lambda: self._count_answers(method, path) > before, f"the answer to {path}", self.patience)
            return
        end = contextlib.ExitStack()
        delaying = self.portico.gate.holding if way == "hold" else self.portico.gate.keeping
        wait_for_first = end.enter_context(delaying(method, path, only_first=True))
        yield True
        assert wait_for_first(self.patience), f"the request {method} {path}"
        self.delays.append(Delay(kind, tab, end, record, way == "keep"))

    def release(self, number):
        """Lets a delayed request or answer go on."""
        delay = self.delays.pop(number % len(self.delays))
        delay.end.close()
        state = self.states[delay.tab]
        if delay.kind == "login":
            state.is_logging_in = False
            if delay.is_over:
                # The browser gets the cookie of a sign-in that has ended.
                self._note_end()
            else:
                self._note_login(delay.record)

    def finish(self):
        """Ends all delays, comes back to each tab, and compares everything."""
        while self.delays:
            self.release(0)
        if self.is_cut:
            self.restore()
        self.check()
        for tab, state in enumerate(self.states):
            if state.page:
                self.look(tab, "")
        self.check()
        assert [tab.complaints for tab in self.tabs] == [[] for _ in self.tabs]

    def dispose(self):
        for delay in self.delays:
            delay.end.close()
        self._cut.close()
        self._always.close()
        self.tabs[0].close()
        self.portico.set(clockOffset=0)

    # Comparing

    def look_at(self, tab):
        return self.tabs[tab].evaluate(VIEW)

    def check(self):
        """Waits until all tabs show what they are to show."""
        for tab in range(TABS):
            self._check_tab(tab)
        if not self.is_busy:
            self._check_locks()
            self._check_records()

    def _check_tab(self, tab):
        problems = []

        def agrees(is_settled):
            problems[:] = ["the page is being replaced"]
            view = self.look_at(tab)
            problems[:] = [problem, view] if (problem := self._problem(tab, view, is_settled)) else []
            return view if not problem else None

        try:
            view = wait_until(lambda: agrees(self._is_settled(tab)), "", self.patience)
        except AssertionError:
            state = self.states[tab]
            raise Disagreement(f"tab {tab}: {problems}, but the session is {self.session}, and {state}") from None
        self._take(tab, view)

    def _is_settled(self, tab):
        """Whether a tab waits for nothing. Only the end of a session waits for a delayed form of another tab, which may bring
        another cookie."""
        is_waiting = any(one.kind == "login" or one.tab == tab and not one.is_over for one in self.delays)
        return not self.is_busy or self.session != "ended" and not self.is_cut and not is_waiting

    def _problem(self, tab, view, is_settled):
        """Why a view is not right (yet). If something is on its way, it is right if nothing is lost."""
        state = self.states[tab]
        page = state.page
        is_sure = state.is_told and is_settled
        if not view["isReady"]:
            return "in transition"
        if view["screen"] != "main":
            if page and self._must_stay(state):
                return "the page is lost"
            return "not logged in" if is_sure and self.session == "alive" else self._trace(tab)
        if is_sure and self.session == "ended":
            return "the page is still there"
        if page and view["account"] == page.record.account and not (difference := self._difference(page, view, is_sure)):
            if view["isCovered"]:
                if is_sure and self.session == "alive":
                    return "covered without a reason"
                return self._sight(tab)
            if is_sure and self.session == "expired":
                return "not covered"
            if is_sure and page.record is not self.record and page.note is None:
                return "the page of another person"
            return None
        if page and self._must_stay(state):
            return f"not the same page: {difference if view['account'] == page.record.account else 'of another person'}"
        if view["account"] != self.record.account or view["note"] is not None or view["isCovered"]:
            return "neither the page nor a new one"
        return None

    def _must_stay(self, state):
        """Whether the page in a tab must not be replaced."""
        return not state.may_be_gone and state.page.record is self.record

    def _difference(self, page, view, is_sure):
        """The difference of a view from a page; None if it shows the page."""
        is_open = view["layers"] == page.layers and view["note"] == page.note and view["isAsking"] == page.is_asking
        is_final = is_sure and self.session == "alive"
        if page.is_saving:
            has_closed = view["layers"] == [] and view["note"] is None
            if has_closed and (self.session == "alive" or page.is_saved or self.is_busy):
                return None
            may_be_open = not is_final or page.may_fail and view["message"] and not view["isWaiting"]
            return None if is_open and may_be_open else "the note is neither saved nor kept"
        if page.opening:
            is_opened = view["layers"] == [page.opening] and not view["isWaiting"]
            return None if is_opened or not is_final and view["layers"] == [] else "the page that was to open"
        return None if is_open else "another layer, or another note"

    def _sight(self, tab):
        """A problem if something is visible under the cover."""
        try:
            seen = self.tabs[tab].evaluate(IN_SIGHT)
        except Exception:
            return "in transition"
        return f"in sight: {seen}" if seen else None

    def _trace(self, tab):
        """A problem if the login page contains something of a person."""
        traces = self.tabs[tab].evaluate(TRACES)
        # The login page of an expired session knows whose session it was.
        names = [one.username for one in self.people] if self.session == "ended" and not self.is_busy else []
        left = [text for text in ("Thought", "Grace Hopper", *names) if text in traces]
        return f"left on the login page: {left}" if left else None

    def _take(self, tab, view):
        """Notes what a tab shows."""
        state = self.states[tab]
        page = state.page
        state.is_covered = view["isCovered"]
        if not self.is_busy:
            state.may_be_gone = False
        is_same = page and view["account"] == page.record.account and not self._difference(page, view, False)
        if view["screen"] != "main" or not is_same:
            if page and page.is_saving:
                page.record.unknown.append(page.note)
            state.page = None if view["screen"] != "main" else Page(
                next(one for one in self.people if one.account == view["account"]), view["layers"])
            return
        if page.is_saving and view["layers"] == []:
            self.saves += 1
            page.record.version = None
            page.record.notes.append(page.note)
            state.page = Page(page.record)
        elif page.is_saving and page.may_fail and view["message"] and not view["isWaiting"] and not view["isCovered"]:
            page.is_saving = False
        elif page.opening and view["layers"] == [page.opening] and not view["isCovered"]:
            page.layers, page.opening = view["layers"], None

    def _check_locks(self):
        locks = []

        def is_free():
            locks[:] = self.tabs[0].evaluate(LOCKS)
            return not locks

        try:
            wait_until(is_free, "", self.patience)
        except AssertionError:
            raise Disagreement(f"the lock is still held or requested: {locks}") from None

    def _check_records(self):
        """Compares the profiles at the server that were saved."""
        changed = [one for one in self.people if one.notes or one.unknown]
        for record in changed:
            record.version, note = self._read(record)
            if record.notes and note not in (may_be := record.notes + record.unknown):
                raise Disagreement(f"the note “{note}”, none of {may_be}")
        additional = self._count_saves() - self._saves_before - self.saves
        if not 0 <= additional <= sum(len(one.unknown) for one in changed):
            raise Disagreement(f"{additional} saves more than known, of {changed}")
        self.saves += additional
        for record in changed:
            record.notes, record.unknown = [], []

    def _count_saves(self):
        return self.portico.gate.answers.count(("POST", "/profile", 204))

    def _count_answers(self, method, path):
        return sum(one[:2] == (method, path) for one in self.portico.gate.answers)

    def _read(self, record):
        """The version and note of a profile, in another browser."""
        for _ in range(2):
            status, _, text = self.portico.ask(EDITOR, record.cookies)
            if status == 200 and (found := re.search(r'name="version" value="(\d+)"', text)):
                return int(found[1]), re.search(r"<textarea[^>]*>([^<]*)", text)[1].strip()
            record.cookies = self.portico.sign_in(record.username)
        raise AssertionError("no profile")


#: Whether an action is possible in a tab.
WHERE = {
    "open": World.can_open, "type": World.can_type, "close": World.can_close, "answer": World.can_answer, "save": World.can_save,
    "look": World.can_look, "log_in": World.can_log_in, "log_out": World.can_log_out, "reload": World.can_reload}
#: Whether another action is possible.
WHEN = {
    "expire": lambda world: world.can_expire, "end_elsewhere": lambda world: world.can_end,
    "cut": lambda world: not world.is_busy, "restore": lambda world: world.is_cut, "release": lambda world: world.delays}
