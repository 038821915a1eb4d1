"""Simultaneous requests of one browser: a holder of its old cookies gets no part of a sign-in in progress."""

import re
import threading
import time

import pytest

from server import Connection, Server

ROUNDS = 20


@pytest.fixture(scope="module")
def server():
    """A server where one person may sign in and out as often as the test needs."""
    server = Server(
        PORTICO_LIMITS_NETWORK="1000", PORTICO_LIMITS_BROWSER="1000", PORTICO_LIMITS_ACCOUNT="1000",
        PORTICO_LIMITS_RATE="1000")
    server.add_account()
    server.add_account("eve")
    with server:
        yield server


def at_once(*work):
    """The results of functions that all begin at the same time."""
    results = [None] * len(work)

    def run(number):
        results[number] = work[number]()

    threads = [threading.Thread(target=run, args=(number,)) for number in range(len(work))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return results


def after(seconds, work):
    def late():
        time.sleep(seconds)  # The attack needs this moment between the requests of two people.
        return work()

    return late


@pytest.mark.parametrize("round", range(ROUNDS))
def test_both_cookies_of_a_browser_give_no_token_of_a_later_sign_in(server, round):
    known = server.sign_in("eve")
    known |= server.ask("/session/end", cookies=known, form={}).cookies
    victim, attacker = at_once(
        lambda: server.sign_in("ada", cookies=known),
        after(0.005 + 0.035 * round / ROUNDS, lambda: server.ask("/session/end", cookies=known, form={}).cookies))
    assert server.account(victim) == "local/ada"
    for cookies in (known, known | attacker, victim | {"portico": known["portico"]}, known | {"portico-run": victim.get("portico-run", "")}):
        assert server.account(cookies) == ""


def test_a_sign_in_begins_a_new_run_where_nobody_needs_the_old_one(server):
    known = server.sign_in("eve")
    known |= server.ask("/session/end", cookies=known, form={}).cookies
    again = server.sign_in("ada", cookies=known)
    assert again["portico-run"] != known["portico-run"]
    assert server.account(again | {"portico-run": known["portico-run"]}) == ""
    beside = server.sign_in("eve", cookies=again, add="on")
    assert beside["portico-run"] == again["portico-run"], "ada's sign-in stays in force"


@pytest.mark.parametrize("count", [2, 8])
def test_sign_ins_at_once_in_one_browser_live_on_until_one_ends(server, count):
    known = server.sign_in("eve")
    before = open_sign_ins(server, "ada")
    found = at_once(*[lambda: server.sign_in("ada", cookies=known, add="on")] * count)
    assert len({cookies["portico"] for cookies in found}) == count
    # The browser keeps the cookies of the answer that comes last, which may be any.
    assert [server.account(cookies) for cookies in found] == ["local/ada"] * count
    server.ask("/session/end", cookies=found[0], form={})
    assert "local/ada" not in [server.account(cookies) for cookies in found]
    assert open_sign_ins(server, "ada") == before


def open_sign_ins(server, name):
    return len(re.findall(r'"username"', server.command("sessions", "list", "--user", name, "--json").stdout))
