import Foundation
import PorticoConfig
import PorticoStore

extension SQLAuthTransaction {
    func gatewayTokens(_ filter: SignInFilter) throws -> [Data] {
        var values = SQLValues()
        return try connection.rows(
            """
            SELECT gateway_token FROM sign_ins
            WHERE gateway_token IS NOT NULL AND \(filter.condition(&values, of: "sign_ins")) ORDER BY id
            """, values.all
        ).map { try $0.value("gateway_token") }
    }

    func providerSubject(of signIn: SignIn.ID) throws -> String? {
        try connection.row("SELECT provider_subject FROM sign_ins WHERE id = $1 AND ended_at IS NULL", [signIn])?
            .optional("provider_subject")
    }

    func pendingGatewayTokens(of account: AccountID) throws -> [Data] {
        try connection.rows(
            """
            SELECT gateway_token FROM pending_sign_ins
            WHERE gateway_token IS NOT NULL AND server = $1 AND user_name = $2
            """, account.columns
        ).map { try $0.value("gateway_token") }
    }

    func takeGatewayTokens(expiredAt time: Date, _ policy: SessionPolicy) throws -> Set<AccountID> {
        var values = SQLValues()
        let earliest = [policy.automaticIdle, policy.idle, policy.automaticAbsolute, policy.absolute].map {
            values.add(time.addingTimeInterval(-$0))
        }
        let required = policy.requiredFactors.condition(at: time, &values).map { "OR \($0)" } ?? ""
        let rows = try connection.rows(
            """
            UPDATE sign_ins SET gateway_token = NULL WHERE gateway_token IS NOT NULL AND ended_at IS NULL
                AND (last_seen <= CASE is_automatic WHEN 1 THEN \(earliest[0]) ELSE \(earliest[1]) END
                    OR since <= CASE is_automatic WHEN 1 THEN \(earliest[2]) ELSE \(earliest[3]) END \(required))
            RETURNING server, user_name
            """, values.all)
        let accounts = Set(try rows.map(AccountID.init(row:)))
        for account in accounts { changes.updateSessions(of: account) }
        return accounts
    }

    func insertEndedGatewayToken(_ sealedToken: Data, of account: AccountID) throws {
        try connection.execute(
            "INSERT INTO ended_gateway_tokens (server, user_name, sealed_token) VALUES ($1, $2, $3)",
            account.columns + [sealedToken])
    }

    func endedGatewayTokens(
        at server: ServerID, dueBy time: Date, limit: Int
    ) throws -> [EndedGatewayToken] {
        try connection.rows(
            "SELECT * FROM ended_gateway_tokens WHERE server = $1 AND due_at <= $2 ORDER BY id LIMIT $3",
            [server, time, limit]
        ).map(EndedGatewayToken.init(row:))
    }

    func postponeEndedGatewayToken(_ id: EndedGatewayToken.ID, to time: Date) throws {
        try connection.execute(
            "UPDATE ended_gateway_tokens SET attempts = attempts + 1, due_at = $1 WHERE id = $2", [time, id])
    }

    func storedGatewayTokens(after place: StoredGatewayToken.Place, limit: Int) throws -> [StoredGatewayToken] {
        switch place {
        case .signIn(let id):
            try connection.rows(
                """
                SELECT id, server, user_name, gateway_token FROM sign_ins
                WHERE gateway_token IS NOT NULL AND id > $1 ORDER BY id LIMIT $2
                """, [id, limit]
            ).map {
                StoredGatewayToken(
                    place: .signIn(try $0.value("id")), account: try AccountID(row: $0),
                    sealed: try $0.value("gateway_token"))
            }
        case .pending(let token):
            try connection.rows(
                """
                SELECT token_digest, server, user_name, gateway_token FROM pending_sign_ins
                WHERE gateway_token IS NOT NULL AND token_digest > $1 ORDER BY token_digest LIMIT $2
                """, [token.bytes, limit]
            ).compactMap { row in
                guard let token = try row.digest("token_digest") else { return nil }
                return StoredGatewayToken(
                    place: .pending(token), account: try AccountID(row: row), sealed: try row.value("gateway_token"))
            }
        case .ended(let id):
            try connection.rows(
                "SELECT * FROM ended_gateway_tokens WHERE id > $1 ORDER BY id LIMIT $2", [id, limit]
            ).map(EndedGatewayToken.init(row:)).map {
                StoredGatewayToken(place: .ended($0.id), account: $0.account, sealed: $0.sealedToken)
            }
        }
    }

    func replace(_ token: StoredGatewayToken, by sealed: Data) throws {
        switch token.place {
        case .signIn(let id):
            try connection.execute("UPDATE sign_ins SET gateway_token = $1 WHERE id = $2", [sealed, id])
            // The token is still in force, but a trigger has queued it to be ended.
            try connection.execute(
                "DELETE FROM ended_gateway_tokens WHERE server = $1 AND user_name = $2 AND sealed_token = $3",
                token.account.columns + [token.sealed])
        case .pending(let token):
            try connection.execute(
                "UPDATE pending_sign_ins SET gateway_token = $1 WHERE token_digest = $2", [sealed, token.bytes])
        case .ended(let id):
            try connection.execute("UPDATE ended_gateway_tokens SET sealed_token = $1 WHERE id = $2", [sealed, id])
        }
    }

    func deleteEndedGatewayToken(_ id: EndedGatewayToken.ID) throws {
        try connection.execute("DELETE FROM ended_gateway_tokens WHERE id = $1", [id])
    }
}

extension RequiredFactors {
    /// The condition of ``RequiredFactors/end(of:)`` for the sign-ins that are over at `time`; nil if there can be none.
    fileprivate func condition(at time: Date, _ values: inout SQLValues) -> String? {
        let latest = time.addingTimeInterval(-Self.grace)
        let ofAll = all.map { $0 <= latest } ?? false
        guard ofAll || administrators.map({ $0 <= latest }) ?? false else { return nil }
        let proof = "factor_at IS NULL AND authenticated_at <> \(values.add(SignIn.trustedBrowserProof))"
        guard !ofAll else { return "(\(proof))" }
        return """
            (\(proof) AND EXISTS (
                SELECT 1 FROM accounts a WHERE a.server = sign_ins.server AND a.user_name = sign_ins.user_name
                AND a.is_administrator <> 0
                AND (a.administrator_since IS NULL OR a.administrator_since <= \(values.add(latest)))))
            """
    }
}
