"""Too few descriptors, and a full disk: the server reports it, keeps running, and recovers by itself."""

import contextlib
import resource
import sqlite3
import time

import pytest

from server import Connection, Server, wait_until


def test_more_connections_than_descriptors_wait_without_work_and_are_answered_later():
    server = Server(files=128)
    server.add_account()
    with server:
        wait_until(lambda: "too few open files" in server.log, "the line that follows the one that it serves")
        connections = [Connection(server.port) for _ in range(150)]
        wait_until(lambda: "others wait until one ends" in server.log, "the line that says so")
        busy = server.cpu_seconds
        time.sleep(2)  # The test measures that nothing happens.
        assert server.cpu_seconds - busy < 0.5, "a core is busy without work"
        for connection in connections:
            connection.socket.close()
        assert server.ask("/healthz").status == 200
        assert server.log.count("others wait until one ends") == 1


def test_the_soft_limit_of_open_files_is_raised():
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(256, hard), hard))
    try:
        server = Server()
        with server:
            assert resource.prlimit(server.process.pid, resource.RLIMIT_NOFILE) == (hard, hard)
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


def test_a_full_disk_is_reported_and_recovers_by_itself():
    server = Server()
    server.add_account()
    with server:
        cookies = server.sign_in()
        assert server.ask("/readyz").status == 200
        most = max(file.stat().st_size for file in server.data.iterdir() if file.is_file())
        resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (4_096, resource.RLIM_INFINITY))
        wait_until(lambda: server.ask("/readyz").status == 503, "a readiness check that fails")
        assert server.ask("/healthz").status == 200
        assert server.account(cookies) == "local/ada", "reading continues"
        for path, form in [("/session/end", {}), ("/settings/appearance", {"appearance": "dark"})]:
            answer = server.ask(path, cookies=cookies, form=form)
            assert answer.status == 503 and "couldn’t save this".encode() in answer.body
            assert int(answer.headers["retry-after"]) > 0
        answer = server.ask("/session", form={"username": "ada", "password": "seven lanterns over Ullapool"})
        assert answer.status == 503 and "can’t save anything".encode() in answer.body
        assert b"account does not answer" not in answer.body
        assert server.account(cookies) == "local/ada", "nothing has changed"
        resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY,) * 2)
        wait_until(lambda: server.ask("/readyz").status == 200, "a readiness check that succeeds")
        assert server.ask("/session/end", cookies=cookies, form={}).status == 303
        assert server.account(cookies) == ""


def test_a_locked_database_is_reported_and_recovers_by_itself():
    server = Server()
    server.add_account()
    with server:
        cookies = server.sign_in()
        form = {"account": "local/ada", "note": "words"}
        with contextlib.closing(sqlite3.connect(server.data / "portico.sqlite", isolation_level=None)) as database:
            database.execute("BEGIN IMMEDIATE")
            answer = server.ask("/profile", cookies=cookies, form=form)
            assert answer.status == 503 and "couldn’t save this".encode() in answer.body
            assert server.account(cookies) == "local/ada", "reading continues"
            database.execute("ROLLBACK")
        assert server.ask("/profile", cookies=cookies, form=form).status == 303
