"""A closed page leaves nothing behind."""

import pytest

from support.holdings import Holdings
from support.layers import SAVE, TOP, wait_for_stack
from support.session import wait_until_prepared
from support.waiting import wait_until

pytestmark = pytest.mark.holds("A7")

GALLERY = "/dev/presentations"


@pytest.fixture
def counted(visit, engine):
    if engine != "chromium":
        pytest.skip("only Chromium counts nodes and listeners")
    tab = visit(GALLERY, less_motion=True)
    wait_until_prepared(tab)
    return tab, Holdings(tab).count


def wait_until_no_more_than(before, count, again):
    """The engine may keep objects of the last action until its repetition. Leaks stay."""
    seen = {}

    def has_not_grown():
        seen.update(count())
        return all(seen[name] <= most for name, most in before.items()) or again(1)

    try:
        wait_until(has_not_grown, f"no more than {before}")
    except AssertionError as error:
        raise AssertionError(f"{error}; there are {seen}") from None


def cycle(tab, times):
    for _ in range(times):
        tab.evaluate("document.querySelector('#form-sheet-link').click()")
        tab.wait_for(f"document.querySelector('{TOP}')?.dataset.url === '{GALLERY}/form-sheet'")
        tab.evaluate(f"document.querySelector('{TOP} .bar [data-portico-dismiss]').click()")
        tab.wait_for(f"document.querySelectorAll('dialog').length === 0 && location.pathname === '{GALLERY}'")


def test_from_the_10th_to_the_50th_time_nothing_grows(counted):
    tab, count = counted
    cycle(tab, 10)
    before = count()
    cycle(tab, 40)
    wait_until_no_more_than(before, count, lambda times: cycle(tab, times))


def test_nothing_grows_with_the_hud_and_toasts(counted):
    tab, count = counted

    def show_and_hide(times):
        for _ in range(times):
            tab.evaluate("""(async () => {
                const [hud, toast] = [portico.hud.show({ text: 'Saving…' }), portico.toast({ text: 'Saved', duration: 0 })];
                hud.hide();
                await hud.ended;
                toast.hide();
                await toast.ended;
              })()""")
        # Announcements are removed after some seconds, in order.
        tab.evaluate("void (window.last = portico.toast({ text: 'The last', duration: 0 }))")
        said = "document.querySelector('.presenter > .toaster > [role=status]').textContent"
        tab.wait_for(f"{said}.includes('The last')")
        tab.evaluate("(last.hide(), last.ended)")
        tab.wait_for(f"!{said}")

    show_and_hide(10)
    before = count()
    show_and_hide(40)
    wait_until_no_more_than(before, count, show_and_hide)


def test_nothing_grows_in_layers_over_layers_with_forms(counted):
    tab, count = counted
    tab.goto("/dev/library")
    wait_until_prepared(tab)

    def go_in_and_out(times):
        for number in range(times):
            tab.evaluate("document.querySelector('#record-1-link').click()")
            wait_for_stack(tab, "/dev/library/1")
            tab.fill("#record-name", f"Oak door {number}")
            tab.click(SAVE)
            wait_for_stack(tab, "/dev/library")
            tab.wait_for_text("#record-1 .cell-title", f"Oak door {number}")

    go_in_and_out(10)
    before = count()
    go_in_and_out(15)
    wait_until_no_more_than(before, count, go_in_and_out)
