"""Waiting for a state, never for a time."""

import time

#: The longest that anything may take on a busy machine, in seconds.
PATIENCE = 30


def wait_until(condition, what, seconds=PATIENCE):
    """Asks again and again until `condition()` is true; what it raises meanwhile counts as "not yet"."""
    deadline = time.monotonic() + seconds
    problem = None
    pause = 0.02
    while True:
        try:
            if value := condition():
                return value
            problem = None
        except Exception as error:  # A page in transit answers nothing sensible.
            problem = error
        if time.monotonic() > deadline:
            raise AssertionError(f"waited {seconds} s in vain for {what}" + (f" ({problem})" if problem else ""))
        time.sleep(pause)
        # Every question costs some milliseconds of the time that it waits for.
        pause = min(pause * 1.5, 0.1)
