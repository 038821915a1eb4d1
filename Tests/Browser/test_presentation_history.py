"""Every presented page has an address: the stack survives reloading, sharing, Back and Forward."""

import pytest

from support.layers import TOP, close, navigate, present, stack, wait_for_stack

pytestmark = pytest.mark.holds("C13")

GALLERY = "/dev/presentations"
PAGE, FORM, POPOVER = f"{GALLERY}/page-sheet", f"{GALLERY}/page-sheet/form-sheet", f"{GALLERY}/page-sheet/form-sheet/popover"


def open_three(tab):
    present(tab, "#page-sheet-link")
    present(tab, "#page-sheet-form-sheet-link")
    present(tab, "#form-sheet-popover-link")
    assert (stack(tab), tab.path) == ([PAGE, FORM, POPOVER], POPOVER)


def test_back_closes_one_layer_and_forward_opens_it_again(visit):
    tab = visit(GALLERY)
    open_three(tab)
    for urls in ([PAGE, FORM], [PAGE], []):
        tab.go_back()
        wait_for_stack(tab, *urls)
        assert tab.path == (urls[-1] if urls else GALLERY)
    for urls in ([PAGE], [PAGE, FORM], [PAGE, FORM, POPOVER]):
        tab.go_forward()
        wait_for_stack(tab, *urls)
        assert tab.path == urls[-1]
    tab.go_back()
    wait_for_stack(tab, PAGE, FORM)


def test_closing_a_layer_keeps_the_way_forward(visit):
    tab = visit(GALLERY)
    length = tab.evaluate("history.length")
    present(tab, "#page-sheet-link")
    close(tab)
    assert (tab.path, tab.evaluate("history.length")) == (GALLERY, length + 1)
    tab.go_forward()
    wait_for_stack(tab, PAGE)
    close(tab)
    assert tab.path == GALLERY


@pytest.mark.keeps_pages
@pytest.mark.every_engine
def test_opening_and_closing_again_and_again_leaves_one_step(visit):
    tab = visit("/?before")
    tab.goto(GALLERY)
    for _ in range(4):
        present(tab, "#form-sheet-link")
        close(tab)
    tab.back()
    assert tab.path == "/?before"


@pytest.mark.every_engine
def test_a_reload_shows_the_same_stack_with_the_same_ways_back(visit):
    tab = visit(GALLERY)
    open_three(tab)
    tab.reload()
    wait_for_stack(tab, PAGE, FORM, POPOVER)
    assert tab.count("dialog:modal") == 3
    tab.go_back()
    wait_for_stack(tab, PAGE, FORM)
    close(tab)
    assert (stack(tab), tab.path) == ([PAGE], PAGE)
    tab.go_back()
    wait_for_stack(tab)
    assert tab.path == GALLERY
    for urls in ([PAGE], [PAGE, FORM]):
        tab.go_forward()
        wait_for_stack(tab, *urls)


def test_a_shared_link_shows_the_same_stack(visit):
    tab = visit(POPOVER)
    wait_for_stack(tab, PAGE, FORM, POPOVER)
    assert tab.count("dialog[open]:modal") == 3
    assert tab.text(f"{TOP} h1") == "Popover"


@pytest.mark.keeps_pages
@pytest.mark.every_engine
def test_closing_a_deep_link_leads_down_to_the_presenter(visit):
    tab = visit("/?before")
    tab.goto(POPOVER)
    length = tab.evaluate("history.length")
    for path in (FORM, PAGE, GALLERY):
        close(tab)
        assert tab.path == path
    assert (stack(tab), tab.evaluate("history.length")) == ([], length)
    present(tab, "#page-sheet-link")
    tab.go_back()
    wait_for_stack(tab)
    tab.back()
    assert tab.path == "/?before"


@pytest.mark.keeps_pages
def test_back_from_a_deep_link_leaves_it(visit):
    tab = visit("/?before")
    tab.goto(FORM)
    present(tab, "#form-sheet-popover-link")
    tab.go_back()
    wait_for_stack(tab, PAGE, FORM)
    tab.back()
    assert (tab.path, stack(tab)) == ("/?before", [])


@pytest.mark.keeps_pages
@pytest.mark.every_engine
def test_a_way_through_other_documents_finds_the_stack_again(visit):
    tab = visit(GALLERY)
    present(tab, "#page-sheet-link")
    present(tab, "#page-sheet-form-sheet-link")
    tab.goto("/?elsewhere")
    tab.back()
    wait_for_stack(tab, PAGE, FORM)
    tab.go_back()
    wait_for_stack(tab, PAGE)
    tab.go_back()
    wait_for_stack(tab)


@pytest.mark.keeps_pages
def test_going_inside_a_sheet_is_a_step_and_closing_takes_all_of_them(visit):
    tab = visit("/?before")
    tab.goto(GALLERY)
    present(tab, "#library-link")
    navigate(tab, "#record-1-link")
    assert tab.path == "/dev/library/1"
    tab.go_back()
    wait_for_stack(tab, "/dev/library")
    tab.go_forward()
    wait_for_stack(tab, "/dev/library/1")
    tab.go_back()
    wait_for_stack(tab, "/dev/library")
    close(tab)
    assert tab.path == GALLERY
    tab.back()
    assert tab.path == "/?before"


@pytest.mark.whole_motion
@pytest.mark.every_engine
def test_several_steps_at_once(visit):
    tab = visit(GALLERY)
    open_three(tab)
    tab.evaluate("history.go(-3)")
    wait_for_stack(tab)
    tab.evaluate("history.go(3)")
    wait_for_stack(tab, PAGE, FORM, POPOVER)
    tab.evaluate("history.go(-2)")
    wait_for_stack(tab, PAGE)


def test_the_title_of_the_document_follows_the_topmost_page(visit):
    tab = visit(GALLERY)
    title = tab.evaluate("document.title")
    present(tab, "#page-sheet-link")
    assert tab.evaluate("document.title") == "Page sheet · Portico"
    present(tab, "#page-sheet-form-sheet-link")
    assert tab.evaluate("document.title") == "Form sheet · Portico"
    tab.go_back()
    wait_for_stack(tab, PAGE)
    assert tab.evaluate("document.title") == "Page sheet · Portico"
    close(tab)
    assert tab.evaluate("document.title") == title
