import Foundation
import PorticoAuth
import PorticoConfig
import Testing

extension AuthStoreContract {
    static let passkeys: [Contract<any AuthStore>] = [
        Contract("an account keeps its first user handle") { store in
            for id in [ada, bob] { try await store.addAccount(id) }
            #expect(try await store.userHandle(of: ada) == nil)
            for byte in [1, 2] as [UInt8] {
                try await store.write { try $0.insertUserHandle(Data(repeating: byte, count: 64), of: ada) }
            }
            #expect(try await store.userHandle(of: ada) == Data(repeating: 1, count: 64))
            #expect(try await store.userHandle(of: bob) == nil)
        },
        Contract("a passkey is stored as it is, and its id belongs to one account only") { store in
            for id in [ada, bob] { try await store.addAccount(id) }
            let (first, second) = (passkey("1"), passkey("2", after: 1))
            #expect(try await store.write { try $0.insert(second) })
            #expect(try await store.write { try $0.insert(first) })
            #expect(try await store.write { try $0.insert(passkey("1", of: bob)) } == false)
            #expect(try await store.passkeys(of: ada) == [first, second])
            #expect(try await store.passkeys(of: bob) == [])
            #expect(try await store.read { try $0.accountsWithPasskeys() } == [ada])
            #expect(try await store.read { try $0.passkey(second.id) } == second)
            #expect(try await store.read { try $0.passkey(Data("3".utf8)) } == nil)
        },
        Contract("a use changes the counter, the flags and the time, and only of the account's passkey") { store in
            for id in [ada, bob] { try await store.addAccount(id) }
            let ids = [passkey("1").id, passkey("2").id]
            var (first, second) = (passkey("1"), passkey("2", after: 1))
            for passkey in [first, second] { _ = try await store.write { try $0.insert(passkey) } }
            let used = UsedPasskey(
                id: ids[0], challenge: Token.random().digest, signatureCount: .max, isBackupEligible: true,
                isBackedUp: true, wentBack: false)
            #expect(try await store.write { try $0.use(used, of: bob, at: start + 9) } == false)
            #expect(try await store.write { try $0.use(used, of: ada, at: start + 9) })
            (first.signatureCount, first.isBackupEligible, first.isBackedUp) = (.max, true, true)
            first.lastUsedAt = start + 9
            #expect(try await store.passkeys(of: ada) == [first, second])
            second.name = "Ключ <b>"
            #expect(try await store.write { try $0.renamePasskey(ids[1], of: bob, to: "x") } == false)
            #expect(try await store.write { try $0.renamePasskey(ids[1], of: ada, to: "Ключ <b>") })
            #expect(try await store.passkeys(of: ada) == [first, second])
        },
        Contract("a passkey is deleted by its account only") { store in
            for id in [ada, bob] { try await store.addAccount(id) }
            for passkey in [passkey("1"), passkey("2")] { _ = try await store.write { try $0.insert(passkey) } }
            let id = passkey("1").id
            #expect(try await store.write { try $0.deletePasskey(id, of: bob) } == false)
            #expect(try await store.write { try $0.deletePasskey(id, of: ada) })
            #expect(try await store.write { try $0.deletePasskey(id, of: ada) } == false)
            #expect(try await store.passkeys(of: ada) == [passkey("2")])
        },
        Contract("a challenge is spent once") { store in
            let (first, second) = (Token.random().digest, Token.random().digest)
            for (challenge, works) in [(first, true), (first, false), (second, true), (second, false)] {
                #expect(try await store.write { try $0.spendChallenge(challenge, at: start) } == works)
            }
            for (time, limit, deleted) in [(start, 9, 0), (start + 1, 1, 1), (start + 1, 9, 1)] {
                let count = try await store.write { try $0.deleteSpentChallenges(before: time, limit: limit) }
                #expect(count == deleted)
            }
        },
        Contract("a deleted account takes its passkeys and its user handle along") { store in
            for id in [ada, bob] {
                try await store.addAccount(id)
                _ = try await store.write { transaction in
                    try transaction.insertUserHandle(Data(id.user.utf8), of: id)
                    return try transaction.insert(passkey(id.user, of: id))
                }
            }
            try await store.delete(
                ada, event: SecurityEvent(.accountDeleted, account: ada, client: Client(), time: start), at: start)
            #expect(try await store.passkeys(of: ada) == [])
            #expect(try await store.userHandle(of: ada) == nil)
            #expect(try await store.passkeys(of: bob).count == 1)
            #expect(try await store.userHandle(of: bob) == Data("bob".utf8))
        },
    ]

    private static func passkey(
        _ id: String, of account: AccountID = ada, after seconds: TimeInterval = 0
    ) -> StoredPasskey {
        StoredPasskey(
            id: Data(id.utf8), account: account, publicKey: Data([0, 255]), algorithm: -257, signatureCount: 7,
            isBackupEligible: false, isBackedUp: false, aaguid: "a0a1a2a3-a4a5-a6a7-a8a9-aaabacadaeaf",
            transports: ["internal", "hybrid"], name: "Chrome on Linux",
            client: Client(address: "192.0.2.7", agent: "Chrome on Linux"), addedAt: start + seconds)
    }
}

extension AuthStore {
    fileprivate func passkeys(of account: AccountID) async throws -> [StoredPasskey] {
        try await read { try $0.passkeys(of: account) }
    }

    fileprivate func userHandle(of account: AccountID) async throws -> Data? {
        try await read { try $0.userHandle(of: account) }
    }
}
