"""Makes the screenshots and the animation of the README and of docs/, and docs/gallery.md, in a typeface that people have:
.venv/bin/python Tests/Browser/screenshots.py docs/images. With the name of a part, only those of this part: readme,
presentations, pages, proof, components, overlays or screens. Without, pictures that it no longer makes are deleted."""

import re
import sys
from pathlib import Path

from support.engines import Engines
from support.gallery import Gallery, shown, take
from support.layers import wait_until_still
from support.typeface import typeface


#: The pictures at the top of the README: the address, the window and the appearance.
README = {
    "login": {"url": "/", "size": (390, 844), "signed_in": False},
    "sheet": {"url": "/settings/appearance", "size": (390, 844), "dark": True},
    "desk": {"url": "/administration/people", "size": (1280, 800)},
    "arabic": {"url": "/", "size": (390, 844), "signed_in": False, "language": "ar"},
    "chinese": {"url": "/settings/appearance", "size": (390, 844), "language": "zh-Hans"},
    "russian": {"url": "/administration/people", "size": (390, 844), "language": "ru"}}
#: The shown presentations, each with an address, and the link there that opens it, if its address shows another page.
PRESENTATIONS = {
    "pageSheet": ("/about", None), "formSheet": ("/profile/edit", None),
    "popover": ("/dev/presentations", "#popover-link"), "fullScreen": ("/dev/presentations/full-screen", None),
    "confirmationDialog": ("/administration/person/grace/disable", None), "medium": ("/settings/appearance", None),
    "stacked": ("/dev/presentations/page-sheet/form-sheet", None)}
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
#: Every screen, for docs/gallery.md: the heading of each part, and the title and address of each of its pages. The
#: pages of the first part are for people who are not signed in.
SCREENS = {
    "Signing in": {
        "Login page": "/", "Invitation only": "/registration", "Forgot your password": "/password/reset",
        "Check your email": "/password/reset/sent", "A link that does not work": "/password/new?token=x",
        "Your account was deleted": "/account/deleted"},
    "The main screen": {
        "Main screen": "/", "Appearance": "/settings/appearance", "Edit profile": "/profile/edit",
        "Log out": "/session/end", "Menu": "/menu", "About": "/about", "Licences": "/about/licences", "Page not found": "/nowhere"},
    "The own account": {
        "Account": "/account", "Accounts in this browser": "/accounts", "Ways to log in": "/account/factors", "Authenticator app": "/account/factors/app", "Sessions": "/account/sessions",
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
#: Screens that docs/gallery.md also shows in other languages.
LANGUAGES = {"Arabic": "ar", "Simplified Chinese": "zh-Hans", "Russian": "ru"}
TRANSLATED = {"Login page": "/", "Main screen": "/", "Appearance": "/settings/appearance", "Security events": "/administration/events"}
#: The appearances and window sizes of the screens.
LOOKS = {"narrow": {"size": (390, 844), "dark": False}, "wide": {"size": (1280, 800), "dark": True}}
WIDTHS = {"compact": (390, 700), "regular": (960, 640)}


def main(folder, *parts):
    engines = Engines()
    try:
        with typeface(), Gallery(engines) as gallery:
            made = set()
            for name in parts or PARTS:
                for path in PARTS[name](gallery, folder):
                    print(path, flush=True)
                    made.add(path)
    finally:
        engines.close()
    for path in folder.rglob("*.*"):
        if not parts and path not in made:
            path.unlink()


def readme(gallery, folder):
    for name, options in README.items():
        path = folder / f"{name}.png"
        gallery.page(path, prepare=wait_until_still, colours=256, **options)
        yield path
    gallery.film(folder / "portico.webp")
    yield folder / "portico.webp"


def presentations(gallery, folder):
    for style, (url, link) in PRESENTATIONS.items():
        for width, size in WIDTHS.items():
            path = folder / f"presentation-{style}-{width}.png"
            gallery.presentation(path, url, link, size)
            yield path


def pages(gallery, folder):
    for name, url in PAGES.items():
        path = folder / f"page-{name}.png"
        gallery.page(path, url, WIDTHS["compact"])
        yield path


def proof(gallery, folder):
    for name, tab in gallery.proof(WIDTHS["compact"]):
        wait_until_still(tab)
        path = folder / f"proof-{name}.png"
        take(tab, path)
        yield path


def components(gallery, folder):
    (folder / "components").mkdir(exist_ok=True)
    document = (folder.parent / "components.md").read_text(encoding="utf-8")
    yield from gallery.components(folder / "components", set(re.findall(r'components/(\w+)\.png" width="840"', document)))


def overlays(gallery, folder):
    for name, script in OVERLAYS.items():
        path = folder / f"{name}.png"
        gallery.page(path, "/", WIDTHS["compact"], lambda tab: show(tab, script))
        yield path


def screens(gallery, folder):
    """Makes the screenshots of every screen, and their document."""
    (folder / "screens").mkdir(exist_ok=True)
    lines = ["# Every screen", "", "At 390 px in light appearance, and at 1280 px in dark appearance. `make screenshots` makes this document."]
    parts = {**SCREENS, **{language: TRANSLATED for language in LANGUAGES}}
    for part, pages in parts.items():
        lines += ["", f"## {part}", "", "| | 390 px | 1280 px |", "|---|---|---|"]
        for title, url in pages.items():
            cells = []
            for look, options in LOOKS.items():
                name = f"screens/{part}-{title}-{look}.png".lower().replace(" ", "-")
                signed_in = part != "Signing in" and title != "Login page"
                gallery.page(folder / name, url, signed_in=signed_in, scale=1, colours=64, language=LANGUAGES.get(part), **options)
                yield folder / name
                width = {"narrow": 195, "wide": 480}[look]
                cells.append(f'<img src="images/{name}" width="{width}" alt="{title}, {look}">')
            lines.append(f"| {title} | {' | '.join(cells)} |")
    (folder.parent / "gallery.md").write_text("\n".join(lines) + "\n", encoding="utf-8")


def show(tab, script):
    """Shows a HUD or a toast and waits until it is in place."""
    shown(tab, script)
    tab.wait_for("document.querySelector('.hud, .toast')")
    # Spinners and the timers of toasts never rest.
    brief = "one.timeline === document.timeline && one.effect.getComputedTiming().endTime < 5000"
    tab.wait_for(f"document.getAnimations().every((one) => !({brief}) || one.playState !== 'running')")


PARTS = {
    "readme": readme, "presentations": presentations, "pages": pages, "proof": proof, "components": components,
    "overlays": overlays, "screens": screens}

if __name__ == "__main__":
    if len(sys.argv) < 2 or set(sys.argv[2:]) - set(PARTS):
        sys.exit(__doc__)
    main(Path(sys.argv[1]), *sys.argv[2:])
