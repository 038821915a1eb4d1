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

    /// Whether a person can be asked to log in there once more, and the provider then tells when they did.
    public var provesAgain: Bool {
        switch self {
        case .oidc, .entra, .apple: true
        case .google, .github, .wechat, .dingtalk: false
        }
    }

    /// Whether its answer comes by a form of its page, instead of an address.
    public var answersByForm: Bool { self == .apple }

    /// The name of the field with the code in its answer.
    public var codeField: String { self == .dingtalk ? "authCode" : "code" }
}
