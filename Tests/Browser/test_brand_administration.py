"""The brand as administrators change it."""

import pytest

from support.steps import assert_cover, go

pytestmark = pytest.mark.holds("H6")


@pytest.mark.parametrize("script", [True, False], ids=["script", "no-script"])
@pytest.mark.every_engine(script=True)
def test_a_brand_is_tried_saved_and_taken_back(administer, browse, engine, portico, script):
    tab = administer("/administration", script=script)
    go(tab, "#brand-link")
    assert tab.heading == "Brand"
    tab.fill("[id='app.name']", "Bookshop")
    tab.fill("[id='brand.coverColor']", "#003366")
    tab.fill("[id='brand.accentColor']", "#ffcc00")
    go(tab, "#preview-brand")
    assert "The nearest colour that works is #" in tab.text("[id='brand.accentColor-problem']")
    tab.fill("[id='brand.accentColor']", "#003366")
    go(tab, "#preview-brand")
    assert tab.text("#preview-light .preview-cover .cover-name") == "Bookshop"
    if script:
        assert tab.of("#preview-dark .preview-cover", "getComputedStyle(e).backgroundColor") == "rgb(0, 51, 102)"
    assert cover(browse, engine, portico).text("#cover-name") == "Portico"
    go(tab, "#save-brand")
    assert cover(browse, engine, portico).text("#cover-name") == "Bookshop"
    go(tab, "#usual-brand")
    assert cover(browse, engine, portico).text("#cover-name") == "Portico"


def cover(browse, engine, portico):
    """The cover as somebody who comes now sees it."""
    tab = browse(engine, portico)
    tab.goto("/")
    assert_cover(tab)
    return tab
