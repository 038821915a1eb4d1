"""The memory of a page, as Chromium counts it once the garbage is gone."""

#: Nodes in the page and out of it, listeners, and documents, also those that script has parsed.
NAMES = ("Nodes", "JSEventListeners", "Documents")


class Holdings:
    def __init__(self, tab):
        self._session = tab.protocol()
        self._session.send("Performance.enable")

    def count(self, names=NAMES):
        for _ in range(3):  # What is freed may have held something itself.
            self._session.send("HeapProfiler.collectGarbage")
        metrics = self._session.send("Performance.getMetrics")["metrics"]
        counts = {metric["name"]: metric["value"] for metric in metrics}
        return {name: int(counts[name]) for name in names}
