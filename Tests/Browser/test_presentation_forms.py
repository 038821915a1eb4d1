"""A form inside a sheet is sent inside the sheet."""

import pytest

from support.layers import (
    MESSAGE, SAVE, TOP, close, heard, listen, navigate, present, present_by, press, stack, wait_for_stack,
    would_hold_back)
from support.markup import elements
from support.session import IDLE, look, press_unseen, wait_for_cover
from support.steps import choose_file

pytestmark = pytest.mark.holds("C12")

RECORDS = "/dev/records"
GALLERY = "/dev/presentations"
RECORD = f"{RECORDS}/1"
OFFLINE = "You seem to be offline. Check your connection and try again."


@pytest.mark.holds("B11", "C12")
def test_a_save_is_shown_on_the_page_beneath(visit):
    tab = visit(RECORDS)
    present(tab, "#record-1-link")
    tab.fill("#record-name", "Saved")
    tab.evaluate("void (window.isTheSame = true)")
    listen(tab)
    press(tab, SAVE)
    wait_for_stack(tab)
    assert (heard(tab), tab.evaluate("window.isTheSame")) == ([], True)
    tab.wait_for_text("#record-1 .cell-title", "Saved")
    assert (stack(tab), tab.path) == ([], RECORDS)


@pytest.mark.holds("B11", "C12")
@pytest.mark.parametrize("script", [True, False], ids=["script", "no-script"])
def test_a_refused_form_is_shown_in_place_with_the_focus_on_the_first_error(visit, script):
    tab = visit(RECORDS, script=script)
    present(tab, "#record-1-link")
    tab.fill("#record-name", "")
    length = tab.evaluate("history.length")
    tab.of(TOP, "void (e.isTheSame = true)")
    press(tab, SAVE)
    tab.wait_for_text(f"{TOP} .problem", "Give it a name.")
    assert not script or (tab.of(TOP, "e.isTheSame") and tab.evaluate("history.length") == length)
    assert (stack(tab)[-1], tab.focus) == (RECORD, "record-name")
    assert tab.attribute("#record-name", "aria-invalid") == "true"
    tab.fill("#record-name", "Named")
    press(tab, SAVE)
    wait_for_stack(tab)
    tab.wait_for_text("#record-1 .cell-title", "Named")


@pytest.mark.every_engine
@pytest.mark.holds("B11", "C12")
def test_enter_in_a_field_saves(visit):
    tab = visit(RECORDS)
    present(tab, "#record-2-link")
    tab.fill("#record-name", "By Enter")
    tab.press("Enter")
    wait_for_stack(tab)
    tab.wait_for_text("#record-2 .cell-title", "By Enter")
    assert tab.focus == "record-2-link"


def test_a_form_that_is_sent_twice_quickly_is_sent_once(visit, portico):
    tab = visit(RECORDS)
    present(tab, "#record-2-link")
    portico.gate.requests.clear()
    tab.fill("#record-name", "Once")
    with portico.gate.holding("POST", f"{RECORDS}/2"):
        tab.evaluate(f"(e => void (e.click(), e.click(), e.click()))(document.querySelector('{SAVE}'))")
        tab.wait_for("document.querySelector('#record').ariaBusy === 'true'", "the form to be under way")
    wait_for_stack(tab)
    tab.wait_for_text("#record-2 .cell-title", "Once")
    assert portico.gate.count("POST", f"{RECORDS}/2") == 1


def test_a_lost_network_is_reported_in_the_sheet_and_loses_no_input(visit, portico):
    tab = visit(RECORDS)
    present(tab, "#record-3-link")
    tab.fill("#record-name", "Typed before the tunnel")
    with portico.gate.cut():
        tab.click(SAVE)
        tab.wait_for_text(MESSAGE, OFFLINE)
    assert (stack(tab), tab.value("#record-name")) == ([f"{RECORDS}/3"], "Typed before the tunnel")
    assert would_hold_back(tab)
    tab.click(SAVE)
    wait_for_stack(tab)
    tab.wait_for_text("#record-3 .cell-title", "Typed before the tunnel")


@pytest.mark.holds("B14")
def test_a_sign_in_that_has_ended_meanwhile_loses_no_input(visit, portico):
    tab = visit(RECORDS)
    present(tab, "#record-3-link")
    tab.fill("#record-name", "Typed too late")
    portico.set(clockOffset=IDLE)
    press_unseen(tab, SAVE)
    wait_for_cover(tab)
    assert (stack(tab), tab.value("#record-name")) == ([f"{RECORDS}/3"], "Typed too late")
    portico.set(clockOffset=0)
    look(tab)
    wait_for_stack(tab)
    tab.wait_for_text("#record-3 .cell-title", "Typed too late")


def test_a_switch_beneath_a_closed_sheet_still_works(visit):
    tab = visit("/")
    present(tab, "#about-portico-link")
    close(tab)
    # Its value is what it would become; it changes when the server has answered.
    before = tab.value("#automatic-sign-in-switch")
    for expected in ("off" if before == "on" else "on", before):
        tab.click("#automatic-sign-in-switch")
        tab.wait_for(f"document.querySelector('#automatic-sign-in-switch').value === '{expected}'", "the answer")


def test_a_refused_form_opened_cold_works_as_well(visit):
    tab = visit(RECORD)
    tab.fill("#record-name", "")
    tab.click(SAVE)
    tab.wait_for_text(f"{TOP} .problem", "Give it a name.")
    tab.fill("#record-name", "Cold")
    tab.click(SAVE)
    wait_for_stack(tab)
    tab.wait_for_text("#record-1 .cell-title", "Cold")
    assert tab.path == RECORDS


def add(tab, field):
    """Adds a field to the form of the editor."""
    tab.of("#record-name", f"e.form.append({elements(field)})")


def test_fields_may_have_the_names_of_a_forms_properties(visit):
    tab = visit(RECORDS)
    present(tab, "#record-1-link")
    for name in ("action", "method", "target", "enctype"):
        add(tab, f"<input type='hidden' name='{name}' value='x'>")
    tab.fill("#record-name", "Named like properties")
    tab.evaluate("void (window.isTheSame = true)")
    press(tab, SAVE)
    wait_for_stack(tab)
    assert tab.evaluate("window.isTheSame"), "the page was not left"
    tab.wait_for_text("#record-1 .cell-title", "Named like properties")


def test_a_form_with_a_file_is_sent_with_the_file(visit, portico):
    tab = visit(RECORDS)
    present(tab, "#record-1-link")
    add(tab, "<input type='file' name='photo' id='photo'>")
    tab.of("#record-name", "e.closest('form').setAttribute('enctype', 'multipart/form-data')")
    tab.evaluate("""void (go => XMLHttpRequest.prototype.send = function (body) {
        window.sent = [...body].map(([name, value]) => name + (value.name ? ` ${value.name}` : ""));
        return go.call(this, body); })(XMLHttpRequest.prototype.send)""")
    tab.page.set_input_files("#photo", {"name": "a.txt", "mimeType": "text/plain", "buffer": b"words"})
    tab.of(SAVE, "e.click()")
    tab.wait_for("window.sent?.includes('photo a.txt')", "the file")


@pytest.mark.holds("B13", "C12")
def test_a_file_that_a_lost_network_swallows_can_be_sent_again(visit, portico):
    tab = visit(RECORDS)
    present(tab, "#record-1-link")
    tab.of("#record-name", "e.closest('form').setAttribute('enctype', 'multipart/form-data')")
    # The network is to swallow the form, and not the script that sends it.
    tab.evaluate("import(new URL('../upload.js', document.querySelector('script[type=module]').src)).then(() => true)")
    with portico.gate.cut():
        tab.of(SAVE, "e.click()")
        tab.wait_for_text(MESSAGE, OFFLINE)
    portico.gate.requests.clear()
    tab.of(SAVE, "e.click()")
    tab.wait_for("document.querySelector('#record').ariaBusy !== 'true'", "the answer")
    assert portico.gate.count("POST", RECORD) == 1


@pytest.mark.holds("D1")
def test_a_large_file_shows_how_much_of_it_was_sent(administer):
    tab = administer("/administration/people")
    present_by(tab, "#bar-add", "#import-link")
    network = tab.protocol()
    network.send("Network.emulateNetworkConditions", {
        "offline": False, "latency": 0, "downloadThroughput": -1, "uploadThroughput": 100_000})
    choose_file(tab, "#file", "people.csv", "username,name,email\n" + "x" * 300_000)
    tab.click("#import-preview")
    tab.wait_for("(bar => bar?.value > 0 && bar.value < 1)(document.querySelector('.hud progress:not([hidden])'))", "progress")
    tab.wait_for("document.querySelector('#import-refused, .problem:not(:empty)') && !document.querySelector('.hud')", "the answer")


def test_a_form_for_another_window_is_the_browsers(visit):
    tab = visit(RECORDS)
    present(tab, "#record-1-link")
    tab.of("#record-name", "e.closest('form').setAttribute('target', '_blank')")
    with tab.context.expect_page() as other:
        tab.click(SAVE)
    other.value.wait_for_url("**/dev/records*")
    assert stack(tab) == [RECORD]


@pytest.mark.holds("C5", "C12")
def test_all_pages_are_over_that_lie_above_the_one_that_an_answer_leads_to(visit):
    """A question over the sheet of the thing that it deletes."""
    tab = visit(GALLERY)
    present(tab, "#page-sheet-link")
    present(tab, "#page-sheet-form-sheet-link")
    present(tab, "#form-sheet-confirmation-dialog-link")
    listen(tab)
    press(tab, f"{TOP} #answer-form")
    wait_for_stack(tab)
    assert (stack(tab), tab.path) == ([], GALLERY)
    assert heard(tab) == []
    present(tab, "#page-sheet-link")


def test_only_the_form_is_dismissed_if_no_page_beneath_has_the_address(visit):
    tab = visit(GALLERY)
    present(tab, "#page-sheet-link")
    present(tab, "#page-sheet-confirmation-dialog-link")
    answer_with(tab, "**/confirmation-dialog", RECORDS)
    press(tab, f"{TOP} #answer-form")
    wait_for_stack(tab, f"{GALLERY}/page-sheet")


def test_a_sheet_shows_the_earlier_page_again_that_an_answer_leads_to(visit):
    tab = visit(GALLERY)
    library = present(tab, "#library-link")
    navigate(tab, f"{TOP} #record-1-link")
    over = f"/dev/anywhere?over={library}/1"
    tab.evaluate(f"void portico.present('{over}')")
    wait_for_stack(tab, f"{library}/1", over)
    tab.of(TOP, """(() => {
        const form = Object.assign(document.createElement("form"), { method: "post", action: "/dev/delete" });
        form.append(Object.assign(document.createElement("button"), { id: "delete", textContent: "Delete" }));
        e.append(form);
    })()""")
    answer_with(tab, "**/dev/delete", library)
    press(tab, "#delete")
    wait_for_stack(tab, library)


def answer_with(tab, form, address):
    """Has the next form be answered with the end of its page, and an address."""
    headers = {"Portico-Dismiss": "true", "Portico-Location": address}
    tab.page.route(form, lambda route: route.fulfill(status=204, headers=headers), times=1)
