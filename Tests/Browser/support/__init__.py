"""The support code of the journeys: a separate server, a gate in front of it, and three engines behind one
interface."""
