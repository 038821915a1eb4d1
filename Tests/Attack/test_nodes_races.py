"""Two nodes get the same request at the same moment: it takes effect once. `races.py` tries it a thousand times."""

import pytest

from nodes import Nodes, missing
from people import ROOMY
from races import RACES

pytestmark = pytest.mark.skipif(missing() is not None, reason=str(missing()))

TIMES = 20


@pytest.fixture(scope="module")
def nodes():
    with Nodes(**ROOMY) as nodes:
        yield nodes


@pytest.mark.parametrize("what", RACES)
def test_one_of_two_wins(nodes, what):
    race = RACES[what](nodes).run(TIMES)
    assert race.won == {1: TIMES}, race.statuses
