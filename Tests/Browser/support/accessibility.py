"""Measurements of accessibility."""

from axe_playwright_python.sync_playwright import Axe

SPILLS = "document.documentElement.scrollWidth > innerWidth || [...document.querySelectorAll('dialog')]" \
    ".some(e => e.scrollWidth > e.clientWidth)"
CUT_OFF = """[...document.querySelectorAll('main *, .bar *, dialog[open] *')]
    .filter(e => !e.closest('.visually-hidden, svg, [hidden], dialog:not([open])'))
    .filter(e => e.checkVisibility() && (b => b.width && (b.left < -0.5 || b.right > innerWidth + 0.5))
    (e.getBoundingClientRect())).map(e => e.outerHTML.slice(0, 80))"""


def axe(tab):
    """The violations, as “rule: element”. The driver injects axe's script, so the page's policy does not block it. The
    content under a modal dialog is inert, but axe notices that only if the dialog is large. So that content is
    excluded, and its bar is not reported as a second banner."""
    context = {"exclude": [["[data-axe-excluded]"]]}
    tab.evaluate("""void (layers => layers.slice(0, -1).forEach(e => e.dataset.axeExcluded = ''))
        ([...document.querySelectorAll('.presenter:has(~ :modal), :modal')])""")
    # Frames contain other documents: the text of a mail, in a sandbox without script.
    rules = {"landmark-no-duplicate-banner": {"enabled": tab.count(".presented:modal") == 0}}
    options = {"rules": rules, "iframes": False}
    if tab.engine == "webkit":
        tab.driver.execute_script(Axe().axe_script)
        result = tab.driver.execute_async_script("axe.run(arguments[0], arguments[1]).then(arguments[2])", context, options)
    else:
        result = Axe().run(tab.page, context, options).response
    return [f"{violation['id']}: {node['html'][:120]} {node.get('failureSummary', '')}"
            for violation in result["violations"] for node in violation["nodes"]]
