"""Roots of Debian 12 in folders, for the checks of the package and of the images. They need root. Processes and mounts of a
check are in namespaces of their own, which end with it."""

import contextlib
import os
import pathlib
import shlex
import shutil
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request

ROOT = pathlib.Path(__file__).resolve().parents[1]
CACHE = ROOT / ".build-package"
RELEASE = "bookworm"
#: The folders of commands, also for an image, whose environment is its own.
PATH = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"
#: Seconds after which a server that does not answer has failed.
PATIENCE = 30


def isolate():
    """Starts this script again as root, in namespaces of its own."""
    if os.getpid() == 1:
        return
    # sudo has a PATH of its own, without the toolchain.
    as_root = [] if os.geteuid() == 0 else ["sudo", "--preserve-env", "env", f"PATH={os.environ['PATH']}:/usr/sbin:/sbin"]
    unshare = ["unshare", "--mount", "--pid", "--fork", "--mount-proc", "--kill-child"]
    os.execvp((as_root + unshare)[0], [*as_root, *unshare, sys.executable, *sys.argv])


def mirror():
    """The mirror from which apt of this machine installs Debian."""
    wanted = ["apt-get", "indextargets", "--format", "$(CODENAME) $(COMPONENT) $(REPO_URI)", "Created-By: Packages"]
    for line in subprocess.run(wanted, check=True, capture_output=True, text=True).stdout.splitlines():
        codename, component, address = line.split()
        if (codename, component) == (RELEASE, "main"):
            return address
    sys.exit(f"apt of this machine does not know {RELEASE}")


def run(command, **options):
    """Runs a command, and shows its output only if it fails."""
    done = subprocess.run(command, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, **options)
    if done.returncode:
        sys.exit(f"{shlex.join(map(str, command))}\nfailed with {done.returncode}:\n{done.stdout}")
    return done.stdout


class Root:
    """A Debian in a folder."""

    def __init__(self, folder):
        self.folder = pathlib.Path(folder)

    def path(self, name):
        """The path outside of the root of a path in it."""
        return self.folder / str(name).lstrip("/")

    def mount(self):
        # The devices are debootstrap's own, so that a removal of the root never reaches those of this machine.
        for kind, place in (("proc", "/proc"), ("devpts", "/dev/pts")):
            run(["mount", "--types", kind, kind, self.path(place)])
        # The names of the network are those of this machine.
        shutil.copy("/etc/resolv.conf", self.path("/etc/resolv.conf"))
        shutil.copy("/etc/hosts", self.path("/etc/hosts"))

    def bind(self, folder):
        """Shows a folder of this machine in the root, at the same path, to be read only."""
        self.path(folder).mkdir(parents=True, exist_ok=True)
        run(["mount", "--bind", "--options", "ro", folder, self.path(folder)])

    def command(self, command, user=None, folder="/"):
        """A command that runs in a folder of the root, as a user."""
        # Groups are those of the root, so the change of the user is in it too.
        as_user = []
        if user:
            name, _, group = str(user).partition(":")
            groups = "--clear-groups" if name.isdigit() else "--init-groups"
            as_user = ["setpriv", f"--reuid={name}", f"--regid={group or name}", groups]
        return ["chroot", str(self.folder), "env", f"--chdir={folder}", *as_user, *map(str, command)]

    def run(self, command, user=None, environment=None, **options):
        return run(self.command(command, user), env=self.environment(environment), **options)

    @staticmethod
    def environment(more=None):
        proxies = {name: value for name, value in os.environ.items() if name.lower().endswith("_proxy")}
        return {"PATH": PATH, "HOME": "/root", "LANG": "C.UTF-8", "DEBIAN_FRONTEND": "noninteractive", **proxies, **(more or {})}

    def install(self, *packages):
        self.run(["apt-get", "update", "-qq"])
        self.run(["apt-get", "install", "--yes", "-qq", "--no-install-recommends", *packages])


@contextlib.contextmanager
def debian(name="minbase", packages=()):
    """A new root, which is removed at the end. The first one of a name is kept as an archive, with its packages, for the next."""
    CACHE.mkdir(exist_ok=True)
    archive = CACHE / f"{RELEASE}-{name}.tar"
    with tempfile.TemporaryDirectory(dir=CACHE, prefix="root-") as folder:
        try:
            root = Root(folder)
            if archive.exists():
                run(["tar", "--extract", "--numeric-owner", "--file", archive, "--directory", folder])
                root.mount()
            else:
                # The mode of a temporary folder keeps users out.
                os.chmod(folder, 0o755)
                run(["debootstrap", "--variant=minbase", RELEASE, folder, mirror()])
                root.mount()
                if packages:
                    root.install(*packages)
                new = archive.with_suffix(".new")
                run(["tar", "--create", "--one-file-system", "--numeric-owner", "--file", new, "--directory", folder, "."])
                new.rename(archive)
            yield root
        finally:
            # Lazily: a process that ends late may be in it.
            mounts = [line.split()[1] for line in open("/proc/mounts")]
            for place in sorted((one for one in mounts if one.startswith(f"{folder}/")), reverse=True):
                run(["umount", "--lazy", place])


@contextlib.contextmanager
def server(root, command, user, environment):
    """A server in a root. At the end, a signal stops it, and its exit status must be 0."""
    with tempfile.TemporaryFile("w+") as log:
        process = subprocess.Popen(
            root.command(command, user), env=root.environment(environment), stdout=log, stderr=subprocess.STDOUT)
        try:
            yield process
            process.terminate()
            if status := process.wait(PATIENCE):
                sys.exit(f"the server ended with {status}")
        except (SystemExit, Exception):
            log.seek(0)
            print(f"The log of the server:\n{log.read()}", file=sys.stderr)
            raise
        finally:
            if process.poll() is None:
                process.kill()
                process.wait()


def wait_until(process, what, condition):
    """Waits for a state of a server."""
    end = time.monotonic() + PATIENCE
    while not condition():
        if process.poll() is not None:
            sys.exit(f"the server ended with {process.returncode}")
        if time.monotonic() > end:
            sys.exit(f"after {PATIENCE} seconds, {what}")
        time.sleep(0.1)


def succeeds(root, command, user=None, environment=None):
    """Whether a command in a root exits with 0."""
    done = subprocess.run(root.command(command, user), env=root.environment(environment), capture_output=True)
    return done.returncode == 0


def page(address):
    """The text of a page."""
    with urllib.request.build_opener(urllib.request.ProxyHandler({})).open(address, timeout=PATIENCE) as response:
        return response.read().decode()


def require(condition, sentence):
    if not condition:
        sys.exit(f"error: {sentence}")


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]
