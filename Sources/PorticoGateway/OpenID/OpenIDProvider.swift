import Foundation
import PorticoAuth
import PorticoBytes
import PorticoConfig

/// An identity provider as OpenID Connect Core 1.0 describes it, with the code flow and PKCE (RFC 7636).
package actor OpenIDProvider: IdentityProvider {
    let options: OpenIDOptions
    let calls: JSONCalls
    let now: @Sendable () -> Date
    private var described: (description: ProviderDescription, at: Date)?
    /// The request for the description that is in flight; nil for none.
    private var asking: Task<ProviderDescription, any Error>?
    /// The last failure of such a request; nil after a success.
    private var failure: (error: any Error, at: Date)?
    private var keys: (keys: ProviderKeys, at: Date)?

    /// Maximum size of an answer, in bytes.
    static let limit = 256 << 10
    /// Time after which the description and the keys are fetched again, in seconds.
    private static let freshness: TimeInterval = 3600
    /// Time between two calls of a provider that is down, or whose keys have not signed a token, in seconds.
    private static let pause: TimeInterval = 5

    init(_ options: OpenIDOptions, calls: JSONCalls, now: @escaping @Sendable () -> Date) {
        self.options = options
        self.calls = calls
        self.now = now
    }

    package nonisolated var origin: String {
        Self.origin(of: options.issuer)
    }

    static func origin(of address: String) -> String {
        let url = URL(string: address)
        return "\(url?.scheme ?? "https")://\(url?.host() ?? "")\(url?.port.map { ":\($0)" } ?? "")"
    }

    package func address(of login: ProviderLogin) async throws(GatewayError) -> String {
        let endpoint = try await calls.ask { try await self.description().authorizationEndpoint }
        var fields = [
            ("response_type", "code"), ("client_id", options.clientID), ("redirect_uri", login.returnAddress),
            ("scope", scopes.joined(separator: " ")), ("state", login.state),
            ("nonce", login.nonce), ("code_challenge", login.challenge), ("code_challenge_method", "S256"),
        ]
        if login.isProof { fields += [("prompt", "login"), ("max_age", "0")] }
        if options.rechecks, options.kind == .google {
            // Google gives a refresh token with the consent alone.
            fields += [("access_type", "offline"), ("prompt", "consent")]
        }
        if options.kind.answersByForm { fields.append(("response_mode", "form_post")) }
        return PercentEncoding.address(endpoint, adding: fields)
    }

    package func person(of login: ProviderLogin, _ answer: ProviderAnswer) async throws(GatewayError) -> ProviderPerson
    {
        try await calls.ask { try await self.verifiedPerson(of: login, answer) }
    }

    private func verifiedPerson(of login: ProviderLogin, _ answer: ProviderAnswer) async throws -> ProviderPerson {
        let description = try await description()
        // Otherwise, a code of another provider would be sent to this one (RFC 9207).
        guard answer.issuer?.isSameBytes(as: options.issuer) ?? !description.tellsIssuer else {
            throw GatewayAnswerProblem.invalid("iss")
        }
        let tokens = try await tokens(for: answer.code, of: login, description)
        guard let idToken = tokens.idToken else { throw GatewayAnswerProblem.missing("id_token") }
        let token = try IDToken(idToken)
        let verified = try await verify(token, description)
        let time = now()
        try verified.check(issuer: options.issuer, client: options.clientID, nonce: login.nonce, at: time)
        try verified.checkDigest("at_hash", of: tokens.accessToken, algorithm: token.algorithm)
        try verified.checkDigest("c_hash", of: answer.code, algorithm: token.algorithm)
        if login.isProof { try verified.checkProof(since: login.begunAt, until: time) }
        var person = try await person(verified, tokens, description)
        person.session = try session(verified, tokens)
        return person
    }

    /// The login at the provider, with the tokens that are needed later.
    private func session(_ claims: ProviderClaims, _ tokens: Tokens) throws -> ProviderSession {
        var session = try claims.session(options)
        if options.rechecks {
            session.refreshToken = tokens.refreshToken
            // The login works, but is never checked.
            if tokens.refreshToken == nil { calls.breach(.invalidAnswer(.missing("refresh_token"))) }
        }
        if options.logsOut { session.idToken = tokens.idToken }
        return session
    }

    /// A refresh token may need a scope of its own (OpenID Connect Core 1.0, 11), which Google and Apple refuse.
    private var scopes: [String] {
        let scopes = ["openid"] + options.scopes
        let isAsked = scopes.contains { $0.isSameBytes(as: "offline_access") }
        let knowsScope = options.kind == .oidc || options.kind == .entra
        return options.rechecks && knowsScope && !isAsked ? scopes + ["offline_access"] : scopes
    }

    /// The claims of a token whose signature is right. The provider may have new keys, also with the identifier of an old
    /// one or with none.
    ///
    /// - Parameter isOfStranger: whether anybody may have sent the token. It must not lead to a call of the provider each
    ///   time.
    func verify(
        _ token: IDToken, _ description: ProviderDescription, isOfStranger: Bool = false
    ) async throws -> ProviderClaims {
        if let keys, case let age = now().timeIntervalSince(keys.at), age < Self.freshness {
            do {
                return try await keys.keys.claims(of: token)
            } catch {
                if age < (isOfStranger || keys.keys.has(token) ? Self.pause : 0) { throw error }
            }
        }
        let answer = try await calls.send(
            description.keys, limit: Self.limit, types: ["application/json", "application/jwk-set+json"])
        let fresh = try ProviderKeys(decoding: answer.body)
        keys = (fresh, now())
        return try await fresh.claims(of: token)
    }

    /// The person, with what only the provider's further answer tells if the token lacks it.
    func person(
        _ claims: ProviderClaims, _ tokens: Tokens, _ description: ProviderDescription
    ) async throws -> ProviderPerson {
        let wanted = ["name", "email", options.userNameClaim, options.groupsClaim].compactMap { $0 }
        guard let address = description.userInfo, !wanted.allSatisfy(claims.has) else {
            return try claims.person(options)
        }
        let answer = try await calls.send(address, authorization: "Bearer \(tokens.accessToken)", limit: Self.limit)
        let more = try ProviderClaims(decoding: answer.body, of: "userinfo")
        guard try more.text("sub").isSameBytes(as: try claims.text("sub")) else {
            throw GatewayAnswerProblem.invalid("userinfo.sub")
        }
        return try claims.adding(more).person(options)
    }

    // MARK: Calls

    struct Tokens: Decodable {
        let idToken: String?
        let accessToken: String
        let type: String
        let refreshToken: String?

        enum CodingKeys: String, CodingKey {
            case idToken = "id_token"
            case accessToken = "access_token"
            case type = "token_type"
            case refreshToken = "refresh_token"
        }

        func checkType() throws(GatewayAnswerProblem) {
            guard type.isEqualIgnoringASCIICase(to: "Bearer") else { throw .invalid("token_type") }
        }
    }

    private func tokens(
        for code: String, of login: ProviderLogin, _ description: ProviderDescription
    ) async throws -> Tokens {
        let answer = try await send(
            to: description.tokenEndpoint,
            [
                ("grant_type", "authorization_code"), ("code", code), ("redirect_uri", login.returnAddress),
                ("code_verifier", login.verifier),
            ], description, limit: Self.limit, statuses: [200, 400, 401])
        guard answer.status == 200 else {
            throw calls.refusal(try decoded(TokenRefusal.self, from: answer.body).error)
        }
        let tokens = try decoded(Tokens.self, from: answer.body)
        try tokens.checkType()
        return tokens
    }

    /// Sends a form, with the proof of this site.
    func send(
        to address: String, _ form: [(String, String)], _ description: ProviderDescription, limit: Int?,
        statuses: Set<Int>? = nil
    ) async throws -> GatewayAnswer {
        var fields = form
        var authorization: String?
        if let key = options.clientKey {
            fields += try await options.proof(by: key, at: now())
        } else if !options.clientSecret.isEmpty, description.takesBasicAuthentication {
            let credentials = [options.clientID, options.clientSecret].map(PercentEncoding.encode).joined(
                separator: ":")
            authorization = "Basic \(Data(credentials.utf8).base64EncodedString())"
        } else {
            fields.append(("client_id", options.clientID))
            if !options.clientSecret.isEmpty { fields.append(("client_secret", options.clientSecret)) }
        }
        return try await calls.send(
            address, authorization: authorization, body: .form(fields), limit: limit, statuses: statuses)
    }

    /// The description of the provider. A stale one is better than none.
    func description() async throws -> ProviderDescription {
        if let described, now().timeIntervalSince(described.at) < Self.freshness { return described.description }
        do {
            return try await askOnce()
        } catch {
            guard let described else { throw error }
            return described.description
        }
    }

    /// Asks for the description: one request for all who wait for it, and none just after a failure.
    private func askOnce() async throws -> ProviderDescription {
        if let asking { return try await asking.value }
        if let failure, (0..<Self.pause).contains(now().timeIntervalSince(failure.at)) { throw failure.error }
        // Another task, because those who wait may give up.
        let task = Task { try await withTimeLimit(calls.timeout) { try await self.ask() } }
        asking = task
        defer { asking = nil }
        do {
            let description = try await task.value
            described = (description, now())
            failure = nil
            return description
        } catch {
            failure = (error, now())
            throw error
        }
    }

    private func ask() async throws -> ProviderDescription {
        let root = options.issuer.dropping(suffix: "/") ?? options.issuer[...]
        let answer = try await calls.send("\(root)/.well-known/openid-configuration", limit: Self.limit)
        let description = try decoded(ProviderDescription.self, from: answer.body)
        try description.check(issuer: options.issuer)
        return description
    }

}

/// The description of a provider (OpenID Connect Discovery 1.0).
struct ProviderDescription: Decodable {
    let issuer: String
    let authorizationEndpoint: String
    let tokenEndpoint: String
    /// The address of the keys.
    let keys: String
    /// The address that tells more about a person; nil if there is none.
    let userInfo: String?
    /// The address that ends tokens (RFC 7009); nil if there is none.
    let revocation: String?
    /// The address where people log out; nil if there is none.
    let endSession: String?
    private let authenticationMethods: [String]?
    private let tellsIssuerIfKnown: Bool?

    enum CodingKeys: String, CodingKey {
        case issuer
        case authorizationEndpoint = "authorization_endpoint"
        case tokenEndpoint = "token_endpoint"
        case keys = "jwks_uri"
        case userInfo = "userinfo_endpoint"
        case revocation = "revocation_endpoint"
        case endSession = "end_session_endpoint"
        case authenticationMethods = "token_endpoint_auth_methods_supported"
        case tellsIssuerIfKnown = "authorization_response_iss_parameter_supported"
    }

    /// Whether the answer in the browser names the provider (RFC 9207).
    var tellsIssuer: Bool { tellsIssuerIfKnown ?? false }
    var takesBasicAuthentication: Bool {
        guard let authenticationMethods else { return true }
        return authenticationMethods.contains { $0.isSameBytes(as: "client_secret_basic") }
    }

    /// - Throws: ``GatewayAnswerProblem`` if it is that of another provider, or an address is not encrypted.
    func check(issuer: String) throws(GatewayAnswerProblem) {
        guard self.issuer.isSameBytes(as: issuer) else { throw .invalid("issuer") }
        // A provider elsewhere must not lead to services of this machine.
        let isLocal = URL(string: issuer)?.scheme == "http"
        let addresses: [(CodingKeys, String?)] = [
            (.authorizationEndpoint, authorizationEndpoint), (.tokenEndpoint, tokenEndpoint), (.keys, keys),
            (.userInfo, userInfo), (.revocation, revocation), (.endSession, endSession),
        ]
        for case (let name, let address?) in addresses {
            guard let url = URL(string: address), let host = url.host(), url.fragment == nil, url.user == nil,
                url.scheme == "https"
                    || (isLocal && url.scheme == "http" && ["127.0.0.1", "localhost", "::1"].contains(host))
            else { throw .invalid(name.rawValue) }
        }
    }
}

/// Decodes an answer, and names the field that is missing or has the wrong type.
func decoded<Answer: Decodable>(
    _ type: Answer.Type, from answer: Data
) throws(GatewayAnswerProblem) -> Answer {
    do {
        return try JSONDecoder().decode(type, from: answer)
    } catch DecodingError.keyNotFound(let key, _) {
        throw .missing(key.stringValue)
    } catch DecodingError.typeMismatch(_, let context), DecodingError.valueNotFound(_, let context) {
        throw .unreadable(context.codingPath.last?.stringValue)
    } catch {
        throw .unreadable(nil)
    }
}
