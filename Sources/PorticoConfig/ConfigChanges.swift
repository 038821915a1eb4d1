import Synchronization

/// Changed keys, each in its scope. Published once per change, after everything is stored.
public struct ConfigChange: Hashable, Codable, Sendable {
    /// The audience of a change.
    public enum Scope: Hashable, Codable, Sendable {
        /// Everyone.
        case installation
        /// One browser, with all its accounts.
        case browser(Int64)
        /// One account, in all browsers.
        case person(AccountID)
        /// One sign-in.
        case signIn(Int64)

        /// The audience of a stored value.
        public init(_ scope: ConfigScope) {
            self =
                switch scope {
                case .installation: .installation
                case .person(let account): .person(account)
                }
        }
    }

    /// Names of ``SettingKey``s and of other values that pages show. An empty set means that any value may have
    /// changed, because another process wrote.
    public let keys: [Scope: Set<String>]

    /// The name of the brand, which every page shows.
    public static let brandKey = "brand"

    public init(_ keys: [Scope: Set<String>]) {
        self.keys = keys
    }

    public init(scope: Scope, keys: Set<String>) {
        self.keys = [scope: keys]
    }
}

/// Delivers every change to every observer, in the order of publication.
public final class ConfigChanges: Sendable {
    private let observers = Mutex<(next: Int, continuations: [Int: AsyncStream<ConfigChange>.Continuation])>((0, [:]))

    public init() {}

    /// The changes from now on. Ends when the stream is no longer read.
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

    /// Sends a change to all observers.
    public func publish(_ change: ConfigChange) {
        observers.withLock { state in
            for continuation in state.continuations.values { continuation.yield(change) }
        }
    }
}
