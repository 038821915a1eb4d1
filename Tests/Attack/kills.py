"""Kills nodes, one after the other, and starts them again, while people save, sign in and sign out. Every acknowledged change must be
stored, nobody may get another person's account, and no ended sign-in may work.

usage: .venv/bin/python Tests/Attack/kills.py [--kills 100]"""

import argparse
import pathlib
import random
import statistics
import sys
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))

from nodes import Nodes  # noqa: E402
from people import ROOMY, Visitor, check_stored, people_at_work, resting  # noqa: E402
from server import wait_until  # noqa: E402

VISITORS = 2
# Acknowledged changes outlive the processes of the database.
OPTIONS = ROOMY | {"PGOPTIONS": "-c synchronous_commit=on"}


def kill_again_and_again(nodes, kills, what):
    """Seconds from each kill until everybody has an acknowledgement of a later request, and until the node is ready."""
    visitors = [Visitor(nodes, f"{what}-visitor-{number}") for number in range(VISITORS)]
    recovered, ready = [], []
    with people_at_work(nodes, what) as people:
        for visitor in visitors:
            visitor.start()
        try:
            for number in range(kills):
                # At any moment of the work of a node.
                time.sleep(random.uniform(0, 0.5))
                kill_one(nodes, people, recovered, ready, looks=number % 2 == 0)
                for visitor in visitors:
                    visitor.check(last=5)
        finally:
            for visitor in visitors:
                visitor.is_over = True
            for visitor in visitors:
                visitor.join()
    for visitor in visitors:
        assert not visitor.problems, visitor.problems
        visitor.check()
        visitor.check_log()
    print(f"\n{what}: {kills} kills, {sum(person.statuses[303] for person in people)} saves, "
          f"{sum(len(visitor.ended) for visitor in visitors)} sign-outs; everybody goes on after {summary(recovered)}, "
          f"the node is ready after {summary(ready)}; visitors {[dict(visitor.statuses) for visitor in visitors]}", flush=True)


def kill_one(nodes, people, recovered, ready, looks):
    """Kills a node and starts it again. With a check, people send nothing between the kill and the check of the database; without,
    people continue, and the times are measured."""
    node = random.choice(nodes.nodes)
    start = time.monotonic()
    start_again = nodes.end(node)
    if looks:
        with resting(people):
            check_stored(nodes, people)
    before = [person.number for person in people]
    # A request that began before the kill does not show recovery.
    wait_until(lambda: all(person.saved > number for person, number in zip(people, before)), "everybody to go on")
    if not looks:
        recovered.append(time.monotonic() - start)
    start = time.monotonic()
    start_again()
    wait_until(lambda: is_ready(nodes, node), "the node to be ready")
    ready.append(time.monotonic() - start)


def is_ready(nodes, node):
    try:
        return nodes.ask("/readyz", node=node)[0] == 200
    except OSError:
        return False


def summary(times):
    return f"{statistics.median(times):.2f} s (the slowest {max(times):.2f} s)"


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--kills", type=int, default=100)
    arguments = parser.parse_args()
    with Nodes(**OPTIONS) as nodes:
        kill_again_and_again(nodes, arguments.kills, "kills")


if __name__ == "__main__":
    main()
