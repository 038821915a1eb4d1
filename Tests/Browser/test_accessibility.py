"""Every screen: without sight, enlarged, and in a small window; without violations of the content security policy."""

import pytest

from support.accessibility import CUT_OFF, SPILLS, axe
from support.portico import Portico
from support.screens import FIRST, ORDINARY

pytestmark = pytest.mark.holds("B8")

SCREENS = {**ORDINARY, **FIRST}
REPEATED_IDS = """[...document.querySelectorAll('[id]')].map(e => e.id).filter((id, i, all) => all.indexOf(id) !== i)"""


@pytest.fixture(scope="module")
def first_installation():
    portico = Portico().start()
    yield portico
    portico.close()


@pytest.fixture
def show(browse, engine, portico, first_installation):
    def show(screen, **look):
        place = first_installation if screen in FIRST else portico
        tab = browse(engine, place, **look)
        SCREENS[screen](tab, place)
        return tab

    return show


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
@pytest.mark.parametrize("screen", SCREENS)
def test_a_screen_is_accessible_and_well_formed(show, engine, screen, dark):
    if engine == "webkit" and not dark:
        pytest.skip("the light form is checked in the other two")
    tab = show(screen, dark=dark)
    assert tab.evaluate("matchMedia('(prefers-color-scheme: dark)').matches") == dark
    assert tab.count("h1") == tab.count("#screen[data-screen]") == 1
    assert tab.evaluate("document.documentElement.lang") == "en"
    assert tab.evaluate("document.title").endswith("Portico")
    assert tab.count("script:not([src]), style, [style]:not(#screen), [onclick], [onload], [onsubmit]") == 0
    assert tab.evaluate(REPEATED_IDS) == []
    assert axe(tab) == []


@pytest.mark.parametrize("screen", SCREENS)
def test_nothing_spills_over_in_a_narrow_window(show, engine, screen):
    tab = show(screen, size=(320, 640))  # WebKit's minimum window width is 334.
    for size in ("L", "XXXL"):
        tab.evaluate(f"document.documentElement.dataset.textSize = '{size}'")
        assert not tab.evaluate(SPILLS), size
        assert tab.evaluate(CUT_OFF) == [], size


@pytest.mark.parametrize("screen", ["login", "main"])
def test_targets_are_large_enough_for_fingers(show, engine, screen):
    tab = show(screen)
    small = tab.evaluate(
        "[...document.querySelectorAll('button:not([hidden]), a, label.check, input:not([type=hidden], [type=checkbox])')]"
        ".filter(e => e.getBoundingClientRect().height < 44).map(e => e.outerHTML.slice(0, 80))")
    assert small == []
