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
#: Pictures for people to look at, before a release.
collect_ignore = [] if "EVERYTHING" in os.environ else ["test_screens.py"]


def pytest_collection_modifyitems(config, items):
    """Tests that are not about an engine run beside Chromium, and so do those to which no engine makes a difference, unless
    `EVERYTHING` is set. `-k` finds journeys by the features they hold too."""
    chosen = [item for item in items if engine_of(item) in ENGINES]
    for item in chosen:
        item.extra_keyword_matches.update(feature for mark in item.iter_markers("holds") for feature in mark.args)
    config.hook.pytest_deselected(items=[item for item in items if item not in chosen])
    items[:] = chosen


def engine_of(item):
    """The engine in which a journey is to run; none for one that is left out."""
    parameters = parameters_of(item)
    engine = parameters.get("engine", "chromium")
    return engine if engine == "chromium" or "EVERYTHING" in os.environ or is_for_every_engine(item, parameters) else None


def parameters_of(item):
    return item.callspec.params if hasattr(item, "callspec") else {}


def is_for_every_engine(item, parameters):
    """The mark may name values of parameters: only with those the journey runs in every engine."""
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
    """A running server with one account, shared by the journeys of a file, which may name its options."""
    portico = Portico(**getattr(request.module, "OPTIONS", {}))
    portico.users("add", "ada", "--name", "Ada Lovelace", "--administrator", password=PASSWORD)
    yield portico.start()
    portico.close()


@pytest.fixture
def portico(installation):
    """The same, with its development settings put back afterwards."""
    yield installation
    installation.set(
        clockOffset=0, launchDelay=0, launchFails="off", layerDelay=0, layerFails="off", script="on",
        jobDelay=0, deletedRecord="")


@pytest.fixture
def fresh():
    """A server that has no account yet."""
    portico = Portico().start()
    yield portico
    portico.close()


@pytest.fixture
def browse(request, engines):
    """Opens browsers. Afterwards none of them may have complained; of a failure a picture is kept."""
    tabs = []
    usual = {name: "EVERYTHING" in os.environ or request.node.get_closest_marker(name) is not None
             for name in ("keeps_pages", "whole_motion")}

    def open_browser(engine, portico, **look):
        if engine == "webkit":
            has_script = look.get("script", True)
            if has_script and not all(tab.look.script for tab in tabs):
                raise Undrivable("with this driver all browsers of a journey have script, or none")
            if not has_script:
                portico.set(script="off")  # Its driver cannot work where script is off: the pages load none instead.
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
    """The cookies of somebody who has signed in, for journeys that begin behind the door."""
    return installation.sign_in()


@pytest.fixture
def visit(browse, engine, portico, signed_in):
    """Opens a path in a browser in which somebody is signed in."""

    def visit(path, **look):
        tab = browse(engine, portico, cookies=signed_in, **look)
        tab.goto(path)
        assert tab.screen == "main"
        return tab

    return visit


@pytest.fixture
def visit_as_somebody_new(browse, engine, portico):
    """The same for a person of their own, for journeys that change what is kept about people."""
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
    """A person of their own who has an email address."""
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
    """Leaves out what the driver of an engine cannot do, but for journeys that say that they can run there."""
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
