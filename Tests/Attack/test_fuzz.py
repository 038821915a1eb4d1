"""A short run of `make fuzz`, with the same requests every time."""

from fuzz import Fuzz, server


def test_no_request_changed_at_random_is_the_servers_fault():
    with server() as door:
        fuzz = Fuzz(door, seed=1, seconds=20, threads=4).run()
        fuzz.check()
        assert fuzz.count > 200 and {200, 303, 400, 401, 403, 404, 422} <= set(fuzz.statuses), fuzz.statuses
