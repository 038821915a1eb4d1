"""The HUD during a request, and toasts, shown by forms and by the server, with script and without."""

import json

import pytest

from support.layers import present, press
from support.overlay import (
    GALLERY, SEEN, SHOWN, let_toasts_stay, listen_to_regions, show, wait_for_hud, wait_for_toasts, wait_until_gone,
    wait_until_said)
from support.portico import PASSWORD
from support.waiting import wait_until

pytestmark = pytest.mark.holds("D6")


@pytest.fixture
def open_gallery(visit_as_somebody_new):
    """Opens the gallery for a new person, so that no other journey gets its notices."""

    def open_gallery(**look):
        tab = visit_as_somebody_new(GALLERY, **look)
        assert tab.screen == "main"
        if tab.look.script:
            let_toasts_stay(tab)
        return tab

    return open_gallery


def ask_for(tab, what, audience="response", text="The server says hello"):
    for field, value in {"served-text": text, "what": what, "audience": audience}.items():
        tab.of(f"#{field}", f"void (e.value = '{value}')")
    press(tab, "#serve")


@pytest.mark.every_engine
def test_a_form_shows_the_hud_while_it_is_sent_and_then_its_result(open_gallery, portico):
    tab = open_gallery()
    tab.evaluate("void (window.isOld = true)")
    listen_to_regions(tab)
    with portico.gate.holding("POST", "/dev/hud/slow"):
        tab.click("#slow")
        tab.wait_for(f"JSON.stringify({SHOWN}) === '[\"portico-request\"]'", "the HUD")
        assert tab.text(".hud-text") == "Saving…"
    wait_until_gone(tab)
    wait_for_toasts(tab, "Saved")
    assert tab.attribute(".toast", "data-kind") == "success"
    wait_until_said(tab, "status", "Saved")
    assert tab.focus == "slow"
    assert tab.evaluate("isOld") is True


def test_a_request_that_is_over_at_once_shows_no_hud(open_gallery):
    tab = open_gallery()
    tab.evaluate("""void (window.appeared = 0, document.addEventListener('submit', () => window.sent = performance.now()),
        new MutationObserver(() => window.appeared += performance.now() - window.sent < 300 && document.querySelectorAll('.hud').length)
        .observe(document, { subtree: true, childList: true }))""")
    ask_for(tab, "toast", text="Quick")
    wait_for_toasts(tab, "Quick")
    assert tab.evaluate("window.appeared") == 0


@pytest.mark.parametrize("audience", ["response", "account"])
def test_the_server_shows_a_toast_and_the_hud_to_any_audience(open_gallery, audience):
    tab = open_gallery()
    ask_for(tab, "failure", audience, "From Swift")
    wait_for_toasts(tab, "From Swift")
    assert tab.attribute(".toast", "data-kind") == "failure"
    tab.click(".toast-close")
    wait_for_toasts(tab)
    text = "Done, and long enough to be looked at before it has been read. " * 2
    ask_for(tab, "hud", audience, text)
    wait_for_hud(tab, "hud")
    assert (tab.text(".hud-text"), tab.attribute(".hud-content", "data-kind")) == (text.strip(), "success")
    wait_until_gone(tab)


@pytest.mark.holds("D8")
@pytest.mark.parametrize("script", [True, False], ids=["script", "no-script"])
def test_the_action_of_a_toast_can_be_a_form(open_gallery, script):
    tab = open_gallery(script=script)
    ask_for(tab, "undo", text="Gone")
    tab.wait_for(f"JSON.stringify({SEEN}) === '[\"Gone\"]'", "the toast")
    if script:
        tab.evaluate("void (window.isOld = true)")
    assert tab.value(".toast input[name=account]")
    press(tab, ".toast form button")
    tab.wait_for(f"JSON.stringify({SEEN}) === '[\"Undone\"]'", "what the form says, and nothing else")
    assert not script or tab.evaluate("isOld")


@pytest.mark.holds("D8")
def test_a_toast_from_the_stream_has_its_form_in_a_sheet_too_which_stays(open_gallery):
    tab = open_gallery()
    present(tab, "#hud-sheet-link")
    tab.evaluate("fetch('/dev/hud/served', { method: 'POST', body: new URLSearchParams({"
                 "'served-text': 'Gone', what: 'undo', audience: 'account' }) })")
    wait_for_toasts(tab, "Gone")
    before = tab.evaluate("document.querySelector('dialog[open]').dataset.url")
    for key in ["Alt+KeyT", "Enter"]:
        tab.press(key)
    wait_for_toasts(tab, "Undone")
    assert tab.evaluate("document.querySelector('dialog[open]').dataset.url") == before


@pytest.mark.holds("D8")
def test_the_form_of_a_toast_is_sent_once_and_again_after_a_lost_connection(open_gallery):
    tab = open_gallery()
    sent = []
    ask_for(tab, "undo", text="Gone")
    wait_for_toasts(tab, "Gone")
    # One route for both requests: after removing a route, the browser may stop intercepting the next one.
    tab.page.route("**/dev/hud/served", lambda route: (sent.append(route), route.continue_() if sent[1:] else route.abort()))
    tab.click(".toast form button")
    tab.wait_for(f"({SEEN}).some(text => text.includes('offline'))", "the sentence")
    tab.of(".toast form button", "(e.click(), e.click())")
    tab.wait_for(f"({SEEN}).includes('Undone')", "what the form says")
    # The event stream ends the toast, maybe before the response to the form.
    tab.wait_for(f"!({SEEN}).includes('Gone')", "the end of the toast")
    assert len(sent) == 2


def test_each_audience_gets_its_events_and_no_others(open_gallery, portico, browse, engine):
    tab = open_gallery()
    somebody = f"{tab.username}-else"
    portico.users("add", somebody, "--name", "Somebody Else", password=PASSWORD)
    tabs = [tab] + [browse(engine, portico, cookies=portico.sign_in(name)) for name in (tab.username, somebody)]
    for one in tabs:
        one.goto(GALLERY)
        one.evaluate("""void (window.seen = new Set(), new MutationObserver(() => document.querySelectorAll('.toast-text')
            .forEach(e => seen.add(e.textContent))).observe(document, { subtree: true, childList: true }))""")
    for audience in ("browser", "account", "everyone"):
        form = {"served-text": f"To {audience}", "what": "toast", "audience": audience, "account": f"local/{tab.username}"}
        assert portico.ask("/dev/hud/served", tab.brought, **form)[0] == 303
    # The event for everyone comes last, so no other event is pending then.
    for one in tabs:
        one.wait_for("seen.has('To everyone')")
    assert [one.evaluate("[...seen]") for one in tabs] == [
        ["To browser", "To account", "To everyone"], ["To account", "To everyone"], ["To everyone"]]


def test_the_server_hides_contents(open_gallery):
    tab = open_gallery()
    for what in ("hide", "hideAll"):
        show(tab, id="some", text="Shown", duration=0)
        wait_for_hud(tab, "some")
        tab.of("#served-text", "void (e.value = 'some')")
        tab.of("#what", f"void (e.value = '{what}')")
        tab.of("#audience", "void (e.value = 'browser')")
        tab.of("#serve", "void e.click()")
        wait_until_gone(tab)
        tab.wait_for("!document.querySelector('[aria-busy=true]')", "the answer to the form")


def test_a_toast_of_the_server_takes_the_place_of_the_one_with_its_id(visit_as_somebody_new):
    tab = visit_as_somebody_new("/")
    off, on = "You’ll be logged out when this browser is closed", "You’ll stay logged in"
    for text in (off, on, off):
        tab.click("#automatic-sign-in-switch")
        seen = wait_until(lambda: (all := tab.evaluate(SEEN)) and all[-1] == text and all, text)
        assert seen == [text]


def test_errors_under_the_hud_are_announced(open_gallery, portico):
    tab = open_gallery()
    listen_to_regions(tab)
    with portico.gate.refusing("POST", "/dev/hud/slow"):
        with portico.gate.holding("POST", "/dev/hud/slow"):
            tab.click("#slow")
            tab.wait_for(f"JSON.stringify({SHOWN}) === '[\"portico-request\"]'", "the HUD")
        wait_until_said(tab, "alert", "You seem to be offline. Check your connection and try again.")
    wait_until_gone(tab)


@pytest.mark.holds("D11")
def test_without_script_a_toast_stands_in_the_page_until_the_next(open_gallery, engine):
    tab = open_gallery(script=False)
    with tab.leaving():
        tab.click("#slow")
    assert tab.path == GALLERY
    assert tab.text(".toast-text") == "Saved"
    left, top, width, height = tab.box(".toast")
    assert 0 < top and top + height <= tab.evaluate("innerHeight"), "in view without scrolling"
    if engine != "webkit":  # There, script is enabled, but the page loads none.
        assert not tab.of(".toast-close", "e.checkVisibility()"), "the button has no effect yet"
    tab.reload()
    assert tab.count(".toast") == 0


@pytest.mark.holds("D11")
def test_without_script_the_page_has_the_contents_of_the_hud(open_gallery):
    tab = open_gallery(script=False)
    ask_for(tab, "hud")
    assert tab.text(".toast-text") == "The server says hello"
    assert tab.of(".toast", "e.checkVisibility()")


@pytest.mark.holds("D8", "D9")
def test_a_toast_that_comes_with_its_page_is_taken_over(open_gallery, portico):
    tab = open_gallery()
    account = tab.attribute("#screen", "data-account")
    # So long that it stays until the person closes it.
    text = ("Saved, and more to read than anybody reads of it. " * 12).strip()
    form = {"served-text": text, "what": "toast", "audience": "response", "account": account}
    status, headers, _ = portico.ask("/dev/hud/served", tab.brought, **form)
    assert (status, headers["Location"]) == (303, GALLERY)
    tab.goto(GALLERY)
    wait_for_toasts(tab, text)
    assert tab.of(".toast", "[e.getAnimations().map(a => a.playState).join(), e.closest('.toasts').matches(':popover-open')]") == ["running", True]
    tab.click(".toast-close")
    wait_for_toasts(tab)


def test_contents_in_a_page_are_shown_in_the_hud(open_gallery, portico):
    tab = open_gallery()
    account = tab.attribute("#screen", "data-account")
    text = "Done, and long enough to be looked at before it has been read. " * 2
    form = {"served-text": text, "what": "hud", "audience": "response", "account": account}
    assert portico.ask("/dev/hud/served", tab.brought, **form)[0] == 303
    tab.goto(GALLERY)
    wait_for_hud(tab, "hud")
    assert (tab.text(".hud-text"), tab.count(".toast")) == (text.strip(), 0)
    wait_until_gone(tab)
    tab.reload()
    assert tab.count(".hud, .toast") == 0, "once"


@pytest.mark.holds("D8")
def test_a_toast_for_a_page_is_shown_over_its_layers(visit_as_somebody_new):
    tab = visit_as_somebody_new("/")
    present(tab, "#appearance-link")
    for number, path in enumerate(["/about", "/", "/settings/appearance"]):
        event = {"type": "toast", "id": f"another-{number}", "data": json.dumps({"text": path, "path": path, "duration": 60})}
        # Like an event that another tab passes on.
        tab.evaluate(f"void new BroadcastChannel('portico local/{tab.username}').postMessage({json.dumps(event)})")
    wait_for_toasts(tab, "/", "/settings/appearance")
