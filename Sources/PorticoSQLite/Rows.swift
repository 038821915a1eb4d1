import Foundation
import GRDB
import PorticoAuth
import PorticoConfig

extension AccountID {
    init(row: Row) {
        self.init(server: ServerID(rawValue: row["server"]), user: row["user"])
    }
}

extension Account {
    init(row: Row) {
        self.init(
            id: AccountID(row: row),
            name: row["name"],
            email: (row["email"] as String?).flatMap(EmailAddress.init),
            isAdministrator: row["is_administrator"],
            isDisabled: row["is_disabled"],
            createdAt: Date(milliseconds: row["created_at"]),
            employeeNumber: (row["employee_number"] as String?).flatMap(EmployeeNumber.init))
    }
}

extension SignIn {
    /// `nil` for the row of a browser without sign-ins, or for a method that this version does not know.
    init?(row: Row) {
        guard let id = row["id"] as Int64?, let method = SignInMethod(rawValue: row["method"]) else { return nil }
        self.init(
            id: id,
            account: Account(row: row),
            method: method,
            since: Date(milliseconds: row["since"]),
            lastSeen: Date(milliseconds: row["last_seen"]),
            isAutomatic: row["is_automatic"],
            authenticatedAt: Date(milliseconds: row["authenticated_at"]),
            selectedAt: Date(milliseconds: row["selected_at"]),
            client: Client(address: row["address"], agent: row["agent"]))
    }

    /// What ``init(row:)`` reads, of `sign_ins s` and `accounts a`.
    static let columns = """
        s.id, s.method, s.since, s.last_seen, s.is_automatic, s.authenticated_at, s.selected_at, s.address, s.agent,
        a.server, a.user, a.name, a.email, a.is_administrator, a.is_disabled, a.created_at, a.employee_number
        """
}

extension OpenSignIn {
    init?(row: Row) {
        guard let signIn = SignIn(row: row) else { return nil }
        self.init(signIn: signIn, browser: row["browser"], run: TokenDigest(row["run_digest"]))
    }
}

extension OneTimeLink {
    /// `nil` for a link whose purpose this version does not know.
    init?(row: Row) {
        guard let purpose = Purpose(rawValue: row["purpose"]), let email = EmailAddress(row["email"] as String) else {
            return nil
        }
        self.init(
            purpose,
            account: AccountID(server: row["server"], user: row["user"]),
            email: email,
            invitation: (row["invitation"] as String?).flatMap { try? JSONText.decode(Invitation.self, from: $0) },
            signIn: row["sign_in"],
            expiresAt: Date(milliseconds: row["expires_at"]))
    }
}

extension QueuedMail {
    /// `nil` for a mail that this version cannot read: a newer one wrote it.
    init?(row: Row) {
        guard let mail = try? JSONText.decode(MailJob.self, from: row["letter"]) else { return nil }
        self.init(
            id: row["id"],
            mail: mail,
            queuedAt: Date(milliseconds: row["queued_at"]),
            attempts: row["attempts"],
            nextAttempt: (row["next_attempt"] as Int64?).map(Date.init(milliseconds:)),
            problem: row["problem"])
    }
}

extension LoggedEvent {
    /// `nil` for an event of a kind that this version does not know.
    init?(row: Row) {
        guard let kind = SecurityEvent.Kind(rawValue: row["kind"]) else { return nil }
        let event = SecurityEvent(
            kind,
            account: AccountID(server: row["server"], user: row["user"]),
            actor: AccountID(server: row["actor_server"], user: row["actor_user"]),
            client: Client(address: row["address"], agent: row["agent"]),
            time: Date(milliseconds: row["time"]),
            detail: row["detail"], count: row["count"])
        self.init(id: row["id"], event: event)
    }
}

extension Cursor {
    /// The first values that `make` makes of elements, passing over those that it makes nothing of.
    func first<Value>(_ count: Int, _ make: (Element) throws -> Value?) throws -> [Value] {
        var values: [Value] = []
        while values.count < count, let element = try next() {
            if let value = try make(element) { values.append(value) }
        }
        return values
    }
}
