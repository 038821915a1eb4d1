"""Opens, drags and closes a page sheet by touch in Chromium at 390 × 800 and prints the cost of its frames, from a trace:
.venv/bin/python Tests/Bench/frames.py [ROUNDS]. It needs the packages of the journeys and a built server."""

import json
import pathlib
import statistics
import sys
from dataclasses import dataclass

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "Browser"))

from support.engines import Engines  # noqa: E402
from support.layers import TOP, dragging, fling, present, wait_for_stack, wait_until_still  # noqa: E402
from support.portico import PASSWORD, Portico  # noqa: E402

GALLERY = "/dev/presentations"
CATEGORIES = ["devtools.timeline", "disabled-by-default-devtools.timeline.frame", "blink.user_timing"]
#: Marks in the trace the begin and the end of each movement, by itself or under the finger.
MARKS = """void (['touchstart', 'transitionrun'].forEach(type => addEventListener(type, () => performance.mark('moves'), true)),
    ['touchend', 'transitionend'].forEach(type => addEventListener(type, () => performance.mark('rests'), true)))"""
#: The events of the main thread that are script, or style and layout, of a frame.
SCRIPT = {"FunctionCall", "EvaluateScript", "TimerFire", "FireAnimationFrame", "RunMicrotasks", "v8.callFunction"}
LAYOUT = {"UpdateLayoutTree", "Layout", "RecalculateStyles", "PrePaint", "HitTest", "Layerize"}


@dataclass
class Phase:
    """One action of a person, and the frames during it."""

    intervals: list
    work: list

    def line(self, name):
        within = sum(interval <= 34 for interval in self.intervals) / len(self.intervals)
        intervals = [f"{percentile(self.intervals, share):.1f}" for share in (50, 95)]
        work = [f"{percentile(self.work, share):.2f}" for share in (50, 95)]
        cells = [name, str(len(self.intervals)), *intervals, f"{within:.1%}", *work, f"{max(self.work):.2f}"]
        return f"| {' | '.join(cells)} |"


def percentile(values, per_cent):
    return statistics.quantiles(values, n=100, method="inclusive")[per_cent - 1] if len(values) > 1 else values[0]


def traced(tab, act):
    """The frames between the begin and the end of an action."""
    browser = tab.context.browser
    browser.start_tracing(page=tab.page, categories=CATEGORIES)
    act()
    return phase(json.loads(browser.stop_tracing())["traceEvents"])


def phase(events):
    main = main_thread(events)
    first = min(event["ts"] for event in events if event["name"] == "moves")
    last = max(event["ts"] for event in events if event["name"] == "rests")
    drawn = sorted(event["ts"] for event in events
                   if event["name"] == "DrawFrame" and event["pid"] == main[0] and first <= event["ts"] <= last)
    starts = sorted(event["ts"] for event in events if event["name"] == "BeginMainThreadFrame")
    spans = outermost([event for event in events if (event["pid"], event["tid"]) == main and event.get("ph") == "X"
                       and event["name"] in SCRIPT | LAYOUT])
    work = [sum(duration for ts, duration in spans if start <= ts < end) / 1000 for start, end in zip(starts, starts[1:])]
    return Phase([(b - a) / 1000 for a, b in zip(drawn, drawn[1:])], work)


def main_thread(events):
    """The main thread of the page: the thread with most of the layout."""
    counts = {}
    for event in events:
        if event["name"] in ("Layout", "UpdateLayoutTree", "FireAnimationFrame"):
            thread = (event["pid"], event["tid"])
            counts[thread] = counts.get(thread, 0) + 1
    return max(counts, key=counts.get)


def outermost(events):
    """Start and length of the outermost events, so that a layout within script is not counted twice."""
    spans, end = [], 0
    for event in sorted(events, key=lambda event: (event["ts"], -event.get("dur", 0))):
        if event["ts"] >= end:
            spans.append((event["ts"], event.get("dur", 0)))
            end = event["ts"] + event.get("dur", 0)
    return spans


def measure(tab, rounds):
    phases = {"opening": [], "dragging": [], "closing": []}

    def close():
        fling(tab, "touch")
        wait_for_stack(tab)

    for _ in range(rounds):
        phases["opening"].append(traced(tab, lambda: present(tab, "#page-sheet-link")))
        phases["dragging"].append(traced(tab, lambda: pull_back(tab)))
        phases["closing"].append(traced(tab, close))
    return {name: Phase(sum((p.intervals for p in all), []), sum((p.work for p in all), [])) for name, all in phases.items()}


def pull_back(tab):
    """Drags slowly down and up again without lifting the finger, so that the sheet stays."""
    x, y, width, _ = tab.box(f"{TOP} .grabber")
    with dragging(tab, f"{TOP} .grabber", (0, 300), kind="touch", seconds=0.6, steps=36) as finger:
        finger.follow([(x + width / 2, y + 22 + 300 - 8 * step) for step in range(36)], 0.6)
    wait_until_still(tab)


def main(rounds):
    engines, portico = Engines(), Portico()
    try:
        portico.users("add", "ada", "--name", "Ada Lovelace", password=PASSWORD)
        portico.start()
        tab = engines.open("chromium", portico.origin, portico.sign_in(), size=(390, 800), touch=True)
        tab.goto(GALLERY)
        tab.evaluate(MARKS)
        measure(tab, 1)
        phases = measure(tab, rounds)
    finally:
        engines.close()
        portico.close()
    print("| page sheet | frames | interval p50 ms | p95 ms | within 34 ms | script and layout p50 ms | p95 ms | most ms |")
    print("|---|---|---|---|---|---|---|---|")
    for name, figures in phases.items():
        print(figures.line(name))


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 5)
