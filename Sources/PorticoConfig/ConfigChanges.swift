import Synchronization

/// Something changed: these keys, each in its scope. Sent once a change, after all of it was stored.
public struct ConfigChange: Hashable, Sendable {
    /// Who is concerned by a change.
    public enum Scope: Hashable, Sendable {
        /// Everybody.
        case installation
        /// One browser, whoever is signed in there.
        case browser(Int64)
        /// One person on one server, in every browser.
        case person(AccountID)
        /// One sign-in.
        case signIn(Int64)

        /// That of a stored value.
        public init(_ scope: ConfigScope) {
            self =
                switch scope {
                case .installation: .installation
                case .person(let account): .person(account)
                }
        }
    }

    /// Names of ``SettingKey``s, and of other values that pages show; none in a scope where nobody knows what was changed,
    /// because another process wrote.
    public let keys: [Scope: Set<String>]

    public init(_ keys: [Scope: Set<String>]) {
        self.keys = keys
    }

    public init(scope: Scope, keys: Set<String>) {
        self.keys = [scope: keys]
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
