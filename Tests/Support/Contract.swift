/// A check that every store must pass: a sentence about behaviour, and the steps that test it.
package struct Contract<Store: Sendable>: Sendable, CustomStringConvertible {
    /// The sentence, used as the name of the test.
    package let description: String
    private let steps: @Sendable (Store) async throws -> Void

    init(_ description: String, steps: @escaping @Sendable (Store) async throws -> Void) {
        self.description = description
        self.steps = steps
    }

    /// Runs the steps on an empty store.
    package func check(_ store: Store) async throws {
        try await steps(store)
    }
}
