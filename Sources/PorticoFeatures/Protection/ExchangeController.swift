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

/// Takes browsers from protected applications to the login cover and back.
///
/// A browser sends its cookie to every port of this server's host name. To another host, it brings a code and gets a
/// cookie there, see ``HostSignIns``.
struct ExchangeController: Sendable {
    let check: ProtectionCheck
    private let stateCookie: ServerCookie
    /// Marks an exchange that begins for the second time.
    private static let again = "again"

    init(check: ProtectionCheck) {
        self.check = check
        stateCookie = ServerCookie("exchange", origin: check.origin)
    }

    /// Redirects a signed-in person to the address that the browser wanted; at another host, with a code.
    func start(_ request: Request, context: SignedInContext, _ pages: Pages) async throws -> Response {
        let place = place(of: request)
        guard context.proof < place.level else { return try lead(request, context.signIn, context.logger) }
        var question = try await ReauthenticationPage(
            context, servers: check.root.site.app.servers, for: place.level, action: request.address, fields: [],
            presenter: .launch, next: request.address)
        // Script leaves the page as after a sign-out, because it cannot fetch a page of another host.
        question.signsOut = true
        question.isFramed = request.isFramed
        var response = try await pages.response(question, at: place, to: request, context)
        check.root.site.headers.allowFrame(of: &response, to: request)
        return response
    }

    /// Redirects to the wanted address after the person has proved their identity again.
    func prove(_ request: Request, context: SignedInContext, _ pages: Pages) async throws -> Response {
        var response = try await pages.proven(request, context, at: place(of: request), signsOut: true) { request, _ in
            .done(request.address, for: request)
        }
        check.root.site.headers.allowFrame(of: &response, to: request)
        return response
    }

    /// Begins an exchange at another host. Concurrent exchanges of several tabs share the state, so that all of them
    /// succeed.
    func begin(_ request: Request, context: PorticoContext) throws -> Response {
        let wanted = try wanted(in: request, context.logger)
        guard isAsked(wanted, by: request) else { throw WebError(.badRequest) }
        let state = stateCookie.value(in: request) ?? Token.random().value
        var query = [("to", wanted.description), ("state", HostSignIns.digest(of: state))]
        if let level = request.wantedProof.name { query.append((ProtectionCheck.proof, level)) }
        if request.uri.queryParameters[Self.again[...]] != nil { query.append((Self.again, "on")) }
        var response = Response.leading(
            to: check.origin.description + SitePath.startProtected.adding(query: query).description)
        try stateCookie.set(state, maxAge: 600, on: &response)
        return response
    }

    /// Ends an exchange at another host: the code becomes a cookie. The code may be too old, or used by another tab. Then
    /// the response redirects a signed-in person, and begins the exchange again for anybody else.
    func end(_ request: Request, context: PorticoContext) async throws -> Response {
        let wanted = try wanted(in: request, context.logger)
        guard isAsked(wanted, by: request), let code = request.uri.queryParameters["code"] else {
            throw WebError(.badRequest)
        }
        let state = stateCookie.value(in: request)
        guard let (token, signIn) = try await check.auth.hostSignIns.redeem(String(code), at: wanted.host, state: state)
        else {
            if try await check.signIn(in: request, to: wanted, context, isUse: false) != nil {
                return .leading(to: wanted.description)
            }
            // A browser that stores no cookies would be redirected for ever.
            guard request.uri.queryParameters[Self.again[...]] == nil else { throw WebError(.badRequest) }
            let query = [("to", wanted.description), (Self.again, "on")]
            return .leading(to: wanted.origin + SitePath.beginProtected.adding(query: query).description)
        }
        var response = Response.leading(to: wanted.description)
        try check.hostCookie.set(token.value, maxAge: signIn.isAutomatic ? SessionCookies.lifetime : nil, on: &response)
        try stateCookie.set("", maxAge: 0, on: &response)
        return response
    }

    /// Tells script of a protected application which account is signed in at this host, and the title of the frame with
    /// the cover. The script closes the frame then.
    func session(_ request: Request, context: PorticoContext) async throws -> Response {
        guard let host = request.head.authority.flatMap(ProtectedAddress.host(named:)),
            let address = ProtectedAddress("\(check.origin.isSecure ? "https" : "http")://\(host)/")
        else { throw WebError(.badRequest) }
        let signIn =
            check.origin.accepts(authority: host)
            ? try await context.identified().identity?.signIn
            : try await check.signIn(in: request, to: address, context, isUse: false)
        return Response(
            status: .ok,
            headers: [
                .porticoAccount: signIn?.account.id.name ?? "",
                .porticoCoverTitle: PercentEncoding.encode(LoginCover.frameTitle(in: context.language)),
                .porticoDoor: check.origin.description,
                .contentType: "text/html; charset=utf-8",
                .contentSecurityPolicy: "default-src 'none'; frame-ancestors 'self'",
            ], body: ResponseBody(byteBuffer: ByteBuffer(string: "<!DOCTYPE html>\n")))
    }

    /// The public keys of assertions (RFC 7517).
    func keys(_ request: Request, context: PorticoContext) throws -> Response {
        let body = try JSONEncoder().encode(["keys": check.auth.assertionKeys.publicKeys()])
        return Response(
            status: .ok, headers: [.contentType: "application/json", .cacheControl: "public, max-age=3600"],
            body: ResponseBody(byteBuffer: ByteBuffer(bytes: body)))
    }
}

extension ExchangeController {
    private func lead(_ request: Request, _ signIn: SignIn, _ logger: Logger) throws -> Response {
        let wanted = try wanted(in: request, logger)
        guard !check.isHere(wanted) else { return .leading(to: wanted.description) }
        guard let state = request.uri.queryParameters["state"] else {
            let path = SitePath.beginProtected.adding(query: [("to", wanted.description)])
            return .leading(to: wanted.origin + path.description)
        }
        let code = try check.auth.hostSignIns.code(for: signIn, at: wanted.host, state: String(state))
        var query = [("to", wanted.description), ("code", code)]
        if request.uri.queryParameters[Self.again[...]] != nil { query.append((Self.again, "on")) }
        return .leading(to: wanted.origin + SitePath.endProtected.adding(query: query).description)
    }

    /// The address that a browser wants to go to.
    private func wanted(in request: Request, _ logger: Logger) throws(WebError) -> ProtectedAddress {
        var host = ""
        do throws(ProtectionRefusal) {
            let address = try ForwardedRequest.address(String(request.uri.queryParameters["to"] ?? ""))
            host = address.host
            guard check.isProtected(address) else { throw .foreign }
            guard !address.isAlwaysRefused else { throw .denied(.ambiguousPath) }
            return address
        } catch {
            _ = check.refused(error, of: host, logger)
            throw WebError(.badRequest)
        }
    }

    /// Whether a request was sent to the host of an address.
    private func isAsked(_ address: ProtectedAddress, by request: Request) -> Bool {
        request.head.authority.flatMap(check.origin.canonical(authority:)) == address.host
    }

    private func place(of request: Request) -> ProofPlace {
        ProofPlace(presenter: .launch, isAlone: true, url: request.address, level: request.wantedProof)
    }
}

extension Request {
    /// The proof that the person needs before the exchange. Addresses of an earlier version have another value.
    fileprivate var wantedProof: ProofLevel {
        uri.queryParameters[ProtectionCheck.proof[...]].map { ProofLevel(named: String($0)) ?? .password } ?? .nothing
    }
}

extension Response {
    /// A redirect to an address that was checked, possibly on another host.
    static func leading(to address: String) -> Response {
        Response(status: .seeOther, headers: [.location: address])
    }
}
