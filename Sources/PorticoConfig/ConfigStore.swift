/// Where configuration values are kept.
///
/// Every call is one transaction: it happens whole or, when it throws, not at all. A scope that was never written is
/// empty, not an error. Errors are those of the storage underneath; callers treat them as "store unavailable".
public protocol ConfigStore: Sendable {
    /// All stored values of one scope.
    func stored(in scope: ConfigScope) async throws -> ConfigValues
    /// Sets the given values and removes those given as `nil`; other keys of the scope stay as they are.
    ///
    /// - Parameter seen: the version of the values that the writer knew; nil where it knew none.
    func set(_ values: [String: String?], in scope: ConfigScope, seen: ConfigVersion?) async throws -> ConfigWrite
    /// Sets and removes as ``set(_:in:seen:)``, but only where every key of `versions` is still of that version, or has the
    /// value already that it is to have.
    ///
    /// - Parameter versions: of the values that the writer read; 0 where there was none.
    /// - Returns: all values of the scope after it.
    /// - Throws: ``ConfigError/changedMeanwhile(keys:)``; of several at once with the same versions and other values, one
    ///   is let in.
    func replace(
        _ versions: [String: ConfigVersion], with values: [String: String?], in scope: ConfigScope
    ) async throws -> ConfigValues
}

extension ConfigStore {
    /// All stored values of one scope, by key name, each as JSON.
    public func values(in scope: ConfigScope) async throws -> [String: String] {
        try await stored(in: scope).values
    }

    /// The same as ``set(_:in:seen:)`` for a writer that knew none of the values.
    public func set(_ values: [String: String?], in scope: ConfigScope) async throws {
        _ = try await set(values, in: scope, seen: nil)
    }
}

/// Grows with every write to a store, whatever it writes.
public typealias ConfigVersion = Int64

/// The stored values of one scope as they were at one time.
public struct ConfigValues: Hashable, Sendable {
    /// By key name, each as JSON.
    public let values: [String: String]
    /// Of the write that each of them is of.
    public let versions: [String: ConfigVersion]
    /// That of the latest of these writes; 0 where there is none.
    public let version: ConfigVersion

    public init(_ values: [String: String] = [:], versions: [String: ConfigVersion] = [:]) {
        self.values = values
        self.versions = versions
        version = versions.values.max() ?? 0
    }
}

/// A write that was made.
public struct ConfigWrite: Hashable, Sendable {
    /// All values of the scope after it.
    public let stored: ConfigValues
    /// The keys whose values it replaced without its writer having known them: somebody else had changed them meanwhile.
    public let replaced: Set<String>

    public init(stored: ConfigValues, replaced: Set<String>) {
        self.stored = stored
        self.replaced = replaced
    }
}
