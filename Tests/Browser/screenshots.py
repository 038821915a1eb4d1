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
    finally:
        engines.close()


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    main(Path(sys.argv[1]))
