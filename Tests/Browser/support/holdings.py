"""The objects of a page after garbage collection, as counted by Chromium."""

#: Nodes inside and outside of the page, listeners, and documents, including those parsed by script.
NAMES = ("Nodes", "JSEventListeners", "Documents")


class Holdings:
    def __init__(self, tab):
        self._session = tab.protocol()
        self._session.send("Performance.enable")

    def count(self, names=NAMES):
        for _ in range(3):  # A freed object may have kept others alive.
            self._session.send("HeapProfiler.collectGarbage")
        metrics = self._session.send("Performance.getMetrics")["metrics"]
        counts = {metric["name"]: metric["value"] for metric in metrics}
        return {name: int(counts[name]) for name in names}
