"""The HUD and toasts: page script shows them, and journeys check them."""

import json

from .layers import wait_until_still

GALLERY = "/dev/hud"
PANEL = ".hud-panel"
#: The ids of the HUD's contents, the topmost last, without those that are leaving.
SHOWN = "[...document.querySelectorAll('.hud-content')].filter(e => !('leaving' in e.firstElementChild.dataset)).map(e => e.dataset.id)"
#: The visible toasts, without those that are leaving.
SEEN = "[...document.querySelectorAll('.toast:not([data-leaving])')].filter(e => e.checkVisibility())" \
    ".map(e => e.querySelector('.toast-text').textContent)"
#: The property, curve and seconds of each animation of an element `e`. A change between two notations of the same value
#: is no animation.
MOTION = """e.getAnimations()
    .filter(a => new Set(a.effect.getKeyframes().map(f => f[a.transitionProperty]
        .replace(/^(none|1|0(px|vw|vh)?( 0(px|vw|vh)?)?)$/, 'still'))).size > 1 || a.transitionProperty === 'opacity')
    .map(a => [a.transitionProperty, a.effect.getTiming().easing, a.effect.getTiming().duration / 1000]).sort()"""
#: The animations that measure the time of each visible toast.
TIMERS = "[...document.querySelectorAll('.toast:not([data-leaving])')].flatMap(e => e.getAnimations())" \
    ".filter(a => a.animationName === 'toast-stays')"
#: The layer that a pointer would reach at a point of the window.
REACHED = """(e => e?.closest('.hud') ? 'hud' : e?.closest('.toast') ? 'toast'
    : e?.closest('dialog')?.dataset.url ?? e?.closest('.presenter')?.className ?? 'nothing')(document.elementFromPoint(%s, %s))"""


def show(tab, name=None, **content):
    """Shows a content in the HUD, with the id `hud` unless it has another one. `name` keeps its handle in the page."""
    content = {"id": "hud", **content}
    keep = f"window[{json.dumps(name)}] = " if name else ""
    tab.evaluate(f"void ({keep}portico.hud.show({json.dumps(content)}))")


def hide(tab, id="hud"):
    tab.evaluate(f"void portico.hud.hide({json.dumps(id)})")


def wait_for_hud(tab, *ids):
    """Waits until exactly these contents are shown and do not move."""
    tab.wait_for(f"JSON.stringify({SHOWN}) === JSON.stringify({json.dumps(ids)})", f"the HUD to show {ids}")
    wait_until_still(tab)


def wait_until_gone(tab):
    tab.wait_for("document.querySelectorAll('.hud').length === 0", "the HUD to be gone")


def toast(tab, text, name=None, **content):
    keep = f"window[{json.dumps(name)}] = " if name else ""
    tab.evaluate(f"void ({keep}portico.toast({json.dumps({'text': text, **content})}))")


def let_toasts_stay(tab):
    """Stops the timers of toasts, because a busy machine may check them too late."""
    tab.evaluate("""(() => {
        const sheet = new CSSStyleSheet();
        sheet.replaceSync(".toast { animation-play-state: paused !important; }");
        document.adoptedStyleSheets.push(sheet);
    })()""")


def wait_for_toasts(tab, *texts):
    """Waits until exactly these toasts are visible and do not move."""
    tab.wait_for(f"JSON.stringify({SEEN}) === JSON.stringify({json.dumps(texts)})", f"the toasts {texts}")
    wait_until_still(tab)


def reached(tab, x, y):
    return tab.evaluate(REACHED % (x, y))


def timers(tab):
    """The state of each visible toast's timer: running, paused."""
    return tab.evaluate(f"{TIMERS}.map(a => a.playState)")


def listen_to_regions(tab):
    """Starts recording the changes of live regions: role, text, and whether a screen reader could have announced it. It
    could if the region existed before its text, and no modal page covers it."""
    tab.evaluate("""void (window.said = [], window.regions = new Set(), window.look = () =>
        document.querySelectorAll('[role=status], [role=alert]').forEach(e => regions.add(e)), look(),
      new MutationObserver(records => {
        for (const { addedNodes } of records) for (const node of addedNodes) {
          const region = node.parentElement?.closest('[role=status], [role=alert]');
          const top = document.querySelector('.hud') ?? [...document.querySelectorAll(':modal')].at(-1) ?? document.body;
          if (region) said.push([region.role, node.textContent, regions.has(region) && top.contains(region)]);
        }
        setTimeout(look);
      }).observe(document, { subtree: true, childList: true }))""")


def wait_until_said(tab, role, text):
    """Waits until a region that existed before has announced this."""
    said = json.dumps([role, text])
    tab.wait_for(f"said.some(([role, text, isHeard]) => isHeard && JSON.stringify([role, text]) === JSON.stringify({said}))",
                 f"“{text}” to be announced ({role})")


def motion_once(tab, selector, script):
    """Runs a script, and returns the animations of an element in the same task, before short ones have ended."""
    return tab.evaluate(f"""new Promise(done => {{
        new MutationObserver((_, it) => {{
          const e = document.querySelector({json.dumps(selector)});
          if (e) it.disconnect() ?? done({MOTION});
        }}).observe(document, {{ subtree: true, childList: true, attributes: true }});
        {script};
      }})""")


def motion(tab, selector=PANEL):
    return tab.of(selector, MOTION)
