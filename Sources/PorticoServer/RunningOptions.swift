import Foundation
import Logging
import PorticoAuth
import PorticoBrand
import PorticoConfig
import PorticoFeatures
import Synchronization

/// The options that a running server uses. Some of them follow the stored values while it runs.
final class RunningOptions: Sendable {
    let kept: StoredOptions
    /// The rules for accounts and sign-ins. They follow the stored values.
    let policy: CurrentPolicy
    /// The brands. They follow the stored values.
    let branding: Branding
    /// Stores since when the policy requires second factors.
    private let accounts: any AuthStore
    private let now: @Sendable () -> Date
    private struct State {
        var options: ServerOptions
        /// The stored values that the options follow.
        var stored: [String: String]
    }

    private let state: Mutex<State>
    private let updates = SerialQueue()
    private let changes: ConfigChanges
    private let logger: Logger

    /// - Parameters:
    ///   - options: the options that the server was started with, stored values included.
    ///   - accounts: stores since when the policy requires second factors.
    ///   - changes: publishes a change of the brand when pages have it.
    ///   - logger: for a mark that cannot be drawn, or that cleaning has changed.
    init(
        _ options: ServerOptions, kept: StoredOptions, accounts: any AuthStore, changes: ConfigChanges, logger: Logger,
        now: @escaping @Sendable () -> Date
    ) async throws {
        self.kept = kept
        self.accounts = accounts
        self.now = now
        self.changes = changes
        self.logger = logger
        let stored = if let read = options.stored { read } else { try await kept.values() }
        state = Mutex(State(options: options, stored: stored))
        let required = try await accounts.require(options.auth.secondFactor, mayRelax: true, at: now())
        policy = CurrentPolicy(options.policy(required))
        branding = Branding(options.brandsInForce, program: options.drawingProgram) { error in
            logger.warning("the mark could not be drawn, so its icons are SVGs only", metadata: ["error": "\(error)"])
        }
    }

    /// The options in force.
    var value: ServerOptions { state.withLock { $0.options } }

    /// Puts the stored values in force that need no restart. Updates run one at a time, so that values read earlier
    /// never replace values read later.
    func update() async throws {
        try await updates.run { [self] in try await updateNow() }
    }

    private func updateNow() async throws {
        let stored = try await kept.values()
        let (before, changed) = state.withLock { state in
            let before = state.options
            state.options.follow(stored, after: state.stored)
            state.stored = stored
            return (before, state.options)
        }
        let secondFactor = changed.auth.secondFactor
        let required = try await accounts.require(
            secondFactor, mayRelax: secondFactor != before.auth.secondFactor, at: now())
        policy.value = changed.policy(required)
        guard branding.brands != changed.brandsInForce else { return }
        for remark in Set(changed.brandRemarks).subtracting(before.brandRemarks) { logger.warning("\(remark)") }
        try await branding.change(to: changed.brandsInForce)
        changes.publish(ConfigChange(scope: .installation, keys: [ConfigChange.brandKey]))
    }
}

extension ServerOptions {
    /// The rules of accounts and sign-ins.
    fileprivate func policy(_ required: RequiredFactors) -> AuthPolicy {
        var policy = auth
        policy.registration = app.registration
        policy.sessions.requiredFactors = required
        return policy
    }

    /// Takes over the stored values of the options that need no restart. For a value that is invalid or was deleted,
    /// the default applies.
    ///
    /// - Parameter before: the stored values in force so far. Only the options change whose values differ from them.
    mutating func follow(_ stored: [String: String], after before: [String: String]) {
        let defaults = ServerOptions()
        for option in OptionDefinition.all where option.isLive && !isFixed(option.key) {
            guard stored[option.key] != before[option.key] else { continue }
            let valid = stored[option.key].flatMap {
                StoredOptions.problem(with: $0, of: option.key) == nil ? $0 : nil
            }
            do {
                try option.set(&self, valid ?? option.text(defaults) ?? "")
            } catch {
                assertionFailure("\(option.key) refuses a value that it has found valid: \(error)")
            }
        }
        guard app.servers.count > 1 else { return }
        for server in app.servers { follow(stored, after: before, of: server.id) }
    }

    private mutating func follow(_ stored: [String: String], after before: [String: String], of server: ServerID) {
        var parts = serverBrands[server] ?? BrandParts()
        for field in BrandField.allCases {
            let key = field.key(of: server)
            guard !isFixed(key), stored[key] != before[key] else { continue }
            parts.remove(field)
            // An invalid value is ignored, as at the start.
            if let text = stored[key] { try? OptionDefinition.set(field, text, key: key, in: &parts) }
        }
        serverBrands[server] = parts.fields.isEmpty ? nil : parts
    }
}
