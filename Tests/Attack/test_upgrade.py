"""The server migrates databases of earlier versions, although the test kills the migration again and again, and can go back.

A program of schema N made `databases/version-N.sql`: ada, who has signed in twice."""

import re
import shutil
import sqlite3
import subprocess
import time
from pathlib import Path

import pytest

from server import EXECUTABLE, Server

DUMPS = sorted((Path(__file__).parent / "databases").glob("version-*.sql"))
#: Accounts besides ada's: a migration takes long enough to be killed in the middle.
PEOPLE = 20_000
KILLS = 12


def add_people(database):
    columns = [row[1] for row in database.execute("PRAGMA table_info(accounts)")]
    values = ", ".join("'person-' || number" if column == "user_name" else column for column in columns)
    database.execute(
        f"""WITH RECURSIVE numbers (number) AS (SELECT 1 UNION ALL SELECT number + 1 FROM numbers WHERE number < {PEOPLE})
        INSERT INTO accounts ({', '.join(columns)}) SELECT {values} FROM accounts, numbers WHERE user_name = 'ada'""")


def portico(folder, *arguments):
    return subprocess.run(
        [EXECUTABLE, *arguments, "--data", folder], check=True, capture_output=True, text=True, timeout=120).stdout


def version(folder):
    return int(re.search(r"version (\d+)", portico(folder, "database", "status"))[1])


def count(folder):
    with sqlite3.connect(folder / "portico.sqlite") as database:
        return [database.execute(f"SELECT count(*) FROM {table}").fetchone()[0]
                for table in ("accounts", "sign_ins", "browsers")]


@pytest.fixture(params=DUMPS, ids=lambda path: path.stem)
def old(request, tmp_path):
    """A data folder of an earlier version, and the number of its schema."""
    folder = tmp_path / "data"
    folder.mkdir(mode=0o700)
    database = sqlite3.connect(folder / "portico.sqlite")
    database.execute("PRAGMA journal_mode = WAL")
    database.executescript(request.param.read_text())
    add_people(database)
    database.commit()
    database.close()
    return folder, int(request.param.stem.rsplit("-", 1)[1])


def test_kills_at_any_moment_of_a_migration_lose_nothing(old, tmp_path):
    folder, number = old
    rows = count(folder)
    shutil.copytree(folder, tmp_path / "other")
    begun = time.monotonic()
    portico(tmp_path / "other", "database", "migrate")
    whole = time.monotonic() - begun
    newest = version(tmp_path / "other")
    versions = set()
    for kill in range(1, KILLS):
        process = subprocess.Popen(
            [EXECUTABLE, "database", "migrate", "--data", folder], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        try:
            process.wait(whole * kill / KILLS)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
        versions.add(version(folder))
        assert count(folder) == rows
    assert versions <= {number, newest}, "nothing in between"
    portico(folder, "database", "migrate")
    assert version(folder) == newest and count(folder) == rows
    assert "no problems" in portico(folder, "database", "check")
    copies = [path.name for path in folder.glob("*.before-*") if re.fullmatch(r".*before-[\d-]+", path.name)]
    assert copies == [f"portico.sqlite.before-{number + 1}"]
    with Server(data=folder.parent) as server:
        assert server.sign_in()
    portico(folder, "database", "rollback", "--yes")
    assert version(folder) == number and count(folder) == rows
