import PorticoConfig
import Testing

/// The contract of every ``ConfigStore``. Run each check on an empty store.
package enum ConfigStoreContract {
    private static let ada = ConfigScope.person(AccountID(server: .local, user: "ada"))

    /// All checks.
    package static let all: [Contract<any ConfigStore>] = [
        Contract("a scope without writes is empty") { store in
            let values = try await store.values(in: ada)
            #expect(values.isEmpty)
        },
        Contract("values are kept, replaced and removed one by one") { store in
            try await store.set(["a": "1", "b": "2"], in: ada)
            try await store.set(["a": "3"], in: ada)
            try await store.set(["b": nil], in: ada)
            let values = try await store.values(in: ada)
            #expect(values == ["a": "3"], "it is \(values)")
        },
        Contract("every write increases the version, also one that removes") { store in
            var last = try await store.stored(in: ada).version
            #expect(last == 0, "nothing was written")
            for values in [["a": "1"], ["b": "2"], ["a": nil], ["c": "3"]] as [[String: String?]] {
                let write = try await store.set(values, in: ada, seen: nil)
                #expect(try await store.stored(in: ada) == write.stored)
                if values != ["a": nil] { #expect(write.stored.version > last, "it is \(write.stored.version)") }
                last = max(last, write.stored.version)
            }
        },
        Contract("a write returns the values that it replaced and its writer had not seen, and no others") { store in
            let first = try await store.set(["a": "1", "b": "1"], in: ada, seen: nil).stored.version
            let second = try await store.set(["a": "2"], in: ada, seen: first)
            #expect(second.replaced == [])
            #expect(try await store.set(["b": "3"], in: ada, seen: first).replaced == [])
            #expect(try await store.set(["a": "2"], in: ada, seen: first).replaced == [])
            #expect(try await store.set(["a": "4", "c": "4"], in: ada, seen: first).replaced == ["a"])
            #expect(try await store.set(["a": nil], in: ada, seen: first).replaced == ["a"])
            #expect(try await store.set(["a": "5"], in: ada, seen: nil).replaced == [])
            #expect(try await store.values(in: ada) == ["a": "5", "b": "3", "c": "4"])
        },
        Contract("a value is replaced only by a writer that has read the one before it") { store in
            let first = try await store.replace(["a": 0], with: ["a": "1"], in: ada)
            let second = try await store.replace(["a": first.versions["a"] ?? 0], with: ["a": "2"], in: ada)
            #expect(try await second == store.stored(in: ada))
            for late in [0, first.version, second.version + 1] {
                let values = ["a": "3", "b": "3"]
                await #expect(throws: changed) { try await store.replace(["a": late], with: values, in: ada) }
            }
            #expect(try await store.stored(in: ada) == second)
            try await store.set(["b": "4"], in: ada)
            _ = try await store.replace(["a": second.version], with: ["a": "5"], in: ada)
            #expect(try await store.values(in: ada) == ["a": "5", "b": "4"])
        },
        Contract("replacing a value by the same one, or a removed one by none, succeeds with any version") { store in
            let first = try await store.set(["a": "1"], in: ada, seen: nil).stored.version
            _ = try await store.replace(["a": 0], with: ["a": "1"], in: ada)
            await #expect(throws: changed) { try await store.replace(["a": first], with: ["a": nil], in: ada) }
            try await store.set(["a": nil], in: ada)
            await #expect(throws: changed) { try await store.replace(["a": first], with: ["a": "2"], in: ada) }
            _ = try await store.replace(["a": first], with: ["a": nil], in: ada)
            _ = try await store.replace(["a": 0], with: ["a": "3"], in: ada)
            #expect(try await store.values(in: ada) == ["a": "3"])
        },
        Contract("each scope has separate values") { store in
            let scopes: [ConfigScope] = [
                .installation, ada, .person(AccountID(server: ServerID(rawValue: "works"), user: "ada")),
                .person(AccountID(server: .local, user: "bob")),
                .person(AccountID(server: ServerID(rawValue: "local/ada"), user: "")),
            ]
            for (number, scope) in scopes.enumerated() { try await store.set(["key": "\(number)"], in: scope) }
            for (number, scope) in scopes.enumerated() {
                #expect(try await store.values(in: scope) == ["key": "\(number)"], "\(scope) has the values of another")
            }
        },
    ]

    private static let changed = ConfigError.changedMeanwhile(keys: ["a"])
}
