import Synchronization

/// Delivers the complete configuration of an account to its observers.
final class ConfigObservers: Sendable {
    private struct Observer {
        let account: AccountID
        let continuation: AsyncStream<ConfigValues>.Continuation
        /// The last delivered configuration.
        var values: ConfigValues
    }

    private let state = Mutex<(next: Int, observers: [Int: Observer])>((0, [:]))

    /// The observed accounts.
    var accounts: Set<AccountID> { state.withLock { Set($0.observers.values.map(\.account)) } }

    func observe(_ account: AccountID, from first: ConfigValues) -> AsyncStream<ConfigValues> {
        let (stream, continuation) = AsyncStream.makeStream(of: ConfigValues.self)
        continuation.yield(first)
        let id = state.withLock { state in
            state.next += 1
            state.observers[state.next] = Observer(
                account: account, continuation: continuation, values: first)
            return state.next
        }
        continuation.onTermination = { [weak self] _ in
            _ = self?.state.withLock { $0.observers.removeValue(forKey: id) }
        }
        return stream
    }

    /// Delivers a configuration to the observers that have a different one. Callers must call in the order of the
    /// writes.
    func tell(_ stored: ConfigValues, of account: AccountID) {
        state.withLock { state in
            for (id, observer) in state.observers where observer.account == account {
                guard stored.versions != observer.values.versions else { continue }
                state.observers[id]?.values = stored
                observer.continuation.yield(stored)
            }
        }
    }
}
