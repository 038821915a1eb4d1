import Crypto
import Foundation
import PorticoAuth
import PorticoBytes
import PorticoConfig

/// The claims of a provider about a person (OpenID Connect Core 1.0, 2 and 5.1).
///
/// `@unchecked Sendable`: the values of JSON, which nobody changes.
struct ProviderClaims: @unchecked Sendable {
    private var values: [String: Any]
    /// The name of the answer in problems.
    private let source: String

    /// The time by which clocks may differ, in seconds.
    private static let skew: TimeInterval = 60
    /// The time for which a logout token without an end counts, in seconds.
    private static let logoutLifetime: TimeInterval = 300

    /// - Parameter source: the name of the answer in problems.
    init(decoding json: Data, of source: String) throws(GatewayAnswerProblem) {
        guard let values = try? JSONSerialization.jsonObject(with: json) as? [String: Any] else {
            throw .unreadable(source)
        }
        self.values = values.filter { !($0.value is NSNull) }
        self.source = source
    }

    /// These claims, and those of another answer that are missing here. What is said about the address belongs to the
    /// address of the same answer.
    func adding(_ other: ProviderClaims) -> ProviderClaims {
        var (all, more) = (self, other.values)
        if has("email") { more["email_verified"] = nil } else { all.values["email_verified"] = nil }
        all.values.merge(more) { own, _ in own }
        return all
    }

    func has(_ claim: String) -> Bool { value(claim) != nil }

    /// Whether the provider says that it has left out a claim, such as a long list of groups (OpenID Connect Core 1.0,
    /// 5.6.2).
    private func leavesOut(_ claim: String) -> Bool { (values["_claim_names"] as? [String: Any])?[claim] != nil }

    /// The value of a claim; dots are between the names of nested objects.
    private func value(_ claim: String) -> Any? {
        if let value = values[claim] { return value }
        var value: Any? = values
        for name in claim.fields(separatedBy: ".") { value = (value as? [String: Any])?[String(name)] }
        return value
    }

    /// - Throws: ``GatewayAnswerProblem`` if it is missing, or no text.
    func text(_ claim: String) throws(GatewayAnswerProblem) -> String {
        guard let value = values[claim] else { throw missing(claim) }
        guard let text = value as? String else { throw invalid(claim) }
        return text
    }

    private func time(_ claim: String) throws(GatewayAnswerProblem) -> TimeInterval? {
        guard let value = values[claim] else { return nil }
        guard let number = value as? NSNumber, !(value is Bool) else { throw invalid(claim) }
        return number.doubleValue
    }

    private func missing(_ claim: String) -> GatewayAnswerProblem { .missing("\(source).\(claim)") }
    private func invalid(_ claim: String) -> GatewayAnswerProblem { .invalid("\(source).\(claim)") }
}

// MARK: Rules

extension ProviderClaims {
    /// Requires that a token is for a login at this site, and in force (OpenID Connect Core 1.0, 3.1.3.7 and 12.2).
    ///
    /// - Parameter nonce: of the login; nil for a token that renews one.
    func check(issuer: String, client: String, nonce: String?, at now: Date) throws(GatewayAnswerProblem) {
        try checkAddressee(issuer: issuer, client: client)
        if let nonce { guard try text("nonce").isSameBytes(as: nonce) else { throw invalid("nonce") } }
        guard try time("exp") != nil else { throw missing("exp") }
        try checkTimes(at: now)
        guard try identifier("sub") != nil else { throw missing("sub") }
    }

    /// The logout of a logout token (OpenID Connect Back-Channel Logout 1.0, 2.6), which is for this site and in force.
    ///
    /// A stolen token can be sent again while it is in force, but never ends a later login.
    func logout(issuer: String, client: String, at now: Date) throws(GatewayAnswerProblem) -> ProviderLogoutToken {
        try checkAddressee(issuer: issuer, client: client)
        let issued = try checkTimes(at: now)
        // Earlier drafts had no end.
        if try time("exp") == nil, now.timeIntervalSince1970 > issued + Self.logoutLifetime { throw invalid("iat") }
        guard (1...255).contains(try text("jti").utf8.count) else { throw invalid("jti") }
        let events = values["events"] as? [String: Any]
        guard events?["http://schemas.openid.net/event/backchannel-logout"] is [String: Any] else {
            throw invalid("events")
        }
        guard values["nonce"] == nil else { throw invalid("nonce") }
        let (subject, session) = (try identifier("sub"), try identifier("sid"))
        guard subject != nil || session != nil else { throw missing("sub") }
        return ProviderLogoutToken(
            subject: subject, session: session, issuedAt: Date(timeIntervalSince1970: issued))
    }

    /// An identifier of 1 to 255 printable ASCII characters; nil if it is missing.
    private func identifier(_ claim: String) throws(GatewayAnswerProblem) -> String? {
        guard values[claim] != nil else { return nil }
        let text = try text(claim)
        guard (1...255).contains(text.utf8.count), text.utf8.allSatisfy({ (0x20...0x7e).contains($0) }) else {
            throw invalid(claim)
        }
        return text
    }

    private func checkAddressee(issuer: String, client: String) throws(GatewayAnswerProblem) {
        guard try text("iss").isSameBytes(as: issuer) else { throw invalid("iss") }
        let audience = values["aud"] as? [String] ?? (values["aud"] as? String).map { [$0] } ?? []
        guard audience.contains(where: { $0.isSameBytes(as: client) }) else { throw invalid("aud") }
        let party = values["azp"] == nil ? nil : try text("azp")
        guard party.map({ $0.isSameBytes(as: client) }) ?? (audience.count == 1) else { throw invalid("azp") }
    }

    /// - Returns: the time of issue, in seconds since 1970.
    @discardableResult
    private func checkTimes(at now: Date) throws(GatewayAnswerProblem) -> TimeInterval {
        let time = now.timeIntervalSince1970
        if let expiry = try self.time("exp"), time >= expiry + Self.skew { throw invalid("exp") }
        guard let issued = try self.time("iat") else { throw missing("iat") }
        guard issued <= time + Self.skew else { throw invalid("iat") }
        if let begin = try self.time("nbf"), begin > time + Self.skew { throw invalid("nbf") }
        return issued
    }

    /// Requires that the token belongs to another secret of the same answer, if it says so: the first half of its digest.
    func checkDigest(_ claim: String, of secret: String, algorithm: String) throws(GatewayAnswerProblem) {
        guard has(claim) else { return }
        let bytes = Data(secret.utf8)
        let digest = algorithm == "EdDSA" ? Data(SHA512.hash(data: bytes)) : Data(SHA256.hash(data: bytes))
        guard try text(claim).isSameBytes(as: digest.prefix(digest.count / 2).base64URL) else { throw invalid(claim) }
    }

    /// Requires that the person has proved their identity between two times.
    func checkProof(since begin: Date, until end: Date) throws(GatewayAnswerProblem) {
        guard let time = try time("auth_time") else { throw missing("auth_time") }
        // The begin may be after the end, by the clock of another server.
        guard time >= begin.timeIntervalSince1970 - Self.skew, time <= end.timeIntervalSince1970 + Self.skew else {
            throw invalid("auth_time")
        }
    }

    /// The person, with the claims of the options.
    func person(_ options: OpenIDOptions) throws(GatewayAnswerProblem) -> ProviderPerson {
        let subject = try text("sub")
        let email = isEmailVerified ? (value("email") as? String).flatMap(EmailAddress.init) : nil
        // An address that nobody has verified may be somebody else's.
        let claimed = options.userNameClaim == "email" ? nil : value(options.userNameClaim) as? String
        let candidates = [claimed, email?.value, subject]
        return ProviderPerson(
            subject: subject, userNames: candidates.compactMap { $0.flatMap(UserName.init) },
            name: ProviderPerson.name(value("name") as? String), email: email, groups: try groups(options.groupsClaim))
    }

    /// The login at the provider, without its tokens.
    func session(_ options: OpenIDOptions) throws(GatewayAnswerProblem) -> ProviderSession {
        ProviderSession(
            id: try identifier("sid"), issuedAt: Date(timeIntervalSince1970: try time("iat") ?? 0),
            provesFactor: provesFactor(options.trustsFactor))
    }

    private func provesFactor(_ trust: OpenIDOptions.FactorTrust) -> Bool {
        switch trust {
        case .never: return false
        case .always: return true
        case .methods(let trusted):
            let methods = values["amr"] as? [String] ?? []
            return (methods + [values["acr"] as? String].compactMap { $0 }).contains(where: trusted.contains)
        }
    }

    /// Some providers say it as a text.
    private var isEmailVerified: Bool {
        switch value("email_verified") {
        case let isVerified as Bool: isVerified
        case let text as String: text.isSameBytes(as: "true")
        default: false
        }
    }

    /// Groups whose names are none here are left out. A person without groups may have no such claim.
    private func groups(_ claim: String?) throws(GatewayAnswerProblem) -> Set<GroupName>? {
        guard let claim else { return nil }
        guard !leavesOut(claim) else { throw missing(claim) }
        let value = value(claim)
        let names = value as? [String] ?? (value as? String).map { [$0] } ?? []
        return Set(names.compactMap(GroupName.init))
    }
}
