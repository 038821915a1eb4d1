"""The focus moves into a page, stays inside, and returns to the element that opened the page."""

import pytest

from support.layers import CANCEL, SAVE, TOP, close, has_focus_inside, navigate, present, stack, wait_for_stack
from support.steps import tab_to

pytestmark = pytest.mark.holds("C1", "C8")

GALLERY = "/dev/presentations"
STYLES = ["page-sheet", "form-sheet", "popover", "full-screen", "over-full-screen", "current-context", "confirmation-dialog"]


@pytest.mark.every_engine(styles=STYLES[:1])
@pytest.mark.parametrize("styles", [STYLES[:1], STYLES[1:]], ids=["page-sheet", "others"])
def test_tab_goes_round_inside(visit, styles):
    tab = visit(GALLERY, size=(1280, 800))
    for sample in styles:
        present(tab, f"#{sample}-link")
        assert has_focus_inside(tab)
        # Once around: the longest has fewer controls.
        for _ in range(20):
            tab.press("Tab")
            where = tab.evaluate("document.activeElement.closest('dialog')?.dataset.url ?? document.activeElement.localName")
            # Chromium and Firefox go through their own controls between the last and the first.
            assert where in (f"{GALLERY}/{sample}", "body", "html")
        tab.go_back()
        wait_for_stack(tab)
        assert tab.focus == f"{sample}-link"


def test_the_focus_comes_back_through_three_layers(visit):
    tab = visit(GALLERY)
    links = ["page-sheet-link", "page-sheet-form-sheet-link", "form-sheet-popover-link"]
    for link in links:
        present(tab, f"#{link}")
    for link in reversed(links):
        tab.press("Escape")
        wait_for_stack(tab, *stack(tab)[:links.index(link)])
        assert tab.focus == link


def test_the_focus_comes_back_inside_a_sheet_although_its_id_is_also_beneath(visit):
    tab = visit(GALLERY)
    present(tab, "#library-link")
    tab.evaluate("void (document.querySelector('.presenter .page').id = 'record-1-link')")
    navigate(tab, f"{TOP} #record-1-link")
    tab.go_back()
    wait_for_stack(tab, "/dev/library")
    assert tab.of(f"{TOP} #record-1-link", "e === document.activeElement")


@pytest.mark.every_engine
def test_the_focus_comes_back_after_back_and_after_a_reload(visit):
    tab = visit(GALLERY)
    present(tab, "#page-sheet-link")
    tab.go_back()
    wait_for_stack(tab)
    assert tab.focus == "page-sheet-link"
    present(tab, "#page-sheet-link")
    tab.reload()
    assert has_focus_inside(tab)
    close(tab)
    assert tab.focus == "page-sheet-link", "the opener is the link that leads there"


def test_the_focus_returns_to_the_replacement_of_the_opener(visit):
    tab = visit(GALLERY)
    present(tab, "#page-sheet-link")
    tab.of("#page-sheet-link", "e.replaceWith(e.cloneNode(true))")
    tab.press("Escape")
    wait_for_stack(tab)
    assert tab.focus == "page-sheet-link"


@pytest.mark.holds("C1")
def test_a_layer_has_a_name_and_one_heading(visit):
    tab = visit(GALLERY)
    for sample in STYLES:
        present(tab, f"#{sample}-link")
        assert tab.attribute(TOP, "aria-label") == tab.text(f"{TOP} h1")
        assert tab.count(f"{TOP} h1") == 1
        tab.go_back()
        wait_for_stack(tab)


def test_input_survives_the_start_of_the_script(visit, portico):
    tab = visit(f"{GALLERY}/form-sheet")
    assert tab.count("dialog:modal") == 1
    assert has_focus_inside(tab)
    tab.fill("#text-form-sheet", "typed")
    assert tab.value("#text-form-sheet") == "typed"


@pytest.mark.every_engine
def test_the_focused_element_is_not_under_the_bar(visit):
    tab = visit("/", size=(390, 500))
    assert tab.evaluate("""[...document.querySelectorAll('.presenter .page :is(a, button)')].reverse().filter(e => {
        e.focus();
        return e.getBoundingClientRect().top < document.querySelector('.presenter > .bar').getBoundingClientRect().bottom;
      }).map(e => e.id)""") == []
    assert tab.evaluate("document.activeElement.closest('.page') && scrollY < innerHeight"), "the first field has the focus"


RECORDS = "/dev/records"
#: The focus is on the dialog itself, or on a visible part of it that is not hidden from assistive technology.
FOCUS_IS_SEEN = """(e => e.checkVisibility({ visibilityProperty: true, opacityProperty: true })
    && e.getBoundingClientRect().width > 1 && !e.closest("[aria-hidden=true]"))(document.activeElement)"""


def by_mouse(tab):
    present(tab, "#record-1-link")


def by_keyboard(tab):
    tab_to(tab, "record-1-link")
    tab.press("Enter")
    wait_for_stack(tab, f"{RECORDS}/1")


@pytest.mark.every_engine(way=by_keyboard)
@pytest.mark.holds("C11", "C12")
@pytest.mark.parametrize("way", [by_mouse, by_keyboard], ids=lambda way: way.__name__)
def test_an_editor_begins_at_its_first_field(visit, way):
    tab = visit(RECORDS)
    way(tab)
    assert (tab.focus, tab.evaluate(FOCUS_IS_SEEN)) == ("record-name", True)
    tab.type("A")
    assert "A" in tab.value("#record-name")


NAME = '<input id="record-name"'
#: Fields that cannot take the focus.
UNUSABLE = ("<input {} disabled><fieldset disabled><input {}></fieldset><input {} hidden>"
            "<details><summary>More</summary><input {}></details>")


@pytest.mark.holds("C11", "C12")
@pytest.mark.parametrize(("fields", "begins_at"), [
    (f'{UNUSABLE.replace("{}", "")}<input type="submit"><select id="kind"><option>One</option></select>{NAME}', "#kind"),
    (f'{UNUSABLE.replace("{}", "autofocus")}{NAME}', "#record-name"),
    (f"{NAME} disabled", "")], ids=["fields", "autofocus", "none"])
def test_an_editor_begins_at_the_first_field_that_can_be_used(visit, engine, fields, begins_at):
    if engine != "chromium":
        pytest.skip("only this driver changes a page on its way")
    tab = visit(RECORDS)
    change_page(tab, f"{RECORDS}/1", NAME, fields)
    by_keyboard(tab)
    assert tab.of(f"{TOP} {begins_at}", "e === document.activeElement")


def change_page(tab, path, old, new):
    """Replaces markup of a page on its way to the tab."""
    def change(route):
        answer = route.fetch()
        assert old in answer.text()
        route.fulfill(response=answer, body=answer.text().replace(old, new))

    tab.page.route(f"**{path}", change)


@pytest.mark.holds("C11", "C12")
def test_the_profile_is_edited_by_the_keyboard_alone(visit_as_somebody_new):
    tab = visit_as_somebody_new("/")
    tab_to(tab, "edit-profile-link")
    tab.press("Enter")
    wait_for_stack(tab, "/profile/edit")
    assert tab.focus == "name"
    tab.press("Control+a")
    tab.type("Grace Brewster Hopper")
    tab.press("Enter")
    wait_for_stack(tab)
    assert tab.focus == "edit-profile-link"
    tab.wait_for_text("#profile-name .cell-value", "Grace Brewster Hopper")


@pytest.mark.holds("C11", "C12")
def test_a_key_that_is_held_opens_an_editor_and_does_not_send_it(visit, engine, portico):
    if engine != "chromium":
        pytest.skip("only this driver holds a key")
    tab = visit(RECORDS)
    tab_to(tab, "record-1-link")
    portico.gate.requests.clear()
    tab.page.keyboard.down("Enter")
    wait_for_stack(tab, f"{RECORDS}/1")
    for _ in range(3):
        tab.page.keyboard.down("Enter")
    tab.page.keyboard.up("Enter")
    tab.let_it_paint()
    assert (stack(tab), portico.gate.count("POST", f"{RECORDS}/1")) == ([f"{RECORDS}/1"], 0)


@pytest.mark.holds("C11", "C12")
def test_on_a_touch_screen_no_keyboard_covers_an_editor_that_opens(visit, engine):
    if engine != "chromium":
        pytest.skip("only this driver has a touch screen")
    tab = visit(RECORDS, touch=True)
    tab.protocol().send("Emulation.setEmulatedMedia", {"features": [{"name": "pointer", "value": "coarse"}]})
    by_mouse(tab)
    assert tab.of(TOP, "e === document.activeElement")
    assert not tab.evaluate("document.activeElement.matches(':focus-visible:not(dialog)')"), "no focus ring without a keyboard"


@pytest.mark.holds("E10")
def test_the_focus_stays_where_a_row_was_that_was_removed_elsewhere(visit_as_somebody_new, portico):
    tab = visit_as_somebody_new("/")
    elsewhere = portico.sign_in(tab.username)
    tab.goto("/account/sessions")
    button = tab.evaluate("[...document.querySelectorAll('#session-list .row-button')].at(-1).id")
    tab_to(tab, button)
    portico.ask("/session/end", elsewhere, account=f"local/{tab.username}")
    tab.wait_for(f"!document.getElementById('{button}')", "the row to be gone")
    tab.wait_for("document.activeElement.id === 'session-list'", "the focus in the list")
    tab.press("Tab")
    assert has_focus_inside(tab)


@pytest.mark.holds("E10")
def test_a_region_outside_the_screen_may_leave_with_the_focus(visit_as_somebody_new, portico, engine):
    if engine != "chromium":
        pytest.skip("only this driver changes a page on its way")
    tab = visit_as_somebody_new("/")
    change_page(tab, "/", "</body>", "<p id='own' data-portico-config><button id='own-button'>Own</button></p></body>")
    tab.goto("/")
    tab_to(tab, "own-button")
    change_page(tab, "/", "</body>", "<p id='own' data-portico-config hidden></p></body>")
    portico.ask("/profile", portico.sign_in(tab.username), account=f"local/{tab.username}", name="Third", note="")
    tab.wait_for("!document.querySelector('#own').checkVisibility()", "the region to hide")
    tab.wait_for_text("#profile-name .cell-value", "Third")


#: Questions about a loss: the page with the link, and its name.
QUESTIONS = {"/administration/brand": "reset-brand-link", "/administration/person/ada": "end-sessions-link"}


@pytest.mark.every_engine
@pytest.mark.holds("C1", "C8")
def test_the_next_key_loses_nothing_in_a_question(administer):
    tab = administer("/")
    for path, link in QUESTIONS.items():
        tab.goto(path)
        tab_to(tab, link)
        tab.press("Enter")
        tab.wait_for(f"document.activeElement.matches('{TOP} .choice-cancel')", "the focus on Cancel")
        wait_for_stack(tab, *stack(tab))
        tab.press("Enter")
        wait_for_stack(tab)
        assert tab.focus == link


@pytest.mark.holds("C1", "C8")
def test_a_question_that_is_opened_by_its_address_begins_at_cancel_too(visit):
    for script in (True, False):
        tab = visit("/session/end", script=script)
        assert tab.focus == "question-cancel"


@pytest.mark.holds("C11", "C12")
def test_tab_in_an_editor_goes_to_visible_elements(visit):
    tab = visit(RECORDS)
    by_keyboard(tab)
    for selector in (SAVE, CANCEL):
        tab.press("Shift+Tab")
        assert tab.of(selector, "e === document.activeElement"), selector
        assert tab.evaluate(FOCUS_IS_SEEN), selector
