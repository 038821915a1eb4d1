"""`portico dev` rebuilds and restarts after a change of a source, and open pages reload. The journeys replace `swift
build`."""

import os
import shutil

import pytest

from support.portico import EXECUTABLE, PASSWORD, ROOT, Portico, free_port
from support.steps import arrive_signed_in
from support.waiting import wait_until

SWIFT = """#!/bin/sh
echo "$@" >> built
[ ! -e broken ] || { echo "[1/2] Compiling Shop"; echo "Sources/Page.swift:3:5: error: cannot find 'titel' in scope"; exit 1; }
"""


@pytest.fixture
def package(tmp_path):
    (tmp_path / "Package.swift").touch()
    (tmp_path / "Sources").mkdir()
    (tmp_path / "Public").mkdir()
    program = tmp_path / ".build/triple/debug/portico"
    program.parent.mkdir(parents=True)
    shutil.copy(EXECUTABLE, program)
    swift = tmp_path / "bin/swift"
    swift.parent.mkdir()
    swift.write_text(SWIFT.replace("built", f"{tmp_path}/built").replace("broken", f"{tmp_path}/broken"))
    swift.chmod(0o755)
    return tmp_path


@pytest.fixture
def installation(package):
    server = Portico(
        command=(package / ".build/triple/debug/portico", "dev", "--package", package), PORTICO_ENVIRONMENT=None,
        PORTICO_HTTP_PORT=str(free_port()), PATH=f"{package}/bin:{os.environ['PATH']}")
    server.users("add", "ada", "--name", "Ada Lovelace", password=PASSWORD)
    yield server.start()
    server.close()


@pytest.fixture
def tab(browse, engine, installation):
    tab = browse(engine, installation)
    arrive_signed_in(tab)
    return tab


def write(path, text=""):
    """Changes a source. An open page then reloads."""
    path.write_text(text or os.urandom(8).hex())


def test_a_change_builds_and_starts_the_program_anew(tab, package):
    with tab.leaving():
        write(package / "Sources/Page.swift")
    assert tab.text(".bar-title") == "Home"
    arguments = (package / "built").read_text().split()
    assert arguments == [
        "build", "--package-path", str(package), "--scratch-path", f"{package}/.build",
        "--configuration", "debug", "--product", "portico"]


def test_many_tabs_load_and_each_follows_a_change(tab, package):
    """A browser opens at most six connections to a server."""
    tabs = [tab, *(tab.new_tab() for _ in range(6))]
    for each in tabs[1:]:
        each.goto("/")
    (package / "broken").touch()
    write(package / "Sources/Page.swift")
    for each in tabs:
        each.wait_for("!!document.querySelector('#build-problems')", "the problem")
    late = tab.new_tab()
    late.goto("/")
    late.wait_for("!!document.querySelector('#build-problems')", "the problem")
    (package / "broken").unlink()
    for each in tabs:
        each.evaluate("window.isOld = true")
    write(package / "Sources/Page.swift")
    for each in tabs:
        each.wait_until_ready()


def test_a_failed_build_is_shown_and_the_server_stays(tab, package):
    (package / "broken").touch()
    write(package / "Sources/Page.swift")
    tab.wait_for_text("#build-problems", "Sources/Page.swift:3:5: error: cannot find 'titel' in scope")
    tab.goto("/settings/appearance")
    tab.wait_for_text("#build-problems", "Sources/Page.swift:3:5: error: cannot find 'titel' in scope")
    (package / "broken").unlink()
    with tab.leaving():
        write(package / "Sources/Page.swift")
    wait_until(lambda: tab.count("#build-problems") == 0, "the page without a problem")


def test_files_that_the_server_reads_itself_need_no_build(browse, engine, package):
    server = Portico(
        command=(package / ".build/triple/debug/portico", "dev", "--package", package, "--public", package / "Public"),
        PORTICO_ENVIRONMENT=None, PORTICO_PUBLIC_DIRECTORY=None, PORTICO_HTTP_PORT=str(free_port()),
        PATH=f"{package}/bin:{os.environ['PATH']}")
    shutil.copytree(ROOT / "Public", package / "Public", dirs_exist_ok=True)
    server.users("add", "ada", "--name", "Ada Lovelace", password=PASSWORD)
    try:
        tab = browse(engine, server.start())
        arrive_signed_in(tab)
        with tab.leaving():
            write(package / "Public/robots.txt", "User-agent: *\n")
        assert not (package / "built").exists()
    finally:
        server.close()
