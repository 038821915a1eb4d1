"""Pages over each other: steps that open and close them."""

import json
from contextlib import contextmanager

from .waiting import wait_until

#: The addresses of the shown layers, bottom to top.
STACK = "[...document.querySelectorAll('dialog[open][data-url]')].map(e => e.dataset.url)"
#: The addresses in the current history entry, if script made it.
ENTRY = "history.state?.portico?.layers.map(layer => layer.trail.at(-1))"
TOP = "dialog[open][data-url]:not(:has(~ dialog[open][data-url]))"
QUESTION = "dialog[data-question][open]"
PENDING = "dialog[data-pending][open]"
#: Cancel and Save of an editor, and its message.
CANCEL, SAVE = f"{TOP} .bar button[formaction]", f"{TOP} .bar button.bar-item:not([formaction])"
MESSAGE = f"{TOP} .page-message"
#: No animation runs, except endless ones, scroll-driven ones, the loading line of a bar, the time of toasts, and that of fields,
#: which moves nothing, and which Firefox never ends in closed details.
STILL = """document.getAnimations().every(a => a.playState !== 'running' || a.timeline !== document.timeline
    || ['runs', 'toast-stays', 'field-waits'].includes(a.animationName) || a.effect.getComputedTiming().endTime === Infinity)"""
PLACES = "[...document.querySelectorAll('.presenter, dialog[open]')].map(e => JSON.stringify(e.getBoundingClientRect()))"
EVENTS = ["should-dismiss", "will-dismiss", "did-dismiss", "did-attempt-to-dismiss"]


def stack(tab):
    return tab.evaluate(STACK)


def wait_for_stack(tab, *urls):
    """Waits until exactly these layers are shown and in the history, and do not move."""
    wanted = f"JSON.stringify({json.dumps(urls)})"
    tab.wait_for(f"JSON.stringify({STACK}) === {wanted} && JSON.stringify({ENTRY} ?? {STACK}) === {wanted}", f"the layers {urls}")
    wait_until_still(tab)


def wait_until_still(tab):
    def is_still():
        before = tab.evaluate(PLACES)
        # The list contains an animation only once it has begun. Between two frames, WebKit reports an animation as
        # finished while the style is still that of the previous frame.
        return tab.evaluate_painted(f"{STILL} && {PLACES}") == before

    wait_until(is_still, "an end of all motion")


def wait_until_gone(tab):
    """Waits until closed layers have left no trace, and the presenter is back in its place."""
    tab.wait_for("!document.querySelector('dialog, .dim')", "nothing of the layers to be left")
    tab.wait_for("(e => e.getBoundingClientRect().width === e.offsetWidth)(document.querySelector('.presenter'))",
                 "the presenter to be where it was")


def wait_for_question(tab):
    tab.wait_for(f"!!document.querySelector('{QUESTION}')", "the question about unsaved input")
    wait_until_still(tab)


def answer(tab, value):
    """Answers the question about unsaved input: save, discard or keep."""
    tab.click(f"{QUESTION} button[value={value}]")


def press(tab, selector):
    """Clicks an element that script handles; without script, waits for the next document."""
    if tab.look.script:
        return tab.click(selector)
    with tab.leaving():
        tab.click(selector)


def present(tab, selector):
    """Follows a link to a page that is presented over this one; without script, to another document."""
    url, before = tab.of(selector, "e.pathname + e.search"), stack(tab)
    press(tab, selector)
    wait_for_stack(tab, *before, url)
    return url


def present_by(tab, opener, selector):
    """Follows a link of a menu that another link presents. The page takes the place of the menu."""
    before = stack(tab)
    present(tab, opener)
    url = tab.of(selector, "e.pathname + e.search")
    press(tab, selector)
    wait_for_stack(tab, *before, url)
    return url


def navigate(tab, selector):
    """Follows a link inside the topmost page."""
    url, before = tab.of(selector, "e.pathname + e.search"), stack(tab)
    press(tab, selector)
    wait_for_stack(tab, *before[:-1], url)
    return url


def close(tab, selector=f"{TOP} .bar [data-portico-dismiss]"):
    """Closes the topmost page by its visible control."""
    before = stack(tab)
    press(tab, selector)
    wait_for_stack(tab, *before[:-1])


def take(tab, selector, by, kind="mouse", steps=12, at=None, slows=False):
    """Returns the pointer for an element, and its path. `at` is the start, from the element's top left. With `slows`,
    the path ends with a rest, so that the movement is no throw even if a busy machine delivers the last moves at
    once."""
    left, top, width, height = tab.box(selector)
    x, y = left + (at[0] if at else width / 2), top + (at[1] if at else height / 2)
    pointer = tab.pointer(kind)
    pointer.down(x, y)
    ways = [1 - (1 - n / steps) ** 3 if slows else n / steps for n in range(1, steps + 1)]
    return pointer, [(x + by[0] * way, y + by[1] * way) for way in ways]


@contextmanager
def dragging(tab, selector, by, seconds=0.2, **how):
    """Moves an element, and releases it when the block ends."""
    pointer, way = take(tab, selector, by, **how)
    try:
        pointer.follow(way, seconds)
        yield pointer
    finally:
        pointer.up()


def drag(tab, selector, by, seconds=0.2, **how):
    """Moves an element, and releases it while it moves."""
    pointer, way = take(tab, selector, by, **how)
    pointer.throw(way, seconds)


def swipe(tab, selector, by, **how):
    """Moves an element quickly. If a busy machine delivers the events too slowly for a swipe, the element returns, and
    is moved again."""
    tab.evaluate("""(() => {
        addEventListener('pointerdown', () => { window.moved = []; }, true);
        for (const name of ['pointermove', 'pointerup', 'touchmove', 'touchend']) {
            addEventListener(name, (event) => window.moved?.push(event.timeStamp), true);
        }
    })()""")
    for _ in range(10):
        before = tab.box(selector)
        drag(tab, selector, by, seconds=0.1, steps=4, **how)
        *moves, up = tab.evaluate("window.moved")
        if moves and up - moves[0] < 300 and up - moves[-1] < 90:
            return
        wait_until(lambda: not tab.count(selector) or tab.box(selector) == before, "the element to settle back")
        if not tab.count(selector):
            return
    raise AssertionError("the machine is too busy for a swipe")


def fling(tab, kind="mouse"):
    """Throws the topmost sheet down by its grabber, over half its height: on a busy machine, a throw may look like a
    rest."""
    _, _, _, height = tab.box(TOP)
    drag(tab, f"{TOP} .grabber", (0, height * 0.55), kind=kind)


def listen(tab):
    """Starts recording all events of layers."""
    names = json.dumps(["portico:" + name for name in EVENTS])
    tab.evaluate(f"""void (window.heard = [], {names}.forEach(name => document.addEventListener(name, e =>
        window.heard.push([name.slice(8), e.detail.reason, e.target.dataset.url].join(' ')))))""")


def heard(tab):
    return tab.evaluate("window.heard")


def veto(tab, name):
    """Makes page script cancel such events."""
    tab.evaluate(f"void document.addEventListener('portico:{name}', e => e.preventDefault())")


def has_focus_inside(tab, selector=TOP):
    return tab.of(selector, "e.contains(document.activeElement)")


def look_through(tab, x, y):
    """The presented page or the root page that is visible at a point of the window."""
    return tab.evaluate(f"""(e => e?.closest('dialog')?.dataset.url ?? (e?.closest('.presenter') ? 'presenter' : e?.localName))
        (document.elementFromPoint({x}, {y}))""")



def would_hold_back(tab):
    """Whether the page asks the browser to confirm leaving it."""
    return tab.evaluate("!dispatchEvent(new Event('beforeunload', { cancelable: true }))")
