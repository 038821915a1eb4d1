"""The support code of the journeys: a separate server, a gate in front of it, and three engines behind one
interface. It builds on the helper that applications have for their tests."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[3] / "Sources/PorticoTesting"))
