"""Another front end, in the package of Tests/MountedPages: in a terminal."""

import pytest

from support.portico import PASSWORD, Portico
from support.terminal import run

pytestmark = pytest.mark.holds("E10")


def test_a_wrong_password_is_refused():
    portico = Portico()
    try:
        portico.users("add", "ada", password=PASSWORD)
        done = run(portico, "ada", "not it", "dark")
        assert (done.returncode, done.stdout) == (1, "")
        assert done.stderr.endswith("User name or password is wrong.\n")
    finally:
        portico.close()
