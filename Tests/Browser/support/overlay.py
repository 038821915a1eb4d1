"""The HUD and toasts: how page script shows them, and what a person has of them."""

import json

from .layers import wait_until_still

GALLERY = "/dev/hud"
PANEL = ".hud-panel"
#: The contents of the HUD, the topmost last, without those about to leave.
SHOWN = "[...document.querySelectorAll('.hud-content')].filter(e => !('leaving' in e.firstElementChild.dataset)).map(e => e.dataset.id)"
#: The toasts in sight that stay.
SEEN = "[...document.querySelectorAll('.toast:not([data-leaving])')].filter(e => e.checkVisibility())" \
    ".map(e => e.querySelector('.toast-text').textContent)"
#: Property, curve and seconds of what moves at an element `e`; from nothing to the same in other words is no motion.
MOTION = """e.getAnimations()
    .filter(a => new Set(a.effect.getKeyframes().map(f => f[a.transitionProperty]
        .replace(/^(none|1|0(px|vw|vh)?( 0(px|vw|vh)?)?)$/, 'still'))).size > 1 || a.transitionProperty === 'opacity')
    .map(a => [a.transitionProperty, a.effect.getTiming().easing, a.effect.getTiming().duration / 1000]).sort()"""
#: The animations that count the time of each toast in sight.
TIMERS = "[...document.querySelectorAll('.toast:not([data-leaving])')].flatMap(e => e.getAnimations())" \
    ".filter(a => a.animationName === 'toast-stays')"
#: Of the window: the layer that a pointer would reach at a point.
REACHED = """(e => e?.closest('.hud') ? 'hud' : e?.closest('.toast') ? 'toast'
    : e?.closest('dialog')?.dataset.url ?? e?.closest('.presenter')?.className ?? 'nothing')(document.elementFromPoint(%s, %s))"""


def show(tab, name=None, **content):
    """Shows something in the HUD, as `hud` unless it has another id; a name keeps its handle in the page."""
    content = {"id": "hud", **content}
    keep = f"window[{json.dumps(name)}] = " if name else ""
    tab.evaluate(f"void ({keep}portico.hud.show({json.dumps(content)}))")


def hide(tab, id="hud"):
    tab.evaluate(f"void portico.hud.hide({json.dumps(id)})")


def wait_for_hud(tab, *ids):
    """Waits until this is shown and nothing else, and rests."""
    tab.wait_for(f"JSON.stringify({SHOWN}) === JSON.stringify({json.dumps(ids)})", f"the HUD to show {ids}")
    wait_until_still(tab)


def wait_until_gone(tab):
    tab.wait_for("document.querySelectorAll('.hud').length === 0", "the HUD to be gone")


def toast(tab, text, name=None, **content):
    keep = f"window[{json.dumps(name)}] = " if name else ""
    tab.evaluate(f"void ({keep}portico.toast({json.dumps({'text': text, **content})}))")


def let_toasts_stay(tab):
    """No toast of this document leaves by itself before a busy machine has looked at it."""
    tab.evaluate("""(() => {
        const sheet = new CSSStyleSheet();
        sheet.replaceSync(".toast { animation-play-state: paused !important; }");
        document.adoptedStyleSheets.push(sheet);
    })()""")


def wait_for_toasts(tab, *texts):
    """Waits until these toasts are in sight and no others, and rest."""
    tab.wait_for(f"JSON.stringify({SEEN}) === JSON.stringify({json.dumps(texts)})", f"the toasts {texts}")
    wait_until_still(tab)


def reached(tab, x, y):
    return tab.evaluate(REACHED % (x, y))


def timers(tab):
    """How the time of each toast in sight goes: running, paused."""
    return tab.evaluate(f"{TIMERS}.map(a => a.playState)")


def listen_to_regions(tab):
    """From now on is written down what appears in live regions: role, text, and whether it can have been heard. It can
    where the region was there before its text, and no modal page lies over it."""
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
    """Waits until something was announced, from a region that had been there before."""
    said = json.dumps([role, text])
    tab.wait_for(f"said.some(([role, text, isHeard]) => isHeard && JSON.stringify([role, text]) === JSON.stringify({said}))",
                 f"“{text}” to be announced ({role})")


def motion_once(tab, selector, script):
    """Runs a script, and says how an element moves in the task in which it is there: what is quick is over soon."""
    return tab.evaluate(f"""new Promise(done => {{
        new MutationObserver((_, it) => {{
          const e = document.querySelector({json.dumps(selector)});
          if (e) it.disconnect() ?? done({MOTION});
        }}).observe(document, {{ subtree: true, childList: true, attributes: true }});
        {script};
      }})""")


def motion(tab, selector=PANEL):
    return tab.of(selector, MOTION)
