import Foundation
import PorticoAuth
import PorticoConfig

// MARK: Links

extension SQLAuthTransaction {
    func insert(_ link: OneTimeLink, token: TokenDigest) throws {
        try connection.execute(
            """
            INSERT INTO links (token_digest, purpose, server, user_name, email, invitation, sign_in, expires_at, is_used)
            VALUES ($1, $2, $3, $4, $5, $6, $7, $8, 0)
            """,
            [
                token.bytes, link.purpose.rawValue, link.account?.server, link.account?.user, link.email.value,
                try link.invitation.map { try JSONText.encode($0) }, link.signIn, link.expiresAt,
            ])
    }

    func link(_ token: TokenDigest) throws -> (link: OneTimeLink, isUsed: Bool)? {
        guard let row = try connection.row("SELECT * FROM links WHERE token_digest = $1", [token.bytes]),
            let link = try OneTimeLink(row: row)
        else { return nil }
        return (link, try row.value("is_used"))
    }

    func useUp(_ link: TokenDigest) throws -> Bool {
        try connection.execute("UPDATE links SET is_used = 1 WHERE token_digest = $1 AND is_used = 0", [link.bytes])
            == 1
    }

    func useUpLinks(of account: AccountID, for purposes: [OneTimeLink.Purpose]) throws {
        let marks = (3..<3 + purposes.count).map { "$\($0)" }.joined(separator: ", ")
        let condition = "server = $1 AND user_name = $2 AND purpose IN (\(marks))"
        let values = account.columns + purposes.map(\.rawValue)
        try connection.execute("UPDATE links SET is_used = 1 WHERE \(condition)", values)
        try connection.execute("DELETE FROM queued_mails WHERE \(condition)", values)
    }

    func useUpInvitations(to email: EmailAddress) throws {
        try connection.execute(
            "UPDATE links SET is_used = 1 WHERE user_name IS NULL AND lower(email) = $1", [email.key])
        try connection.execute(
            "DELETE FROM queued_mails WHERE user_name IS NULL AND purpose IS NOT NULL AND lower(recipient) = $1",
            [email.key])
    }

    func deleteLinks(expiredBefore time: Date) throws {
        try connection.execute("DELETE FROM links WHERE expires_at < $1", [time])
    }
}

// MARK: Mails

extension SQLAuthTransaction {
    func insert(_ mail: MailJob, at time: Date) throws {
        changes.hasQueuedMail = true
        let content = mail.content
        try connection.execute(
            """
            INSERT INTO queued_mails (
                recipient, server, user_name, kind, purpose, mail, queued_at, attempts, next_attempt, problem)
            VALUES ($1, $2, $3, $4, $5, $6, $7, 0, $7, '')
            """,
            [
                mail.recipient.value, content.account?.server, content.account?.user, mail.kind.rawValue,
                content.purpose?.rawValue, try JSONText.encode(mail), time,
            ])
    }

    func mails(limit: Int) throws -> [QueuedMail] {
        try connection.first(limit, "SELECT * FROM queued_mails ORDER BY id", [], QueuedMail.init(row:))
    }

    func waitingMails(dueBy time: Date?, limit: Int) throws -> [QueuedMail] {
        let condition = time == nil ? "next_attempt IS NOT NULL" : "next_attempt <= $1"
        return try connection.first(
            limit, "SELECT * FROM queued_mails WHERE \(condition) ORDER BY next_attempt, id", time.map { [$0] } ?? [],
            QueuedMail.init(row:))
    }

    func deleteMail(_ id: QueuedMail.ID) throws {
        try connection.execute("DELETE FROM queued_mails WHERE id = $1", [id])
    }

    func postponeMail(_ id: QueuedMail.ID, to nextAttempt: Date?, problem: String) throws {
        try connection.execute(
            "UPDATE queued_mails SET attempts = attempts + 1, next_attempt = $1, problem = $2 WHERE id = $3",
            [nextAttempt, problem, id])
    }

    func deleteGivenUpMails(queuedBefore time: Date) throws {
        try connection.execute("DELETE FROM queued_mails WHERE next_attempt IS NULL AND queued_at < $1", [time])
    }
}

// MARK: Attempts

extension SQLAuthTransaction {
    func attempts(_ key: LimitKey) throws -> AttemptCount? {
        try connection.row("SELECT count, since FROM attempts WHERE key = $1", [key.value]).map(AttemptCount.init(row:))
    }

    func setAttempts(_ attempts: AttemptCount, end: Date?, for key: LimitKey) throws {
        try connection.execute(
            """
            INSERT INTO attempts (key, count, since, ends_at) VALUES ($1, $2, $3, $4)
            ON CONFLICT (key) DO UPDATE SET count = $2, since = $3, ends_at = $4
            """, [key.value, attempts.count, attempts.since, end])
    }

    func setAttemptCount(_ count: Int, for key: LimitKey) throws {
        try connection.execute("UPDATE attempts SET count = $1 WHERE key = $2", [count, key.value])
    }

    func deleteAttempts(_ key: LimitKey) throws {
        try connection.execute("DELETE FROM attempts WHERE key = $1", [key.value])
    }

    func deleteAttempts(startingWith start: String, endingWith end: String) throws {
        // The greatest text that begins so, but for its last character.
        try connection.execute(
            "DELETE FROM attempts WHERE key >= $1 AND key < $2 AND substr(key, length(key) - length($3) + 1) = $3",
            [start, start + "\u{10FFFF}", end])
    }

    func deleteAttempts(endedBefore time: Date) throws {
        try connection.execute("DELETE FROM attempts WHERE ends_at < $1", [time])
    }
}

// MARK: Drafts

extension SQLAuthTransaction {
    func insert(_ draft: SealedDraft, limit: Int) throws {
        try connection.execute(
            """
            INSERT INTO drafts (token_digest, browser, server, user_name, path, sealed, kept_at)
            VALUES ($1, $2, $3, $4, $5, $6, $7)
            """, [draft.token.bytes, draft.browser] + draft.account.columns + [draft.path, draft.sealed, draft.time])
        try connection.execute(
            """
            DELETE FROM drafts WHERE browser = $1 AND id NOT IN (
                SELECT id FROM drafts WHERE browser = $1 ORDER BY id DESC LIMIT $2)
            """, [draft.browser, limit])
    }

    func draft(_ token: TokenDigest, in browser: Browser.ID) throws -> SealedDraft? {
        try connection.row(
            "SELECT * FROM drafts WHERE token_digest = $1 AND browser = $2", [token.bytes, browser]
        ).flatMap(SealedDraft.init(row:))
    }

    func drafts(of account: AccountID) throws -> [SealedDraft] {
        try connection.rows("SELECT * FROM drafts WHERE server = $1 AND user_name = $2 ORDER BY id", account.columns)
            .compactMap(SealedDraft.init(row:))
    }

    func deleteDrafts(keptBefore time: Date) throws {
        try connection.execute("DELETE FROM drafts WHERE kept_at < $1", [time])
    }
}

// MARK: Events

extension SQLAuthTransaction {
    func insert(_ event: SecurityEvent) throws {
        try connection.execute(
            """
            INSERT INTO security_events (
                kind, server, user_name, actor_server, actor_user, address, agent, time, detail, count)
            VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
            """,
            [
                event.kind.rawValue, event.account?.server, event.account?.user, event.actor?.server,
                event.actor?.user, event.client.address, event.client.agent, event.time, event.detail, event.count,
            ])
    }

    /// Several kinds are asked for one by one: only then is each found without looking at the others.
    func events(_ query: SecurityEventQuery) throws -> [LoggedEvent] {
        guard query.account == nil, !query.kinds.isEmpty else { return try events(query, of: Array(query.kinds)) }
        let found = try query.kinds.flatMap { try events(query, of: [$0]) }
        let isEarlier: (LoggedEvent, LoggedEvent) -> Bool = query.after == nil ? { $0.id > $1.id } : { $0.id < $1.id }
        return Array(found.sorted(by: isEarlier).prefix(query.limit))
    }

    private func events(_ query: SecurityEventQuery, of kinds: [SecurityEvent.Kind]) throws -> [LoggedEvent] {
        var (conditions, values): ([String], SQLValues) = ([], SQLValues())
        if let account = query.account {
            conditions += ["server = \(values.add(account.server))", "user_name = \(values.add(account.user))"]
        }
        if !kinds.isEmpty {
            conditions.append("kind IN (\(kinds.map { values.add($0.rawValue) }.joined(separator: ", ")))")
        }
        if let since = query.since { conditions.append("time >= \(values.add(since))") }
        if let until = query.until { conditions.append("time < \(values.add(until))") }
        if let before = query.before { conditions.append("id < \(values.add(before))") }
        if let after = query.after { conditions.append("id > \(values.add(after))") }
        let condition = conditions.isEmpty ? "" : "WHERE " + conditions.joined(separator: " AND ")
        return try connection.first(
            query.limit,
            "SELECT * FROM security_events \(condition) ORDER BY id \(query.after == nil ? "DESC" : "ASC")", values.all,
            LoggedEvent.init(row:))
    }

    func deleteEvents(before time: Date) throws {
        try connection.execute("DELETE FROM security_events WHERE time < $1", [time])
    }
}
