import PorticoConfig

extension PasswordCheck {
    /// Checks a password at a gateway. A failure of the gateway does not count as an attempt.
    ///
    /// - Parameter found: the stored account; nil before its first sign-in.
    func check(
        _ password: String, of id: AccountID, _ found: Account?, at gateway: any Gateway, identity: RequestIdentity,
        failure: SecurityEvent.Kind
    ) async throws -> VerifiedPassword {
        // Without a key for the token, a right password would count as an attempt, and leave the token in force.
        try gateways.box.requireAdmission()
        let account = found ?? Account(id: id, name: id.user, isAdministrator: false, createdAt: now())
        let attempts = try await limits(for: account, typed: id.user, identity: identity)
        try await take(attempts, typed: id.user, of: found, identity)
        let login: GatewayLogin
        do throws(GatewayError) {
            login = try await gateway.login(userName: id.user, password: password)
        } catch .refused(.credentials) {
            try await store.add(event(failure, found?.id, identity))
            throw AuthError.wrongCredentials
        } catch {
            try await store.refundAttempt(attempts.ofFailures)
            throw AuthError(error)
        }
        let sealed = try gateways.box.seal(login.gatewayUserName, of: id)
        do {
            guard !account.isDisabled else {
                try await store.add(event(failure, id, identity))
                throw AuthError.wrongCredentials
            }
            guard account.employeeNumber == nil || account.employeeNumber == login.person.employeeNumber else {
                try await store.refundAttempt(attempts.ofFailures)
                throw AuthError.otherPerson
            }
        } catch {
            try await store.addEndedGatewayToken(sealed, of: id)
            throw error
        }
        return VerifiedPassword(
            account: id, hash: nil, gateway: GatewayRecord(person: login.person, sealedToken: sealed),
            forgiven: ForgivenAttempts(attempts.ofFailures))
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
