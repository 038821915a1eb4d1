"""Each run keeps a screenshot of every screen, for people to check."""

import pytest

from conftest import ARTIFACTS
from support.gallery import Gallery
from support.screens import FIRST, ORDINARY

SIZES = {"phone": (390, 844), "desk": (1280, 800)}


@pytest.fixture(scope="module")
def gallery(engines):
    ARTIFACTS.mkdir(exist_ok=True)
    with Gallery(engines) as gallery:
        yield gallery


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("screen", ["splash", *ORDINARY, *FIRST])
def test_a_picture_of_each_screen(gallery, screen, size, dark):
    name = f"{screen}-{size}-{'dark' if dark else 'light'}"
    gallery.picture(ARTIFACTS / f"{name}.png", screen, size=SIZES[size], dark=dark)


@pytest.mark.parametrize("screen", ["login", "main"])
def test_a_picture_at_the_largest_text_in_the_smallest_window(gallery, screen):
    gallery.picture(ARTIFACTS / f"{screen}-320-XXXL.png", screen, size=(320, 700), text_size="XXXL")


@pytest.mark.parametrize("screen", ["login", "main"])
def test_a_picture_in_the_other_engines(gallery, engine, screen):
    gallery.picture(ARTIFACTS / f"{screen}-{engine}.png", screen, engine)
