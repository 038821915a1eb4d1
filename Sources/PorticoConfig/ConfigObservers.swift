import Synchronization

/// Tells observers of whole configurations of people.
final class ConfigObservers: Sendable {
    private struct Observer {
        let account: AccountID
        let continuation: AsyncStream<ConfigValues>.Continuation
        /// Of what it was told last.
        var version: ConfigVersion
    }

    private let state = Mutex<(next: Int, observers: [Int: Observer])>((0, [:]))

    /// The accounts that are observed.
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

    /// What is not newer than what an observer knows already is not told again.
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
