"""A page in any state: it is accessible, fits at every size of text, and reads as its file says."""

from .accessibility import CUT_OFF, SPILLS, axe
from .trees import assert_tree


def assert_accessible(tab):
    """Looks at the topmost page."""
    found = axe(tab)
    for size in ("XXXL", "L"):
        tab.evaluate(f"document.documentElement.dataset.textSize = '{size}'")
        found += [f"{size}: {cut}" for cut in tab.evaluate(CUT_OFF)] + [f"{size}: spills"] * tab.evaluate(SPILLS)
    assert found == []


def assert_whole(tab, name):
    """As `assert_accessible`, and compares its tree with the file of this name."""
    assert_accessible(tab)
    assert_tree(tab, name)
