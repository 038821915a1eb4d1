"""The ground of the journeys: a server of their own, a gate on its wire, and three engines behind one interface."""
