"""Measurements of accessibility."""

from axe_playwright_python.sync_playwright import Axe

from .layers import wait_until_still

SPILLS = "document.documentElement.scrollWidth > innerWidth || [...document.querySelectorAll('dialog')]" \
    ".some(e => e.scrollWidth > e.clientWidth)"
CUT_OFF = """[...document.querySelectorAll('main *, .bar *, dialog[open] *')]
    .filter(e => !e.closest('.visually-hidden, svg, [hidden], dialog:not([open])'))
    .filter(e => e.checkVisibility() && (b => b.width && (b.left < -0.5 || b.right > innerWidth + 0.5))
    (e.getBoundingClientRect())).map(e => e.outerHTML.slice(0, 80))"""


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
