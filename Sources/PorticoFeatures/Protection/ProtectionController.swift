import Foundation
import HTTPTypes
import Hummingbird
import Logging
import NIOCore
import PorticoAuth
import PorticoBytes
import PorticoConfig
import PorticoHTML
import PorticoViews

/// Tells proxies who may send a request to a protected application, and brings browsers to the login cover and back.
///
/// A browser sends its cookie to every port of this server's host name. To another host, it brings a code and gets a cookie
/// there, see ``HostSignIns``.
struct ProtectionController: Sendable {
    let root: Root
    let origin: PublicOrigin
    let rules: ProtectionRules
    let auth: AuthServices
    let clients: ClientAddress
    let gateways: GatewayCheck
    private let lines = LogLimit()
    private let hostCookie: ServerCookie
    private let stateCookie: ServerCookie
    /// Marks an exchange that begins for the second time.
    private static let again = "again"

    init(root: Root, services: WebServices, origin: PublicOrigin, gateways: GatewayCheck) {
        self.root = root
        self.origin = origin
        rules = services.protection
        auth = services.auth
        clients = services.clients
        self.gateways = gateways
        hostCookie = ServerCookie("host", origin: origin)
        stateCookie = ServerCookie("exchange", origin: origin)
    }

    /// Answers a proxy: 200 with the names of who is signed in; 401, or a redirect to the login cover; 403.
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
            // Appended, because the subscript makes a field of each cookie, which proxies join in other ways or lose.
            headers.append(HTTPField(name: .cookie, value: ServerCookie.others(in: request.headers)))
            return Response(status: .ok, headers: headers)
        case .needsSignIn: return cover(asked, proof: false)
        case .needsProof: return cover(asked, proof: true)
        case .denied: throw WebError(.forbidden)
        }
    }

    /// Leads who is signed in to the address that the browser wanted; at another host, with a code.
    func start(_ request: Request, context: SignedInContext, _ pages: Pages) async throws -> Response {
        guard request.uri.queryParameters["proof"] != nil, !context.isRecentlyAuthenticated else {
            return try lead(request, context.signIn, context.logger)
        }
        var question = ReauthenticationPage(
            context, servers: root.site.app.servers, action: request.address, fields: [], presenter: .launch)
        // Script leaves the page as after a sign-out, because it cannot fetch a page of another host.
        question.signsOut = true
        var response = try await pages.response(question, at: place(of: request), to: request, context)
        root.site.headers.allowFrame(of: &response, to: request)
        return response
    }

    /// Leads on after the password was entered again.
    func prove(_ request: Request, context: SignedInContext, _ pages: Pages) async throws -> Response {
        var response = try await pages.proven(request, context, at: place(of: request), signsOut: true) { request, _ in
            .done(request.address, for: request)
        }
        root.site.headers.allowFrame(of: &response, to: request)
        return response
    }

    /// Begins an exchange at another host. Tabs that do so at the same time share the state, so that all of them arrive.
    func begin(_ request: Request, context: PorticoContext) throws -> Response {
        let wanted = try wanted(in: request, context.logger)
        guard isAsked(wanted, by: request) else { throw WebError(.badRequest) }
        let state = stateCookie.value(in: request) ?? Token.random().value
        var query = [("to", wanted.description), ("state", HostSignIns.digest(of: state))]
        for mark in ["proof", Self.again] where request.uri.queryParameters[mark[...]] != nil {
            query.append((mark, "on"))
        }
        var response = Response.leading(
            to: origin.description + SitePath.startProtected.adding(query: query).description)
        try stateCookie.set(state, maxAge: 600, on: &response)
        return response
    }

    /// Ends an exchange at another host: the code becomes a cookie. A code that is too old, or that another tab has used, is
    /// no reason to stop: whoever is signed in by now is led on, and for others the exchange begins once more.
    func end(_ request: Request, context: PorticoContext) async throws -> Response {
        let wanted = try wanted(in: request, context.logger)
        guard isAsked(wanted, by: request), let code = request.uri.queryParameters["code"] else {
            throw WebError(.badRequest)
        }
        let state = stateCookie.value(in: request)
        guard let (token, signIn) = try await auth.hostSignIns.redeem(String(code), at: wanted.host, state: state)
        else {
            if try await self.signIn(in: request, to: wanted, context, isUse: false) != nil {
                return .leading(to: wanted.description)
            }
            // A browser that keeps no cookies would go round for ever.
            guard request.uri.queryParameters[Self.again[...]] == nil else { throw WebError(.badRequest) }
            let query = [("to", wanted.description), (Self.again, "on")]
            return .leading(to: wanted.origin + SitePath.beginProtected.adding(query: query).description)
        }
        var response = Response.leading(to: wanted.description)
        try hostCookie.set(token.value, maxAge: signIn.isAutomatic ? SessionCookies.lifetime : nil, on: &response)
        try stateCookie.set("", maxAge: 0, on: &response)
        return response
    }

    /// Ends the cover that script of a protected application shows in a frame: tells the script which account is signed in at
    /// this host, and the title of that frame.
    func session(_ request: Request, context: PorticoContext) async throws -> Response {
        guard let host = request.head.authority.flatMap(ProtectedAddress.host(named:)),
            let address = ProtectedAddress("\(origin.isSecure ? "https" : "http")://\(host)/")
        else { throw WebError(.badRequest) }
        let signIn =
            origin.accepts(authority: host)
            ? try await context.identified().identity?.signIn
            : try await signIn(in: request, to: address, context, isUse: false)
        return Response(
            status: .ok,
            headers: [
                .porticoAccount: signIn?.account.id.name ?? "",
                .porticoCoverTitle: PercentEncoding.encode(LoginCover.frameTitle(in: Language.current)),
                .contentType: "text/html; charset=utf-8",
                .contentSecurityPolicy: "default-src 'none'; frame-ancestors 'self'",
            ], body: ResponseBody(byteBuffer: ByteBuffer(string: "<!DOCTYPE html>\n")))
    }

    /// The public keys of assertions (RFC 7517).
    func keys(_ request: Request, context: PorticoContext) throws -> Response {
        let body = try JSONEncoder().encode(["keys": auth.assertionKeys.publicKeys()])
        return Response(
            status: .ok, headers: [.contentType: "application/json", .cacheControl: "public, max-age=3600"],
            body: ResponseBody(byteBuffer: ByteBuffer(bytes: body)))
    }
}

extension ProtectionController {
    /// The most bytes of an address in the query of the cover's: servers take 8 KB of a request line.
    private static let longestWayBack = 6_000

    /// The address to come back to: where it is too long for a query, without its own query, or the start of the host.
    private func wayBack(to address: ProtectedAddress) -> String {
        let ways = [address.description, address.origin + address.target.before("?")]
        return ways.first { PercentEncoding.encode($0).utf8.count <= Self.longestWayBack } ?? address.origin + "/"
    }

    /// Logs why a request is refused, once a minute for each reason.
    ///
    /// - Parameter host: of the address, as far as it is known.
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
        let isProven = signIn.map(auth.authenticator.isRecentlyAuthenticated) ?? false
        let decision = rules.decision(on: address, method: method, by: signIn?.account, isProven: isProven)
        if case .denied(let reason) = decision.verdict {
            _ = refused(.denied(reason), of: address.host, context.logger)
            let client = clients.client(of: request, on: context.channel)
            try await root.logDenial(of: signIn?.account.id, client: client, to: address.host)
        }
        return (signIn, decision)
    }

    /// Whether what a sign-in has opened may stay open: the sign-in is in force, and the rules do not deny the address to its
    /// account. Does not count as its use, and does not ask for a newer proof.
    func isStillAllowed(
        _ signIn: SignIn, in request: Request, to address: ProtectedAddress, _ context: PorticoContext
    ) async throws -> Bool {
        guard let current = try await current(signIn, in: request, to: address, context) else { return false }
        let decision = rules.decision(
            on: address, method: request.method.rawValue, by: current.account, isProven: true)
        return decision.verdict == .allowed
    }

    /// The sign-in that sent a request, as it is now; nil if it has ended.
    private func current(
        _ signIn: SignIn, in request: Request, to address: ProtectedAddress, _ context: PorticoContext
    ) async throws -> SignIn? {
        guard isHere(address) else {
            let current = try await self.signIn(in: request, to: address, context, isUse: false)
            return current?.id == signIn.id ? current : nil
        }
        guard let token = try await context.identified().identity?.credentials.token else { return nil }
        if let current = try await auth.authenticator.activeSignIn(signIn.id, in: token) { return current }
        // The browser may have another token now.
        return try await auth.authenticator.sessions(of: signIn.account.id).lazy.map(\.signIn)
            .first { $0.id == signIn.id }
    }

    /// Whether the address is of this server's host name or another protected host, and encrypted like this server's.
    private func isProtected(_ address: ProtectedAddress) -> Bool {
        address.isSecure == origin.isSecure && (isHere(address) || rules.hosts.contains(address.host))
    }

    /// Whether browsers send the cookie of this server to the address.
    func isHere(_ address: ProtectedAddress) -> Bool { address.hostname == origin.host }

    private func signIn(
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

    /// All names, empty where there is nothing to say: Caddy 2.6 passes its own placeholder on for a header that is missing.
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

    /// The way to the login cover, or to the question for the password, and back to the address.
    func cover(_ asked: ForwardedRequest, proof: Bool) -> Response {
        let query = [("to", wayBack(to: asked.address))] + (proof ? [("proof", "on")] : [])
        let cover =
            isHere(asked.address)
            ? origin.description + SitePath.startProtected.adding(query: query).description
            : asked.address.origin + SitePath.beginProtected.adding(query: query).description
        if asked.isNavigation, asked.passesStatuses { return .leading(to: cover) }
        return Response(
            status: .unauthorized,
            headers: [
                .porticoCover: cover, .wwwAuthenticate: Root.challenge, .contentType: "text/plain; charset=utf-8",
            ], body: ResponseBody(byteBuffer: ByteBuffer(string: "Sign in at \(cover)\n")))
    }

    /// The address that a browser wants to go to.
    private func wanted(in request: Request, _ logger: Logger) throws(WebError) -> ProtectedAddress {
        var host = ""
        do throws(ProtectionRefusal) {
            let address = try ForwardedRequest.address(String(request.uri.queryParameters["to"] ?? ""))
            host = address.host
            guard isProtected(address) else { throw .foreign }
            guard !address.isAlwaysRefused else { throw .denied(.ambiguousPath) }
            return address
        } catch {
            _ = refused(error, of: host, logger)
            throw WebError(.badRequest)
        }
    }

    /// Whether the host of an address is the one that a request is sent to.
    private func isAsked(_ address: ProtectedAddress, by request: Request) -> Bool {
        request.head.authority.flatMap(origin.canonical(authority:)) == address.host
    }

    private func lead(_ request: Request, _ signIn: SignIn, _ logger: Logger) throws -> Response {
        let wanted = try wanted(in: request, logger)
        guard !isHere(wanted) else { return .leading(to: wanted.description) }
        guard let state = request.uri.queryParameters["state"] else {
            let path = SitePath.beginProtected.adding(query: [("to", wanted.description)])
            return .leading(to: wanted.origin + path.description)
        }
        let code = try auth.hostSignIns.code(for: signIn, at: wanted.host, state: String(state))
        var query = [("to", wanted.description), ("code", code)]
        if request.uri.queryParameters[Self.again[...]] != nil { query.append((Self.again, "on")) }
        return .leading(to: wanted.origin + SitePath.endProtected.adding(query: query).description)
    }

    private func place(of request: Request) -> ProofPlace {
        ProofPlace(presenter: .launch, isAlone: true, url: request.address)
    }
}

extension Response {
    /// A redirect to an address that was checked, maybe on another host.
    fileprivate static func leading(to address: String) -> Response {
        Response(status: .seeOther, headers: [.location: address])
    }
}
