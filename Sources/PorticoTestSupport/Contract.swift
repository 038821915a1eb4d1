/// A property that every store must have: a sentence, and the steps that show it.
public struct Contract<Store: Sendable>: Sendable, CustomStringConvertible {
    /// The sentence.
    public let description: String
    private let steps: @Sendable (Store) async throws -> Void

    init(_ description: String, steps: @escaping @Sendable (Store) async throws -> Void) {
        self.description = description
        self.steps = steps
    }

    /// Goes through the steps on an empty store.
    ///
    /// - Throws: ``ContractBroken``, or what the store threw.
    public func check(_ store: Store) async throws {
        try await steps(store)
    }
}

/// What a store did otherwise than it must.
public struct ContractBroken: Error, CustomStringConvertible {
    public let description: String
}

/// Continues only where `condition` holds.
func require(_ condition: Bool, _ complaint: @autoclosure () -> String) throws {
    guard condition else { throw ContractBroken(description: complaint()) }
}

/// Continues only where `work` throws exactly this error.
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
