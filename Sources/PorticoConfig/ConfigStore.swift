/// The store of configuration values.
///
/// Every call is one transaction: if it throws, nothing is stored. A scope without values is empty, not an error.
/// Errors are those of the underlying storage; treat them as "store unavailable".
public protocol ConfigStore: Sendable {
    /// All stored values of a scope.
    func stored(in scope: ConfigScope) async throws -> ConfigValues
    /// Sets the given values and removes those that are nil; other keys of the scope stay unchanged.
    ///
    /// - Parameter seen: the version that the writer has read; nil for none.
    func set(_ values: [String: String?], in scope: ConfigScope, seen: ConfigVersion?) async throws -> ConfigWrite
    /// Sets and removes values as ``set(_:in:seen:)``, if every key still has its version in `versions` or already has
    /// its new value.
    ///
    /// - Parameter versions: the versions that the writer has read; 0 for a missing value.
    /// - Returns: all values of the scope after the write.
    /// - Throws: ``ConfigError/changedMeanwhile(keys:)``; of concurrent writers with the same versions and different
    ///   values, one succeeds.
    func replace(
        _ versions: [String: ConfigVersion], with values: [String: String?], in scope: ConfigScope
    ) async throws -> ConfigValues
}

extension ConfigStore {
    /// All stored values of a scope, as JSON by key name.
    public func values(in scope: ConfigScope) async throws -> [String: String] {
        try await stored(in: scope).values
    }

    /// Sets and removes values without a version that the writer has read.
    public func set(_ values: [String: String?], in scope: ConfigScope) async throws {
        _ = try await set(values, in: scope, seen: nil)
    }
}

/// A number that increases with every write to a store.
public typealias ConfigVersion = Int64

/// A snapshot of the stored values of a scope.
public struct ConfigValues: Hashable, Sendable {
    /// As JSON, by key name.
    public let values: [String: String]
    /// The version of each value, by key name.
    public let versions: [String: ConfigVersion]
    /// The latest of the versions; 0 if there are no values.
    public let version: ConfigVersion

    public init(_ values: [String: String] = [:], versions: [String: ConfigVersion] = [:]) {
        self.values = values
        self.versions = versions
        version = versions.values.max() ?? 0
    }
}

/// The result of a write.
public struct ConfigWrite: Hashable, Sendable {
    /// All values of the scope after the write.
    public let stored: ConfigValues
    /// The replaced keys that another writer had changed after the version the writer has read.
    public let replaced: Set<String>

    public init(stored: ConfigValues, replaced: Set<String>) {
        self.stored = stored
        self.replaced = replaced
    }
}
