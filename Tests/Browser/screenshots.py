"""Makes the screenshots of the README and of docs/, and docs/gallery.md: .venv/bin/python Tests/Browser/screenshots.py
docs/images"""

import sys
from pathlib import Path

from support.engines import Engines
from support.gallery import Gallery


#: The shown presentations, each with its presenter and its link.
PRESENTATIONS = {
    "pageSheet": ("/", "#about-portico-link"), "formSheet": ("/", "#edit-profile-link"),
    "popover": ("/dev/presentations", "#popover-link"), "fullScreen": ("/dev/presentations", "#full-screen-link"),
    "confirmationDialog": ("/administration/person/grace", "#disable-link"), "medium": ("/", "#appearance-link"),
    "stacked": ("/dev/presentations/page-sheet", "#page-sheet-form-sheet-link")}
#: Pages of accounts and administration, on a phone.
PAGES = {
    "account": "/account", "accounts": "/accounts",
    "people": "/administration/people", "settings": "/administration/settings"}
#: The shown HUDs and toasts, each with its script.
OVERLAYS = {
    "hud-activity": 'hud.show({ text: "Saving…", grace: 0 })',
    "hud-progress": 'hud.show({ kind: "progress", text: "Importing 400 of 1,000", value: 0.4, grace: 0 })',
    "hud-success": 'hud.show({ kind: "success", text: "Saved", duration: 60, grace: 0 })',
    "toast": 'toast({ kind: "success", text: "Order 12 is on its way", action: { label: "Show", href: "/" }, duration: 60 })'}
#: The parts of the gallery of components, for docs/components.md, by selector.
COMPONENTS = {
    "details": "#details", "links": "#links", "actions": "#actions", "form": "#form", "messages": "#messages",
    "banner": "#stock"}
#: Every screen, for docs/gallery.md: the heading of each part, and the title and address of each of its pages. The
#: pages of the first part are for people who are not signed in.
SCREENS = {
    "Signing in": {
        "Login cover": "/", "Invitation only": "/registration", "Forgot your password": "/password/reset",
        "Check your email": "/password/reset/sent", "A link that does not work": "/password/new?token=x",
        "Your account was deleted": "/account/deleted"},
    "The main screen": {
        "Main screen": "/", "Appearance": "/settings/appearance", "Edit profile": "/profile/edit",
        "Log out": "/session/end", "Menu": "/menu", "About": "/about", "Licences": "/about/licences", "Page not found": "/nowhere"},
    "The own account": {
        "Account": "/account", "Accounts in this browser": "/accounts", "Sessions": "/account/sessions",
        "Recent activity": "/account/activity", "Change password": "/account/password",
        "Email address": "/account/email", "Your data": "/account/data", "Settings file": "/account/settings",
        "Delete account": "/account/delete"},
    "Administration": {
        "Administration": "/administration", "People": "/administration/people",
        "Add a person": "/administration/people/add", "Invite someone": "/administration/people/invite",
        "Import people": "/administration/people/import", "Invitations": "/administration/invitations",
        "A person": "/administration/person/grace", "Edit details": "/administration/person/grace/edit",
        "Groups": "/administration/person/grace/groups", "Sessions of a person": "/administration/person/ada/sessions",
        "Disable an account": "/administration/person/grace/disable", "Security events": "/administration/events",
        "Emails": "/administration/mail", "Branding": "/administration/brand", "Site settings": "/administration/settings",
        "A setting": "/administration/settings/session.idle"},
    "Development": {"Outbox": "/dev/outbox", "Components": "/dev/components"},
}
#: The appearances and window sizes of the screens.
LOOKS = {"narrow": {"size": (390, 844), "dark": False}, "wide": {"size": (1280, 800), "dark": True}}
#: High enough for the gallery of components.
WHOLE = (390, 2000)
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
            for name, selector in COMPONENTS.items():
                gallery.page(folder / f"components-{name}.png", "/dev/components", WHOLE, part=selector)
                print(folder / f"components-{name}.png")
            for name, script in OVERLAYS.items():
                gallery.page(folder / f"{name}.png", "/", WIDTHS["compact"], lambda tab: show(tab, script))
                print(folder / f"{name}.png")
            screens(gallery, folder)
    finally:
        engines.close()


def screens(gallery, folder):
    """Makes the screenshots of every screen, and their document."""
    (folder / "screens").mkdir(exist_ok=True)
    lines = ["# Every screen", "", "At 390 px in light appearance, and at 1280 px in dark appearance. `make screenshots` makes this document."]
    for part, pages in SCREENS.items():
        lines += ["", f"## {part}", "", "| | 390 px | 1280 px |", "|---|---|---|"]
        for title, url in pages.items():
            cells = []
            for look, options in LOOKS.items():
                name = f"screens/{part}-{title}-{look}.png".lower().replace(" ", "-")
                gallery.page(folder / name, url, signed_in=part != "Signing in", scale=1, colours=64, **options)
                print(folder / name)
                width = {"narrow": 195, "wide": 480}[look]
                cells.append(f'<img src="images/{name}" width="{width}" alt="{title}, {look}">')
            lines.append(f"| {title} | {' | '.join(cells)} |")
    (folder.parent / "gallery.md").write_text("\n".join(lines) + "\n", encoding="utf-8")


def show(tab, script):
    """Shows a HUD or a toast and waits until it is in place."""
    tab.evaluate(f"void (() => {{ const {{ hud, toast }} = window.portico; {script}; }})()")
    tab.wait_for("document.querySelector('.hud, .toast')")
    # Spinners and the timers of toasts never rest.
    brief = "one.timeline === document.timeline && one.effect.getComputedTiming().endTime < 5000"
    tab.wait_for(f"document.getAnimations().every((one) => !({brief}) || one.playState !== 'running')")


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    main(Path(sys.argv[1]))
