import Foundation
import PorticoAuth
import PorticoConfig
import Testing

@Suite("A12 7.3.1 and 7.3.2 How long a sign-in lasts")
struct SessionPolicyTests {
    private let start = Date(timeIntervalSince1970: 1_767_225_600)
    private let run = Token.random().digest
    private let hour: TimeInterval = 3600
    private let day: TimeInterval = 86_400

    private func signIn(
        id: Int64 = 1, lastSeen: TimeInterval = 0, isAutomatic: Bool
    ) -> SignIn {
        let account = Account(
            id: AccountID(server: .local, user: "ada"), name: "Ada", isAdministrator: false, createdAt: start)
        return SignIn(
            id: id, account: account, method: .password, since: start, lastSeen: start + lastSeen,
            isAutomatic: isAutomatic)
    }

    private func current(
        _ signIns: SignIn..., after seconds: TimeInterval, run: TokenDigest?, policy: SessionPolicy = SessionPolicy()
    ) -> SignIn? {
        Browser(id: 1, run: self.run, lastServer: nil, signIns: signIns)
            .currentSignIn(at: start + seconds, run: run, policy: policy)
    }

    @Test("is 12 hours without use")
    func idle() {
        let used = signIn(isAutomatic: false)
        #expect(current(used, after: 12 * hour - 1, run: run) == used)
        #expect(current(used, after: 12 * hour, run: run) == nil)
    }

    @Test("is 24 hours in all, also with constant use")
    func absolute() {
        let used = signIn(lastSeen: 24 * hour - 60, isAutomatic: false)
        #expect(current(used, after: 24 * hour - 1, run: run) == used)
        #expect(current(used, after: 24 * hour, run: run) == nil)
    }

    @Test("is 14 days without use if it is automatic")
    func automaticIdle() {
        let used = signIn(isAutomatic: true)
        #expect(current(used, after: 14 * day - 1, run: nil) == used)
        #expect(current(used, after: 14 * day, run: nil) == nil)
    }

    @Test("is 90 days in all if it is automatic")
    func automaticAbsolute() {
        let used = signIn(lastSeen: 90 * day - 60, isAutomatic: true)
        #expect(current(used, after: 90 * day - 1, run: nil) == used)
        #expect(current(used, after: 90 * day, run: nil) == nil)
    }

    @Test("changes when somebody turns automatic sign-in on or off")
    func turnedOn() {
        var used = signIn(isAutomatic: false)
        used.isAutomatic = true
        #expect(current(used, after: 12 * hour, run: nil) == used)
        #expect(SessionPolicy().latestExpiry(of: used) == start + 90 * day)
        used.isAutomatic = false
        #expect(current(used, after: 12 * hour, run: run) == nil)
    }

    @Test("is the configured time")
    func configured() {
        let policy = SessionPolicy(idle: 60, absolute: 100, automaticIdle: 200, automaticAbsolute: 300)
        #expect(policy.expiry(of: signIn(isAutomatic: false)) == start + 60)
        #expect(policy.expiry(of: signIn(lastSeen: 50, isAutomatic: false)) == start + 100)
        #expect(policy.expiry(of: signIn(isAutomatic: true)) == start + 200)
        #expect(policy.expiry(of: signIn(lastSeen: 150, isAutomatic: true)) == start + 300)
    }

    @Test("is this run of the browser unless it is automatic")
    func otherRun() {
        let other = Token.random().digest
        #expect(current(signIn(isAutomatic: false), after: 1, run: nil) == nil)
        #expect(current(signIn(isAutomatic: false), after: 1, run: other) == nil)
        #expect(current(signIn(isAutomatic: true), after: 1, run: other) != nil)
    }

    @Test("always has an end, also if neither side knows a run")
    func unknownRun() {
        let browser = Browser(id: 1, run: nil, lastServer: nil, signIns: [signIn(isAutomatic: false)])
        #expect(browser.currentSignIn(at: start, run: nil, policy: SessionPolicy()) == nil)
    }

    @Test("does not end with a newer sign-in: the newest in force is the current one")
    func newest() {
        let older = signIn(id: 1, isAutomatic: true)
        let newer = signIn(id: 2, isAutomatic: false)
        #expect(current(older, newer, after: 1, run: run) == newer)
        #expect(current(older, newer, after: 13 * hour, run: run) == older)
        #expect(current(older, newer, after: 1, run: nil) == older)
    }
}
