"""Makes the pictures of the README and of docs/: python Tests/Browser/screenshots.py FOLDER"""

import sys
from pathlib import Path

from support.engines import Engines
from support.gallery import Gallery


#: What is shown of presentations, the page it is opened from, and by which link.
PRESENTATIONS = {
    "pageSheet": ("/", "#about-portico-link"), "formSheet": ("/", "#edit-profile-link"),
    "popover": ("/dev/presentations", "#popover-link"), "fullScreen": ("/dev/presentations", "#full-screen-link"),
    "confirmationDialog": ("/", "#sign-out-link"), "medium": ("/", "#appearance-link"),
    "stacked": ("/dev/presentations/page-sheet", "#page-sheet-form-sheet-link")}
#: Pages of accounts and administration, on a telephone.
PAGES = {
    "account": "/account", "accounts": "/accounts",
    "people": "/administration/people", "settings": "/administration/settings"}
#: What is shown of HUD and toasts, by script.
OVERLAYS = {
    "hud-activity": 'hud.show({ text: "Saving…", grace: 0 })',
    "hud-progress": 'hud.show({ kind: "progress", text: "Importing 400 of 1,000", value: 0.4, grace: 0 })',
    "hud-success": 'hud.show({ kind: "success", text: "Saved", duration: 60, grace: 0 })',
    "toast": 'toast({ kind: "success", text: "Order 12 is on its way", action: { label: "Show", href: "/" }, duration: 60 })'}
WIDTHS = {"compact": (390, 700), "regular": (960, 640)}


def main(folder):
    folder.mkdir(parents=True, exist_ok=True)
    engines = Engines()
    try:
        with Gallery(engines) as gallery:
            for screen in ("splash", "login", "main"):
                for dark in (False, True):
                    name = f"{screen}-{'dark' if dark else 'light'}.png"
                    gallery.picture(folder / name, screen, dark=dark, scale=2)
                    print(folder / name)
            for style, (url, link) in PRESENTATIONS.items():
                for width, size in WIDTHS.items():
                    name = f"presentation-{style}-{width}.png"
                    gallery.presentation(folder / name, url, link, size)
                    print(folder / name)
            for name, url in PAGES.items():
                gallery.page(folder / f"page-{name}.png", url, WIDTHS["compact"])
                print(folder / f"page-{name}.png")
            for name, script in OVERLAYS.items():
                gallery.page(folder / f"{name}.png", "/", WIDTHS["compact"], lambda tab: show(tab, script))
                print(folder / f"{name}.png")
    finally:
        engines.close()


def show(tab, script):
    """Shows something beside the page and waits until it stands there."""
    tab.evaluate(f"void (() => {{ const {{ hud, toast }} = window.portico; {script}; }})()")
    tab.wait_for("document.querySelector('.hud, .toast')")
    # What goes round, and what a toast's time runs down, does not come to rest.
    brief = "one.timeline === document.timeline && one.effect.getComputedTiming().endTime < 5000"
    tab.wait_for(f"document.getAnimations().every((one) => !({brief}) || one.playState !== 'running')")


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    main(Path(sys.argv[1]))
