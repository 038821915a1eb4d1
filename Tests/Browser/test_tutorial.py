"""The application of docs/tutorial.md, in Examples/Shop: a home page, an editor with conflicts, a job, a live region
and public files."""

import pytest

from support.layers import MESSAGE, SAVE, answer, present, press, stack, wait_for_stack
from support.portico import BOOKSHOP, PASSWORD, Portico
from support.waiting import wait_until

EMMA = "#book-1 .cell-value"


@pytest.fixture(scope="module")
def installation():
    """A server of the application, with two accounts."""
    shop = Portico(command=(BOOKSHOP, "serve"), PORTICO_PUBLIC_DIRECTORY=None)
    for name in ("ada", "grace"):
        shop.users("add", name, "--name", name.title(), password=PASSWORD)
    yield shop.start()
    shop.close()


@pytest.fixture(scope="module")
def cookies(installation):
    """The cookies of a browser for each of the two accounts."""
    return {name: installation.sign_in(name) for name in ("ada", "grace")}


@pytest.fixture
def home(browse, engine, portico, cookies):
    def home(username="ada"):
        tab = browse(engine, portico, cookies=cookies[username])
        tab.goto("/")
        return tab

    return home


@pytest.mark.holds("A4", "E1")
def test_the_home_replaces_the_main_screen(home):
    tab = home()
    assert (tab.path, tab.heading, tab.count("#profile")) == ("/", "Books", 0)
    assert tab.of(".shop-sign", "getComputedStyle(e).textAlign") == "center"
    tab.wait_for("document.querySelector('.shop-sign img').naturalWidth > 0", "the sign")
    present(tab, "#menu-link")
    with tab.leaving():
        tab.click("#menu-settings-link")
    assert (tab.path, tab.heading, tab.count("#profile")) == ("/settings", "Settings", 1)
    with tab.leaving():
        tab.click("#home")
    assert (tab.path, tab.heading) == ("/", "Books")


@pytest.mark.holds("C12", "D8", "E10")
def test_a_book_is_edited_over_the_home(home):
    tab, other = home(), home("grace")
    present(tab, "#book-1-link")
    tab.fill("#stock", "-1")
    press(tab, SAVE)
    tab.wait_for_text("#stock-problem", "Enter 0 or more.")
    assert (tab.value("#stock"), stack(tab)) == ("-1", ["/books/1"])
    tab.fill("#stock", "7")
    press(tab, SAVE)
    wait_for_stack(tab)
    tab.wait_for_text(".toast .toast-text", "Emma is saved")
    tab.wait_for_text(EMMA, "7 copies")
    other.wait_for_text(EMMA, "7 copies")


@pytest.mark.holds("C12")
def test_a_mistake_is_shown_while_the_person_types(home, portico):
    tab = home()
    present(tab, "#book-1-link")
    stock = tab.value("#stock")
    assert tab.of("#stock-problem", "getComputedStyle(e).display") != "none", "screen readers announce inserted text"
    for typed, problem in (("-1", "Enter 0 or more."), ("", "Fill in this field."), (f"{stock}0", "")):
        tab.fill("#stock", typed)
        tab.wait_for_text("#stock-problem", problem)
        tab.wait_for(f"(document.querySelector('#stock').ariaInvalid === 'true') === {str(bool(problem)).lower()}")
        assert (tab.focus, tab.value("#stock"), stack(tab)) == ("stock", typed, ["/books/1"])
    assert tab.attribute("#stock-problem", "aria-live") == "polite"
    portico.gate.requests.clear()
    tab.fill("#title", "")
    tab.wait_for_text("#title-problem", "Fill in this field.")
    assert portico.gate.count("POST", "/books/1") == 1, "one request for a pause"
    tab.press("Escape")
    answer(tab, "discard")
    wait_for_stack(tab)
    assert tab.text(EMMA) == f"{stock} copies", "nothing was saved"


@pytest.mark.holds("C12")
def test_a_mistake_is_shown_that_was_made_before_the_script_for_it_had_come(home, portico):
    tab = home()
    module = "new URL('../validating.js', document.querySelector('script[type=module]').src)"
    with portico.gate.holding("GET", tab.evaluate(f"{module}.pathname")):
        present(tab, "#book-1-link")
        tab.fill("#stock", "-1")
    tab.wait_for_text("#stock-problem", "Enter 0 or more.")


@pytest.mark.holds("C12")
def test_problems_of_earlier_input_are_not_shown(home, portico):
    tab = home()
    portico.gate.requests.clear()
    present(tab, "#book-1-link")
    tab.of("#stock-problem", "void (window.said = [], new MutationObserver(() => said.push(e.textContent))"
                             ".observe(e, { childList: true }))")
    with portico.gate.keeping("POST", "/books/1") as has_come:
        tab.fill("#stock", "-1")
        assert has_come(30)
        tab.fill("#stock", "7")
        wait_until(lambda: portico.gate.count("POST", "/books/1") == 2, "the question about the second")
    tab.fill("#title", "")
    tab.wait_for_text("#title-problem", "Fill in this field.")
    assert "Enter 0 or more." not in tab.evaluate("said")


@pytest.mark.holds("E10")
def test_a_book_that_two_edit_is_not_overwritten(home):
    first, second = home(), home("grace")
    for tab, stock in ((first, "8"), (second, "9")):
        present(tab, "#book-2-link")
        tab.fill("#stock", stock)
    press(first, SAVE)
    wait_for_stack(first)
    press(second, SAVE)
    second.wait_for_text("#stock-theirs", "Saved version: 8")
    assert (second.value("#stock"), stack(second)) == ("9", ["/books/2"])
    assert second.text(MESSAGE).startswith("This was changed elsewhere")
    press(second, SAVE)
    wait_for_stack(second)
    first.wait_for_text("#book-2 .cell-value", "9 copies")


@pytest.mark.holds("E4", "E10")
def test_a_switch_changes_all_pages_of_the_person(home):
    tab, other = home(), home()
    tab.click("#scarce-switch")
    for page in (tab, other):
        page.wait_for("document.querySelector('#scarce-switch').ariaChecked === 'true'", "the switch")
        page.wait_for("!document.querySelector('#book-1')", "the list")
    tab.click("#scarce-switch")
    other.wait_for("document.querySelector('#book-1')", "the list")


@pytest.mark.holds("D7")
def test_the_report_downloads_when_it_is_ready(home, portico):
    tab = home()
    tab.click("#report")
    tab.wait_for("document.querySelector('.hud .hud-panel progress')?.checkVisibility()", "the progress")
    wait_until(lambda: any(path.endswith("/result") for _, path in portico.gate.requests), "the download")
    tab.wait_for_text(".toast .toast-text", "Ready: The report")
    assert tab.path == "/"
