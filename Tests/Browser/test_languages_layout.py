"""In every language, the smallest window has room for the largest text."""

import pytest

from support.accessibility import CLIPPED, CUT_OFF, OVERLAPS, SPILLS
from support.languages import read_in, reader
from support.layers import wait_until_still
from support.people import ROOMY
from support.portico import Portico
from support.screens import BEHIND_THE_DOOR, FIRST, SIGNED_OUT, login_with_error

pytestmark = pytest.mark.holds("H1")

OPTIONS = {"PORTICO_ACCOUNTS_REGISTRATION": "open", **ROOMY}
#: So high that nothing scrolls under what stays in view.
SMALLEST = (320, 1600)
#: The texts of the first are 40 % longer than the English ones. The others have other letters, long words, and another direction.
LANGUAGES = ["en-XA", "ru", "ar", "zh-Hans"]


@pytest.fixture(autouse=True)
def only_chromium(engine):
    if engine != "chromium":
        pytest.skip("the lines of text are as long in every engine")


@pytest.fixture(scope="module")
def first_installation():
    portico = Portico().start()
    yield portico
    portico.close()


def faults(tab, language):
    assert tab.attribute("html", "lang") == language
    assert tab.of("html", "getComputedStyle(e).fontSize") == "23px"
    return tab.evaluate(CUT_OFF) + tab.evaluate(CLIPPED) + tab.evaluate(OVERLAPS) + (["spills"] if tab.evaluate(SPILLS) else [])


def test_a_title_between_long_words_is_not_broken_within_one(browse, engine, portico, signed_in):
    tab = browse(engine, portico, cookies=read_in(portico, signed_in, "ru", "L"), size=(320, 640), script=False)
    tab.goto("/profile/edit")
    title = "dialog .bar-title"
    assert tab.text(title) == "Изменить профиль"
    assert tab.of(title, "e.offsetHeight / parseFloat(getComputedStyle(e).lineHeight)") == pytest.approx(2, abs=0.1)


@pytest.mark.parametrize("language", LANGUAGES)
def test_nothing_is_cut_off_and_no_control_is_over_another(browse, engine, portico, signed_in, first_installation, language):
    found = {}
    administrator = read_in(portico, signed_in, language, "XXXL")
    # Without script, each page costs a fifth, and its layers have the same style.
    for place, cookies, paths in (
            (portico, reader(language, "XXXL"), SIGNED_OUT), (portico, administrator, BEHIND_THE_DOOR),
            (first_installation, reader(language, "XXXL"), [first_installation.setup_path])):
        tab = browse(engine, place, cookies=cookies, size=SMALLEST, script=False)
        for path in paths:
            tab.goto(path)
            found[path] = faults(tab, language)
    for screen, place in {login_with_error: portico, FIRST["set-up-problems"]: first_installation}.items():
        tab = browse(engine, place, cookies=reader(language, "XXXL"), size=SMALLEST)
        screen(tab, place)
        wait_until_still(tab)
        found[screen.__name__] = faults(tab, language)
    assert {place: problems for place, problems in found.items() if problems} == {}
