"""A session expires while its page is open: the cover appears over the page, and the page continues after the
sign-in."""

import json

import pytest

from support.layers import SAVE, close, present, stack, wait_for_stack
from support.overlay import let_toasts_stay, show, wait_for_hud, wait_for_toasts
from support.portico import PASSWORD
from support.session import (
    COVER, IDLE, NOTE, REQUEST, come_back, log_in, look, press_unseen, type_a_note, wait_for_cover)

pytestmark = pytest.mark.holds("B14")

GALLERY = "/dev/presentations"
BRAND = "rgb(255, 204, 0)"


@pytest.fixture
def tab(visit_as_somebody_new):
    tab = visit_as_somebody_new("/")
    tab.evaluate("window.isSame = true")
    let_toasts_stay(tab)
    return tab


@pytest.mark.holds("B1", "B14")
@pytest.mark.parametrize("way", ["a form", "a link", "the stream"])
def test_however_the_page_learns_of_it(tab, portico, way):
    if way != "a link":
        type_a_note(tab)
    portico.set(clockOffset=IDLE)
    portico.gate.requests.clear()
    if way == "a form":
        press_unseen(tab, SAVE)
    elif way == "a link":
        tab.evaluate("void portico.present('/about')")
    else:
        # The command is another process, after which the server checks its streams.
        portico.users("add", f"another-{tab.username}", password=PASSWORD)
    wait_for_cover(tab)
    assert tab.text("#session-ended") == "You were logged out automatically. Log in to continue where you stopped."
    assert tab.value("#username") == tab.username and tab.focus == "password"
    come_back(tab, tab.username)
    if way == "a form":
        wait_for_stack(tab)
        wait_for_toasts(tab, "Profile saved")
        assert portico.gate.count("POST", "/profile") == 2, "refused once, and performed once"
    elif way == "a link":
        wait_for_stack(tab, "/about")
    else:
        assert (tab.value("#note"), stack(tab)) == (NOTE, ["/profile/edit"])
    assert tab.evaluate("window.isSame"), "the page was never left"


def test_coming_back_to_the_tab_is_enough(tab, portico):
    with portico.gate.holding("GET", "/events"), portico.gate.refusing("GET", "/session/new"):
        tab.reload()
        type_a_note(tab)
        portico.set(clockOffset=IDLE)
        look(tab)
        wait_for_cover(tab)
        assert tab.of(COVER, "getComputedStyle(e).backgroundColor") == BRAND, "with its style, which is fetched now"
    come_back(tab, tab.username)
    assert (tab.value("#note"), stack(tab)) == (NOTE, ["/profile/edit"])


@pytest.mark.every_engine
def test_the_page_is_exactly_as_it_was(tab, portico):
    type_a_note(tab)
    tab.evaluate("void (scrollTo(0, 120), document.querySelector('#note').setSelectionRange(2, 6))")
    before = tab.evaluate("[scrollY, document.title, document.querySelector('dialog[open]').scrollTop]")
    tab.evaluate("window.note = document.querySelector('#note')")
    portico.set(clockOffset=IDLE)
    look(tab)
    wait_for_cover(tab)
    assert tab.evaluate("document.title") == "Log in · Portico"
    assert "Grace Hopper" not in tab.evaluate("document.body.innerText")
    tab.evaluate("note.setSelectionRange(0, 0)")  # As Chromium does itself under load.
    tab.of(COVER, """void document.addEventListener("transitionrun", ({ target }) => { window.isSeenToLeave ||= target === e; })""")
    come_back(tab, tab.username)
    assert tab.evaluate("isSeenToLeave")
    assert tab.evaluate("[scrollY, document.title, document.querySelector('dialog[open]').scrollTop]") == before
    assert tab.focus == "note"
    assert tab.evaluate("[note.selectionStart, note.selectionEnd, note.isConnected, note.value]") == [
        2, 6, True, NOTE]
    tab.click(SAVE)
    wait_for_stack(tab)
    wait_for_toasts(tab, "Profile saved")


@pytest.mark.every_engine
@pytest.mark.holds("B3", "B14")
def test_the_cover_lies_over_sheets_and_the_hud(tab, portico):
    tab.goto(GALLERY)
    present(tab, "#page-sheet-link")
    show(tab, text="Working")
    wait_for_hud(tab, "hud")
    portico.set(clockOffset=IDLE)
    look(tab)
    wait_for_cover(tab)
    show(tab, id="late", text="Late")
    tab.evaluate("void portico.toast({ text: 'A secret' })")
    tab.press("Escape")
    wait_for_cover(tab)
    tab.go_back()
    wait_for_cover(tab)
    come_back(tab, tab.username)
    wait_for_hud(tab, "hud", "late")
    assert tab.evaluate("document.activeElement.closest('.hud') !== null")
    tab.evaluate("void portico.hud.hideAll()")
    tab.wait_for("document.querySelectorAll('.hud').length === 0")
    assert stack(tab) == [f"{GALLERY}/page-sheet"]
    close(tab)


def test_a_late_page_stays_under_the_cover(tab, portico):
    tab.goto(GALLERY)
    page = f"{GALLERY}/page-sheet"
    with portico.gate.keeping("GET", page) as wait_for_the_answer:
        tab.of("#page-sheet-link", "e.click()")
        assert wait_for_the_answer(20), "the request began before the end"
        portico.set(clockOffset=IDLE)
        look(tab)
        wait_for_cover(tab)
    wait_for_stack(tab, page)
    show(tab, text="Late")
    wait_for_cover(tab)
    come_back(tab, tab.username)
    wait_for_hud(tab, "hud")
    assert tab.evaluate("document.activeElement.closest('.hud') !== null")
    assert stack(tab) == [page]


def test_interrupted_requests_are_repeated_once_and_in_order(tab, portico):
    portico.set(clockOffset=IDLE)
    paths = ["/about", "/settings/appearance", "/account"]
    tab.evaluate("""void (window.refused = [], window.ask = fetch, window.fetch = (...request) =>
        ask(...request).then(answer => (answer.status === 401 && refused.push(new URL(answer.url).pathname), answer)))""")
    with portico.gate.holding("GET", paths[0]):
        tab.evaluate(f"void {REQUEST % f'window.answers = Promise.all({paths}.map(path => request(path)))'}")
        wait_for_cover(tab)
    tab.wait_for(f"refused.includes({json.dumps(paths[0])})", "the first refusal")
    portico.gate.requests.clear()
    come_back(tab, tab.username)
    tab.wait_for("window.answers !== undefined")
    tab.evaluate("void answers.then(all => window.statuses = all.map(({ status }) => status))")
    tab.wait_for("window.statuses !== undefined")
    assert tab.evaluate("window.statuses") == [200, 200, 200]
    assert [path for method, path in portico.gate.requests if path in paths] == paths


def test_a_concurrent_change_is_not_overwritten(tab, portico):
    type_a_note(tab)
    portico.set(clockOffset=IDLE)
    press_unseen(tab, SAVE)
    wait_for_cover(tab)
    form = {"account": f"local/{tab.username}", "name": "", "pronouns": "", "note": "Another thought"}
    assert portico.ask("/profile", portico.sign_in(tab.username), **form)[0] == 303
    come_back(tab, tab.username)
    tab.wait_for_text("#note-theirs", "Saved version: Another thought")
    assert tab.value("#note") == NOTE
    tab.click(SAVE)
    wait_for_stack(tab)
    tab.wait_for_text("#profile-note .cell-value", NOTE)


def test_another_person_sees_nothing_of_it(tab, portico, somebody):
    type_a_note(tab, "For nobody else")
    portico.set(clockOffset=IDLE)
    look(tab)
    wait_for_cover(tab)
    with tab.leaving():
        log_in(tab, somebody.username)
    assert (tab.screen, tab.attribute("#screen", "data-account")) == ("main", f"local/{somebody.username}")
    assert tab.value("#note") == ""
    assert "For nobody else" not in tab.evaluate("document.documentElement.innerHTML")


def test_an_account_that_became_the_current_one_meanwhile_takes_the_place(tab, portico, somebody):
    with portico.gate.holding("GET", "/events"):
        tab.reload()
        type_a_note(tab, "For nobody else")
        portico.set(clockOffset=IDLE)
        look(tab)
        wait_for_cover(tab)
        forms = [{"username": name, "password": PASSWORD, "add": add}
                 for name, add in ((tab.username, ""), (somebody.username, "on"))]
        tab.evaluate(f"""void (async () => {{
            for (const form of {json.dumps(forms)}) await fetch("/session", {{ method: "POST", body: new URLSearchParams(form) }});
            window.isDone = true;
        }})()""")
        tab.wait_for("window.isDone")
        with tab.leaving():
            look(tab)
    assert tab.attribute("#screen", "data-account") == f"local/{somebody.username}"
    assert "For nobody else" not in tab.evaluate("document.documentElement.innerHTML")


def test_a_link_of_the_cover_opens_beside_it(tab, portico):
    portico.set(clockOffset=IDLE)
    look(tab)
    wait_for_cover(tab)
    assert tab.attribute(f"{COVER} #reset-link", "target") == "_blank"


@pytest.mark.holds("B3")
def test_the_cover_cannot_be_dismissed(tab, portico):
    type_a_note(tab)
    portico.set(clockOffset=IDLE)
    look(tab)
    wait_for_cover(tab)
    for _ in range(3):
        tab.press("Escape")
    tab.click_at(5, 5)
    tab.go_back()
    wait_for_cover(tab)
    assert stack(tab) == ["/profile/edit"]
