"""Cells are high enough for a finger, and dividers do not change their height."""

import pytest

from support.layers import wait_until_still

pytestmark = pytest.mark.holds("E2")

#: For each cell of each group: its height, and the distance of the divider from its start; null without a divider.
CELLS = """[...document.querySelectorAll('.cells')].map(group => [...group.children].map(cell => {
    const divider = getComputedStyle(cell, '::after')
    return [cell.getBoundingClientRect().height, divider.content === 'none' ? null : divider.insetInlineStart] }))"""


@pytest.mark.every_engine
def test_each_is_50_pixels_high_and_all_but_the_last_have_a_divider(visit):
    groups = [group for group in visit("/").evaluate(CELLS) if group]
    assert len(groups) > 2 and {height for group in groups for height, _ in group} == {50}
    for *cells, last in groups:
        assert {divider for _, divider in cells} <= {"15px"} and last[1] is None
    assert max(map(len, groups)) > 1


@pytest.mark.every_engine
def test_two_columns_break_none(visit):
    tab = visit("/administration/person/ada", size=(1280, 800))
    assert tab.box("#person-activity")[0] > tab.box("#person-details")[0]
    assert tab.evaluate("[...document.querySelectorAll('.cell, .row')].filter(e => e.getClientRects().length > 1).map(e => e.id)") == []


def test_they_grow_with_their_text(visit):
    tab = visit("/")
    tab.evaluate("void (document.documentElement.dataset.textSize = 'XXXL')")
    assert min(height for group in tab.evaluate(CELLS) for height, _ in group) > 55


#: The contrast of the knob of a switch with its track (WCAG 2.2).
KNOB = """(element => {
    const luminance = (color) => color.match(/[\\d.]+/g).slice(0, 3).map((part) => part / 255)
        .map((part) => part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4)
        .reduce((sum, part, index) => sum + part * [0.2126, 0.7152, 0.0722][index], 0);
    const [high, low] = [undefined, "::after"].map((part) => luminance(getComputedStyle(element, part).backgroundColor))
        .sort((a, b) => b - a);
    return (high + 0.05) / (low + 0.05);
})(document.querySelector(".switch"))"""


def test_the_knob_of_a_toggle_can_be_told_from_its_track(visit, engine):
    if engine != "chromium":
        pytest.skip("only this driver changes between light and dark")
    tab = visit("/")
    low = []
    for dark in ("light", "dark"):
        tab.page.emulate_media(color_scheme=dark)
        for is_on in ("true", "false"):
            tab.of("[role=switch]", f"void (e.ariaChecked = '{is_on}')")
            wait_until_still(tab)
            contrast = tab.evaluate(KNOB)
            low += [(dark, is_on, contrast)] if contrast < 3 else []
    assert low == []


def test_a_toggle_is_as_high_as_a_link_at_every_text_size(visit):
    tab = visit("/", size=(1280, 800))
    for size in ("XS", "S", "M", "L", "XL", "XXL", "XXXL"):
        tab.evaluate(f"void (document.documentElement.dataset.textSize = '{size}')")
        toggle, link = (tab.box(row)[3] for row in ("[role=switch].row", "#about-portico"))
        assert toggle == pytest.approx(link, abs=0.1), f"at {size}"
