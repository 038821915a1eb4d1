"""The helper for tests of applications, beyond what the journeys use."""

from support.portico import EXECUTABLE, Program


def test_a_program_gets_no_options_of_another_installation(monkeypatch):
    monkeypatch.setenv("PORTICO_DATABASE_URL", "postgres://127.0.0.1:1/another")
    with Program(EXECUTABLE) as program:
        program.add("ada")
        assert program.sign_in("ada")
