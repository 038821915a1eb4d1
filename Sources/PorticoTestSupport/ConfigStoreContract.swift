import PorticoConfig

/// What every ``ConfigStore`` must do. Run each check on an empty store of its own.
public enum ConfigStoreContract {
    private static let ada = ConfigScope.person(AccountID(server: .local, user: "ada"))

    public static let all: [Contract<any ConfigStore>] = [
        Contract("a scope that was never written is empty") { store in
            try require(try await store.values(in: ada).isEmpty, "it has values")
        },
        Contract("values are kept, replaced and removed one by one") { store in
            try await store.set(["a": "1", "b": "2"], in: ada)
            try await store.set(["a": "3"], in: ada)
            try await store.set(["b": nil], in: ada)
            let values = try await store.values(in: ada)
            try require(values == ["a": "3"], "it is \(values)")
        },
        Contract("no scope sees the values of another") { store in
            let scopes: [ConfigScope] = [
                .installation, ada, .person(AccountID(server: ServerID(rawValue: "works"), user: "ada")),
                .person(AccountID(server: .local, user: "bob")),
                .person(AccountID(server: ServerID(rawValue: "local/ada"), user: "")),
            ]
            for (number, scope) in scopes.enumerated() { try await store.set(["key": "\(number)"], in: scope) }
            for (number, scope) in scopes.enumerated() {
                try require(try await store.values(in: scope) == ["key": "\(number)"], "\(scope) sees another's")
            }
        },
    ]
}
