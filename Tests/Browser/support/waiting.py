"""Waits for a state, never for a time."""

import time

#: Maximum time of any wait on a busy machine, in seconds.
PATIENCE = 30


def wait_until(condition, what, seconds=PATIENCE):
    """Repeats `condition()` until it is true. An exception means "not yet"."""
    deadline = time.monotonic() + seconds
    problem = None
    pause = 0.02
    while True:
        try:
            if value := condition():
                return value
            problem = None
        except Exception as error:  # A page that is being replaced gives no useful answers.
            problem = error
        if time.monotonic() > deadline:
            raise AssertionError(f"waited {seconds} s in vain for {what}" + (f" ({problem})" if problem else ""))
        time.sleep(pause)
        # Every call slows down the page by some milliseconds.
        pause = min(pause * 1.5, 0.1)
