import Foundation
import PorticoBytes
import PorticoConfig

/// The tokens of a sign-in at a provider. They are stored in the place of a gateway's token, and end in the same way.
public struct ProviderTokens: Codable, Hashable, Sendable {
    /// The name of the provider in `servers.list`.
    let provider: String
    /// The provider's identifier of the session.
    let session: String?
    public var refresh: String?
    public var id: String?

    private static let start = "provider:"

    /// nil if a session has no tokens.
    init?(_ session: ProviderSession, at provider: ServerID) {
        guard session.refreshToken != nil || session.idToken != nil else { return nil }
        self.provider = provider.rawValue
        self.session = session.id
        refresh = session.refreshToken
        id = session.idToken
    }

    /// nil for the token of a gateway.
    init?(_ stored: GatewayUserName) {
        guard let json = stored.value.dropping(prefix: Self.start),
            let tokens = try? JSONDecoder().decode(Self.self, from: Data(json.utf8))
        else { return nil }
        self = tokens
    }

    /// The form that is stored. The token of the login is left out if both are too long; nil if the other one is.
    var stored: GatewayUserName? {
        let all = text(of: self)
        guard id != nil, all == nil else { return all }
        var short = self
        short.id = nil
        return short.refresh == nil ? nil : text(of: short)
    }

    private func text(of tokens: Self) -> GatewayUserName? {
        (try? JSONEncoder().encode(tokens)).flatMap {
            GatewayUserName(Self.start + String(decoding: $0, as: UTF8.self))
        }
    }
}

extension ProviderTokens: CustomStringConvertible, CustomReflectable {
    /// Omits the secrets.
    public var description: String { "ProviderTokens(\(provider))" }
    public var customMirror: Mirror { Mirror(self, children: []) }
}

extension AuthTransaction {
    /// Stores the session that a person has proved to have at the provider of a sign-in. The tokens before it are not
    /// ended: at many providers, they belong to the same session.
    func renew(_ signIn: SignIn, in browser: Browser.ID, by record: ProviderRecord) throws {
        guard signIn.provider == record.provider else { return }
        _ = try update(signIn.id, of: browser, .provider(record))
        guard let tokens = record.sealedTokens else { return }
        if let old = try gatewayTokens(SignInFilter(id: signIn.id)).first {
            try replaceTokens(of: signIn, old, by: tokens)
        } else {
            _ = try update(signIn.id, of: browser, .gatewayToken(tokens))
        }
    }

    /// Stores the tokens of a provider in place of older ones, which are used up. If the sign-in has ended or got other
    /// tokens meanwhile, the new ones are to be ended.
    func replaceTokens(of signIn: SignIn, _ old: Data?, by tokens: Data) throws {
        if let old, try gatewayTokens(SignInFilter(id: signIn.id)).first == old {
            try replace(
                StoredGatewayToken(place: .signIn(signIn.id), account: signIn.account.id, sealed: old), by: tokens)
        } else {
            try insertEndedGatewayToken(tokens, of: signIn.account.id)
        }
    }
}
