/// Where configuration values are kept.
///
/// Every call is one transaction: it happens whole or, when it throws, not at all. A scope that was never written is
/// empty, not an error. Errors are those of the storage underneath; callers treat them as "store unavailable".
public protocol ConfigStore: Sendable {
    /// All stored values of one scope, by key name, each as JSON.
    func values(in scope: ConfigScope) async throws -> [String: String]
    /// Sets the given values and removes those given as `nil`; other keys of the scope stay as they are.
    func set(_ values: [String: String?], in scope: ConfigScope) async throws
}
