"""A question about the session that crosses a sign-in: it was asked with a cookie that counts no more."""

from support.layers import stack
from support.session import IDLE, NOTE, log_in, look, type_a_note, wait_for_cover, wait_until_uncovered
from support.waiting import wait_until

#: Another tab says that somebody has signed in.
HEAR = "void new BroadcastChannel('portico').postMessage('somebody')"
ANSWERED = "performance.getEntriesByName(`${origin}/session`).length === 1"


def test_the_page_is_not_given_up_for_it(visit_as_somebody_new, portico):
    tab = visit_as_somebody_new("/")
    type_a_note(tab)
    portico.set(clockOffset=IDLE)
    look(tab)
    wait_for_cover(tab)
    path = "/profile/edit"
    with portico.gate.holding("GET", path):
        asked = portico.gate.count("GET", path)
        tab.evaluate(HEAR)
        wait_until(lambda: portico.gate.count("GET", path) > asked, "the question")
        log_in(tab, tab.username)
        tab.wait_for(ANSWERED, "the sign-in")
    wait_until_uncovered(tab)
    assert (tab.value("#note"), stack(tab)) == (NOTE, [path])
