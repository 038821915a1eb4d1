"""In development, the server serves the sources of scripts and style sheets."""

from support.layers import present
from support.portico import ROOT

OPTIONS = {"PORTICO_PUBLIC_DIRECTORY": str(ROOT / "Public")}


def test_they_work_without_being_bundled(visit):
    tab = visit("/")
    present(tab, "#about-portico-link")
    names = tab.evaluate("performance.getEntriesByType('resource').map(({ name }) => name)")
    assert any(name.endswith("/js/main/stack.js") for name in names)
    assert any(name.endswith("/css/sheets.css") for name in names)
