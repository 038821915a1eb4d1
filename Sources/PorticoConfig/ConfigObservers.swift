import Synchronization

/// Delivers the complete configuration of an account to its observers.
final class ConfigObservers: Sendable {
    private struct Observer {
        let account: AccountID
        let continuation: AsyncStream<ConfigValues>.Continuation
        /// The version of the last delivered configuration.
        var version: ConfigVersion
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
                account: account, continuation: continuation, version: first.version)
            return state.next
        }
        continuation.onTermination = { [weak self] _ in
            _ = self?.state.withLock { $0.observers.removeValue(forKey: id) }
        }
        return stream
    }

    /// Delivers a configuration to the observers that do not have this version or a newer one.
    func tell(_ stored: ConfigValues, of account: AccountID) {
        state.withLock { state in
            for (id, observer) in state.observers where observer.account == account {
                guard stored.version > observer.version else { continue }
                state.observers[id]?.version = stored.version
                observer.continuation.yield(stored)
            }
        }
    }
}
