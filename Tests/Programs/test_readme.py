"""The README's application: Scripts/check-docs builds its program from the README alone."""

import re
import subprocess

import pytest

from support.portico import PASSWORD, SHOP, Portico

pytestmark = pytest.mark.holds("A9")


@pytest.fixture
def shop():
    """A server of the application, with one account."""
    shop = Portico(command=(SHOP, "serve"), PORTICO_PUBLIC_DIRECTORY=None, PORTICO_ENVIRONMENT="production")
    shop.users("add", "ada", "--name", "Ada Lovelace", password=PASSWORD)
    yield shop.start()
    shop.close()


def test_it_has_its_page_and_the_public_files(shop):
    status, _, page = shop.ask("/hello", shop.sign_in())
    assert status == 200
    assert "<p>Hello, Ada Lovelace.</p>" in page
    files = set(re.findall(r'/assets/[a-z2-7]{10}/[^" ]+\.(?:css|js)', page))
    assert {path.rpartition(".")[2] for path in files} == {"css", "js"}
    for path in files:
        status, _, text = shop.ask(path, [])
        assert status == 200, path
        assert not re.search(r'(from|import) ?"\./|@import', text), f"{path} is not a bundle"


def test_it_has_the_commands_of_portico(shop):
    add = [SHOP, "users", "add", "ada", "--password-stdin", "--data", shop.data]
    done = subprocess.run(add, input=PASSWORD, text=True, capture_output=True, timeout=30)
    assert (done.returncode, done.stdout, done.stderr) == (1, "", "Shop: there is an account of this name already\n")
