"""The log of security events, only for administrators."""

import json
from datetime import UTC, datetime, timedelta

from support.people import ROOMY
from support.portico import PASSWORD
from support.steps import go
from support.waiting import wait_until

OPTIONS = ROOMY
EVENTS = "/administration/events"


def test_security_events_are_filtered_and_exported(administer, portico, engine, somebody):
    portico.ask("/session", [], username=somebody.username, password="wrong")
    tab = administer(EVENTS)
    assert tab.count("#event-list .cell") > 1
    tab.click("#filter-toggle")
    tab.of("#kind", "e.value = 'signInFailed'")
    look_for(tab, somebody.username)
    tab.wait_for_text("#filter-title", "Filter: 2 conditions")
    assert tab.count("#filter-reset:not([hidden])") == 1
    assert tab.count("#event-list .cell") == 1
    assert tab.text("#event-list .cell-title") == "Someone entered a wrong password for Grace Hopper"
    assert somebody.username in tab.text("#event-list") and "127.0.0.1" in tab.text("#event-list")
    assert (tab.value("#person"), tab.value("#kind")) == (somebody.username, "signInFailed")
    before = portico.gate.count("GET", f"{EVENTS}/export")
    tab.click("#export-events-link")
    wait_until(lambda: portico.gate.count("GET", f"{EVENTS}/export") > before, "the download")
    assert tab.heading == "Security events", "the page stays"
    status, headers, text = portico.ask(tab.of("#export-events-link", "e.pathname + e.search"), portico.sign_in())
    assert (status, headers["Content-Disposition"]) == (200, 'attachment; filename="security-events.jsonl"')
    [event] = map(json.loads, text.splitlines())
    assert (event["kind"], event["account"]) == ("signInFailed", somebody.account)
    assert "wrong" not in text and PASSWORD not in text

    look_for(tab, "no such person!")
    tab.wait_for_text("#found", "There is no one with this user name. Check it, or leave the field empty.")
    tab.goto(f"{EVENTS}?from=yesterday")
    assert tab.text("#date-problem").startswith("Enter valid dates")
    today = datetime.now(UTC).date()
    tab.goto(f"{EVENTS}?person={somebody.username}&from={today - timedelta(1)}&to={today}")
    assert tab.count("#event-list .cell") > 0
    tab.goto(f"{EVENTS}?person={somebody.username}&to=2001-01-01")
    assert tab.text("#found") == "No matching events."


def look_for(tab, person):
    """Filters by a person; without script, submits the form."""
    tab.fill("#person", person)
    if not tab.look.script:
        go(tab, "#filter-button")


def test_others_are_refused_and_that_is_logged(browse, engine, portico, administer, somebody):
    tab = browse(engine, portico, cookies=somebody.cookies())
    for path in ("", "/people", "/people/invite", "/person/ada", "/events", "/events/export", "/mail", "/settings"):
        tab.goto(f"/administration{path}")
        assert (tab.screen, tab.heading) == ("error", "Not allowed"), path
    answers = [portico.ask(f"/administration/{path}", somebody.cookies(), account=somebody.account)[0]
               for path in ("people/invite", "person/ada/disable", "person/ada/reset-password")]
    assert answers == [403] * 3
    tab.goto("/")
    assert tab.count("#administration-link") == 0
    own = administer(f"{EVENTS}?person={somebody.username}&kind=denied")
    # One event a minute; the next one has the number of the others.
    assert own.count("#event-list .cell") == 1
