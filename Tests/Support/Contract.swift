/// A check that every store must pass: a sentence about behaviour, and the steps that test it.
public struct Contract<Store: Sendable>: Sendable, CustomStringConvertible {
    /// The sentence, used as the name of the test.
    public let description: String
    private let steps: @Sendable (Store) async throws -> Void

    init(_ description: String, steps: @escaping @Sendable (Store) async throws -> Void) {
        self.description = description
        self.steps = steps
    }

    /// Runs the steps on an empty store.
    ///
    /// - Throws: ``ContractBroken``, or the error of the store.
    public func check(_ store: Store) async throws {
        try await steps(store)
    }
}

/// A violation of the contract.
public struct ContractBroken: Error, CustomStringConvertible {
    public let description: String
}

/// Throws ``ContractBroken`` unless `condition` is true.
func require(_ condition: Bool, _ complaint: @autoclosure () -> String) throws {
    guard condition else { throw ContractBroken(description: complaint()) }
}

/// Throws ``ContractBroken`` unless `work` throws exactly this error. Errors of other kinds are rethrown.
func require<Failure: Error & Equatable>(
    throwing expected: Failure, _ work: () async throws -> some Sendable
) async throws {
    do {
        _ = try await work()
    } catch let error as Failure where error == expected {
        return
    }
    throw ContractBroken(description: "\(expected) was not thrown")
}
