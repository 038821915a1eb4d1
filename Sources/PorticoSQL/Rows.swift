import Foundation
import PorticoBytes
import PorticoConfig
import PorticoStore

extension SQLRow {
    /// nil if the columns are NULL.
    func account(server: String = "server", user: String = "user_name") throws -> AccountID? {
        guard let server: ServerID = try optional(server), let user: String = try optional(user) else { return nil }
        return AccountID(server: server, user: user)
    }

    func digest(_ column: String) throws -> TokenDigest? { try optional(column).flatMap(TokenDigest.init(bytes:)) }

    func client() throws -> Client { Client(address: try value("address"), agent: try value("agent")) }
}

extension AccountID {
    /// The columns `server` and `user_name`.
    var columns: [(any SQLConvertible)?] { [server, user] }

    init(row: SQLRow) throws { self.init(server: try row.value("server"), user: try row.value("user_name")) }
}

extension Account {
    init(row: SQLRow) throws {
        self.init(
            id: try AccountID(row: row),
            name: try row.value("name"),
            email: try row.optional("email").flatMap { (text: String) in EmailAddress(text) },
            isAdministrator: try row.value("is_administrator"),
            administratorSince: try row.optional("administrator_since"),
            isDisabled: try row.value("is_disabled"),
            createdAt: try row.value("created_at"),
            employeeNumber: try row.optional("employee_number").flatMap { (text: String) in EmployeeNumber(text) },
            groups: Set(
                (try row.value("group_names") as String).asciiWords.compactMap { GroupName(String($0)) }))
    }
}

extension AccountNameKey {
    init(row: SQLRow) throws {
        self.init(id: try AccountID(row: row), name: try row.value("name"), key: try row.value("name_key"))
    }
}

extension Credential {
    init(row: SQLRow) throws {
        self.init(
            account: try Account(row: row), passwordHash: try row.optional("password_hash"),
            hasShortPassword: try row.value("has_short_password"))
    }
}

extension SignIn {
    /// nil for the row of a browser without sign-ins, or for an unknown method.
    init?(row: SQLRow) throws {
        guard let id: SignIn.ID = try row.optional("id"), let method = SignInMethod(rawValue: try row.value("method"))
        else { return nil }
        let factor = (try row.optional("factor")).flatMap { (name: String) in FactorKind(rawValue: name) }
        self.init(
            id: id,
            account: try Account(row: row),
            method: method,
            provider: try row.optional("provider"),
            since: try row.value("since"),
            lastSeen: try row.value("last_seen"),
            isAutomatic: try row.value("is_automatic"),
            authenticatedAt: try row.value("authenticated_at") as Date,
            factor: factor,
            factorAt: factor == nil ? nil : try row.optional("factor_at"),
            checkedAt: try row.value("checked_at") as Date,
            selectedAt: try row.value("selected_at") as Date,
            client: try row.client())
    }

    /// The columns that ``init(row:)`` reads, from `sign_ins s` and `accounts a`.
    static let columns = """
        s.id, s.method, s.provider, s.since, s.last_seen, s.is_automatic, s.authenticated_at, s.factor, s.factor_at,
        s.checked_at, s.selected_at, s.address, s.agent, a.server, a.user_name, a.name, a.email, a.is_administrator,
        a.administrator_since, a.is_disabled, a.created_at, a.employee_number, a.group_names
        """
}

extension OpenSignIn {
    init?(row: SQLRow) throws {
        guard let signIn = try SignIn(row: row) else { return nil }
        self.init(signIn: signIn, browser: try row.value("browser"), run: try row.digest("run_digest"))
    }
}

extension AccountHistory.PastSignIn {
    init?(row: SQLRow) throws {
        guard let signIn = try SignIn(row: row) else { return nil }
        self.init(signIn: signIn, endedAt: try row.optional("ended_at"))
    }
}

extension StoredTOTP {
    init(row: SQLRow) throws {
        self.init(
            sealedSecret: try row.value("sealed_secret"), addedAt: try row.value("added_at"),
            lastStep: try row.value("last_step"))
    }
}

extension StoredRecoveryCode {
    init?(row: SQLRow) throws {
        guard let digest = try row.digest("code_digest") else { return nil }
        self.init(digest: digest, usedAt: try row.optional("used_at"))
    }
}

extension FactorReset {
    init?(row: SQLRow) throws {
        guard let actor = try row.account(server: "actor_server", user: "actor_user") else { return nil }
        self.init(
            of: try AccountID(row: row), by: actor, at: try row.value("begun_at"), dueAt: try row.value("due_at"))
    }
}

extension TrustedBrowser {
    init(row: SQLRow) throws {
        self.init(browser: try row.value("browser"), client: try row.client(), since: try row.value("since"))
    }
}

extension PendingSignIn {
    /// nil for an unknown method.
    init?(row: SQLRow) throws {
        guard let method = SignInMethod(rawValue: try row.value("method")) else { return nil }
        self.init(
            account: try AccountID(row: row),
            method: method,
            isAutomatic: try row.value("is_automatic"),
            client: try row.client(),
            brought: try row.digest("came_with"),
            passwordHash: try row.optional("password_hash"),
            gateway: try GatewayRecord(row: row),
            provider: try ProviderRecord(row: row),
            provenAt: try row.value("proven_at"),
            time: try row.value("time"))
    }
}

extension ProviderRecord {
    /// nil for a sign-in of another method.
    fileprivate init?(row: SQLRow) throws {
        guard let provider: ServerID = try row.optional("provider") else { return nil }
        self.init(
            provider: provider, subject: try row.value("provider_subject"),
            session: try row.optional("provider_session"), issuedAt: try row.value("provider_issued_at"),
            sealedTokens: try row.optional("gateway_token"))
    }

    /// The values of `provider`, `provider_subject`, `provider_session` and `provider_issued_at`.
    static func columns(_ record: ProviderRecord?) -> [(any SQLConvertible)?] {
        [record?.provider, record?.subject, record?.session, record?.issuedAt]
    }
}

extension GatewayRecord {
    /// nil for a local account.
    fileprivate init?(row: SQLRow) throws {
        guard let sealedToken: Data = try row.optional("gateway_token"),
            let number: String = try row.optional("employee_number"), let employeeNumber = EmployeeNumber(number)
        else { return nil }
        let groups: String? = try row.optional("group_names")
        let person = GatewayPerson(
            employeeNumber: employeeNumber, name: try row.value("name"),
            groups: groups.map { Set($0.asciiWords.compactMap { GroupName(String($0)) }) })
        self.init(person: person, sealedToken: sealedToken)
    }
}

extension EndedGatewayToken {
    init(row: SQLRow) throws {
        self.init(
            id: try row.value("id"), account: try AccountID(row: row), sealedToken: try row.value("sealed_token"),
            attempts: try row.value("attempts"))
    }
}

extension OneTimeLink {
    /// nil for an unknown purpose.
    init?(row: SQLRow) throws {
        guard let purpose = Purpose(rawValue: try row.value("purpose")),
            let email = EmailAddress(try row.value("email") as String)
        else { return nil }
        self.init(
            purpose,
            account: try row.account(),
            email: email,
            invitation: try row.optional("invitation").flatMap { try? JSONText.decode(Invitation.self, from: $0) },
            signIn: try row.optional("sign_in"),
            browser: try row.digest("browser_digest"),
            expiresAt: try row.value("expires_at"))
    }
}

extension QueuedMail {
    /// nil for a mail that this version cannot decode, because a newer version wrote it.
    init?(row: SQLRow) throws {
        guard let mail = try? JSONText.decode(MailJob.self, from: try row.value("mail")) else { return nil }
        self.init(
            id: try row.value("id"),
            mail: mail,
            queuedAt: try row.value("queued_at"),
            attempts: try row.value("attempts"),
            nextAttempt: try row.optional("next_attempt"),
            isClaimed: try row.value("is_claimed"),
            problem: try row.value("problem"))
    }
}

extension AttemptCount {
    init(row: SQLRow) throws {
        self.init(
            count: try row.value("count"), since: try row.value("since"), latest: try row.value("latest"))
    }
}

extension SealedDraft {
    init?(row: SQLRow) throws {
        guard let token = try row.digest("token_digest") else { return nil }
        self.init(
            token: token, browser: try row.value("browser"), account: try AccountID(row: row),
            path: try row.value("path"), sealed: try row.value("sealed"), time: try row.value("kept_at"))
    }
}

extension LoggedEvent {
    /// nil for an unknown kind.
    init?(row: SQLRow) throws {
        guard let kind = SecurityEvent.Kind(rawValue: try row.value("kind")) else { return nil }
        let event = SecurityEvent(
            kind,
            account: try row.account(),
            actor: try row.account(server: "actor_server", user: "actor_user"),
            client: try row.client(),
            time: try row.value("time"),
            detail: try row.value("detail"), count: try row.value("count"))
        self.init(id: try row.value("id"), event: event)
    }
}

/// Values stored as JSON in text columns. Equal values have the same text.
enum JSONText {
    static func encode(_ value: some Encodable) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        return String(decoding: try encoder.encode(value), as: UTF8.self)
    }

    static func decode<Value: Decodable>(_ type: Value.Type, from text: String) throws -> Value {
        try JSONDecoder().decode(type, from: Data(text.utf8))
    }
}
