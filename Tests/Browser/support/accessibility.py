"""Measurements of accessibility."""

from axe_playwright_python.sync_playwright import Axe

from .layers import wait_until_still

SPILLS = "document.documentElement.scrollWidth > innerWidth || [...document.querySelectorAll('dialog')]" \
    ".some(e => e.scrollWidth > e.clientWidth)"
#: Elements that leave the window, or the group of rows that they are in, which clips them.
CUT_OFF = """[...document.querySelectorAll('main *, .bar *, dialog[open] *')]
    .filter(e => !e.closest('.visually-hidden, svg, [hidden], dialog:not([open])'))
    .filter(e => e.checkVisibility() && ((b, c) => b.width && (b.left < c.left - 0.5 || b.right > c.right + 0.5))
    (e.getBoundingClientRect(), e.parentElement.closest('.cells')?.getBoundingClientRect() ?? { left: 0, right: innerWidth }))
    .map(e => e.outerHTML.slice(0, 80))"""
#: Short words in titles and times of rows that are on two lines. Parts of addresses are no words.
BROKEN_WORDS = """[...document.querySelectorAll('.cells :is(.cell-title, time)')].filter(e => e.checkVisibility()).flatMap(e => {
    const found = [], range = document.createRange(), texts = document.createTreeWalker(e, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) for (const { 0: word, index } of texts.currentNode.data.matchAll(/(?<!\\S)[\\p{L}\\p{N}]+(?!\\S)/gu)) {
      range.setStart(texts.currentNode, index);
      range.setEnd(texts.currentNode, index + word.length);
      if (word.length <= 12 && new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size > 1) found.push(word);
    }
    return found;
})"""

#: Elements whose content is wider than they are. The title in the bar is cut off by design: the page has it in full.
CLIPPED = """[...document.querySelectorAll('#screen *')]
    .filter(e => e.checkVisibility() && e.clientWidth && e.scrollWidth > e.clientWidth + 1)
    .filter(e => !e.closest('.visually-hidden, svg, input, textarea, select, [aria-hidden=true], dialog:not([open])'))
    .map(e => e.outerHTML.slice(0, 80))"""
#: Pairs of controls of the topmost page whose contents or fields lie over each other.
OVERLAPS = """(page => {
    const areas = (control) => {
        if (control.matches('input, select, textarea')) return [control.getBoundingClientRect()];
        const range = document.createRange();
        range.selectNodeContents(control);
        return [...range.getClientRects()];
    };
    const meet = (a, b) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > 2
        && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 2;
    // The eye is in its field.
    const controls = [...page.querySelectorAll('a, button:not(.password-button), summary, input, select, textarea')]
        .filter((control) => control.checkVisibility({ visibilityProperty: true }))
        .map((control) => [control, areas(control)]);
    return controls.flatMap(([one, areasOfOne], index) => controls.slice(index + 1)
        .filter(([other, areasOfOther]) => !one.contains(other) && areasOfOne.some(a => areasOfOther.some(b => meet(a, b))))
        .map(([other]) => one.outerHTML.slice(0, 80) + ' and ' + other.outerHTML.slice(0, 80)));
})([...document.querySelectorAll('dialog[open]')].at(-1) ?? document)"""


#: Rules whose outcome depends on colours.
OF_COLOURS = ["color-contrast", "link-in-text-block"]


def axe(tab, rules=None):
    """The violations, as “rule: element”; of all rules, or of these. Its script goes in through the driver, so the page's
    policy does not matter. What lies under a modal dialog is inert, which axe only sees where the dialog is large: it is left
    out, and its bar, which counts all the same, is no second banner."""
    context = {"exclude": [["[data-axe-excluded]"]]}
    tab.evaluate("""void (layers => layers.slice(0, -1).forEach(e => e.dataset.axeExcluded = ''))
        ([...document.querySelectorAll('.presenter:has(~ :modal), :modal')])""")
    # Frames hold other documents: the text of a mail, in a sandbox where no script may come. Passed rules would take long.
    options = {"iframes": False, "resultTypes": ["violations"], "selectors": False} | (
        {"runOnly": rules} if rules else
        {"rules": {"landmark-no-duplicate-banner": {"enabled": tab.count(".presented:modal") == 0}}})
    is_new = tab.evaluate("!window.axe")
    if tab.engine == "webkit":
        if is_new:
            tab.driver.execute_script(Axe().axe_script)
        result = tab.driver.execute_async_script("axe.run(arguments[0], arguments[1]).then(arguments[2])", context, options)
    else:
        if is_new:
            tab.page.evaluate(Axe().axe_script)
        result = tab.page.evaluate("(given) => axe.run(...given)", [context, options])
    return [f"{violation['id']}: {node['html'][:120]} {node.get('failureSummary', '')}"
            for violation in result["violations"] for node in violation["nodes"]]


def axe_in_both(tab):
    """The same in light and in dark. Only in Chromium can a page change between them; those of other engines are opened dark."""
    found = axe(tab)
    if tab.engine == "chromium":
        tab.page.emulate_media(color_scheme="dark")
        wait_until_still(tab)
        found += [f"dark: {problem}" for problem in axe(tab, OF_COLOURS)]
        tab.page.emulate_media(color_scheme="light")
    return found
