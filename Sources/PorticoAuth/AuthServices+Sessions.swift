extension AuthServices {
    /// The sign-ins in force of all accounts, by user name, the last used first.
    ///
    /// - Parameter progress: told how many accounts were looked at, of how many.
    public func sessions(progress: (_ done: Int, _ total: Int) -> Void = { _, _ in }) async throws -> [OpenSignIn] {
        let accounts = try await directory.accounts()
        var found: [OpenSignIn] = []
        for (done, account) in accounts.enumerated() {
            progress(done, accounts.count)
            found += try await authenticator.sessions(of: account.id)
        }
        progress(accounts.count, accounts.count)
        return found
    }
}
