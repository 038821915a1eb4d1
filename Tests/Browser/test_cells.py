"""Cells are high enough for a finger, and dividers do not change their height."""

import pytest

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
        assert ({divider for _, divider in cells}, last[1]) == ({"15px"}, None)


def test_they_grow_with_their_text(visit):
    tab = visit("/")
    tab.evaluate("void (document.documentElement.dataset.textSize = 'XXXL')")
    assert min(height for group in tab.evaluate(CELLS) for height, _ in group) > 55


def test_a_toggle_is_as_high_as_a_link_at_every_text_size(visit):
    tab = visit("/", size=(1280, 800))
    for size in ("XS", "S", "M", "L", "XL", "XXL", "XXXL"):
        tab.evaluate(f"void (document.documentElement.dataset.textSize = '{size}')")
        toggle, link = (tab.box(row)[3] for row in ("[role=switch].row", "#about-portico"))
        assert toggle == pytest.approx(link, abs=0.1), f"at {size}"
