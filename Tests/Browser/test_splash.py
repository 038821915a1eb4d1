"""The splash: painted first, and only until the end of the launch."""

import io

import pytest
from PIL import Image

from support.steps import assert_cover
from support.waiting import wait_until

pytestmark = pytest.mark.holds("A1", "A2")

COVER_COLOUR = (255, 204, 0)
HELD = 6000


@pytest.mark.every_engine(script=True)
@pytest.mark.parametrize("script", [True, False], ids=["script", "no-script"])
def test_the_splash_is_painted_before_a_held_launch_ends_in_the_login(browse, engine, portico, script):
    tab = browse(engine, portico, script=script, streaming=True)
    portico.set(launchDelay=HELD)
    begin_and_see_splash(tab, portico)
    tab.wait_for_screen("login")
    tab.wait_until_ready()
    assert_cover(tab)
    assert tab.evaluate("document.title") == ("Log in · Portico" if script else "Portico")
    assert_splash_is_gone(tab, script)
    assert portico.gate.count("GET", "/") == 1


@pytest.mark.holds("A1", "A2", "A4")
def test_the_splash_gives_way_to_the_main_screen_in_the_same_response(visit, portico):
    tab = visit("/", streaming=True)
    title = tab.evaluate("document.title")
    portico.set(launchDelay=HELD)
    begin_and_see_splash(tab, portico)
    tab.wait_for_screen("main")
    tab.wait_until_ready()
    assert tab.evaluate("document.title") == title != "Portico", "the tab has the title of the page"
    assert_splash_is_gone(tab, script=True)
    assert portico.gate.count("GET", "/") == 1


def test_a_quick_launch_shows_no_splash(browse, engine, portico):
    tab = browse(engine, portico)
    tab.goto("/")
    assert tab.attribute("#screen", "data-follows-splash") is None
    assert_splash_is_gone(tab, script=True)


def begin_and_see_splash(tab, portico):
    portico.gate.requests.clear()
    tab.begin("/")
    image = wait_until(lambda: splash_in(tab.screenshot()), "the splash to be painted")
    assert tab.count("#screen") == 0, "the splash appeared only after the screen"
    colours = {colour for _, colour in image.crop(middle(image)).getcolors(1 << 20)}
    assert len(colours) > 1, "there is no mark on the splash"


def splash_in(screenshot):
    """The picture, if its corners and edges have only the colour of the cover."""
    image = Image.open(io.BytesIO(screenshot)).convert("RGB")
    width, height = image.size
    edges = [(4, 4), (width - 5, 4), (4, height - 5), (width - 5, height - 5), (width // 2, height // 10)]
    # The cover has the same colour, but also a button; the splash has nothing in that place.
    form = image.crop((20, int(height * 0.62), width // 2 - 60, int(height * 0.8))).getcolors(1 << 20)
    return image if all(image.getpixel(edge) == COVER_COLOUR for edge in edges) and len(form) == 1 else None


def middle(image):
    width, height = image.size
    return width // 2 - 60, height // 2 - 60, width // 2 + 60, height // 2 + 60


def assert_splash_is_gone(tab, script):
    """Asserts that the splash is not visible; with script, that it is not in the document either."""
    left = tab.evaluate("document.querySelector('#root').shadowRoot.querySelectorAll('[part=splash]').length")
    assert left == (0 if script and tab.look.script else 1)
    assert tab.evaluate("document.querySelector('#root').shadowRoot.querySelector('slot').assignedElements()[0].id") == "screen"
