import os
import re
import secrets
from pathlib import Path

import pytest

from support.engines import ENGINES, Engines
from support.people import Person
from support.portico import PASSWORD, Portico
from support.tab import Undrivable

ARTIFACTS = Path(__file__).parent / "artifacts"
#: The screenshots are for people, before a release.
collect_ignore = [] if "EVERYTHING" in os.environ else ["test_screens.py"]


def pytest_collection_modifyitems(config, items):
    """Runs tests without an engine, and tests that no engine affects, beside Chromium only, unless `EVERYTHING` is set.
    `-k` also finds journeys by their features."""
    chosen = [item for item in items if engine_of(item) in ENGINES]
    for item in chosen:
        item.extra_keyword_matches.update(feature for mark in item.iter_markers("holds") for feature in mark.args)
    config.hook.pytest_deselected(items=[item for item in items if item not in chosen])
    items[:] = chosen


def engine_of(item):
    """The engine of a journey; None if the journey is left out."""
    parameters = parameters_of(item)
    engine = parameters.get("engine", "chromium")
    return engine if engine == "chromium" or "EVERYTHING" in os.environ or is_for_every_engine(item, parameters) else None


def parameters_of(item):
    return item.callspec.params if hasattr(item, "callspec") else {}


def is_for_every_engine(item, parameters):
    """Whether the journey runs in every engine. If the mark names values of parameters, only with these values."""
    mark = item.get_closest_marker("every_engine")
    return mark is not None and all(parameters[name] == value for name, value in mark.kwargs.items())


@pytest.fixture(scope="session", params=ENGINES)
def engine(request):
    return request.param


@pytest.fixture(scope="session")
def engines():
    engines = Engines()
    yield engines
    engines.close()


@pytest.fixture(scope="module")
def installation(request):
    """A running server with one account, shared by the journeys of a file. The file may set its options."""
    portico = Portico(**getattr(request.module, "OPTIONS", {}))
    portico.users("add", "ada", "--name", "Ada Lovelace", "--administrator", password=PASSWORD)
    yield portico.start()
    portico.close()


@pytest.fixture
def portico(installation):
    """As `installation`, with its development settings restored afterwards."""
    yield installation
    installation.set(
        clockOffset=0, launchDelay=0, launchFails="off", layerDelay=0, layerFails="off", script="on",
        jobDelay=0, deletedRecord="")


@pytest.fixture
def fresh():
    """A server without an account."""
    portico = Portico().start()
    yield portico
    portico.close()


@pytest.fixture
def browse(request, engines):
    """Opens browsers. Afterwards, asserts that none has complained; keeps a screenshot of a failure."""
    tabs = []
    usual = {name: "EVERYTHING" in os.environ or request.node.get_closest_marker(name) is not None
             for name in ("keeps_pages", "whole_motion")}

    def open_browser(engine, portico, **look):
        if engine == "webkit":
            has_script = look.get("script", True)
            if has_script and not all(tab.look.script for tab in tabs):
                raise Undrivable("with this driver all browsers of a journey have script, or none")
            if not has_script:
                portico.set(script="off")  # Its driver needs script, so the pages load none instead.
        tabs.append(engines.open(engine, portico.origin, **usual | look))
        return tabs[-1]

    yield open_browser
    failed = getattr(request.node, "failed", False)
    for number, tab in enumerate(tabs):
        if failed:
            keep_picture(tab, f"{request.node.name}-{number}")
        tab.close()
    assert failed or [tab.complaints for tab in tabs] == [[] for _ in tabs]


@pytest.fixture(scope="module")
def signed_in(installation):
    """The cookies of a signed-in browser, for journeys that begin behind the door."""
    return installation.sign_in()


@pytest.fixture
def visit(browse, engine, portico, signed_in):
    """Opens a path in a signed-in browser."""

    def visit(path, **look):
        tab = browse(engine, portico, cookies=signed_in, **look)
        tab.goto(path)
        assert tab.screen == "main"
        return tab

    return visit


@pytest.fixture
def visit_as_somebody_new(browse, engine, portico):
    """As `visit`, for a new person, for journeys that change the data of people."""
    name = f"somebody-{secrets.token_hex(4)}"
    portico.users("add", name, "--name", "Grace Hopper", password=PASSWORD)
    cookies = portico.sign_in(name)

    def visit(path, **look):
        tab = browse(engine, portico, cookies=cookies, **look)
        tab.goto(path)
        tab.username, tab.brought = name, cookies
        return tab

    return visit


@pytest.fixture
def somebody(portico):
    """A new person with an email address."""
    return Person.of(portico)


@pytest.fixture
def administer(browse, engine, portico):
    """Opens a path in the browser of the administrator, who has just signed in."""

    def administer(path, **look):
        tab = browse(engine, portico, cookies=portico.sign_in(), **look)
        tab.goto(path)
        return tab

    return administer


def keep_picture(tab, name):
    folder = ARTIFACTS / "failures"
    folder.mkdir(parents=True, exist_ok=True)
    try:
        tab.screenshot(folder / (re.sub(r"[^\w-]+", "-", name) + ".png"))
    except Exception as error:
        print(f"no picture of {name}: {error}")


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item):
    """Skips a journey that the engine's driver does not support, unless the journey is marked for every engine."""
    try:
        return (yield)
    except Undrivable as reason:
        if is_for_every_engine(item, parameters_of(item)):
            raise
        pytest.skip(str(reason))


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item, call):
    report = yield
    if call.when == "call":
        item.failed = report.failed
    return report
