"""Elements of page authors work beside those of Portico."""

import pytest

from support.layers import TOP, close, present, stack, wait_for_stack
from support.markup import elements
from support.overlay import wait_for_hud, wait_for_toasts
from support.waiting import wait_until

GALLERY = "/dev/presentations"
RECORDS = "/dev/records"


@pytest.mark.holds("E2")
def test_times_are_in_the_time_zone_of_the_browser_also_after_a_journey(visit):
    tab = visit("/account/sessions")
    protocol = tab.protocol()
    for zone in ["America/New_York", "Asia/Tokyo"]:
        protocol.send("Emulation.setTimezoneOverride", {"timezoneId": zone})
        tab.reload()
        tab.wait_for(f"document.querySelector('#screen').dataset.zone === '{zone}'", "a page in the zone of the browser")
        shown, hour, minute = tab.evaluate("""(time => {
            const moment = new Date(time.dateTime);
            return [time.textContent, moment.getHours(), moment.getMinutes()];
        })(document.querySelector(".cells time"))""")
        assert shown.endswith(f"{hour:02}:{minute:02}")


#: The name of the browser's error for each way to turn text into markup or script.
REFUSALS = """[
    () => { document.querySelector(".page").innerHTML = "<b>text</b>"; },
    () => { new DOMParser().parseFromString("<b>text</b>", "text/html"); },
    () => { Object.assign(document.createElement("script"), { src: "/assets/x.js" }); },
    () => { trustedTypes.createPolicy("portico", {}); },
    () => { trustedTypes.createPolicy("default", {}); },
].map((act) => {
    try { act(); } catch (error) { return error.name; }
})"""


def test_a_script_makes_no_markup_of_text(browse, portico):
    tab = browse("chromium", portico, cookies=portico.sign_in())
    tab.goto("/")
    before = tab.of(".page", "e.outerHTML")
    assert tab.evaluate(REFUSALS) == ["TypeError"] * 5
    assert tab.of(".page", "e.outerHTML") == before
    wait_until(lambda: tab.evaluate("true") and len(tab.complaints) == 5, "a complaint about each")
    assert all("trusted" in complaint.lower() for complaint in tab.complaints)
    tab.complaints.clear()


@pytest.mark.every_engine
@pytest.mark.holds("E1")
def test_the_large_title_goes_into_the_bar(visit):
    tab = visit("/", size=(390, 480))
    in_the_bar = "document.querySelector('.bar-title').checkVisibility({ opacityProperty: true, visibilityProperty: true })"
    assert not tab.evaluate(in_the_bar)
    tab.evaluate("scrollTo(0, 200)")
    tab.wait_for(in_the_bar, "the title in the bar")
    tab.evaluate("scrollTo(0, 0)")
    tab.wait_for(f"!{in_the_bar}", "the title in the page alone")


@pytest.mark.holds("E1")
def test_a_line_along_the_bar_shows_that_a_page_takes_long(visit, portico):
    tab = visit(RECORDS)
    line = "(s => [s.content, Number(s.opacity) * parseFloat(s.scale) > 0])(getComputedStyle(document.querySelector('.bar'), '::after'))"
    assert tab.evaluate(line)[0] == "none"
    with portico.gate.holding("GET", f"{RECORDS}/1"):
        tab.click("#record-1")
        tab.wait_for(f"{line}[1]", "the line")
    wait_for_stack(tab, f"{RECORDS}/1")
    assert tab.evaluate(line)[0] == "none"


@pytest.mark.holds("C8")
def test_a_dialog_of_an_authors_own_is_left_alone(visit):
    tab = visit(GALLERY)
    present(tab, "#page-sheet-link")
    tab.of(TOP, f"e.append({elements('<dialog id=own><button>OK</button></dialog>')})")
    tab.of("#own", "e.showModal()")
    left, top, width, height = tab.box("#own")
    assert left > 0 and width < 200 and height < 200
    tab.of(TOP, "void e.dispatchEvent(new Event('portico:replaced', { bubbles: true }))")
    tab.let_it_paint()
    tab.press("Escape")
    tab.wait_for("!document.querySelector('#own').open", "the dialog to close")
    assert stack(tab) == [f"{GALLERY}/page-sheet"]
    tab.press("Escape")
    wait_for_stack(tab)
    tab.of("#screen", f"(e.prepend({elements('<dialog id=open open><button>OK</button></dialog>')}), "
                      "e.dispatchEvent(new Event('portico:replaced', { bubbles: true })))")
    tab.let_it_paint()
    assert tab.of("#open", "e.open && !e.matches(':modal')")


#: Elements that an author puts into a sheet and that use keys themselves.
INSIDE = """<button id=opens popovertarget=list>List</button><div id=list popover>One</div>
    <select id=choice><option>One</option><option>Two</option></select><div id=volume role=slider tabindex=0 aria-label=Volume aria-valuenow=1>1</div>
    <dialog id=own><p>Text</p></dialog>"""
COMPOSED = """dispatchEvent(Object.defineProperty(
    new KeyboardEvent("keydown", { key: "Escape", bubbles: true, cancelable: true }), "keyCode", { value: 229 }))"""


@pytest.mark.every_engine
@pytest.mark.holds("C8")
def test_keys_go_first_to_elements_in_a_sheet(visit):
    tab = visit(GALLERY)
    present(tab, "#page-sheet-link")
    tab.of(f"{TOP} .page", f"e.prepend({elements(INSIDE)})")
    tab.click("#opens")
    tab.wait_for("!!document.querySelector('#list:popover-open')", "the popover")
    tab.press("Escape")
    tab.wait_for("!document.querySelector('#list:popover-open')", "the popover to close")
    tab.click("#volume")
    tab.press("ArrowDown")
    assert tab.of("#volume", f"e.{COMPOSED}"), "the key belongs to the input method"
    tab.of("#own", "e.showModal()")
    tab.click("#own p")
    tab.evaluate("document.activeElement.blur()")
    tab.press("Escape")
    tab.wait_for("!document.querySelector('#own').open", "the dialog to close")
    if tab.evaluate("CSS.supports('selector(:open)')"):
        tab.click("#choice")
        tab.wait_for("!!document.querySelector('#choice:open')", "the list")
        tab.press("Escape")
        tab.of("#choice", "e.blur()")
    tab.let_it_paint()
    assert stack(tab) == [f"{GALLERY}/page-sheet"]
    tab.press("Escape")
    wait_for_stack(tab)


@pytest.mark.holds("C12")
def test_a_field_is_validated_when_it_is_left_even_without_a_place_for_its_problem(visit, engine):
    if engine == "webkit":
        pytest.skip("the driver of this engine answers no request itself")
    tab = visit(RECORDS)
    present(tab, "#record-1-link")
    problem = """<html><input id="first" aria-invalid="true"><p id="first-problem">Fill in this field.</p>
        <input id="second" aria-invalid="true"></html>"""
    asked = []
    tab.page.route("**/validated", lambda route: (
        asked.append(route.request.headers["portico-validate"]), route.fulfill(status=422, content_type="text/html", body=problem)))
    tab.of(f"{TOP} .page", f"""(e.append({elements('<form data-portico-validate method=post action=/validated>'
        '<input id=first name=first required><input id=second name=second></form>')}),
        void e.dispatchEvent(new Event("portico:replaced", {{ bubbles: true }})))""")
    tab.evaluate("import(new URL('../validating.js', document.querySelector('script[type=module]').src)).then(() => true)")
    tab.click("#first")
    tab.press("Tab")
    tab.wait_for_text("#first-problem", "Fill in this field.")
    assert tab.of("#first", "[e.ariaInvalid, e.getAttribute('aria-describedby')]") == ["true", "first-problem"]
    tab.type("a")
    tab.wait_for_complaints("The page of this form has no element #second-problem that says what is wrong with the field.")
    assert asked == ["first", "second"]


@pytest.mark.holds("C13")
def test_a_failure_in_the_history_delays_nothing(visit):
    tab = visit(GALLERY)
    present(tab, "#page-sheet-link")
    tab.evaluate("void (history.go = () => { delete history.go; throw new Error('the history fails'); })")
    tab.of(f"{TOP} .bar [data-portico-dismiss]", "e.click()")
    wait_for_stack(tab)
    tab.wait_for_complaints("the history fails")
    present(tab, "#form-sheet-link")
    close(tab)
    assert stack(tab) == []


@pytest.mark.holds("C8")
def test_a_page_that_is_enlarged_has_no_keyboard(visit):
    tab = visit(GALLERY)
    session = tab.protocol()
    session.send("Emulation.setPageScaleFactor", {"pageScaleFactor": 2})
    tab.wait_for("visualViewport.scale === 2", "the page to be enlarged")
    tab.let_it_paint()
    assert tab.of("#screen", "e.style.getPropertyValue('--keyboard')") == "0px"


@pytest.mark.holds("C12")
def test_pages_are_fetched_in_advance_only_where_the_pointer_rests(visit, portico):
    tab = visit(RECORDS)
    before = len(portico.gate.requests)
    # In one call, so that even on a busy machine the pointer rests only on the third link.
    tab.evaluate("""void [1, 2, 3].forEach((number) => document.querySelector(`#record-${number}-link`)
        .dispatchEvent(new PointerEvent('pointerover', { bubbles: true, pointerType: 'mouse' })))""")
    wait_until(lambda: portico.gate.count("GET", f"{RECORDS}/3") == 1, "the page where the pointer rests")
    assert ("GET", f"{RECORDS}/1") not in portico.gate.requests[before:]
    assert ("GET", f"{RECORDS}/2") not in portico.gate.requests[before:]


@pytest.mark.holds("C12", "E10")
def test_an_old_page_fetched_in_advance_is_not_shown(visit, portico):
    tab = visit(RECORDS)
    # Long timers fire when the test runs them.
    tab.evaluate("""void (window.later = [], window.start = setTimeout, window.setTimeout = (work, time, ...values) =>
        time > 4000 ? later.push(work) : start(work, time, ...values))""")
    before = portico.gate.count("GET", f"{RECORDS}/1")
    left, top, width, height = tab.box("#record-1-link")
    tab.page.mouse.move(left + width / 2, top + height / 2)
    wait_until(lambda: portico.gate.count("GET", f"{RECORDS}/1") == before + 1, "the page where the pointer rests")
    tab.evaluate("void later.forEach((work) => work())")
    present(tab, "#record-1-link")
    assert portico.gate.count("GET", f"{RECORDS}/1") == before + 2


@pytest.mark.holds("C12", "E10")
def test_a_page_fetched_in_advance_is_not_shown_after_a_change(visit_as_somebody_new, portico):
    tab = visit_as_somebody_new(RECORDS)
    tab.evaluate("void (window.tabs = new BroadcastChannel(`portico ${document.getElementById('screen').dataset.account}`))")
    before = portico.gate.count("GET", f"{RECORDS}/1")
    left, top, width, height = tab.box("#record-1-link")
    tab.page.mouse.move(left + width / 2, top + height / 2)
    wait_until(lambda: portico.gate.count("GET", f"{RECORDS}/1") == before + 1, "the page where the pointer rests")
    # Like an event that another tab passes on.
    tab.evaluate("""new Promise((heard) => {
        const other = new BroadcastChannel(tabs.name);
        other.onmessage = () => heard(0);
        tabs.postMessage({ type: "config", data: JSON.stringify({ keys: ["nothing-here"] }), id: "another-1" });
    })""")
    present(tab, "#record-1-link")
    assert portico.gate.count("GET", f"{RECORDS}/1") == before + 2


@pytest.mark.holds("E11")
@pytest.mark.every_engine
def test_escape_empties_a_search_first(visit):
    tab = visit(GALLERY)
    present(tab, "#page-sheet-link")
    tab.of(TOP, f"e.append({elements('<input type=search id=own>')})")
    tab.fill("#own", "words")
    tab.press("Escape")
    assert (tab.value("#own"), stack(tab)) == ("", [f"{GALLERY}/page-sheet"])
    tab.press("Escape")
    wait_for_stack(tab)


def test_the_server_gets_one_report_of_a_script_error(visit, portico):
    tab = visit("/")
    seen = portico.gate.count("POST", "/errors")
    tab.evaluate("""void ["one", "two"].forEach(name => {
        document.body.append(Object.assign(document.createElement("p"), { className: name }));
        portico.define(`.${name}`, class extends portico.Behaviour {
            connect() { throw new TypeError(`${name} fails`); }
        });
    })""")
    tab.wait_for_complaints("one fails", "two fails")
    wait_until(lambda: portico.gate.count("POST", "/errors") > seen, "the report")
    tab.let_it_paint()
    assert portico.gate.count("POST", "/errors") == seen + 1


@pytest.mark.holds("D8")
def test_a_text_alone_is_a_toast(visit):
    tab = visit("/")
    tab.evaluate("void portico.toast('Only words')")
    wait_for_toasts(tab, "Only words")


@pytest.mark.holds("E10")
def test_a_page_of_another_release_is_loaded_anew_unless_something_would_be_lost(visit_as_somebody_new, portico):
    tab = visit_as_somebody_new("/")
    somebody = {"account": f"local/{tab.username}"}
    present(tab, "#edit-profile-link")
    tab.fill("#note", "Unsaved")
    tab.evaluate("""void (window.isTheSame = true,
        document.querySelector("script[type=module]").removeAttribute("src"))""")
    portico.ask("/settings/appearance", tab.brought, appearance="dark", **somebody)
    tab.wait_for("document.documentElement.dataset.theme === 'dark'", "the change")
    assert tab.evaluate("window.isTheSame") and tab.value("#note") == "Unsaved"
    tab.fill("#note", "")
    with tab.leaving():
        portico.ask("/settings/appearance", tab.brought, appearance="light", **somebody)
    assert (stack(tab), tab.attribute("html", "data-theme")) == (["/profile/edit"], "light")


@pytest.mark.holds("D6")
def test_the_hud_waits_for_every_request(visit, portico):
    tab = visit(RECORDS)
    for number in (1, 2):
        tab.of(f"#record-{number}-link", "e.dataset.porticoHud = 'Opening'")
    with portico.gate.holding("GET", f"{RECORDS}/2"):
        with portico.gate.holding("GET", f"{RECORDS}/1"):
            tab.of("#record-1-link", "e.click()")
            tab.of("#record-2-link", "e.click()")
            wait_for_hud(tab, "portico-request")
        tab.wait_for("performance.getEntriesByType('resource').some(e => e.name.endsWith('/records/1') && e.responseEnd)")
        tab.let_it_paint()
        wait_for_hud(tab, "portico-request")
    wait_for_hud(tab)


@pytest.mark.holds("B13")
def test_a_save_is_kept_if_the_page_cannot_be_reloaded(visit_as_somebody_new, portico):
    tab = visit_as_somebody_new("/")
    switch = "[role=switch]"
    before, value = tab.attribute(switch, "aria-checked"), tab.value(switch)
    asked = portico.gate.count("GET", "/")
    with portico.gate.refusing("GET", "/"):
        tab.click(switch)
        wait_until(lambda: portico.gate.count("GET", "/") > asked, "the refresh")
        tab.wait_for("!document.querySelector('[aria-busy=true]')", "the end of it")
        assert tab.attribute(switch, "aria-checked") != before
        assert tab.text(".page-message") == ""
    # The value is the value after the next click, so it changes when the page has been refreshed.
    tab.wait_for(f"document.querySelector('{switch}').value !== '{value}'", "the page to be shown anew")


def test_a_behaviour_connects_to_elements_that_come_and_go(visit):
    tab = visit(GALLERY)
    tab.evaluate("""void (window.said = [], portico.define("[data-own]", class extends portico.Behaviour {
        connect() { said.push(`connects ${this.element.id}`); this.on(this.element, "click", () => said.push("click")); }
        disconnect() { super.disconnect(); said.push(`disconnects ${this.element.id}`); }
    }))""")
    tab.of(".presenter .page", f"""void (e.append({elements("<p id='own' data-own>Own</p>")}),
        e.dispatchEvent(new Event("portico:replaced", {{ bubbles: true }})),
        e.dispatchEvent(new Event("portico:replaced", {{ bubbles: true }})))""")
    tab.wait_for("said.length > 0", "the behaviour")
    tab.of("#own", "void (e.click(), e.remove(), document.dispatchEvent(new Event('portico:replaced')), e.click())")
    assert tab.evaluate("said") == ["connects own", "click", "disconnects own"]


@pytest.mark.holds("C11", "C12")
def test_a_guarded_form_of_the_root_page_is_saved(visit_as_somebody_new):
    tab = visit_as_somebody_new("/")
    account = tab.attribute("#screen", "data-account")
    tab.of(".presenter .page", "e.prepend(%s)" % elements(f"""<p class="page-message"></p>
        <form id="own" method="post" action="/settings/appearance" data-portico-guard data-portico-hud="Saving">
        <input type="hidden" name="account" value="{account}"><input name="appearance" id="own-field" value="">
        <button id="own-save">Save</button></form>"""))
    tab.fill("#own-field", "dark")
    with tab.leaving():
        tab.click("#own-save")
    assert (tab.path, tab.attribute("html", "data-theme")) == ("/settings/appearance", "dark")


@pytest.mark.holds("B13", "D8")
def test_without_a_place_for_an_error_a_toast_shows_it(visit, portico):
    tab = visit("/")
    tab.of(".page-message", "e.remove()")
    with portico.gate.cut():
        tab.click("#automatic-sign-in-switch")
        wait_for_toasts(tab, "You seem to be offline. Check your connection and try again.")
    assert tab.attribute("#automatic-sign-in-switch", "aria-checked") == tab.of("#automatic-sign-in-switch", "e.ariaChecked")
    assert tab.path == "/"


@pytest.mark.holds("C5", "E1")
def test_in_development_the_page_and_the_log_report_repeated_ids(visit, portico):
    tab = visit("/")
    tab.evaluate("document.querySelector('.page').append(Object.assign(document.createElement('input'), { id: 'appearance-link' }))")
    tab.wait_for("/^These ids .* appearance-link$/.test(document.querySelector('#build-problems')?.textContent)", "the ids in the page")
    wait_until(lambda: "ids stand twice in a page and those beneath it: appearance-link" in portico.log, "the ids in the log")
