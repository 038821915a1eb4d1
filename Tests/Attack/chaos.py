"""Three nodes behind nginx, with the configuration of docs/scaling.md, on a PostgreSQL that may have a standby. People save, read, sign in
and out, forget passwords and listen, while one part after the other fails at random. One node reaches the database directly, one
through PgBouncer, and one through a network that can drop notifications. Nothing acknowledged may be lost: no save, no sign-out, no
mail. Nobody may be signed out, here or at a gateway. No node may accept a cookie two seconds after its end, or four seconds while
notifications do not arrive. A seed repeats the order of failures. The number of people is fixed, and each pauses between two
requests, so two cores are enough.

usage: .venv/bin/python Tests/Attack/chaos.py [--minutes 30] [--seed 1] [--only kill,pause]"""

import argparse
import base64
import collections
import contextlib
import json
import os
import pathlib
import random
import signal
import statistics
import subprocess
import sys
import tempfile
import threading
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))

import nodes as servers  # noqa: E402
from cluster import Cluster  # noqa: E402
from crowd import FAILURES, Leaver, Listener, Mailer, PostOffice, Prober, Reader, Saver, cookies_of  # noqa: E402
from people import ROOMY, check_stored, resting  # noqa: E402
from server import ROOT, free_port, wait_until  # noqa: E402

SAVERS, READERS, LEAVERS, MAILERS, LISTENERS = 4, 2, 3, 2, 3
GATEWAY = pathlib.Path(os.environ.get("GATEWAY_BIN", ROOT / ".build/debug/portico-gateway"))
PEOPLE = ROOT / "docs/gateway-people.json"
#: Seconds until all nodes must be ready, and another one lead.
READY, LEADING = 60, 10
#: Seconds after which a node sends a mail again that another node began to send, with a margin.
MAILS = 160


class Chaos:
    def __init__(self, seed):
        self.random = random.Random(seed)
        # A seed cannot repeat the times at which workers choose.
        self.choice = random.Random().choice
        self.fault, self.is_over, self.is_deaf = "no fault", False, False
        self.findings = []
        self.counts = collections.Counter()
        self.ready, self.pauses = collections.defaultdict(list), collections.defaultdict(list)
        self.leading = []
        self.gateway_sign_ins = self.refused_by_clock = 0
        self.is_clock_wrong = False
        self.faults = {
            "node killed": self.kill, "node stopped 15 s": self.stop_node, "leader stopped 15 s": self.stop_leader,
            "database killed": self.crash, "database paused": self.pause, "backends ended": self.end_backends,
            "no connection left": self.use_up_connections,
            "notifications swallowed": self.swallow, "clock of a node jumps": self.jump, "keys rotated": self.rotate,
            "failover to a standby": self.fail_over, "nginx reloaded": self.reload, "pooler killed": self.kill_pooler,
        }

    def find(self, kind, text):
        self.findings.append((kind, self.fault))
        if sum(found == (kind, self.fault) for found in self.findings) <= 5:
            print(f"FINDING {kind}, {self.fault}: {text}", flush=True)

    def is_signed_out(self, text):
        """Whether a 401 is a finding. A server whose clock is far ahead answers 401 to everybody, because nginx does not check
        readiness. Once its clock is right, everybody is signed in as before."""
        if self.is_clock_wrong:
            self.refused_by_clock += 1
            return False
        self.find("401 while signed in", text)
        return True

    def run(self, minutes, only):
        with contextlib.ExitStack() as stack:
            self._set_up(stack)
            stack.callback(self._report)
            for worker in self.workers:
                worker.start()
            wait_until(lambda: all(saver.saved >= 3 for saver in self.savers), "people at work")
            self._fail(minutes * 60, only)
            self.fault = "the end"
            self._check()

    def _set_up(self, stack):
        self.cluster = stack.enter_context(Cluster())
        if not self.cluster.pooler:
            print("PgBouncer is not installed: none of the nodes is behind a pooler", flush=True)
            del self.faults["pooler killed"]
        port = free_port()
        self.office = stack.enter_context(contextlib.closing(PostOffice(port)))
        gateway = stack.enter_context(_gateway())
        self.nodes = stack.enter_context(servers.Nodes(
            **ROOMY, PORTICO_TEST_POSTGRESQL=self.cluster.url, PORTICO_DATABASE_TIMEOUT="5", PORTICO_MAIL_HOST="127.0.0.1",
            PORTICO_MAIL_PORT=str(port), PORTICO_MAIL_SECURITY="none", PORTICO_SERVERS_LIST="local,works",
            PORTICO_SERVERS_WORKS_NAME="Works", PORTICO_SERVERS_WORKS_URL=gateway,
            # Each request needs the token, and so the key that encrypts it.
            PORTICO_GATEWAY_RECHECK="0",
            # For the clock of a node.
            PORTICO_ENVIRONMENT="development", PORTICO_PUBLIC_DIRECTORY=str(ROOT / "Public/dist")))
        _, pooled, relayed = self.nodes.nodes
        self.key = _option(pooled, "PORTICO_GATEWAY_KEY")
        self._restart(relayed, signal.SIGTERM, PORTICO_DATABASE_URL=self.cluster.relayed_url)
        if self.cluster.pooler:
            self._restart(pooled, signal.SIGTERM, PORTICO_DATABASE_URL=self.cluster.pooled_url)
        wait_until(lambda: all(self._is_ready(node) for node in self.nodes.nodes), "all nodes to be ready")
        person, self.guest = json.loads(PEOPLE.read_text())["people"][:2]
        self.savers = [Saver(self, f"saver-{number}") for number in range(SAVERS)]
        self.leavers = [Leaver(self, f"leaver-{number}") for number in range(LEAVERS)]
        self.mailers = [Mailer(self, f"mailer-{number}") for number in range(MAILERS)]
        self.probers = [Prober(self, number) for number in range(len(self.nodes.nodes))]
        self.listeners = [Listener(self, f"listener-{number}") for number in range(LISTENERS)]
        self.readers = [*(Reader(self, f"reader-{number}") for number in range(READERS)),
                        Reader(self, person["userName"], "works", person["password"])]
        self.workers = [*self.savers, *self.leavers, *self.mailers, *self.probers, *self.listeners, *self.readers]

    def _fail(self, seconds, only):
        end, left = time.monotonic() + seconds, []
        while time.monotonic() < end:
            if not left:
                left = [name for name in self.faults if not only or any(word in name for word in only)]
                self.random.shuffle(left)
            self.fault = left.pop()
            print(f"{time.strftime('%H:%M:%S')} {self.fault}", flush=True)
            self.counts[self.fault] += 1
            try:
                self._cause(self.fault)
            except (AssertionError, OSError, subprocess.SubprocessError) as problem:
                self.find("failure not caused", f"{problem} {getattr(problem, 'stderr', None) or ''}")
            time.sleep(self.random.uniform(0.5, 2.5))

    def _cause(self, fault):
        """Causes a failure, and waits until everybody works again after it."""
        self.cluster.sql("DELETE FROM attempts WHERE key LIKE 'mail:%'")
        for mailer in self.mailers:
            mailer.counted.clear()
        for saver in self.savers:
            saver.times = saver.times[-1:]
        over = self.faults[fault]() or time.monotonic()
        if (took := self._wait_until_ready(over)) is not None:
            self.ready[fault].append(took)
        before = [saver.saved for saver in self.savers]
        with self._expecting("not ready", "somebody cannot save"):
            wait_until(lambda: all(saver.saved > number for saver, number in zip(self.savers, before)), "everybody to save", READY)
        self.pauses[fault].append(max(saver.longest for saver in self.savers))
        if self.random.random() < 0.3:
            with self._expecting("save lost", "in the database"), resting(self.savers):
                check_stored(self.nodes, self.savers)

    @contextlib.contextmanager
    def _expecting(self, kind, text):
        try:
            yield
        except AssertionError as problem:
            self.find(kind, f"{text}: {problem}")

    def _wait_until_ready(self, start, nodes=()):
        """The seconds from a time until some or all nodes are ready."""
        nodes = nodes or self.nodes.nodes
        with self._expecting("not ready", "a node"):
            wait_until(lambda: all(self._is_ready(node) for node in nodes), "nodes to be ready", READY)
            return time.monotonic() - start
        for node in nodes:
            if not self._is_ready(node):
                print(f"node at {node.port}, process {node.pid}, alive: {servers.is_alive(node.pid)}", file=sys.stderr)
                print(*node.log.read_text(errors="replace").splitlines()[-12:], sep="\n", file=sys.stderr)

    def _is_ready(self, node):
        with contextlib.suppress(OSError):
            return self.nodes.ask("/readyz", node=node, timeout=5)[0] == 200

    # The faults. Each returns the time when it was over, if that is not the end of the function.

    def kill(self):
        start = self.nodes.end(self.random.choice(self.nodes.nodes))
        time.sleep(self.random.uniform(0, 2))
        start()

    def stop_node(self):
        self._stop(self.random.choice(self.nodes.nodes))

    def stop_leader(self):
        leader = wait_until(self._leader, "a node to lead")
        start = time.monotonic()

        def look():
            if not self.leading_after and self._leader() not in (None, leader):
                self.leading_after = time.monotonic() - start

        self.leading_after = None
        self._stop(leader, look)
        if self.leading_after is None or self.leading_after > LEADING:
            self.find("hung leader not replaced", f"within 15 s: {self.leading_after}")
        else:
            self.leading.append(self.leading_after)

    def crash(self):
        self.cluster.crash(self.random.uniform(0, 2))

    def pause(self):
        self.cluster.pause(self.random.uniform(3, 9))

    def end_backends(self):
        self.cluster.end_backends()

    def use_up_connections(self):
        self.cluster.use_up_connections(self.random.uniform(3, 9))

    def swallow(self):
        self.is_deaf = self.cluster.relay.is_deaf = True
        time.sleep(10)
        self.is_deaf = self.cluster.relay.is_deaf = False

    def jump(self):
        node = self.random.choice(self.nodes.nodes)
        ahead = self.random.choice((-3600, -900, -7, 7, 900, 3600, 400 * 86_400))
        # Beyond session.idle.
        self.is_clock_wrong = ahead > 43_200
        self._set_clock(node, ahead)
        time.sleep(10)
        self._set_clock(node, 0)
        over = time.monotonic()
        time.sleep(2)  # For the answers in progress.
        self.is_clock_wrong = False
        return over

    def rotate(self):
        """Changes the key node by node, with the steps of docs/deployment.md. At each step, people sign in at a gateway, at each node."""
        old, new = self.key, _new_key()
        signed_in = []
        for ring in (f"{old} {new}", f"{new} {old}"):
            self._roll(ring, signed_in)
        self.nodes.command("keys", "rotate", PORTICO_GATEWAY_KEY=f"{new} {old}")
        self._roll(new, signed_in)
        self.key = new

    def fail_over(self):
        self.cluster.add_standby()
        time.sleep(self.random.uniform(1, 3))
        lost = time.monotonic()
        self.cluster.lose_primary()
        time.sleep(self.random.uniform(0, 3))
        self.cluster.promote_standby()
        return lost

    def kill_pooler(self):
        self.cluster.pooler.end(self.random.choice((signal.SIGTERM, signal.SIGKILL)))
        time.sleep(self.random.uniform(0, 3))
        self.cluster.pooler.start()

    def reload(self):
        os.kill(int((self.nodes.folder / "nginx.pid").read_text()), signal.SIGHUP)

    def _roll(self, ring, signed_in):
        for node in self.nodes.nodes:
            self._restart(node, signal.SIGTERM, PORTICO_GATEWAY_KEY=ring)
            self._wait_until_ready(time.monotonic(), [node])
            signed_in.append(wait_until(lambda: self._sign_in_at_gateway(node), "a sign-in at the gateway"))
            for cookies in signed_in:
                for other in self.nodes.nodes:
                    self._check_gateway_sign_in(cookies, other)
            time.sleep(3)  # For two seconds nginx skips a node that did not answer.

    def _sign_in_at_gateway(self, node):
        form = {"username": self.guest["userName"], "password": self.guest["password"], "server": "works"}
        status, headers, _ = self.nodes.ask("/session", form=form, node=node)
        if status == 303:
            self.gateway_sign_ins += 1
            return cookies_of(headers)

    def _check_gateway_sign_in(self, cookies, node):
        status = wait_until(lambda: (status := self.nodes.ask("/account", cookies, node=node)[0]) not in FAILURES and status, "an answer")
        if status != 200:
            self.find("gateway sign-in ended", f"{status}, while keys are rotated")

    def _restart(self, node, how, **options):
        self.nodes.end(node, how)(**options)

    def _stop(self, node, look=lambda: None):
        os.kill(node.pid, signal.SIGSTOP)
        try:
            end = time.monotonic() + 15
            while time.monotonic() < end:
                look()
                time.sleep(0.2)
        finally:
            os.kill(node.pid, signal.SIGCONT)

    def _leader(self):
        """The node whose connection holds the lock of the leader."""
        rows = self.cluster.sql(
            "SELECT a.client_port FROM pg_locks l JOIN pg_stat_activity a USING (pid) WHERE l.locktype = 'advisory' AND l.granted")
        direct, pooled, relayed = self.nodes.nodes
        owners = [(direct.pid, direct), (self.cluster.pooler.pid if self.cluster.pooler else pooled.pid, pooled)]
        found = [node for row in rows for pid, node in owners if int(row) in self._ports(pid)]
        # The relay is part of this program; its connection belongs to the last node.
        return (found or [relayed])[0] if rows else None

    def _ports(self, pid):
        """The local ports of the connections that a process opened."""
        inodes = set()
        for descriptor in pathlib.Path(f"/proc/{pid}/fd").iterdir():
            with contextlib.suppress(OSError):
                inodes.add(os.readlink(descriptor).removeprefix("socket:[").removesuffix("]"))
        lines = [line.split() for line in pathlib.Path("/proc/net/tcp").read_text().splitlines()[1:]]
        return {int(fields[1].rpartition(":")[2], 16) for fields in lines if fields[9] in inodes}

    def _set_clock(self, node, seconds):
        self.nodes.ask("/dev/settings", form={"machineClockOffset": seconds}, node=node)

    def _check(self):
        time.sleep(1)  # For the last answers.
        self.is_over = True
        for saver in self.savers:
            saver.is_over = True
        for worker in self.workers:
            worker.join(timeout=60)
        for saver in self.savers:
            with self._expecting("save lost", saver.name):
                saver.check()
        dead = [entry for leaver in self.leavers for entry in leaver.ended]
        for _, cookies in random.sample(dead, min(len(dead), 300)):
            taken = [node.port for node in self.nodes.nodes if self.nodes.ask("/account", cookies, node=node)[0] == 200]
            if taken:
                self.find("sign-out undone", f"{taken}")
        with contextlib.suppress(AssertionError):
            wait_until(lambda: not any(mailer.missing for mailer in self.mailers), "all mails", MAILS)
        queued = dict(row.split("|", 1) for row in self.cluster.sql(
            "SELECT recipient, attempts, next_attempt - extract(epoch FROM now()) * 1000, problem FROM queued_mails"))
        for mailer in self.mailers:
            for address, count in mailer.missing.items():
                # Mails in the queue are late; the queue has the delay and the error.
                self.find("mail late" if address in queued else "mail lost", f"{count} to {address} {queued.get(address, '')}")
            for address, links in mailer.twice.items():
                self.find("mail twice", f"{address}: {len(links)} of {mailer.sent[address]} requests")

    def _report(self):
        print("\n| failure | times | all servers ready after, median | at most | longest time without a save |\n|---|---|---|---|---|")
        for name, count in sorted(self.counts.items()):
            took, pauses = self.ready[name], self.pauses[name]
            shown = (f"{figure:.1f} s" for figure in (statistics.median(took or [0]), max(took, default=0), max(pauses, default=0)))
            print(f"| {name} | {count} | {' | '.join(shown)} |")
        probes = sum(prober.probes for prober in self.probers)
        latest, fault = max(prober.latest for prober in self.probers)
        silence, silent_in = max(listener.silence for listener in self.listeners)
        statuses = sum((worker.statuses for worker in self.workers), collections.Counter())
        print(f"\n{sum(self.counts.values())} failures; {sum(saver.statuses[303] for saver in self.savers)} saves, "
              f"{sum(len(leaver.ended) for leaver in self.leavers)} sign-outs, "
              f"{sum(sum(mailer.acknowledged.values()) for mailer in self.mailers)} mails acknowledged; "
              f"{self.gateway_sign_ins} sign-ins at a gateway during rotations; "
              f"{self.refused_by_clock} times 401 from a server whose clock was wrong; "
              f"{probes} probes with dead cookies, the latest taken {latest:.2f} s after its sign-out ({fault or 'none'}); "
              f"another node leads after {max(self.leading, default=0):.1f} s at most ({len(self.leading)} times); "
              f"streams silent for {silence:.1f} s at most ({silent_in or 'none'}); "
              f"answers {dict(sorted(statuses.items(), key=str))}")
        print("\n| finding | times | in |\n|---|---|---|")
        kinds = collections.Counter(kind for kind, _ in self.findings)
        for kind in ("save lost", "sign-out undone", "mail lost", "mail late", "mail twice", "401 while signed in", "dead cookie accepted",
                     "gateway sign-in ended",
                     "somebody else", "not ready", "failure not caused", "hung leader not replaced", "another answer"):
            where = collections.Counter(fault for found, fault in self.findings if found == kind)
            print(f"| {kind} | {kinds[kind]} | {', '.join(f'{fault}: {count}' for fault, count in where.most_common())} |")


@contextlib.contextmanager
def _gateway():
    process = subprocess.Popen([GATEWAY, "--people", PEOPLE, "--port", "0"], stdout=subprocess.PIPE, text=True)
    try:
        yield process.stdout.readline().strip()
    finally:
        process.terminate()
        process.wait(timeout=20)


def _option(node, name):
    """The value of an option in the environment of a node."""
    pairs = pathlib.Path(f"/proc/{node.pid}/environ").read_text().split("\0")
    return dict(pair.split("=", 1) for pair in pairs if pair)[name]


def _new_key():
    return base64.b64encode(os.urandom(32)).decode()


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--minutes", type=float, default=30)
    parser.add_argument("--seed", type=int, default=random.randrange(1_000_000))
    parser.add_argument("--only", type=lambda text: text.split(","), default=[])
    options = parser.parse_args()
    # Its child processes end with it.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit("ended"))
    print(f"seed {options.seed}", flush=True)
    if missing := servers.missing():
        raise SystemExit(missing)
    chaos = Chaos(options.seed)
    chaos.run(options.minutes, options.only)
    raise SystemExit(bool(chaos.findings))


if __name__ == "__main__":
    main()
