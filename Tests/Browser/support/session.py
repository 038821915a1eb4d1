"""A session that ends while its page is open, and the person's next steps."""

from .layers import present, wait_until_still
from .portico import PASSWORD
from .steps import COVER as PLEASE

#: Seconds after which an unused sign-in has ended, but a used one has not.
IDLE = 15 * 86_400
COVER = "[data-covers]:not([data-leaving])"
#: The visible parts of the page under the cover.
IN_SIGHT = f"""[...document.querySelectorAll('#screen > :not({COVER}), #screen > :not({COVER}) *')]
    .filter(e => e.checkVisibility({{ visibilityProperty: true }})).map(e => e.outerHTML.slice(0, 80))"""

#: Sends requests with the page's own script.
REQUEST = "import(document.querySelector('script[type=module]').src).then(({ request }) => %s)"
SOON = "You’ll be logged out in two minutes because you haven’t been active"
NOTE = "Half a thought"
TRACES = """[document.documentElement.innerHTML, document.title, JSON.stringify(history.state),
    JSON.stringify({ ...sessionStorage }), JSON.stringify({ ...localStorage })].join()"""


def type_a_note(tab, text=NOTE):
    """Begins to edit the profile."""
    present(tab, "#edit-profile-link")
    tab.fill("#note", text)


def assert_nothing_is_left(tab):
    """Asserts that only the cover is left, without a trace of the person."""
    assert (tab.screen, tab.heading) == ("login", PLEASE)
    traces = tab.evaluate(TRACES)
    assert NOTE not in traces and "Grace Hopper" not in traces and tab.username not in traces


def look(tab):
    """Makes the tab visible again, as when the person returns to it."""
    tab.evaluate("void document.dispatchEvent(new Event('visibilitychange'))")


def use_and_leave(portico, tab, seconds):
    """Uses the sign-in, and moves the clock to `seconds` before its end. The first step of a minute makes the use
    count, because uses are recorded once a minute."""
    portico.set(clockOffset=61)
    assert portico.ask("/", tab.brought)[0] == 200
    portico.set(clockOffset=61 + IDLE - 86_400 - seconds)


def press_unseen(tab, selector):
    """Clicks by script, because the stream may bring the cover before a real click."""
    tab.of(selector, "e.click()")


def wait_until_prepared(tab):
    """Waits until the page has prefetched the cover and the menu."""
    tab.wait_for("['/session/new', '/menu'].every((page) => performance.getEntriesByType('resource')"
                 ".some(({ name }) => name.endsWith(page)))", "the cover and the menu, fetched ahead")


def wait_for_cover(tab, visible=PLEASE):
    tab.wait_for(f"document.querySelector('{COVER}')?.matches(':modal')", "the cover over the page")
    wait_until_still(tab)
    assert tab.text(f"{COVER} h1") == visible
    assert tab.evaluate(IN_SIGHT) == []
    assert tab.evaluate(f"document.querySelector('{COVER}').contains(document.activeElement)")


def is_covered(tab):
    return tab.count(COVER) == 1


def come_back(tab, username, password=PASSWORD):
    """Signs in on the cover, and waits until it has left."""
    log_in(tab, username, password)
    wait_until_uncovered(tab)


def log_in(tab, username, password=PASSWORD):
    tab.fill("#username", username)
    tab.fill("#password", password)
    tab.click("#log-in")


def wait_for_cover_to_leave(tab):
    tab.wait_for("document.querySelectorAll('[data-covers]').length === 0", "the cover to leave")


def wait_until_uncovered(tab):
    wait_for_cover_to_leave(tab)
    wait_until_still(tab)
    wait_until_nothing_is_locked(tab)


def wait_until_nothing_is_locked(tab):
    """Waits until no tab of the browser holds or requests the lock for requests."""
    tab.wait_for("""navigator.locks.query().then(({ held, pending }) =>
        ![...held, ...pending].some(({ name }) => name === "portico"))""", "the lock to be free")
