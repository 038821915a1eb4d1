"""Pages in the languages of their readers. Tests/Programs reads every page in every language."""

import pytest

from support.layers import SAVE, TOP, answer, present, stack, wait_for_question, wait_for_stack
from support.overlay import let_toasts_stay, wait_for_toasts
from support.portico import PASSWORD
from support.session import IDLE, NOTE, look, wait_for_cover, wait_until_prepared
from support.steps import fill_in, go, sign_in
from support.texts import LANGUAGES, Texts, assert_translated

pytestmark = pytest.mark.holds("H2")

APPEARANCE = "/settings/appearance"
HUD = ".hud .hud-panel"


def choose(tab, language):
    """Chooses a language on the cover or on an error."""
    go(tab, f"#languages button[value='{language}']")


def language_of(tab):
    return tab.attribute("html", "lang"), tab.attribute("html", "dir")


def check(tab, texts):
    assert_translated(tab.evaluate("document.documentElement.outerHTML"), texts, tab.path)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_person_works_in_the_language_chosen_on_the_cover(browse, engine, portico, somebody, language):
    texts = Texts(language)
    tab = browse(engine, portico)
    tab.goto("/")
    fill_in(tab, somebody.username, "not the password at all")
    choose(tab, language)
    assert (tab.heading, tab.value("#username"), tab.value("#password")) == (texts("loginTitle"), somebody.username, "")
    check(tab, texts)

    fill_in(tab, somebody.username, "not the password at all")
    tab.click("#log-in")
    tab.wait_for_text("#sign-in-message", texts("loginWrongCredentials"))
    check(tab, texts)

    sign_in(tab, somebody.username)
    assert tab.screen == "main"
    check(tab, texts)

    let_toasts_stay(tab)
    present(tab, "#edit-profile-link")
    assert tab.text(f"{TOP} h1") == texts("editProfile")
    tab.fill("#note", NOTE)
    tab.press("Escape")
    wait_for_question(tab)
    check(tab, texts)
    answer(tab, "save")
    wait_for_stack(tab)
    wait_for_toasts(tab, texts("profileSaved"))
    check(tab, texts)

    portico.set(jobDelay=30_000)
    tab.goto("/account/data")
    tab.click("#export-button")
    tab.wait_for(f"document.querySelector('{HUD} progress')?.checkVisibility()", "the progress")
    assert tab.text(f"{HUD} .hud-text") == texts("yourData")
    check(tab, texts)
    tab.wait_for("!document.querySelector('[aria-busy=true]')", "the answer to the form")
    tab.of(f"{HUD} form button", "e.click()")
    tab.wait_for("!document.querySelector('.hud[open]')", "the end of the job")

    tab.goto("/nothing")
    assert (tab.screen, tab.heading) == ("error", texts("errorNotFoundTitle"))
    assert tab.of("#languages button", "getComputedStyle(e).textDecorationLine") == "underline", "it looks like a link"
    check(tab, texts)

    portico.ask("/password/reset", [], name=somebody.username)
    mail = somebody.mails.next(texts("mailResetSubject", "Portico"))
    assert_translated(mail.html, texts, "the mail")
    assert texts.english(mail.text.splitlines()) == []

    tab.goto("/")
    wait_until_prepared(tab)
    portico.set(clockOffset=IDLE)
    look(tab)
    wait_for_cover(tab, texts("loginTitle"))
    check(tab, texts)


def test_pages_and_sheets_are_in_the_language_that_the_browser_asks_for(browse, engine, portico, somebody):
    texts = Texts("ru")
    tab = browse(engine, portico, language="ru")
    tab.goto("/")
    check(tab, texts)
    somebody.log_in(tab)
    present(tab, "#account-link")
    assert tab.text(f"{TOP} h1") == texts("account")
    check(tab, texts)


@pytest.mark.every_engine
def test_open_pages_follow_a_choice_and_keep_input(visit_as_somebody_new):
    texts = Texts("ar")
    tab = visit_as_somebody_new("/")
    other, editor = tab.new_tab(), tab.new_tab()
    other.goto("/account")
    editor.goto("/profile/edit")
    editor.fill("#note", NOTE)
    present(tab, "#appearance-link")
    with other.leaving():
        with tab.leaving():
            tab.click("label:has(#language-ar)")
    assert (language_of(tab), language_of(other)) == (("ar", "rtl"), ("ar", "rtl"))
    assert (stack(tab), tab.text(f"{TOP} h1")) == ([APPEARANCE], texts("appearance"))
    assert (language_of(editor), editor.value("#note")) == (("en", "ltr"), NOTE)
    with editor.leaving():
        editor.click(SAVE)
    assert (language_of(editor), stack(editor)) == (("ar", "rtl"), [])
    assert NOTE in editor.text("main")


def test_every_choice_works_without_script(browse, engine, portico, somebody):
    tab = browse(engine, portico, script=False)
    tab.goto("/session/new?next=/account")
    fill_in(tab, somebody.username)
    choose(tab, "ru")
    assert (tab.heading, tab.value("#username"), tab.value("#password")) == (Texts("ru")("loginTitle"), somebody.username, "")
    tab.fill("#password", PASSWORD)
    go(tab, "#log-in")
    assert (tab.path, language_of(tab)) == ("/account", ("ru", "ltr"))
    tab.goto(APPEARANCE)
    tab.click("label:has(#language-ar)")
    go(tab, "#apply-appearance")
    assert language_of(tab) == ("ar", "rtl")
    tab.goto("/nothing")
    choose(tab, "id")
    assert (tab.path, language_of(tab), tab.heading) == ("/nothing", ("id", "ltr"), Texts("id")("errorNotFoundTitle"))
