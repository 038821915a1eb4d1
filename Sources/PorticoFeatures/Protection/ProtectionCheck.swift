import HTTPTypes
import Hummingbird
import Logging
import NIOCore
import PorticoAuth
import PorticoBytes
import PorticoConfig
import PorticoHTML
import PorticoViews

/// Decides which requests may reach protected applications, for proxies and for the application behind this server.
struct ProtectionCheck: Sendable {
    let root: Root
    let origin: PublicOrigin
    let rules: ProtectionRules
    let auth: AuthServices
    let clients: ClientAddress
    let gateways: GatewayCheck
    private let lines = LogLimit()
    /// The cookie of a sign-in at another host.
    let hostCookie: ServerCookie

    init(root: Root, services: WebServices, origin: PublicOrigin, gateways: GatewayCheck) {
        self.root = root
        self.origin = origin
        rules = services.protection
        auth = services.auth
        clients = services.clients
        self.gateways = gateways
        hostCookie = ServerCookie("host", origin: origin)
    }

    /// Answers a proxy: 200 with the names of the signed-in account; 401, or a redirect to the login cover; 403.
    func check(_ request: Request, context: PorticoContext) async throws -> Response {
        guard clients.isProxy(context.channel) else { throw refused(.untrusted, of: "", context.logger) }
        let asked: ForwardedRequest
        do throws(ProtectionRefusal) {
            asked = try ForwardedRequest(request)
            guard isProtected(asked.address) else { throw .foreign }
        } catch {
            let refused = refused(error, of: ForwardedRequest.host(of: request), context.logger)
            throw request.headers[.xOriginalURL] == nil ? refused : WebError(.forbidden)
        }
        let (signIn, decision) = try await decision(on: asked.address, method: asked.method, in: request, context)
        switch decision.verdict {
        case .allowed:
            var headers = try names(of: signIn, for: asked.address, context.logger)
            // Appended as one field: the subscript would make a field of each cookie, and proxies join or lose such
            // fields.
            headers.append(HTTPField(name: .cookie, value: ServerCookie.others(in: request.headers)))
            return Response(status: .ok, headers: headers)
        case .needsSignIn: return cover(asked)
        case .needsProof(let level): return cover(asked, for: level)
        case .denied: throw WebError(.forbidden)
        }
    }
}

extension ProtectionCheck {
    /// Maximum length in bytes of an address in the cover's query: servers accept 8 KB for a request line.
    private static let longestWayBack = 6_000

    /// The address to return to. If it is too long for a query, it loses its own query, or else everything after the
    /// host.
    private func wayBack(to address: ProtectedAddress) -> String {
        let ways = [address.description, address.origin + address.target.before("?")]
        return ways.first { PercentEncoding.encode($0).utf8.count <= Self.longestWayBack } ?? address.origin + "/"
    }

    /// Logs a refused request, once a minute for each reason.
    ///
    /// - Parameter host: the host of the address, as far as it is known.
    /// - Returns: the error for the client.
    func refused(_ refusal: ProtectionRefusal, of host: String, _ logger: Logger) -> WebError {
        if let count = lines.take(refusal.sentence) {
            logger.warning(
                "a request for a protected address was refused",
                metadata: [
                    "reason": "\(refusal.sentence)", "host": .string(host.limited(toBytes: 100)),
                    "requests": "\(count)",
                ])
        }
        return WebError(refusal.status)
    }

    /// Identifies the sender of a request to a protected address, and applies the rules. Logs a denial.
    func decision(
        on address: ProtectedAddress, method: String, in request: Request, _ context: PorticoContext
    ) async throws -> (SignIn?, ProtectionRules.Decision) {
        let signIn = try await signIn(in: request, to: address, context)
        var proof = ProofLevel.nothing
        if let signIn { proof = try await auth.authenticator.confirmedProof(of: signIn) }
        let decision = rules.decision(on: address, method: method, by: signIn?.account, proof: proof)
        if case .denied(let reason) = decision.verdict {
            _ = refused(.denied(reason), of: address.host, context.logger)
            let client = clients.client(of: request, on: context.channel)
            try await root.logDenial(of: signIn?.account.id, client: client, to: address.host)
        }
        return (signIn, decision)
    }

    /// Whether a response or WebSocket of a sign-in may stay open: the sign-in is in force, and the rules do not deny
    /// the address to its account. This is no use of the sign-in, and requires no newer proof.
    func isStillAllowed(
        _ signIn: SignIn, in request: Request, to address: ProtectedAddress, _ context: PorticoContext
    ) async throws -> Bool {
        guard let current = try await current(signIn, in: request, to: address, context) else { return false }
        let decision = rules.decision(
            on: address, method: request.method.rawValue, by: current.account, proof: .secondFactor)
        return decision.verdict == .allowed
    }

    /// The current state of the sign-in that sent a request; nil if it has ended.
    private func current(
        _ signIn: SignIn, in request: Request, to address: ProtectedAddress, _ context: PorticoContext
    ) async throws -> SignIn? {
        guard isHere(address) else {
            let current = try await self.signIn(in: request, to: address, context, isUse: false)
            return current?.id == signIn.id ? current : nil
        }
        guard let token = try await context.identified().identity?.credentials.token else { return nil }
        if let current = try await auth.authenticator.activeSignIn(signIn.id, in: token) { return current }
        // The browser may have a new token meanwhile.
        return try await auth.authenticator.sessions(of: signIn.account.id).lazy.map(\.signIn)
            .first { $0.id == signIn.id }
    }

    /// Whether the address has this server's host name or is another protected host, and has this server's scheme.
    func isProtected(_ address: ProtectedAddress) -> Bool {
        address.isSecure == origin.isSecure && (isHere(address) || rules.hosts.contains(address.host))
    }

    /// Whether browsers send the cookie of this server to the address.
    func isHere(_ address: ProtectedAddress) -> Bool { address.hostname == origin.host }

    /// The sign-in of a request to a protected address; nil for a stranger, and if its gateway refuses it.
    ///
    /// - Parameter isUse: whether the request extends the sign-in.
    func signIn(
        in request: Request, to address: ProtectedAddress, _ context: PorticoContext, isUse: Bool = true
    ) async throws -> SignIn? {
        guard !isHere(address) else { return try await context.identified().identity?.signIn }
        guard let token = hostCookie.value(in: request).map(TokenDigest.init(of:)) else { return nil }
        let client = clients.client(of: request, on: context.channel)
        guard
            let signIn = try await auth.hostSignIns.signIn(token, at: address.host, client: client, isUse: isUse)
        else { return nil }
        return try await gateways.refusal(of: signIn) == nil ? signIn : nil
    }

    /// All headers with names, empty without a value: Caddy 2.6 passes on its own placeholder for a missing header.
    func names(of signIn: SignIn?, for address: ProtectedAddress, _ logger: Logger) throws -> HTTPFields {
        let account = signIn?.account
        if let account, account.toldGroups == nil, let count = lines.take("groups") {
            logger.warning(
                "an account has too many groups for headers, so applications get none of them",
                metadata: [
                    "account": "\(account.id)", "groups": "\(account.groups.count)", "requests": "\(count)",
                ])
        }
        return [
            .remoteUser: account?.id.name ?? "", .remoteName: account?.name ?? "",
            .remoteEmail: account?.email?.value ?? "",
            .remoteGroups: account?.toldGroups?.joined(separator: ",") ?? "",
            .porticoAssertion: try signIn.map {
                try auth.assertions.assertion(of: $0, issuer: origin.description, audience: address.origin)
            } ?? "",
        ]
    }

    /// Leads to the login cover, or to the question for a proof, and back to the address. Tells script which.
    ///
    /// - Parameter level: what the person must prove; nothing for the login cover.
    func cover(_ asked: ForwardedRequest, for level: ProofLevel = .nothing) -> Response {
        let query = [("to", wayBack(to: asked.address))] + (level.name.map { [(Self.proof, $0)] } ?? [])
        let cover =
            isHere(asked.address)
            ? origin.description + SitePath.startProtected.adding(query: query).description
            : asked.address.origin + SitePath.beginProtected.adding(query: query).description
        if asked.isNavigation, asked.passesStatuses { return .leading(to: cover) }
        var headers: HTTPFields = [
            .porticoCover: cover, .wwwAuthenticate: Root.challenge, .contentType: "text/plain; charset=utf-8",
        ]
        headers[.porticoProof] = level.name
        return Response(
            status: .unauthorized, headers: headers,
            body: ResponseBody(byteBuffer: ByteBuffer(string: "Log in at \(cover)\n")))
    }

    /// The field of a query with the name of a ``ProofLevel``.
    static let proof = "proof"
}
