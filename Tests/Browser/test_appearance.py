"""Colour theme and text size: chosen in a sheet, stored for the person, and in the first byte of every page."""

import urllib.request

import pytest

from support.layers import TOP, close, present, stack
from support.portico import PASSWORD
from support.steps import assert_cover, sign_in, sign_out
from support.waiting import wait_until

pytestmark = pytest.mark.holds("E4")

APPEARANCE = "/settings/appearance"
BACKGROUND = "getComputedStyle(document.querySelector('.presenter') ?? document.body).backgroundColor"
REM = "getComputedStyle(document.documentElement).fontSize"


def choose(tab, *choices):
    """Chooses in the open sheet."""
    for choice in choices:
        tab.click(f"label:has(#{choice})")


def look(tab):
    return tab.attribute("html", "data-theme"), tab.attribute("html", "data-text-size")


def first_bytes(portico, cookies, path="/"):
    """The first tag of a document, as sent to this browser."""
    pairs = "; ".join(f"{cookie['name']}={cookie['value']}" for cookie in cookies)
    request = urllib.request.Request(portico.origin + path, headers={"Cookie": pairs, "Accept": "text/html"})
    with urllib.request.urlopen(request, timeout=10) as answer:
        page = answer.read().decode()
    return page[page.index("<html"):page.index("<head>")].strip()


def test_a_choice_takes_effect_at_once_and_stays(visit_as_somebody_new, browse, portico, engine):
    tab = visit_as_somebody_new("/")
    assert look(tab) == (None, "L")
    present(tab, "#appearance-link")
    choose(tab, "appearance-dark", "textSize-XXL")
    tab.wait_for("document.documentElement.dataset.theme === 'dark' && document.documentElement.dataset.textSize === 'XXL'")
    assert (tab.evaluate(REM), stack(tab)) == ("21px", [APPEARANCE])
    assert tab.of("#appearance-dark", "e.checked") and tab.of("#textSize-XXL", "e.checked")
    close(tab)
    tab.wait_for("document.querySelector('#appearance .cell-value').textContent.includes('Dark')", "the summary beneath")
    assert look(tab) == ("dark", "XXL")
    tab.reload()
    assert look(tab) == ("dark", "XXL")

    cookies = [cookie for cookie in tab.brought if cookie["name"] != "portico-look"] + tab.cookies()
    for path in ("/", APPEARANCE):
        assert 'data-theme="dark" data-text-size="XXL"' in first_bytes(portico, cookies, path)
    another = browse(engine, portico, cookies=cookies)
    another.goto(APPEARANCE)
    assert look(another) == ("dark", "XXL")


def test_the_choice_outlives_a_sign_out(visit_as_somebody_new, portico, engine):
    tab = visit_as_somebody_new(APPEARANCE)
    choose(tab, "appearance-dark")
    tab.wait_for("document.documentElement.dataset.theme === 'dark'")
    close(tab)
    sign_out(tab)
    assert_cover(tab)
    assert look(tab) == ("dark", "L"), "the cover has the last look of this browser"
    assert 'data-theme="dark"' in first_bytes(portico, tab.cookies())
    sign_in(tab, username=tab.username)
    assert look(tab) == ("dark", "L")


PAGES = ["/", "/about", "/accounts", "/administration", "/administration/people"]


@pytest.mark.holds("E4", "E10")
def test_every_open_page_follows_a_choice_made_elsewhere(browse, engine, portico):
    username = f"follower-{engine}"
    portico.users("add", username, "--name", "Grace Hopper", "--administrator", password=PASSWORD)
    cookies = portico.sign_in(username)
    tab = browse(engine, portico, cookies=cookies)
    for path in PAGES:
        tab.goto(path)
        for theme, size in (("dark", "XXL"), ("light", "S")):
            portico.ask(APPEARANCE, cookies, account=f"local/{username}", appearance=theme, textSize=size)
            tab.wait_for(f"document.documentElement.dataset.theme === '{theme}'", f"the theme on {path}")
            assert look(tab) == (theme, size)
            assert tab.attribute("meta[name=color-scheme]", "content") == theme


def test_the_choice_is_the_person_s_on_any_browser(visit_as_somebody_new, browse, portico, engine):
    tab = visit_as_somebody_new(APPEARANCE)
    choose(tab, "textSize-XS")
    tab.wait_for("document.documentElement.dataset.textSize === 'XS'")
    other = browse(engine, portico)
    other.goto("/")
    assert look(other) == (None, "L")
    sign_in(other, username=tab.username)
    assert look(other) == (None, "XS")


def test_light_stays_on_a_dark_system(visit_as_somebody_new):
    tab = visit_as_somebody_new(APPEARANCE, dark=True)
    dark = tab.evaluate(BACKGROUND)
    choose(tab, "appearance-light")
    tab.wait_for("document.documentElement.dataset.theme === 'light'")
    close(tab)
    light = tab.evaluate(BACKGROUND)
    assert (dark, light) != (light, dark)
    assert tab.attribute("meta[name=theme-color]", "content")
    tab.reload()
    assert tab.evaluate(BACKGROUND) == light
    present(tab, "#appearance-link")
    choose(tab, "appearance-automatic")
    tab.wait_for("document.documentElement.dataset.theme === undefined")
    close(tab)
    assert tab.evaluate(BACKGROUND) != light


@pytest.mark.every_engine
@pytest.mark.holds("C7", "E4")
def test_all_seven_sizes_are_chosen_by_the_keyboard(visit_as_somebody_new):
    tab = visit_as_somebody_new(APPEARANCE)
    tab.click("label:has(#textSize-XS)")
    sizes = []
    for size in ("XS", "S", "M", "L", "XL", "XXL", "XXXL"):
        tab.wait_for(f"document.documentElement.dataset.textSize === '{size}'", f"the size {size}")
        sizes.append(float(tab.evaluate(REM).removesuffix("px")))
        assert tab.focus == f"textSize-{size}"
        if size != "XXXL":
            tab.press("ArrowDown")
    assert sizes == [14, 15, 16, 17, 19, 21, 23]


def test_quick_changes_end_with_the_last_one(visit_as_somebody_new, portico):
    tab = visit_as_somebody_new(APPEARANCE)
    with portico.gate.holding("POST", APPEARANCE):
        for choice in ("appearance-dark", "appearance-light", "appearance-dark"):
            tab.of(f"#{choice}", "e.click()")
    tab.wait_for("document.documentElement.dataset.theme === 'dark'")
    tab.wait_for("!document.querySelector('#appearance-form').ariaBusy", "the end of sending")
    tab.reload()
    assert (look(tab)[0], tab.of("#appearance-dark", "e.checked")) == ("dark", True)


def test_returning_at_once_to_the_former_choice_works(visit_as_somebody_new, portico):
    tab = visit_as_somebody_new(APPEARANCE)
    before = portico.gate.count("POST", APPEARANCE)
    with portico.gate.holding("POST", APPEARANCE):
        for choice in ("textSize-S", "textSize-L"):
            tab.of(f"#{choice}", "e.click()")
    wait_until(lambda: portico.gate.count("POST", APPEARANCE) == before + 2, "the second choice to be sent")
    tab.wait_for("!document.querySelector('#appearance-form').ariaBusy", "the end of sending")
    tab.wait_for("document.documentElement.dataset.textSize === 'L'", "the size")
    assert tab.of("#textSize-L", "e.checked")


def test_the_sheet_is_half_high_and_grows(visit_as_somebody_new):
    tab = visit_as_somebody_new("/", size=(390, 844))
    present(tab, "#appearance-link")
    assert round(tab.box(TOP)[3]) == 422
    tab.click(f"{TOP} .grabber")
    tab.wait_for(f"document.querySelector('{TOP}').getBoundingClientRect().height > 700")
