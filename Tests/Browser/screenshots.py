"""Makes the pictures of the README: python Tests/Browser/screenshots.py FOLDER"""

import sys
from pathlib import Path

from support.engines import Engines
from support.gallery import Gallery


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
    finally:
        engines.close()


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    main(Path(sys.argv[1]))
