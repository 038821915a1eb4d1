import Foundation
import PorticoConfig
import Testing

/// The contract of every ``WorkplaceStore``. Run each check on an empty store.
package enum WorkplaceStoreContract {
    /// All checks.
    package static let all: [Contract<any WorkplaceStore>] = finding + replacing

    private static let works = ServerID(rawValue: "works")

    private static let finding: [Contract<any WorkplaceStore>] = [
        Contract("a server without workplaces offers nothing") { store in
            let codes = WorkplaceCodes(factory: "N", storehouse: "S1")
            let choice = try await store.choice(codes, on: .local)
            #expect(choice == WorkplaceChoice(codes, found: [], isOffered: false), "it is \(choice)")
            #expect(try await store.workplaces(WorkplaceQuery(.factory, on: .local)).isEmpty, "there are some")
            #expect(try await store.workplace(.factory, code: "N", on: .local) == nil, "there is one")
        },
        Contract("workplaces are those of one kind and one parent, in the order of their names") { store in
            try await store.replace(try .sample, on: .local)
            try await store.expect(["N", "S"], WorkplaceQuery(.factory, on: .local))
            try await store.expect(["N-W2", "N-W10"], WorkplaceQuery(.workshop, on: .local, parent: "N"))
            try await store.expect(["S-W1", "N-W2", "N-W10"], WorkplaceQuery(.workshop, on: .local))
            try await store.expect(["N-S1"], WorkplaceQuery(.storehouse, on: .local, parent: "N"))
            try await store.expect([], WorkplaceQuery(.storehouse, on: .local, parent: "n"))
            try await store.expect(["N-W2"], WorkplaceQuery(.workshop, on: .local, parent: "N", limit: 1))
            try await store.expect([], WorkplaceQuery(.workshop, on: .local, limit: -1))
        },
        Contract("a search looks in names and codes, in any case, and has no special characters") { store in
            try await store.replace(try .sample, on: .local)
            for text in ["école", "ÉCOLE", "E\u{301}cole", "strasse", "STRASSE"] {
                try await store.expect(["N"], WorkplaceQuery(.factory, on: .local, text: text))
            }
            try await store.expect(["N-W2"], WorkplaceQuery(.workshop, on: .local, parent: "N", text: "n-w2"))
            try await store.expect(["N-W2"], WorkplaceQuery(.workshop, on: .local, parent: "N", text: "hall 2"))
            for text in ["%", "_", "'", "*"] {
                try await store.expect([], WorkplaceQuery(.workshop, on: .local, parent: "N", text: text))
            }
        },
        Contract("a person's codes are found in one call, each by its kind") { store in
            try await store.replace(try .sample, on: .local)
            let codes = WorkplaceCodes(
                factory: "N", workshop: "N-W2", productionLine: "gone", storehouse: "N-S1")
            let choice = try await store.choice(codes, on: .local)
            #expect(choice.isOffered && choice.codes == codes, "it is \(choice)")
            #expect(choice[.factory]?.name == "École Straße", "the factory is \(choice)")
            #expect(choice[.workshop]?.name == "Hall 2", "the workshop is \(choice)")
            #expect(choice[.productionLine] == nil, "the line is \(choice)")
            #expect(choice[.storehouse]?.name == "Raw", "the storehouse is \(choice)")
            let empty = try await store.choice(WorkplaceCodes(workshop: "N"), on: .local)
            #expect(empty.isOffered && empty[.factory] == nil && empty[.workshop] == nil, "it is \(empty)")
        },
    ]

    private static let replacing: [Contract<any WorkplaceStore>] = [
        Contract("a directory replaces the one before, on its server only") { store in
            try await store.replace(try .sample, on: .local)
            try await store.replace(try .sample, on: works)
            try await store.replace(
                .verified(#"{"factories": [{"code": "S", "name": "New"}]}"#), on: .local)
            let south = try await store.workplace(.factory, code: "S", on: .local)
            #expect(south == Workplace(.factory, code: "S", name: "New", parent: nil), "it is \(south as Any)")
            #expect(try await store.workplace(.factory, code: "N", on: .local) == nil, "the north is there")
            try await store.expect([], WorkplaceQuery(.workshop, on: .local))
            try await store.expect(["S-W1", "N-W2", "N-W10"], WorkplaceQuery(.workshop, on: works))
            try await store.replace(.verified(#"{"factories": []}"#), on: .local)
            #expect(try await !store.choice(WorkplaceCodes(), on: .local).isOffered, "some are offered")
            #expect(try await store.choice(WorkplaceCodes(), on: works).isOffered, "none are offered")
        },
        Contract("the same code may exist once for each kind") { store in
            try await store.replace(
                .verified(
                    """
                    {"factories": [{"code": "1", "name": "F", "storehouses": [{"code": "1", "name": "S"}], "workshops":
                    [{"code": "1", "name": "W", "productionLines": [{"code": "1", "name": "L"}]}]}]}
                    """), on: .local)
            for (kind, name) in zip(Workplace.Kind.allCases, ["F", "W", "L", "S"]) {
                let found = try await store.workplace(kind, code: "1", on: .local)
                #expect(found?.name == name, "the \(kind) is \(found as Any)")
            }
        },
    ]
}

extension WorkplaceStore {
    fileprivate func expect(_ codes: [String], _ query: WorkplaceQuery) async throws {
        let found = try await workplaces(query).map(\.code)
        #expect(found == codes, "\(query) finds \(found)")
    }
}

extension WorkplaceDirectory {
    /// Parses and verifies a directory.
    ///
    /// - Throws: ``WorkplaceProblem``
    package static func verified(_ json: String) throws -> WorkplaceDirectory {
        try WorkplaceDirectory(verifying: Data(json.utf8))
    }

    /// Factory N with two workshops, one of them with two lines, and a storehouse; factory S with one of each.
    package static var sample: WorkplaceDirectory { get throws { try verified(sampleJSON) } }

    /// The JSON of ``sample``.
    package static let sampleJSON = """
        {"factories": [
            {"code": "S", "name": "South", "workshops": [
                {"code": "S-W1", "name": "Dock", "productionLines": [{"code": "S-L1", "name": "Crane"}]}],
             "storehouses": [{"code": "S-S1", "name": "Yard"}]},
            {"code": "N", "name": "École Straße", "workshops": [
                {"code": "N-W10", "name": "Hall 10"},
                {"code": "N-W2", "name": "Hall 2", "productionLines": [
                    {"code": "N-L1", "name": "Press"}, {"code": "N-L2", "name": "Paint"}]}],
             "storehouses": [{"code": "N-S1", "name": "Raw"}]}]}
        """
}
