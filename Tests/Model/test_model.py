"""Sequences of requests that a machine thinks of, held against the model of reference.py.

`pytest Tests/Model` runs for 90 seconds with the same sequences every time, and one request after the other; `make fuzz MINUTES=20`
runs others, also with requests of the same moment. A failure prints the shortest sequence as a script that repeats it."""

import os
import sys
import time

import pytest
from hypothesis import HealthCheck, Phase, Verbosity, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, rule, run_state_machine_as_test

from door import Door, NoAnswer, Pair
from nodes import missing
from play import Play
from reference import options
from sequences import shortest

SECONDS = float(os.environ.get("MODEL_SECONDS", "90"))
#: Seconds in which a failure is shortened.
SHORTENING = float(os.environ.get("MODEL_SHORTENING", "60"))
IS_RANDOM = "MODEL_RANDOM" in os.environ
#: Whether requests are also sent at the same moment. Without, the same sequences have the same outcome every time.
IS_AT_ONCE = IS_RANDOM or "EVERYTHING" in os.environ
#: The shares of the time.
SHARES = {Door: 0.7, Pair: 0.3}

few = st.integers(0, 3)
flags = st.booleans()
mostly = st.sampled_from([True, True, True, False])
rarely = st.sampled_from([False, False, False, True])
kinds = st.sampled_from(["app", "app", "app", "passkey", "passkey", "recovery", "used", "old recovery", "wrong", "none"])
actions = st.sampled_from(
    ["disable", "enable", "reset-password", "end-sessions", "add-administrator", "remove-administrator", "lift-limits",
     "reset-factors", "stop-reset"])
#: The arguments of each request.
ARGUMENTS = {
    "log_in": {"browser": few, "account": few, "right": mostly, "remember": flags},
    "enter_code": {"browser": few, "pending": few, "kind": kinds, "trust": flags},
    "enrol": {"browser": few, "pending": few, "passkey": flags},
    "log_out": {"browser": few, "scope": st.sampled_from(["one", "one", "all", ""])},
    "switch": {"browser": few, "profile": few},
    "set_automatic": {"browser": few, "on": flags},
    "prove": {"browser": few, "right": mostly, "kind": kinds},
    "end_others": {"browser": few},
    "change_password": {"browser": few, "right": mostly, "kind": kinds, "others": flags},
    "delete": {"browser": few},
    "use_reset": {"browser": few, "link": few},
    "confirm": {"browser": few, "link": few},
    "end_by_link": {"link": few},
    "set_up": {"browser": few, "again": flags},
    "remove_app": {"browser": few},
    "renew_codes": {"browser": few},
    "administer": {"account": few, "action": actions},
    "take_host_code": {"browser": few, "code": few},
    "invite": {"browser": few, "address": few, "administrator": flags},
    "log_in_by_passkey": {"browser": few, "passkey": few, "remember": flags, "late": rarely},
    "add_passkey": {"browser": few, "late": rarely, "again": rarely},
    "remove_passkey": {"browser": few, "passkey": few},
    "change_email": {"browser": few, "address": few},
    "confirm_email": {"link": few},
    "lift_limits": {"link": few},
    "stop_reset": {"link": few},
    "stop_own_reset": {"browser": few},
}
OTHERS = {
    "add_account": {"password": mostly}, "add_again": {"account": few}, "copy_cookies": {"browser": few},
    "close_browser": {"browser": few}, "new_browser": {}, "wait": {"time": st.sampled_from([0, 0, 0, 1, 1, 2, 2, 2, 3, 4, 5, 6, 7, 8, 9])},
    "request_reset": {"account": few}, "request_registration": {"address": few},
    "set_groups": {"account": few, "groups": flags}, "visit": {"browser": few, "path": few, "application": flags},
    "get_host_code": {"browser": few}, "disable_for_a_while": {"account": few}, "end_trust": {"browser": few},
    "guess": {"pending": few}, "open_stream": {"browser": few}, "kill": {"node": few},
    "await_resets": {},
    "change_policy": {"option": few, "value": st.integers(0, 7)},
}
#: Most actions mean little without these.
OFTEN = {"log_in": 6, "enter_code": 5, "enrol": 2, "change_policy": 2, "prove": 4, "set_up": 2, "add_again": 1, "wait": 4, "get_host_code": 2, "take_host_code": 2,
         "visit": 3, "log_in_by_passkey": 3, "add_passkey": 2, "change_email": 2}


def chosen(arguments):
    """An action and its arguments."""
    names = [name for name in sorted(arguments) for _ in range(OFTEN.get(name, 1))]
    return st.sampled_from(names).flatmap(
        lambda name: st.fixed_dictionaries(arguments[name]).map(lambda values: (name, values)))


requests, others = chosen(ARGUMENTS), chosen(OTHERS)


class Machine(RuleBasedStateMachine):
    door = None
    steps = 0
    #: The first sequence that failed, and its problem.
    failed, problem = None, None
    #: The time after which nothing is done.
    end = 0

    def __init__(self):
        super().__init__()
        self.play = Play(self.door)
        self.done = []

    def act(self, action, /, **arguments):
        if time.monotonic() > self.end:
            return
        self.done.append((action, arguments))
        Machine.steps += 1
        try:
            self.play.do(action, **arguments)
        except BaseException as problem:
            self.note(problem)
            raise

    def note(self, problem):
        # Hypothesis repeats the sequence that failed.
        if isinstance(problem, Exception) and not Machine.failed:
            Machine.failed, Machine.problem = list(self.done), problem

    @initialize(people=st.integers(1, 3), remember=flags, app=flags, passkey=flags, groups=flags, invited=flags,
                policy=st.sampled_from([0] * 8 + [3, 5, 5, 7]))
    def begin(self, people, remember, app, passkey, groups, invited, policy):
        for _ in range(people):
            self.act("add_account", password=True)
        self.act("log_in", browser=0, account=0, right=True, remember=remember)
        if app:
            self.act("set_up", browser=0, again=False)
        if passkey:
            self.act("add_passkey", browser=0, late=False, again=False)
        if groups:
            self.act("set_groups", account=0, groups=True)
        if invited:
            self.act("administer", account=0, action="add-administrator")
        if policy:
            self.act("change_policy", option=1, value=policy)

    @rule(chosen=requests)
    def request(self, chosen):
        self.act(chosen[0], **chosen[1])

    @rule(chosen=requests)
    def request_too(self, chosen):
        self.act(chosen[0], **chosen[1])

    @rule(chosen=others)
    def other(self, chosen):
        self.act(chosen[0], **chosen[1])

    @rule(chosen=requests, at_once=flags)
    def twice(self, chosen, at_once):
        self.act("twice", action=chosen[0], arguments=chosen[1], is_at_once=at_once and IS_AT_ONCE)

    @rule(one=requests, other=requests, is_same=flags)
    def both(self, one, other, is_same):
        if IS_AT_ONCE:
            shared = {"browser": one[1]["browser"]} if is_same and "browser" in one[1] and "browser" in other[1] else {}
            self.act("both", first=one[0], first_arguments=one[1], second=other[0], second_arguments=other[1] | shared)

    @rule(browser=few, account=few, apart=st.integers(0, 2), remember=flags)
    def both_log_in(self, browser, account, apart, remember):
        """Two logins in one browser."""
        if IS_AT_ONCE:
            one = {"browser": browser, "account": account, "right": True, "remember": remember}
            self.act(
                "both", first="log_in", first_arguments=one, second="log_in", second_arguments=one | {"account": account + apart})

    def teardown(self):
        # After a failure, hypothesis tears down as well.
        if not Machine.failed:
            try:
                self.play.finish()
            except BaseException as problem:
                self.note(problem)
                raise


def fails(door, steps):
    """The problem with which a sequence fails; None if it does not."""
    play = Play(door)
    try:
        for action, arguments in steps:
            play.do(action, **arguments)
        play.finish()
    except Exception as problem:
        if isinstance(problem, NoAnswer) or not door.is_running:
            door.start_afresh()
        return problem
    return None


def find(steps):
    """Prints the problem with which a sequence fails, if it does."""
    with Door(**options()) as door:
        tries = 20 if any(action == "both" for action, _ in steps) else 1
        print(next((problem for _ in range(tries) if (problem := fails(door, steps))), ""))


def shorten(door, steps, problem):
    tries = 8 if any(action == "both" or arguments.get("is_at_once") for action, arguments in steps) else 1

    def find_problem(shorter):
        return next((found for _ in range(tries) if type(found := fails(door, shorter)) is type(problem)), None)

    return shortest(steps, problem, find_problem, SHORTENING)


def script(steps):
    lines = "\n".join(f"    {step!r}," for step in steps)
    pair = ", Pair" if isinstance(Machine.door, Pair) else ""
    return f"from play import Pair, replay\n\nreplay([\n{lines}\n]{pair})\n"


def explore(door, seconds):
    """Runs sequences for some seconds."""
    Machine.door = door
    Machine.steps, Machine.failed = 0, None
    options = {
        "max_examples": 5, "stateful_step_count": 40, "deadline": None, "database": None, "derandomize": not IS_RANDOM,
        "suppress_health_check": list(HealthCheck), "phases": [Phase.generate], "print_blob": False, "report_multiple_bugs": False,
        "verbosity": Verbosity.normal}
    start = time.monotonic()
    Machine.end = start + seconds
    rounds = 0
    while time.monotonic() < Machine.end:
        # The seed of a round without randomness is a digest of the class: each round has one of its own.
        rounds += 1
        machine = type(f"Machine{rounds}", (Machine,), {})
        run_state_machine_as_test(machine, settings=settings(**options))
    return Machine.steps / (time.monotonic() - start)


@pytest.mark.parametrize("kind", [Door, Pair], ids=["one", "two"])
def test_the_server_agrees_with_the_model(kind):
    """One server on SQLite, then two on PostgreSQL."""
    if kind is Pair and (reason := missing()):
        pytest.skip(reason)
    with kind(**options(kind is Door)) as door:
        try:
            rate = explore(door, SECONDS * SHARES[kind])
        except Exception:
            if Machine.failed:
                steps, problem = shorten(door, Machine.failed, Machine.problem)
                print(f"\n{problem!r}\nRun this in Tests/Model:\n\n{script(steps)}", file=sys.stderr)
            raise
    print(f"\n{Machine.steps} steps, {rate:.0f} a second, {door.requests} requests")
