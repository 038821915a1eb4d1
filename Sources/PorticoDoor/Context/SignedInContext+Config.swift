import PorticoAuth
import PorticoConfig

extension SignedInContext {
    /// The application's own configuration, of the signed-in account and of the installation.
    ///
    /// ```swift
    /// static let density = SettingKey("shop.density", default: 3) { (1...5).contains($0) }
    ///
    /// let density = try await context.config.value(of: Self.density)
    /// try await context.config.set(Self.density, to: 4)
    /// ```
    public var config: ContextConfig { ContextConfig(service: configService, account: account.id) }
}

/// The configuration at the level of each key: of the signed-in account, or of the installation.
public struct ContextConfig: Sendable {
    let service: ConfigService
    package let account: AccountID

    /// The stored value of `key`, or its default if none is stored or the stored one is invalid.
    ///
    /// - Throws: the errors of the store.
    public func value<Value>(of key: SettingKey<Value>) async throws -> Value {
        switch key.level {
        case .person: try await service.config(of: account, isAutoLogin: false)[key]
        case .installation: try await service.value(of: key, in: .installation)
        }
    }

    /// Stores `value`. Regions of open pages that name the key are updated: those of the account, in all browsers, or
    /// everyone's for a key of the installation.
    ///
    /// - Throws: ``ConfigError/invalidValue(key:)`` if the value breaks the rule of the key; the errors of the store.
    public func set<Value>(_ key: SettingKey<Value>, to value: Value) async throws {
        try await service.set(key, to: value, in: key.level == .person ? .person(account) : .installation)
    }
}
