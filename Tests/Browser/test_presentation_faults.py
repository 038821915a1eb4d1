"""A page that loads slowly or not at all: the sheet shows the problem, with Try again and Close."""

import pytest

from support.layers import (
    PENDING, TOP, close, has_focus_inside, navigate, present, stack, wait_for_stack, wait_until_gone, wait_until_still)
from support.markup import elements
from support.overlay import toast, wait_for_toasts
from support.session import IDLE, look, wait_for_cover
from support.waiting import wait_until

pytestmark = pytest.mark.holds("B13")

GALLERY = "/dev/presentations"
PAGE = f"{GALLERY}/page-sheet"
OFFLINE = "You seem to be offline. Check your connection and try again."
FAILED = "This page didn’t open. Try again."
SENTENCE = f"{PENDING} .pending-message"


def click(tab, selector="#page-sheet-link"):
    """Clicks by script, so that no pointer prefetches the page on its way."""
    tab.of(selector, "e.click()")


def test_a_late_page_shows_a_waiting_sheet_and_then_itself(visit, portico):
    tab = visit(GALLERY)
    with portico.gate.holding("GET", PAGE):
        click(tab)
        tab.wait_for(f"!!document.querySelector('{PENDING}')", "a sheet that waits")
        wait_until_still(tab)
        assert tab.of(f"{PENDING} svg", "e.checkVisibility()")
        assert not tab.of(f"{PENDING} [data-retry]", "e.checkVisibility()")
        assert (tab.text(SENTENCE), tab.path, has_focus_inside(tab, PENDING)) == ("", PAGE, True)
        toast(tab, "Meanwhile", duration=0)
        wait_for_toasts(tab, "Meanwhile")
        assert tab.of(".toast", "e.closest('[data-pending]') !== null")
    wait_for_stack(tab, PAGE)
    assert (tab.count(PENDING), tab.text(f"{TOP} h1"), has_focus_inside(tab)) == (0, "Page sheet", True)
    wait_for_toasts(tab, "Meanwhile")
    close(tab)
    assert (tab.path, tab.focus) == (GALLERY, "page-sheet-link")


def test_a_menu_that_was_kept_gives_way_to_the_one_that_is_late(visit_as_somebody_new, portico):
    before = portico.gate.count("GET", "/menu")
    tab = visit_as_somebody_new("/")
    wait_until(lambda: portico.gate.count("GET", "/menu") > before, "the menu to be kept")
    portico.ask("/profile", tab.brought, account=f"local/{tab.username}", name="Third", pronouns="", note="")
    tab.wait_for_text("#profile-name .cell-value", "Third")
    with portico.gate.holding("GET", "/menu"):
        click(tab, "#menu-link")
        wait_for_stack(tab, "/menu")
        assert "Grace Hopper" in tab.text("#menu-person")
    tab.wait_for("document.querySelector('#menu-person').textContent.includes('Third')", "the menu as it is now")
    assert stack(tab) == ["/menu"]


#: The attributes that determine the form of a page.
FORM = "[e.dataset.style, getComputedStyle(e).getPropertyValue('--shown-as'), e.dataset.anchored]"


@pytest.mark.holds("C1")
@pytest.mark.parametrize("size", [(390, 844), (1280, 800)], ids=["phone", "desk"])
def test_a_late_page_is_waited_for_in_its_own_form(visit, portico, size):
    tab = visit(GALLERY, size=size)
    for sample in ("automatic", "form-sheet", "popover", "full-screen", "over-full-screen", "current-context", "confirmation-dialog"):
        page = f"{GALLERY}/{sample}"
        with portico.gate.holding("GET", page):
            click(tab, f"#{sample}-link")
            tab.wait_for(f"!!document.querySelector('{PENDING}')", "a sheet that waits")
            wait_until_still(tab)
            waiting = tab.of(PENDING, FORM)
        wait_for_stack(tab, page)
        assert tab.of(TOP, FORM) == waiting, sample
        tab.go_back()
        wait_for_stack(tab)


def test_a_late_page_that_replaces_a_popover_is_waited_for_in_its_own_form(visit, portico):
    tab = visit("/", size=(1280, 800))
    present(tab, "#menu-link")
    with portico.gate.holding("GET", "/account"):
        click(tab, "#menu-account-link")
        tab.wait_for(f"!!document.querySelector('{PENDING}')", "a sheet that waits")
        assert tab.attribute(PENDING, "data-style") == "pageSheet"
    wait_for_stack(tab, "/account")


def test_a_late_page_inside_a_sheet_is_waited_for_at_the_height_of_that(visit, portico):
    tab = visit(GALLERY)
    present(tab, "#medium-link")
    height = tab.box(TOP)[3]
    tab.of(f"{TOP} .page", f"e.append({elements(f'<a id=deeper href={PAGE} data-portico-navigate>Deeper</a>')})")
    with portico.gate.holding("GET", PAGE):
        click(tab, "#deeper")
        tab.wait_for(f"!!document.querySelector('{PENDING}')", "a sheet that waits")
        wait_until_still(tab)
        assert tab.box(PENDING)[3] == height
    wait_for_stack(tab, PAGE)


#: Whether every link that presents a page names its style, if that is not the automatic style.
LINKS = """Promise.all([...document.querySelectorAll('a[data-portico-present]')].map(async (link) => {
    const account = document.querySelector('#screen').dataset.account;
    const headers = { Accept: 'text/html', 'Portico-Request': 'script', 'Portico-Present': 'sheet', 'Portico-Account': account };
    const style = /data-style="(\\w+)"/.exec(await (await fetch(link.href, { headers })).text())?.[1];
    return [link.id, link.dataset.porticoPresent.replace(/^(automatic)?$/, 'pageSheet'), style];
  })).then((all) => all.filter(([, named, style]) => style && named !== style))"""


@pytest.mark.holds("C1")
def test_the_links_of_pages_name_the_style_of_their_target(administer):
    tab = administer("/administration/people")
    person = tab.of("a[href^='/administration/person/']:not([data-portico-present])", "e.pathname")
    for path in ("/", "/menu", "/account", "/administration", "/administration/people", person, GALLERY, "/dev/records", "/dev/hud"):
        tab.goto(path)
        assert tab.evaluate(LINKS) == [], path


def test_a_page_can_be_closed_while_it_loads(visit, portico):
    tab = visit(GALLERY)
    with portico.gate.holding("GET", PAGE):
        click(tab)
        tab.wait_for(f"!!document.querySelector('{PENDING}')", "a sheet that waits")
        wait_until_still(tab)
        tab.press("Escape")
        wait_for_stack(tab)
        wait_until_gone(tab)
    assert tab.path == GALLERY
    present(tab, "#form-sheet-link")
    assert stack(tab) == [f"{GALLERY}/form-sheet"], "the late page is not shown"


def test_going_back_inside_a_sheet_cancels_loading(visit, portico):
    tab = visit(GALLERY)
    present(tab, "#library-link")
    navigate(tab, "#record-1-link")
    tab.evaluate("void (window.isTheSame = true)")
    with portico.gate.holding("GET", PAGE):
        tab.of(f"{TOP} .page", f"""(e.append({elements(f'<a id="own" href="{PAGE}" data-portico-present>Own</a>')}),
            document.querySelector("#own").click(), history.back())""")
        wait_for_stack(tab, "/dev/library")
    tab.wait_for(f"performance.getEntriesByType('resource').some(e => e.name.endsWith('{PAGE}') && e.responseEnd)")
    tab.let_it_paint()
    assert (stack(tab), tab.path, tab.evaluate("window.isTheSame")) == (["/dev/library"], "/dev/library", True)


@pytest.mark.parametrize("fault", ["offline", "failed", "timeout"])
def test_a_page_that_fails_to_load_can_be_tried_again(visit, portico, fault):
    tab = visit(GALLERY)
    if fault == "failed":
        portico.set(layerFails="on")
        fail_and_say(tab, FAILED)
        portico.set(layerFails="off")
    elif fault == "offline":
        with portico.gate.cut():
            fail_and_say(tab, OFFLINE)
    else:
        patience = "AbortSignal.timeout = (usual => () => usual.call(AbortSignal, %s))(AbortSignal.timeout)"
        tab.evaluate(f"void (window.usual = AbortSignal.timeout, {patience % 500})")
        with portico.gate.holding("GET", PAGE):
            fail_and_say(tab, OFFLINE)
        tab.evaluate("void (AbortSignal.timeout = window.usual)")
    tab.click(f"{PENDING} [data-retry]")
    wait_for_stack(tab, PAGE)
    assert (tab.text(f"{TOP} h1"), tab.count(PENDING), tab.path) == ("Page sheet", 0, PAGE)
    close(tab)
    assert (tab.path, tab.focus) == (GALLERY, "page-sheet-link")


def fail_and_say(tab, sentence, follow=click):
    follow(tab)
    tab.wait_for_text(SENTENCE, sentence)
    wait_until_still(tab)
    assert tab.attribute(SENTENCE, "role") == "alert"
    assert tab.of(f"{PENDING} [data-retry]", "e.checkVisibility()")
    assert not tab.of(f"{PENDING} svg", "e.checkVisibility()")


def test_a_failed_page_is_read_to_its_end(visit, engine, portico):
    if engine != "chromium":
        pytest.skip("only this engine keeps a request until its answer is read")
    tab = visit(GALLERY)
    # More than the buffers on the way hold.
    with portico.gate.refusing("GET", PAGE, body=b"-" * 60_000_000):
        with tab.page.expect_event("requestfinished", lambda request: request.url.endswith(PAGE)):
            click(tab)
        tab.wait_for_text(SENTENCE, FAILED)


def test_a_failed_retry_is_reported_again(visit, portico):
    tab = visit(GALLERY)
    portico.set(layerFails="on")
    fail_and_say(tab, FAILED)
    portico.gate.requests.clear()
    tab.click(f"{PENDING} [data-retry]")
    tab.wait_for(f"!!document.querySelector('{PENDING} [data-retry]:not([hidden])')")
    tab.wait_for_text(SENTENCE, FAILED)
    assert portico.gate.count("GET", PAGE) == 1


def test_a_failed_page_closes_cleanly(visit, portico):
    tab = visit(GALLERY)
    portico.set(layerFails="on")
    for leave in (lambda: tab.click(f"{PENDING} [data-portico-dismiss]"), lambda: tab.press("Escape"), tab.go_back):
        # A person's click: Back passes over entries that script made by itself.
        fail_and_say(tab, FAILED, follow=lambda tab: tab.click("#page-sheet-link"))
        leave()
        wait_for_stack(tab)
        tab.wait_for("document.querySelectorAll('dialog, .dim').length === 0")
        assert (tab.path, tab.focus) == (GALLERY, "page-sheet-link")
    portico.set(layerFails="off")
    present(tab, "#page-sheet-link")


def test_a_failure_inside_a_sheet_is_shown_there_and_back_works(visit, portico):
    tab = visit(GALLERY)
    present(tab, "#library-link")
    portico.set(layerFails="on")
    click(tab, "#record-1-link")
    tab.wait_for_text(SENTENCE, FAILED)
    portico.set(layerFails="off")
    tab.go_back()
    wait_for_stack(tab, "/dev/library")
    assert tab.text(f"{TOP} h1") == "Records"


@pytest.mark.holds("C13", "C14")
def test_a_page_whose_presenter_is_gone_shows_as_a_page(visit):
    tab = visit("/dev/orphan")
    assert (tab.count("dialog[open]"), tab.heading) == (0, "Page sheet")
    tab.goto(GALLERY)
    with tab.leaving():
        tab.click("#orphan-link")
    assert (tab.path, tab.count("dialog[open]"), tab.heading) == ("/dev/orphan", 0, "Page sheet")
    tab.go_back()
    tab.wait_for(f"location.pathname === '{GALLERY}'")


def test_without_script_a_dead_link_shows_the_error_page(visit):
    tab = visit(GALLERY, script=False)
    with tab.leaving():
        tab.click("#missing-link")
    assert (tab.screen, tab.path) == ("error", "/dev/missing")
    tab.go_back()
    tab.wait_for(f"location.pathname === '{GALLERY}'")
    assert stack(tab) == []


MISSING = "Check the address, or go to Home."


def test_a_dead_link_shows_its_error_in_a_sheet_over_the_page(visit):
    tab = visit(GALLERY)
    present(tab, "#form-sheet-link")
    tab.fill("#text-form-sheet", "typed")
    tab.of(f"{TOP} .page", f"e.append({elements('<a id=nothing href=/dev/missing data-portico-present>Nothing</a>')})")
    tab.click("#nothing")
    tab.wait_for_text(SENTENCE, MISSING)
    wait_until_still(tab)
    for part in ("[data-retry]", "svg"):
        assert not tab.of(f"{PENDING} {part}", "e.checkVisibility()"), "there is no indicator and no retry"
    tab.press("Escape")
    wait_for_stack(tab, f"{GALLERY}/form-sheet")
    assert (tab.value("#text-form-sheet"), tab.focus) == ("typed", "nothing")


def test_a_dead_link_inside_a_sheet_shows_its_error_there(visit):
    tab = visit(GALLERY)
    present(tab, "#library-link")
    tab.of("#record-1-link", "e.href = '/dev/missing'")
    tab.click("#record-1-link")
    tab.wait_for_text(SENTENCE, MISSING)
    tab.go_back()
    wait_for_stack(tab, "/dev/library")


def test_a_page_that_belongs_over_another_one_is_shown_there(visit):
    tab = visit(GALLERY)
    present(tab, "#page-sheet-link")
    with tab.leaving():
        tab.evaluate("void portico.present('/dev/presentations/popover/form-sheet')")
    wait_for_stack(tab, f"{GALLERY}/popover", f"{GALLERY}/popover/form-sheet")


@pytest.mark.holds("B14")
def test_a_sign_in_that_has_ended_brings_the_cover(visit, portico):
    tab = visit(GALLERY)
    portico.set(clockOffset=IDLE)
    click(tab)
    wait_for_cover(tab)
    portico.set(clockOffset=0)
    look(tab)
    wait_for_stack(tab, PAGE)
