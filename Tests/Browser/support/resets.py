"""An administrator's reset of the ways to log in to somebody's account."""

from .layers import present, press, wait_for_stack
from .steps import go
from .texts import bare
from .waiting import wait_until

#: The subjects of the mails to the person.
BEGUN, PERFORMED = "Your ways to log in to Portico will be reset", "Your ways to log in to Portico were reset"
#: Seconds after which the last proof is too old.
LATER = 700
#: The time in which the person can stop a reset, in seconds.
DELAY = 86_400
#: Time for the server to perform what is due, in seconds. It looks four times a minute.
ROUNDS = 120


def begin(tab, person, proof=None):
    """Begins a reset on the page of the person. `proof` answers the question for it, by the field; None if a proof is not old.
    Returns the link in the mail, which stops the reset."""
    present(tab, "#reset-factors-link")
    if proof:
        person.portico.set(clockOffset=LATER)
    press(tab, "#reset-factors-button")
    if proof:
        tab.wait_for("document.querySelector('#reauthentication')", "the question for a proof")
        assert not any(BEGUN in bare(subject) for subject in person.mails.unread)
        for field, text in proof.items():
            tab.fill(f"#{field}", text)
        press(tab, "#reauthenticate")
    tab.wait_for("document.querySelector('#person-reset-at')", "the time of the reset")
    wait_for_stack(tab)
    return person.mails.link(BEGUN)


def stop(tab, link):
    """Stops a reset by its link."""
    tab.goto(link)
    assert tab.heading == "Stop the reset"
    go(tab, "#stop-reset")
    assert (tab.path, tab.heading) == ("/sign-ins/reset/stopped", "Reset stopped")


def wait_until_performed(person):
    """Moves the clock to the end of the delay."""
    person.portico.set(clockOffset=LATER + DELAY)
    wait_until(lambda: PERFORMED in map(bare, person.mails.unread), "the reset", ROUNDS)
