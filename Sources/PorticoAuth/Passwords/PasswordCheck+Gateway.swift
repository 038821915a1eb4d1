import PorticoConfig

extension PasswordCheck {
    /// Asks the gateway whether a password is right. A failure of the gateway does not count as an attempt.
    ///
    /// - Returns: nil if the password is wrong or the account is disabled.
    func answer(
        of gateway: any Gateway, to password: String, _ attempt: PasswordAttempt, _ identity: RequestIdentity
    ) async throws -> Proof? {
        let id = attempt.id
        guard !id.user.isEmpty else { return try await match(password, attempt, identity) }
        let login: GatewayLogin
        do throws(GatewayError) {
            login = try await gateway.login(userName: id.user, password: password)
        } catch .refused(.credentials) {
            return nil
        } catch {
            try await store.refundAttempt(attempt.counters.ofFailures)
            throw AuthError(error)
        }
        let record = GatewayRecord(
            person: login.person, sealedToken: try gateways.box.seal(login.gatewayUserName, of: id))
        guard let account = attempt.found?.account else { return .gateway(record) }
        guard !account.isDisabled else {
            try await store.addEndedGatewayToken(record.sealedToken, of: id)
            return nil
        }
        guard account.employeeNumber == nil || account.employeeNumber == login.person.employeeNumber else {
            try await store.addEndedGatewayToken(record.sealedToken, of: id)
            try await store.refundAttempt(attempt.counters.ofFailures)
            throw AuthError.otherPerson
        }
        return .gateway(record)
    }
}

extension AuthError {
    fileprivate init(_ error: GatewayError) {
        guard case .refused(.tooMany(let seconds)) = error else {
            self = .gateway(error)
            return
        }
        self = .tooManyAttempts(retryAfter: min(max(seconds ?? 60, 1), 86_400))
    }
}
