import Foundation
import PorticoAuth
import PorticoConfig
import Testing

extension AuthStoreContract {
    static let providerSignIns: [Contract<any AuthStore>] = [
        Contract("a sign-in keeps its provider, and loses its tokens like those of a gateway") { store in
            let made = try await store.signIn(record(session: "1", tokens: "a"))
            let other = try await store.signInForTest(elsewhere)
            #expect(try await store.signIns(of: elsewhere).map(\.signIn.provider) == [nil, works])
            #expect(try await store.read { try $0.providerSubject(of: made.signIn) } == "s")
            #expect(try await store.read { try $0.providerSubject(of: other.signIn) } == nil)
            #expect(try await store.gatewayToken(of: made.signIn) == Data("a".utf8))
            _ = try await store.endSignIns(.all, of: elsewhere, event: nil, at: start)
            #expect(try await store.read { try $0.providerSubject(of: made.signIn) } == nil)
            #expect(try await store.ended() == ["a"])
        },
        Contract("a provider ends the sign-ins of a session, of a person, or of both, from before a time") { store in
            let logouts: [(ProviderLogout?, Set<Int>)] = [
                (ProviderLogout(provider: works, subject: nil, session: "1", time: start), [0]),
                (ProviderLogout(provider: works, subject: "s", session: "1", time: start), [0, 2]),
                (ProviderLogout(provider: works, subject: "t", session: "1", time: start), []),
                (ProviderLogout(provider: works, subject: "s", session: nil, time: start), [0, 1, 2]),
                (ProviderLogout(provider: works, subject: "s", session: nil, time: start - 1), []),
                (ProviderLogout(provider: works, subject: "s", session: nil, time: start + 1), [0, 1, 2, 3]),
                (ProviderLogout(provider: .local, subject: "s", session: "1", time: start), []),
            ]
            #expect(ProviderLogout(provider: works, subject: nil, session: nil, time: start) == nil)
            let records = [
                record(session: "1"), record(session: "2"), record(), record(session: "1", issuedAt: start + 1),
            ]
            for (logout, expected) in logouts {
                let logout = try #require(logout)
                var made: [SignIn.ID] = []
                for record in records { made.append(try await store.signIn(record).signIn) }
                let waits = records.map { (Token.random().digest, waiting($0)) }
                try await store.write { for (token, pending) in waits { try $0.insert(pending, token: token) } }
                let ended = try await store.write { transaction in
                    try transaction.deletePendingSignIns(endedBy: logout)
                    return try transaction.endSignIns(SignInFilter(endedBy: logout), at: start)
                }
                #expect(Set(ended.compactMap(made.firstIndex)) == expected)
                let left = try await store.read { transaction in
                    try waits.map { try transaction.pendingSignIn($0.0)?.provider }
                }
                #expect(left == records.indices.map { expected.contains($0) ? nil : records[$0] })
                _ = try await store.endSignIns(.all, of: elsewhere, event: nil, at: start)
            }
        },
        Contract("one server at a time checks a sign-in, until it is done, gives up or is too late") { store in
            let made = try await store.signIn(record())
            let claim = { (time: Date) in
                try await store.write { try $0.claimCheck(of: made.signIn, until: time + 60, at: time) }
            }
            #expect(try await claim(start))
            #expect(try await claim(start + 59) == false)
            #expect(try await claim(start + 60))
            try await store.recordCheck(of: made.signIn, at: start + 61)
            #expect(try await claim(start + 61))
            try await store.write { try $0.releaseCheck(of: made.signIn) }
            #expect(try await claim(start + 61))
            _ = try await store.endSignIns(.all, of: elsewhere, event: nil, at: start)
            #expect(try await claim(start + 200) == false)
        },
        Contract("a proof at the provider renews what the sign-in keeps, and ends no tokens") { store in
            let made = try await store.signIn(record(session: "1", tokens: "a"))
            let fresh = record(session: "2", issuedAt: start + 5, tokens: "b")
            try await store.reauthenticate(
                Reauthentication(
                    made.signIn, in: made.access, token: Token.random().digest, passwordHash: nil, provider: fresh,
                    time: start))
            #expect(try await store.gatewayToken(of: made.signIn) == Data("b".utf8))
            #expect(try await store.ended() == [])
            let logout = try #require(ProviderLogout(provider: works, subject: nil, session: "2", time: start + 5))
            let ended = try await store.write { try $0.endSignIns(SignInFilter(endedBy: logout), at: start) }
            #expect(ended == [made.signIn])
        },
    ]

    private static let works = elsewhere.server

    fileprivate static func record(
        session: String? = nil, issuedAt: Date = start, tokens: String? = nil
    ) -> ProviderRecord {
        ProviderRecord(
            provider: works, subject: "s", session: session, issuedAt: issuedAt,
            sealedTokens: tokens.map { Data($0.utf8) })
    }

    private static func waiting(_ record: ProviderRecord) -> PendingSignIn {
        PendingSignIn(
            account: elsewhere, method: .provider, isAutomatic: false, provider: record, provenAt: start, time: start)
    }
}

extension AuthStore {
    /// Signs in at the provider.
    fileprivate func signIn(_ record: ProviderRecord) async throws -> TestSignIn {
        if try await account(AuthStoreContract.elsewhere) == nil {
            try await addAccount(AuthStoreContract.elsewhere, passwordHash: nil)
        }
        let (token, run) = (Token.random().digest, Token.random().digest)
        let made = try await signIn(
            NewSignIn(
                account: AuthStoreContract.elsewhere, method: .provider, isAutomatic: true, access: nil, token: token,
                run: run, provider: record, time: AuthStoreContract.start))
        return TestSignIn(token: token, run: run, made: made)
    }
}
