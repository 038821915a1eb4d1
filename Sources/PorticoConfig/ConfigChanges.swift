import Synchronization

/// Something changed: these keys, in this scope. Sent once a change, after it was stored.
public struct ConfigChange: Hashable, Sendable {
    public let scope: ConfigScope
    /// Names of ``ConfigKey``s; empty when another process wrote and nobody knows what.
    public let keys: Set<String>

    public init(scope: ConfigScope, keys: Set<String>) {
        self.scope = scope
        self.keys = keys
    }
}

/// Tells every observer of every change, in the order in which they were published.
public final class ConfigChanges: Sendable {
    private let observers = Mutex<(next: Int, continuations: [Int: AsyncStream<ConfigChange>.Continuation])>((0, [:]))

    public init() {}

    /// The changes from now on. The observation ends when the stream is no longer read.
    public func observe() -> AsyncStream<ConfigChange> {
        let (stream, continuation) = AsyncStream.makeStream(of: ConfigChange.self)
        let id = observers.withLock { state in
            state.next += 1
            state.continuations[state.next] = continuation
            return state.next
        }
        continuation.onTermination = { [weak self] _ in
            _ = self?.observers.withLock { $0.continuations.removeValue(forKey: id) }
        }
        return stream
    }

    public func publish(_ change: ConfigChange) {
        observers.withLock { state in
            for continuation in state.continuations.values { continuation.yield(change) }
        }
    }
}
