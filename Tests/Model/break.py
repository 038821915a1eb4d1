#!/usr/bin/env python3
"""Breaks the program on purpose, in a copy, and shows that the model finds it.

    Tests/Model/break.py COPY [NAME …]

COPY is a folder for the copy of the repository; its build is reused. All breakages are in one build, each behind the environment
variable BREAKAGE, so that the program is built once. Plays the sequence of each breakage, and exits with 1 if the model does not
notice it. `--search` thinks of sequences instead, as `make fuzz` does. `--no-build` uses the copy as it is. `--check` only finds out
whether every place to break still exists."""

import filecmp
import os
import re
import shutil
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


@dataclass
class Breakage:
    name: str
    #: The behaviour of the program with it.
    effect: str
    file: str
    old: str
    #: `BROKEN` stands for the condition that this breakage is wanted.
    new: str
    #: The sequence that finds it.
    sequence: list
    #: Further breakages that need this one as well.
    others: tuple = ()


def step(action, /, **arguments):
    return action, arguments


def log_in(browser=0, account=0, remember=False):
    return step("log_in", browser=browser, account=account, right=True, remember=remember)


def enter(browser=1, pending=0, kind="app", trust=False):
    return step("enter_code", browser=browser, pending=pending, kind=kind, trust=trust)


def administer(action):
    return step("administer", account=0, action=action)


def both(one, other):
    return step("both", first=one[0], first_arguments=one[1], second=other[0], second_arguments=other[1])


ADD = step("add_account", password=True)
#: A second factor is required of everybody.
ALL = step("change_policy", option=1, value=5)
APP = [ADD, log_in(), step("set_up", browser=0, again=False)]
PASSKEY = [ADD, log_in(), step("add_passkey", browser=0, late=False, again=False)]
TRUSTED = [*APP, log_in(1), enter(trust=True)]
LOG_OUT = step("log_out", browser=1, scope="one")
WHILE = step("disable_for_a_while", account=0)

AUTH, SQL = "Sources/PorticoAuth", "Sources/PorticoSQL/SQLAuthTransaction"
BREAKAGES = [
    Breakage(
        "fixation-race", "of two logins at the same moment, the second takes over the browser that the first has made known",
        f"{AUTH}/SignIns/SigningIn.swift", "guard let access = new.access, try isAlive(access) else {",
        "guard let access = new.access, try isAlive(access) || BROKEN else {",
        [ADD, ADD, ADD, log_in(), both(log_in(account=1), log_in(account=2)), both(log_in(account=1), log_in(account=2))]),
    Breakage(
        "old-token", "signing out keeps the token of the browser",
        f"{AUTH}/SignIns/SignInChanges.swift",
        "            try transaction.setToken(newToken, of: access.browser, at: time)",
        "            if !BROKEN { try transaction.setToken(newToken, of: access.browser, at: time) }",
        [ADD, ADD, log_in(), log_in(account=1), step("log_out", browser=0, scope="one")]),
    Breakage(
        "lock-within-lock", "the recorder of uses takes its lock again while it has it",
        f"{AUTH}/Cache/UnstoredUses.swift", "uses.withLock { $0.lastUses[signIn] = use }",
        "uses.withLock { $0.lastUses[signIn] = use; if BROKEN { _ = all } }",
        [ADD, log_in(), step("wait", time=1), step("visit", browser=0, path=0, application=False)]),
    Breakage(
        "automatic-elsewhere", "at another host, a sign-in goes on after its automatic sign-in was turned off",
        f"{AUTH}/SignIns/HostSignIns.swift", "signIn.isAutomatic || !known.isAutomatic", "signIn.isAutomatic || !known.isAutomatic || BROKEN",
        [ADD, log_in(remember=True), step("get_host_code", browser=0), step("take_host_code", browser=0, code=0),
         step("set_automatic", browser=0, on=False)]),
    Breakage(
        "link-after-disabling", "links survive disabling",
        f"{AUTH}/Accounts/AccountChanges.swift", "        try useUpLinks(of: account.id)\n        try useUpInvitations(by: account.id)",
        "        if !BROKEN { try useUpLinks(of: account.id) }\n        try useUpInvitations(by: account.id)",
        [ADD, step("request_reset", account=0), WHILE, step("use_reset", browser=0, link=0)]),
    Breakage(
        "revived", "a request that read its browser before the sign-in ended keeps it in memory",
        f"{AUTH}/Cache/CachedAuthStore.swift", "browsers.store(CachedBrowser(browser: browser, readAt: time), for: token, since: ticket)",
        "browsers.store(CachedBrowser(browser: browser, readAt: time), for: token, since: BROKEN ? browsers.ticket() : ticket)",
        [ADD, log_in(), step("set_groups", account=0, groups=True), both(administer("end-sessions"), step("stop_own_reset", browser=0))] * 2),
    Breakage(
        "group-stays", "a group stays after its removal",
        f"{AUTH}/Accounts/AccountChanges.swift", "            account.groups = groups\n",
        "            account.groups = BROKEN ? account.groups.union(groups) : groups\n",
        [ADD, log_in(), step("set_groups", account=0, groups=True), step("set_groups", account=0, groups=False),
         step("visit", browser=0, path=2, application=False)]),
    Breakage(
        "code-twice", "a code of the app works twice",
        f"{AUTH}/Factors/SecondFactors+Check.swift", "guard step > app.lastStep else", "guard step > app.lastStep || BROKEN else",
        [*APP, log_in(1), enter(), log_in(1), enter(kind="used")]),
    Breakage(
        "code-twice-stored", "the same, where the code is used up",
        f"{SQL}+Factors.swift", "WHERE server = $2 AND user_name = $3 AND last_step < $1\"",
        'WHERE server = $2 AND user_name = $3 \\(BROKEN ? "" : "AND last_step < $1")"',
        [*APP, log_in(1), step("new_browser"), log_in(2), both(enter(pending=1), enter(browser=2))],
        others=("code-twice",)),
    Breakage(
        "recovery-twice", "a recovery code works again as long as it is listed",
        f"{AUTH}/Factors/SecondFactors+Check.swift",
        "recoveryCodes(of: account) }.filter { $0.usedAt == nil }", "recoveryCodes(of: account) }.filter { $0.usedAt == nil || BROKEN }",
        [*APP, log_in(1), enter(kind="recovery"), log_in(1), enter(kind="old recovery")]),
    Breakage(
        "recovery-twice-stored", "the same, where the code is used up",
        f"{SQL}+Factors.swift", "AND code_digest = $4 AND used_at IS NULL", 'AND code_digest = $4 \\(BROKEN ? "" : "AND used_at IS NULL")',
        [*APP, log_in(1), step("new_browser"), log_in(2), both(enter(pending=1, kind="recovery"), enter(browser=2, kind="recovery"))],
        others=("recovery-twice",)),
    Breakage(
        "old-recovery-codes", "new recovery codes leave the old ones",
        f"{SQL}+Factors.swift", 'try connection.execute("DELETE FROM recovery_codes WHERE server = $1 AND user_name = $2", account.columns)',
        'if !BROKEN { try connection.execute("DELETE FROM recovery_codes WHERE server = $1 AND user_name = $2", account.columns) }',
        [*APP, step("prove", browser=0, right=True, kind="recovery"), step("renew_codes", browser=0), log_in(1),
         enter(kind="old recovery")]),
    Breakage(
        "link-twice", "a link works twice",
        f"{AUTH}/Links/UsingLinks.swift", "guard !isUsed else { throw LinkProblem.used }", "guard !isUsed || BROKEN else { throw LinkProblem.used }",
        [ADD, step("request_reset", account=0), step("use_reset", browser=0, link=0)]),
    Breakage(
        "proof-forever", "a proof does not grow old",
        f"{AUTH}/Authenticator.swift", "time.timeIntervalSince(proved) < age }", "time.timeIntervalSince(proved) < age || (BROKEN && proved.timeIntervalSince1970 > 9) }",
        [ADD, log_in(), step("wait", time=2), step("end_others", browser=0)]),
    Breakage(
        "waiting-elsewhere", "a login that waits for a code goes on in another browser",
        f"{AUTH}/UserManager.swift", "            waiting.brought == identity.credentials.token,",
        "            BROKEN || waiting.brought == identity.credentials.token,",
        [*APP, step("new_browser"), log_in(1), enter(browser=3)]),
    Breakage(
        "waiting-other-password", "a login that waits for a code survives another password",
        f"{AUTH}/SignIns/SigningIn.swift", "passwordHash == nil || passwordHash == found.passwordHash",
        "BROKEN || passwordHash == nil || passwordHash == found.passwordHash",
        [*APP, log_in(1), step("change_password", browser=0, right=True, kind="app", others=False), enter()]),
    Breakage(
        "waiting-disabled", "a login that waits for a code survives disabling and enabling",
        f"{AUTH}/Accounts/AccountChanges.swift", "        try deletePendingSignIns(of: account.id, by: nil)",
        "        if !BROKEN { try deletePendingSignIns(of: account.id, by: nil) }",
        [*APP, log_in(1), WHILE, enter()]),
    Breakage(
        "trust-is-proof", "a login without a code, in a browser that is not asked, counts as proof",
        f"{AUTH}/SignIns/SigningIn.swift", "new.authenticatedAt = SignIn.trustedBrowserProof",
        "if !BROKEN { new.authenticatedAt = SignIn.trustedBrowserProof }",
        [*TRUSTED, LOG_OUT, log_in(1)]),
    Breakage(
        "trust-forever", "a browser that is not asked is never asked again",
        f"{AUTH}/SignIns/SigningIn.swift", "since: new.time - TrustedBrowser.lifetime)", "since: BROKEN ? .distantPast : new.time - TrustedBrowser.lifetime)",
        [*TRUSTED, step("wait", time=9), log_in(1)]),
    Breakage(
        "invitation-of-former", "an invitation survives its inviter's role",
        f"{AUTH}/Accounts/AccountChanges.swift", "if !isAdministrator { try transaction.useUpInvitations(by: id) }",
        "if !isAdministrator, !BROKEN { try transaction.useUpInvitations(by: id) }",
        [ADD, log_in(), administer("add-administrator"), step("invite", browser=0, address=1, administrator=False),
         administer("remove-administrator"), administer("add-administrator"), step("confirm", browser=1, link=0)]),
    Breakage(
        "closed-browser", "closing the browser ends nothing",
        "Sources/PorticoStore/Records/Browser.swift", "signIn.isAutomatic || (run != nil && run == self.run)",
        "signIn.isAutomatic || BROKEN || (run != nil && run == self.run)",
        [ADD, log_in(), step("close_browser", browser=0)]),
    Breakage(
        "parallel-lives-on", "of two logins of one browser at the same moment, one outlives logging out of the other",
        f"{AUTH}/SignIns/SignInChanges.swift", "SignInFilter(account: account, parallelTo: access.browser)",
        "SignInFilter(account: account, browser: BROKEN ? access.browser : nil, parallelTo: access.browser)",
        [ADD, log_in(), both(log_in(), log_in()), step("log_out", browser=0, scope="one")]),
    Breakage(
        "set-up-twice", "the set-up of an app can be confirmed again",
        f"{AUTH}/Factors/SecondFactors+Check.swift", "guard try totp(of: account.id)?.addedAt == app.replaces else",
        "guard try totp(of: account.id)?.addedAt == app.replaces || BROKEN else",
        [*APP, step("set_up", browser=0, again=True)]),
    Breakage(
        "host-code-elsewhere", "the code for another host works in every browser",
        f"{AUTH}/SignIns/HostSignIns.swift", "guard let signIn, let state, found.state == Self.digest(of: state)",
        "guard let signIn, let state, BROKEN || found.state == Self.digest(of: state)",
        [ADD, log_in(), log_in(1), step("get_host_code", browser=0), step("get_host_code", browser=1),
         step("take_host_code", browser=3, code=1)]),
    Breakage(
        "passkey-challenge-twice", "the answer of a passkey works twice",
        f"{AUTH}/Passkeys/PasskeyCheck.swift", "guard try spendChallenge(used.challenge, at: time), let passkey",
        "guard try spendChallenge(used.challenge, at: time) || BROKEN, let passkey",
        [*PASSKEY, step("twice", action="log_in_by_passkey", arguments={"browser": 1, "passkey": 0}, is_at_once=False)]),
    Breakage(
        "passkey-of-disabled", "disabled accounts can still log in",
        f"{AUTH}/SignIns/SigningIn.swift", "guard let found = try credential(of: account), !found.account.isDisabled,",
        "guard let found = try credential(of: account), !found.account.isDisabled || BROKEN,",
        [*PASSKEY, administer("disable"), step("log_in_by_passkey", browser=1, passkey=0)]),
    Breakage(
        "passkey-removed", "a removed passkey leaves the browsers that are not asked",
        f"{AUTH}/Passkeys/Passkeys.swift", "            try transaction.endTrust(of: account.id, in: nil)\n            try transaction.endEmptyReset",
        "            if !BROKEN { try transaction.endTrust(of: account.id, in: nil) }\n            try transaction.endEmptyReset",
        [*PASSKEY, step("set_up", browser=0, again=False), log_in(1), enter(trust=True),
         step("remove_passkey", browser=0, passkey=0), LOG_OUT, log_in(1)]),
    Breakage(
        "reset-after-set-up", "setting up another app does not stop a reset",
        f"{AUTH}/Factors/SecondFactors+Check.swift", "_ = try stopReset(of: account, by: nil, client, at: time)",
        "if !BROKEN { _ = try stopReset(of: account, by: nil, client, at: time) }",
        [*APP, administer("reset-factors"), step("set_up", browser=0, again=False)]),
    Breakage(
        "address-keeps-links", "links to the former address survive another address",
        f"{AUTH}/Accounts/AccountChanges.swift", "        if email != old.email {\n            try useUpLinks(of: old.id)",
        "        if email != old.email {\n            if !BROKEN { try useUpLinks(of: old.id) }",
        [ADD, log_in(), step("request_reset", account=0), step("change_email", browser=0, address=2), step("confirm_email", link=0)]),
    Breakage(
        "silent-page", "an open page does not hear that its sign-in has ended",
        "Sources/PorticoDoor/Live/LiveEvents.swift", 'deliver(EventText.event("session", json, id: nextID()), to: [stream])',
        'if !BROKEN { deliver(EventText.event("session", json, id: nextID()), to: [stream]) }',
        [ADD, log_in(), step("open_stream", browser=0), administer("end-sessions")]),
    Breakage(
        "required-of-nobody", "a policy that requires a factor asks nothing of accounts without one",
        f"{AUTH}/Factors/FactorNeed.swift", "return policy.requires(account) ? .enrolment : .none",
        "return policy.requires(account) && !BROKEN ? .enrolment : .none",
        [ADD, ALL, log_in()]),
    Breakage(
        "required-later", "a sign-in from before a stricter policy goes on",
        "Sources/PorticoStore/Records/RequiredFactors.swift", "guard signIn.factorAt == nil, !signIn.isOfTrustedBrowser else { return nil }",
        "guard signIn.factorAt == nil, !signIn.isOfTrustedBrowser, !BROKEN else { return nil }",
        [ADD, log_in(remember=True), ALL, step("wait", time=6)]),
    Breakage(
        "required-removed", "a required factor can be removed",
        f"{AUTH}/Factors/SecondFactors+Check.swift", "guard try factorNeed(of: account, by: policy) != .enrolment else",
        "guard try factorNeed(of: account, by: policy) != .enrolment || BROKEN else",
        [*APP, ALL, step("remove_app", browser=0)]),
    Breakage(
        "set-up-by-another", "a set-up within a login replaces a factor that came meanwhile",
        f"{AUTH}/SignIns/SigningIn.swift", "guard need == .enrolment else", "guard need == .enrolment || BROKEN else",
        [ADD, ALL, log_in(1), log_in(2), step("enrol", browser=1, pending=1, passkey=False),
         step("enrol", browser=2, pending=0, passkey=True)]),
    Breakage(
        "sign-out-of-one", "logging out everywhere in a browser leaves the other accounts",
        f"{AUTH}/UserManager.swift", "access, newToken: token.digest, of: signIn,", "access, newToken: token.digest, of: BROKEN ? signIn ?? identity.signIn?.id : signIn,",
        [ADD, ADD, log_in(), log_in(account=1), step("log_out", browser=0, scope="all")]),
]


def broken(breakage):
    names = ", ".join(f'"{name}"' for name in (breakage.name, *breakage.others))
    return breakage.new.replace("BROKEN", f'[{names}].contains(ProcessInfo.processInfo.environment["BREAKAGE"] ?? "")')


def write(copy):
    """Breaks all places, in files that are written anew only if they differ, so that the build stays short."""
    texts = {}
    for breakage in BREAKAGES:
        text = texts.setdefault(breakage.file, (ROOT / breakage.file).read_text())
        assert text.count(breakage.old) == 1, f"{breakage.name}: {breakage.file} has the place {text.count(breakage.old)} times"
        texts[breakage.file] = text.replace(breakage.old, broken(breakage))
    for file, text in texts.items():
        if not re.search(r"^(public |package )?import Foundation$", text, re.M):
            text = text.replace("import ", "import Foundation\nimport ", 1) if "import " in text else "import Foundation\n\n" + text
        if copy and (copy / file).read_text() != text:
            (copy / file).write_text(text)


def copy_tree(copy):
    copy.mkdir(exist_ok=True)
    tracked = subprocess.run(["git", "ls-files"], cwd=ROOT, check=True, capture_output=True, text=True).stdout.splitlines()
    files = set(tracked) - {breakage.file for breakage in BREAKAGES if (copy / breakage.file).exists()}
    for file in files:
        # Some targets have folders of the top level as symbolic links. A deleted file is tracked until its commit.
        is_copied = (copy / file).exists() and ((copy / file).is_dir() or filecmp.cmp(ROOT / file, copy / file, shallow=False))
        if (ROOT / file).exists() and not is_copied:
            (copy / file).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / file, copy / file, follow_symlinks=False)


def find(breakage, copy):
    """The problem; None if the model does not notice. Requests of the same moment get several attempts."""
    environment = os.environ | {
        "BREAKAGE": breakage.name, "SERVER_BIN": os.environ.get("SERVER_BIN", str(copy / ".build/debug/portico"))}
    script = f"from test_model import *; find({breakage.sequence!r})"
    done = subprocess.run(
        [sys.executable, "-c", script], cwd=ROOT / "Tests/Model", capture_output=True, text=True,
        env=environment | {"PYTHONPATH": f"{ROOT / 'Tests/Model'}:{ROOT / 'Tests'}"})
    assert not done.returncode, done.stderr
    return done.stdout.strip()


def search(breakage, copy):
    """Searches for it as `make fuzz` does. The problem and the sequence; None if the model does not notice."""
    environment = os.environ | {
        "BREAKAGE": breakage.name, "SERVER_BIN": os.environ.get("SERVER_BIN", str(copy / ".build/debug/portico")), "MODEL_RANDOM": "1"}
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-s", "-p", "no:cacheprovider", "--tb=line", "-k", "one", ROOT / "Tests/Model"],
        env=environment, capture_output=True, text=True)
    return (done.stdout + done.stderr) if done.returncode else ""


def main():
    names = [name for name in sys.argv[1:] if not name.startswith("--")]
    if "--check" in sys.argv:
        write(None)
        return 0
    copy = Path(names.pop(0)).resolve()
    copy_tree(copy)
    write(copy)
    if "--no-build" not in sys.argv:
        subprocess.run(["swift", "build", "--product", "portico"], cwd=copy, check=True)
    missed = []
    for breakage in BREAKAGES:
        if names and breakage.name not in names:
            continue
        start = time.monotonic()
        problem = (search if "--search" in sys.argv else find)(breakage, copy)
        print(f"\n{breakage.name}: {breakage.effect}\n    {problem or 'NOT FOUND'} ({time.monotonic() - start:.0f} s)", flush=True)
        if not problem:
            missed.append(breakage.name)
    print(f"\nnot found: {', '.join(missed) or 'none'}")
    return bool(missed)


if __name__ == "__main__":
    sys.exit(main())
