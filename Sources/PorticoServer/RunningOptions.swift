import PorticoAuth
import PorticoConfig
import Synchronization

/// The options that a running server uses. Some of them follow the stored values while it runs.
final class RunningOptions: Sendable {
    let kept: StoredOptions
    /// The part of the options that follows the stored values.
    let policy: CurrentPolicy
    private let options: Mutex<ServerOptions>

    /// - Parameter options: the options that the server was started with.
    init(_ options: ServerOptions, kept: StoredOptions) {
        self.kept = kept
        self.options = Mutex(options)
        policy = CurrentPolicy(options.policy)
    }

    /// The options in force.
    var value: ServerOptions { options.withLock { $0 } }

    /// Puts the stored values in force that need no restart.
    func update() async throws {
        let stored = try await kept.values()
        let changed = options.withLock { options in
            options.follow(stored)
            return options.policy
        }
        policy.value = changed
    }
}

extension ServerOptions {
    /// The rules of accounts and sign-ins.
    fileprivate var policy: AuthPolicy {
        var policy = auth
        policy.registration = registration
        return policy
    }

    /// Takes over the stored values of the options that need no restart. One that is invalid or missing means the
    /// default.
    mutating func follow(_ stored: [String: String]) {
        let defaults = ServerOptions()
        for option in OptionDefinition.all where option.isLive && !isFixed(option.key) {
            let valid = stored[option.key].flatMap {
                StoredOptions.problem(with: $0, of: option.key) == nil ? $0 : nil
            }
            guard let text = valid ?? option.text(defaults) else { continue }
            do {
                try option.set(&self, text)
            } catch {
                assertionFailure("\(option.key) refuses a value that it has found valid: \(error)")
            }
        }
    }
}
