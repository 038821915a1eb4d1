"""Every screen: without sight, enlarged, and in a small window; without violations of the content security policy."""

import pytest

from support.accessibility import CUT_OFF, SPILLS, axe_in_both
from support.portico import Portico
from support.screens import FIRST, ORDINARY

pytestmark = pytest.mark.holds("B8")

SCREENS = {**ORDINARY, **FIRST}
REPEATED_IDS = """[...document.querySelectorAll('[id]')].map(e => e.id).filter((id, i, all) => all.indexOf(id) !== i)"""
#: Controls too low for a finger.
SMALL = """[...document.querySelectorAll('button:not([hidden]), a, label.check, input:not([type=hidden], [type=checkbox])')]
    .filter(e => e.getBoundingClientRect().height < 44).map(e => e.outerHTML.slice(0, 80))"""


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


@pytest.mark.parametrize("screen", SCREENS)
def test_a_screen_serves_everybody_and_is_well_formed(show, engine, screen):
    tab = show(screen, dark=engine != "chromium")
    assert tab.count("h1") == tab.count("#screen[data-screen]") == 1
    assert tab.evaluate("document.documentElement.lang") == "en"
    assert tab.evaluate("document.title").endswith("Portico")
    assert tab.count("script:not([src]), style, [style]:not(#screen), [onclick], [onload], [onsubmit]") == 0
    assert tab.evaluate(REPEATED_IDS) == []
    assert axe_in_both(tab) == []
    if screen in ("login", "main"):
        assert tab.evaluate(SMALL) == []
    tab.resize(320, 640)  # WebKit's window is never less than 334 wide.
    for size in ("L", "XXXL"):
        tab.evaluate(f"document.documentElement.dataset.textSize = '{size}'")
        assert not tab.evaluate(SPILLS), size
        assert tab.evaluate(CUT_OFF) == [], size
