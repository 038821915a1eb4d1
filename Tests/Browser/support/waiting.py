"""Waits for a state, never for a time, as the tests of applications do."""

from portico_testing import PATIENCE, wait_until

__all__ = ["PATIENCE", "wait_until"]
