"""Sequences of actions that a machine thinks of, in three tabs of a browser, held against the model of support/page_model.py.

`make test` runs two short sequences, always the same; `EVERYTHING=1` sixty longer ones. `PAGE_RANDOM=1` chooses others every time,
`PAGE_SEQUENCES=100` is their number, and `PAGE_STEPS` repeats the sequence that a failure has printed.

It can fail. With the scripts broken in these ways, these sequences found it. All begin with a note that is typed in tab 0.

- An expired session reloads the page instead of covering it: expire, look 0.
- Every refused page is covered (without `isExpired`): end elsewhere.
- Refused requests are not repeated, or twice: expire, save 0, log in 0.
- A check does not wait for the lock: expire, look 0, log in 0 with its answer kept, look 0.
- A login that is answered after the cover has gone leads to the start page: expire, look 0, look 1, log in 0 with its request
  held, log in 1, look 0, release. Depending on which request comes first, about every second time.
- A login is not told to other tabs: expire, look 0, look 1, log in 1.
- A tab that is told of a login takes the answer to an earlier check for the current one: expire, look 0, look 1, look 0 with its
  answer kept, log in 1, release. Nobody had broken this.
- Of two logins, the second ends the first (in the server): expire, look 0, look 1, log in 0 with its answer kept, log in 1,
  release. Nobody had broken this.
"""

import ast
import os

import pytest
from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, rule, run_state_machine_as_test

from sequences import shortest
from support.page_model import EDITOR, MENU, TABS, WHEN, WHERE, World

pytestmark = pytest.mark.holds("B12", "B14")
#: The cover contains no name, so that any name there is a trace.
OPTIONS = {"PORTICO_SESSION_REMEMBERED_NAME": "never"}

IS_RANDOM = "PAGE_RANDOM" in os.environ
#: The number of sequences.
SEQUENCES = int(os.environ.get("PAGE_SEQUENCES", 60 if "EVERYTHING" in os.environ else 2))
#: The number of chosen actions of a sequence, of which about half are possible.
LENGTH = 40 if "EVERYTHING" in os.environ or IS_RANDOM else 20
#: Seconds in which a failure is shortened.
SHORTENING = 120

tabs = st.integers(0, TABS - 1)
#: Delays of a request: none, before the server has it, or on the way back.
ways = st.sampled_from(["", "", "hold", "keep"])


class PageMachine(RuleBasedStateMachine):
    """Chooses the actions. Those that are not possible are left out: a precondition would depend on what the browser does first,
    and Hypothesis expects the same preconditions after the same choices."""

    open_world = None
    has_failed = False
    #: The first sequence that failed, and its problem.
    failed = problem = None

    def __init__(self):
        super().__init__()
        self.world = self.open_world()
        self.done = []

    def act(self, name, *arguments):
        if name in WHERE:
            # The tab that was chosen, or the next one in which this is possible.
            tab, *others = arguments
            possible = [one % TABS for one in range(tab, tab + TABS) if WHERE[name](self.world, one % TABS)]
            if not possible:
                return
            arguments = [possible[0], *others]
        elif not WHEN[name](self.world):
            return
        self.done.append((name, *arguments))
        try:
            self.world.do(name, *arguments)
        except Exception as problem:
            self.note(problem)
            raise

    def note(self, problem):
        self.has_failed = True
        # Hypothesis repeats the sequence that failed.
        if not PageMachine.failed:
            PageMachine.failed, PageMachine.problem = list(self.done), problem

    @initialize(typing=st.sets(tabs))
    def begin(self, typing):
        for tab in sorted(typing):
            self.act("open", tab, EDITOR)
            self.act("type", tab)

    @rule(tab=tabs, url=st.sampled_from([EDITOR, EDITOR, MENU]))
    def open(self, tab, url):
        self.act("open", tab, url)

    @rule(tab=tabs)
    def type(self, tab):
        self.act("type", tab)

    @rule(tab=tabs)
    def close(self, tab):
        self.act("close", tab)

    @rule(tab=tabs, value=st.sampled_from(["save", "discard", "keep"]))
    def answer(self, tab, value):
        self.act("answer", tab, value)

    @rule(tab=tabs, way=ways)
    def save(self, tab, way):
        self.act("save", tab, way)

    @rule(tab=tabs, way=ways)
    def look(self, tab, way):
        self.act("look", tab, way)

    @rule(tab=tabs, way=ways, other=st.sampled_from([False, False, False, True]))
    def log_in(self, tab, way, other):
        self.act("log_in", tab, way, other)

    @rule(tab=tabs)
    def log_out(self, tab):
        self.act("log_out", tab)

    @rule(tab=tabs)
    def reload(self, tab):
        self.act("reload", tab)

    @rule()
    def expire(self):
        self.act("expire")

    @rule()
    def end_elsewhere(self):
        self.act("end_elsewhere")

    @rule()
    def cut(self):
        self.act("cut")

    @rule()
    def restore(self):
        self.act("restore")

    @rule(number=st.integers(0, 3))
    def release(self, number):
        self.act("release", number)

    def teardown(self):
        try:
            if not self.has_failed:
                self.world.finish()
        except Exception as problem:
            self.note(problem)
            raise
        finally:
            self.world.dispose()


def replay(open_world, steps):
    """The problem with which a sequence fails; None if it does not. Actions that are not possible are left out."""
    world = open_world()
    try:
        for name, *arguments in steps:
            if WHERE[name](world, arguments[0]) if name in WHERE else WHEN[name](world):
                world.do(name, *arguments)
        world.finish()
    except Exception as problem:
        return problem
    finally:
        world.dispose()
    return None


@pytest.fixture
def open_world(installation, engines):
    def open_browser(cookies):
        return engines.open("chromium", installation.origin, cookies, keeps_pages=False, whole_motion=False)

    return lambda: World(installation, open_browser)


def test_the_pages_agree_with_the_model(open_world):
    if "PAGE_STEPS" in os.environ:
        problem = replay(open_world, ast.literal_eval(os.environ["PAGE_STEPS"]))
        assert not problem, problem
        return
    PageMachine.open_world = staticmethod(open_world)
    try:
        run_state_machine_as_test(PageMachine, settings=settings(
            max_examples=SEQUENCES, stateful_step_count=LENGTH, deadline=None, database=None, derandomize=not IS_RANDOM,
            suppress_health_check=list(HealthCheck), phases=[Phase.generate], print_blob=False, report_multiple_bugs=False))
    except Exception:
        if PageMachine.failed:
            first, problem = PageMachine.failed, PageMachine.problem
            print("the first problem:", problem, "after", *first, sep="\n    ")
            World.patience = 8
            steps, problem = shortest(first, problem, lambda steps: replay(open_world, steps), SHORTENING)
            print("\nthe shortest sequence:", problem, "after", *steps, f'PAGE_STEPS="{steps}"', sep="\n    ")
        raise
