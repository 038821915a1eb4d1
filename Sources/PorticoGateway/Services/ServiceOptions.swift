import Foundation
import PorticoAuth
import PorticoBytes
import PorticoConfig

/// How to log in at a service with OAuth 2.0 alone, whose calls are its own: GitHub, WeChat or DingTalk.
package struct ServiceOptions: Hashable, Sendable {
    /// One of ``kinds``.
    package let kind: ProviderKind
    /// The address of its pages, without a slash at the end: `https://github.com`.
    package let pages: String
    /// The address of its calls, without a slash at the end: `https://api.github.com`.
    package let calls: String
    /// The identifier of this site at the service.
    package let clientID: String
    /// The secret of this site at the service.
    package let clientSecret: String

    /// The kinds of providers that are such services.
    package static let kinds: Set<ProviderKind> = [.github, .wechat, .dingtalk]

    /// - Parameters:
    ///   - kind: one of ``kinds``.
    ///   - address: of an installation other than that of the service's makers; nil for theirs.
    package init(_ kind: ProviderKind, address: URL? = nil, clientID: String, clientSecret: String) {
        self.kind = kind
        self.clientID = clientID
        self.clientSecret = clientSecret
        let own = address.map { $0.absoluteString.dropping(suffix: "/").map(String.init) ?? $0.absoluteString }
        switch kind {
        case .wechat: (pages, calls) = (own ?? "https://open.weixin.qq.com", own ?? "https://api.weixin.qq.com")
        case .dingtalk: (pages, calls) = (own ?? "https://login.dingtalk.com", own ?? "https://api.dingtalk.com")
        default: (pages, calls) = (own ?? "https://github.com", own.map { $0 + "/api/v3" } ?? "https://api.github.com")
        }
    }

    func provider(_ calls: JSONCalls) -> any IdentityProvider {
        switch kind {
        case .wechat: WeChatProvider(options: self, calls: calls)
        case .dingtalk: DingTalkProvider(options: self, calls: calls)
        default: GitHubProvider(options: self, calls: calls)
        }
    }
}

/// A service as a provider of identities.
protocol ServiceProvider: IdentityProvider {
    var options: ServiceOptions { get }
    var calls: JSONCalls { get }
}

extension ServiceProvider {
    /// Maximum size of an answer, in bytes.
    static var limit: Int { 64 << 10 }

    var origin: String { OpenIDProvider.origin(of: options.pages) }
}
