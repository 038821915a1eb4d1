"""The manual page of the package, made from the description that the program gives of its commands."""

import json
import re
import subprocess

import pytest
from support.portico import EXECUTABLE, ROOT


def commands(description, path=()):
    """The commands without subcommands, each with the names of its options."""
    path = (*path, description["commandName"])
    subcommands = [one for one in description.get("subcommands", []) if one["commandName"] != "help"]
    if not subcommands:
        names = [one["preferredName"]["name"] for one in description.get("arguments", []) if one["kind"] != "positional"]
        yield " ".join(path), set(names) - {"help", "version"}
    for one in subcommands:
        yield from commands(one, path)


@pytest.fixture(scope="module")
def dump():
    return subprocess.run([EXECUTABLE, "--experimental-dump-help"], check=True, capture_output=True, text=True).stdout


@pytest.fixture(scope="module")
def manual(dump):
    return subprocess.run([ROOT / "Scripts/manual", "1.2.3"], input=dump, check=True, capture_output=True, text=True).stdout


def test_it_has_every_command_with_its_options(dump, manual):
    expected = {name: options for name, options in commands(json.loads(dump)["command"])}
    sections = re.findall(r"^\.SS (.*)\n((?:(?!\.S[SH] ).*\n)*)", manual, re.M)
    found = {
        name.replace("\\-", "-"): {option.replace("\\-", "-") for option in re.findall(r"^\.TP\n.*?\\fB\\-\\-([a-z\\-]+)\\fR", text, re.M)}
        for name, text in sections}
    assert len(expected) > 30
    assert found == expected


def test_text_begins_no_line_with_a_request(manual):
    requests = {line.split()[0] for line in manual.splitlines() if line.startswith((".", "'"))}
    assert requests == {".TH", ".SH", ".SS", ".PP", ".TP", ".B", ".BR", ".I", ".ad", ".nf", ".fi", ".nh"}
