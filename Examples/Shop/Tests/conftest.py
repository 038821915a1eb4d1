import os

import pytest

from portico_testing import Program, browser, visit  # noqa: F401


@pytest.fixture(scope="session")
def program():
    """The bookshop, which `swift build` has built."""
    with Program(os.environ.get("BOOKSHOP", ".build/debug/Bookshop")) as program:
        yield program
