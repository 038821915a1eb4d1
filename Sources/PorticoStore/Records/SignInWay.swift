import PorticoBytes
import PorticoConfig

/// The way of a sign-in: its method, and the identity provider where there is one. Events of sign-ins have it as detail.
public struct SignInWay: Hashable, Sendable, LosslessStringConvertible {
    public let method: SignInMethod
    public let provider: ServerID?

    public init(_ method: SignInMethod, at provider: ServerID? = nil) {
        self.method = method
        self.provider = provider
    }

    /// Empty for a password, the usual way.
    public var description: String {
        guard method != .password else { return "" }
        return [method.rawValue, provider?.rawValue].compactMap(\.self).joined(separator: " ")
    }

    /// nil for another text.
    public init?(_ description: String) {
        let parts = description.cut(at: " ")
        let name = parts.map { String($0.0) } ?? description
        guard let method = name.isEmpty ? .password : SignInMethod(rawValue: name) else { return nil }
        self.init(method, at: parts.map { ServerID(rawValue: String($0.1)) })
    }
}

extension SignIn {
    public var way: SignInWay { SignInWay(method, at: provider) }
}
