import Foundation
import PorticoAuth
import PorticoConfig
import Testing

extension AuthStoreContract {
    static let identities: [Contract<any AuthStore>] = [
        Contract("a person of a provider has one account, which may have several identities") { store in
            for id in [ada, bob] { try await store.addAccount(id) }
            let (first, second) = (
                identity("1", of: ada), identity("1", at: ServerID(rawValue: "other"), of: ada, after: 1)
            )
            for added in [second, first] { #expect(try await store.write { try $0.insert(added) }) }
            #expect(try await store.write { try $0.insert(identity("1", of: bob)) } == false)
            #expect(try await store.read { try $0.identities(of: ada) } == [first, second])
            #expect(try await store.read { try $0.identities(of: bob) } == [])
            #expect(try await store.read { try $0.identity("1", at: first.provider) } == first)
            #expect(try await store.read { try $0.identity("1 ", at: first.provider) } == nil)
            #expect(try await store.read { try $0.identity("2", at: first.provider) } == nil)
        },
        Contract("a login with an identity is noted, and only there") { store in
            try await store.addAccount(ada)
            let (first, other) = (identity("1", of: ada), identity("2", of: ada, after: 1))
            for added in [first, other] { _ = try await store.write { try $0.insert(added) } }
            try await store.write { try $0.noteUse(of: first, label: "ada@example.org", at: start + 9) }
            var used = first
            (used.lastUsedAt, used.label) = (start + 9, "ada@example.org")
            #expect(try await store.read { try $0.identities(of: ada) } == [used, other])
        },
        Contract("an account loses one identity, and no other account's") { store in
            for id in [ada, bob] { try await store.addAccount(id) }
            let (first, other) = (identity("1", of: ada), identity("2", of: ada, after: 1))
            for added in [first, other] { _ = try await store.write { try $0.insert(added) } }
            #expect(try await store.write { try $0.deleteIdentity("1", at: works, of: bob) } == false)
            #expect(try await store.write { try $0.deleteIdentity("1", at: works, of: ada) })
            #expect(try await store.write { try $0.deleteIdentity("1", at: works, of: ada) } == false)
            #expect(try await store.read { try $0.identities(of: ada) } == [other])
        },
        Contract("identities go with their account") { store in
            for id in [ada, bob] { try await store.addAccount(id) }
            _ = try await store.write { try $0.insert(identity("1", of: ada)) }
            try await store.delete(ada, event: nil, at: start)
            #expect(try await store.read { try $0.identity("1", at: works) } == nil)
            #expect(try await store.write { try $0.insert(identity("1", of: bob)) })
        },
    ]

    private static let works = ServerID(rawValue: "works")

    private static func identity(
        _ subject: String, at provider: ServerID = works, of account: AccountID, after seconds: TimeInterval = 0
    ) -> ProviderIdentity {
        ProviderIdentity(
            provider: provider, subject: subject, account: account, addedAt: start + seconds,
            lastUsedAt: start + seconds)
    }
}
