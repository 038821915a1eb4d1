"""The accessibility tree of a page, as screen readers get it: a file for each in `trees`. With `RENEW_TREES=1` in the
environment, the files are written anew."""

import os
import re
from pathlib import Path

from .layers import TOP

TREES = Path(__file__).parents[1] / "trees"
#: Texts that differ from run to run.
VARIES = {r"\d{1,2} \w{3} \d{4} at \d\d:\d\d( UTC)?": "TIME", r"from=20\d\d-\d\d-\d\d": "from=DAY",
          r"127\.0\.0\.1:\d+": "HOST", r"/\S*portico-journey-\S*": "FOLDER",
          r"(Version|Uptime|Operating system|Host) .*": r"\1 …", r"\d+ today": "… today",
          r"\d minutes? ago": "Just now", r"somebody-\w{8}": "somebody", r"([A-Z2-7]{4} ){7}[A-Z2-7]{4}": "KEY", r"\b\w{4}(-\w{4}){3}\b": "CODE",
          r"\?id=[\w-]+": "?id=ID", r"token=[\w-]+": "token=TOKEN"}


def assert_tree(tab, name, part=None):
    """Compares the tree of the topmost page, or of this part, with its file."""
    part = part or (TOP if tab.count(TOP) else "#screen")
    tree = tab.page.locator(part).aria_snapshot() + "\n"
    for pattern, constant in VARIES.items():
        tree = re.sub(pattern, constant, tree)
    file = TREES / f"{name}.yml"
    if "RENEW_TREES" in os.environ:
        TREES.mkdir(exist_ok=True)
        file.write_text(tree)
    assert tree == file.read_text()
