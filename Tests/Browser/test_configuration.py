"""Settings of people: in two tabs at the same time, and as a file."""

import json

import pytest

from support.layers import TOP, navigate, press, stack, wait_for_stack, wait_until_still
from support.steps import choose_file

pytestmark = pytest.mark.holds("E10")

APPEARANCE = "/settings/appearance"
FILE = "/account/settings"


def test_two_different_choices_are_both_announced(visit_as_somebody_new, portico):
    tab, other = visit_as_somebody_new(APPEARANCE), visit_as_somebody_new(APPEARANCE)
    seen = {"account": f"local/{tab.username}", "version": tab.value(f"{TOP} [name=version]")}
    for size in ["XXL", "S"]:
        portico.ask(APPEARANCE, tab.brought, textSize=size, **seen)
    # A toast leaves after some seconds, so it is checked first.
    for page in [tab, other]:
        page.wait_for("[...document.querySelectorAll('.toast')].some(e => e.textContent.includes('also changed elsewhere'))",
                      "the word of it")
    for page in [tab, other]:
        page.wait_for("document.querySelector('#textSize-S').checked", "the later one")


@pytest.mark.every_engine
@pytest.mark.holds("E3", "E4", "E10")
def test_a_choice_in_another_browser_moves_the_mark(visit_as_somebody_new, portico):
    tab = visit_as_somebody_new(APPEARANCE)
    portico.ask(APPEARANCE, tab.brought, account=f"local/{tab.username}", textSize="XXL")
    tab.wait_for("document.querySelector('#textSize-XXL').checked", "the mark")
    wait_until_still(tab)
    tab.click("label:has(#appearance-dark)")
    tab.wait_for("document.documentElement.dataset.theme === 'dark'")
    assert tab.attribute("html", "data-text-size") == "XXL"


def test_the_mark_moves_away_from_the_chosen_value(visit_as_somebody_new, portico):
    tab = visit_as_somebody_new(APPEARANCE)
    tab.click("label:has(#appearance-dark)")
    tab.wait_for("document.documentElement.dataset.theme === 'dark'", "the choice")
    tab.wait_for("!document.querySelector('[aria-busy=true]')", "the end of it")
    portico.ask(APPEARANCE, tab.brought, account=f"local/{tab.username}", appearance="light")
    tab.wait_for("document.querySelector('#appearance-light').checked", "the mark")


def test_the_mark_moves_to_the_previous_choice(visit_as_somebody_new, portico):
    tab = visit_as_somebody_new(APPEARANCE)
    for choice, is_dark in (("dark", "true"), ("automatic", "false")):
        tab.click(f"label:has(#appearance-{choice})")
        tab.wait_for(f"(document.documentElement.dataset.theme === 'dark') === {is_dark}", "the choice")
    tab.wait_for("!document.querySelector('[aria-busy=true]')", "the end of it")
    portico.ask(APPEARANCE, tab.brought, account=f"local/{tab.username}", appearance="dark")
    tab.wait_for("document.querySelector('#appearance-dark').checked", "the mark, where it was before")


def test_a_selection_stays_until_it_is_gone(visit_as_somebody_new, portico):
    tab = visit_as_somebody_new("/")
    name = tab.text("#profile-name .cell-value")
    tab.evaluate("void getSelection().selectAllChildren(document.querySelector('#profile-name .cell-value'))")
    portico.ask("/profile", tab.brought, account=f"local/{tab.username}", name="Another", pronouns="", note="")
    portico.ask(APPEARANCE, tab.brought, account=f"local/{tab.username}", appearance="dark")
    tab.wait_for("document.documentElement.dataset.theme === 'dark'", "what changed beside it")
    assert (tab.text("#profile-name .cell-value"), tab.evaluate("getSelection().toString()")) == (name, name)
    tab.evaluate("void getSelection().removeAllRanges()")
    tab.wait_for_text("#profile-name .cell-value", "Another")


@pytest.mark.holds("E4")
def test_settings_come_back_from_their_file(visit_as_somebody_new, portico):
    tab = visit_as_somebody_new("/account")
    portico.ask(APPEARANCE, tab.brought, account=f"local/{tab.username}", appearance="dark", textSize="XL")
    navigate(tab, "#settings-file-link")
    assert stack(tab)[-1] == FILE
    status, headers, text = portico.ask(tab.attribute("#settings-download", "href"), tab.brought)
    assert (status, headers["Content-Type"]) == (200, "application/json")
    assert headers["Content-Disposition"].startswith("attachment")
    assert json.loads(text)["values"] == {"appearance": "dark", "textSize": "XL"}
    portico.ask(APPEARANCE, tab.brought, account=f"local/{tab.username}", appearance="light", textSize="S")
    tab.wait_for("document.documentElement.dataset.textSize === 'S'")

    choose_file(tab, "#file", "settings.json",
                '{"portico": "configuration", "version": 1, "values": {"textSize": "huge"}}')
    press(tab, "#settings-import")
    words = "Nothing was imported. Invalid value: textSize"
    tab.wait_for(f"document.querySelector('#file-problem')?.textContent === '{words}'")
    choose_file(tab, "#file", "settings.json", text)
    press(tab, "#settings-import")
    # The toast leaves after some seconds, so it is checked first.
    tab.wait_for("[...document.querySelectorAll('.toast')].some(e => e.textContent.includes('Settings imported'))")
    tab.wait_for("document.documentElement.dataset.theme === 'dark' && document.documentElement.dataset.textSize === 'XL'")
    wait_for_stack(tab, "/account")


def test_the_list_of_sign_ins_follows_changes(visit_as_somebody_new, portico):
    tab = visit_as_somebody_new("/account/sessions")
    count = "document.querySelectorAll('#session-list .row-button').length"
    before = tab.evaluate(count)
    cookies = portico.sign_in(tab.username)
    tab.wait_for(f"{count} === {before + 1}", "the other browser")
    portico.ask("/session/end", cookies, account=f"local/{tab.username}")
    tab.wait_for(f"{count} === {before}", "its end")
