"""The shortest sequence of actions that still fails, for the machines that think of sequences."""

import time


def shortest(steps, problem, find_problem, seconds):
    """The shortest sequence that is found by leaving out actions within some seconds, and its problem.

    `find_problem(steps)` returns None if a sequence does not fail. Hypothesis would expect that a sequence fails every time, which
    requests of the same moment do not."""
    end = time.monotonic() + seconds
    size = len(steps)
    while size > 1 and time.monotonic() < end:
        size = (size + 1) // 2
        start = 0
        while start < len(steps) and time.monotonic() < end:
            shorter = steps[:start] + steps[start + size:]
            if found := find_problem(shorter):
                steps, problem = shorter, found
            else:
                start += size
    return steps, problem
