/// A kind of identity provider, as the configuration names it.
public enum ProviderKind: String, CaseIterable, Sendable {
    /// Any provider that speaks OpenID Connect, such as Keycloak and Authentik.
    case oidc
    /// Google.
    case google
    /// Microsoft Entra.
    case entra
    /// Apple.
    case apple
    /// GitHub, or a GitHub Enterprise Server.
    case github
    /// WeChat.
    case wechat
    /// DingTalk.
    case dingtalk

    /// The name that people know it by; nil for ``oidc``, which is each organization's own.
    public var name: String? {
        switch self {
        case .oidc: nil
        case .google: "Google"
        case .entra: "Microsoft"
        case .apple: "Apple"
        case .github: "GitHub"
        case .wechat: "WeChat"
        case .dingtalk: "DingTalk"
        }
    }
}
