import HTTPTypes
import Hummingbird
import Logging
import NIOHTTP1
import PorticoAuth
import PorticoBytes
import PorticoConfig
import PorticoHTML
import PorticoViews

/// Passes requests to the application behind this server if the rules allow them.
struct UpstreamController: Sendable {
    let upstream: Upstream
    let paths: OwnPaths
    let protection: ProtectionCheck
    private let lines = LogLimit()

    /// Whether a request is for the application, not for this server.
    func takes(host: String, target: String) -> Bool {
        let path = target.before("?")
        if protection.origin.accepts(authority: host) { return !paths.contains(path) }
        let isProtected = protection.origin.canonical(authority: host).map(protection.rules.hosts.contains) ?? false
        return isProtected && !OriginGuard.protectedPaths.contains(String(path))
    }

    func takes(_ request: Request) -> Bool {
        takes(host: request.head.authority ?? "", target: request.head.path ?? "")
    }

    /// The response of the application, or the login cover in its place.
    ///
    /// - Throws: ``SignInRequired`` for the cover; 400 for an address that cannot be read, 403 for a denied request,
    ///   405 for `TRACE`, 414 for an address that is too long, 502 or 504 without a response.
    func respond(to request: Request, context: PorticoContext) async throws -> UpstreamResponse {
        let address: ProtectedAddress
        do throws(ProtectionRefusal) {
            address = try self.address(of: request)
        } catch {
            throw protection.refused(error, of: request.head.authority ?? "", context.logger)
        }
        // The response to `TRACE` would show the application's assertion to script.
        guard request.method != .trace else { throw WebError(.methodNotAllowed) }
        let context = try await context.identified()
        let (signIn, decision) = try await protection.decision(
            on: address, method: request.method.rawValue, in: request, context)
        switch decision.verdict {
        case .allowed: return .passed(try await pass(request, to: address, by: signIn, context))
        case .needsSignIn: return .own(try cover(request, address, for: .nothing, context))
        case .needsProof(let level): return .own(try cover(request, address, for: level, context))
        case .denied: throw WebError(.forbidden)
        }
    }

    /// The address in the form that the rules use. On loopback, all names of this machine are the same host.
    private func address(of request: Request) throws(ProtectionRefusal) -> ProtectedAddress {
        guard let authority = request.head.authority, let target = request.head.path, target.begins(with: "/") else {
            throw .address(.malformed)
        }
        let isHere = protection.origin.accepts(authority: authority)
        let scheme = protection.origin.isSecure ? "https" : "http"
        return try ForwardedRequest.address(
            (isHere ? protection.origin.description : "\(scheme)://\(authority)") + target)
    }

    /// Shows the cover in place of a page of this host. In all other cases, redirects the browser to this server and
    /// back.
    private func cover(
        _ request: Request, _ address: ProtectedAddress, for level: ProofLevel, _ context: PorticoContext
    ) throws -> Response {
        let isReading = request.method == .get || request.method == .head
        if request.isNavigation, isReading, level == .nothing, protection.isHere(address),
            SitePath(untrusted: address.target) != nil
        {
            throw SignInRequired(
                identity: try context.requireIdentity(), requestingPage: nil, refused: context.refused)
        }
        let asked = ForwardedRequest(
            address: address, method: request.method.rawValue, isNavigation: request.isNavigation,
            passesStatuses: true)
        return protection.cover(asked, for: level)
    }

    private func pass(
        _ request: Request, to address: ProtectedAddress, by signIn: SignIn?, _ context: PorticoContext
    ) async throws -> Response {
        var isStillAllowed: (@Sendable () async throws -> Bool)?
        if let signIn {
            isStillAllowed = { try await protection.isStillAllowed(signIn, in: request, to: address, context) }
        }
        let exchange = UpstreamExchange(
            upstream: upstream, request: request, head: try head(of: request, address, signIn, context),
            channel: context.channel, isStillAllowed: isStillAllowed)
        do {
            return try await exchange.response()
        } catch let failure as UpstreamExchange.Failure {
            if let count = lines.take("no response") {
                context.logger.warning(
                    "the application behind this server does not answer",
                    metadata: [
                        "upstream": "\(upstream.address)", "requests": "\(count)",
                        "error": "\(failure.reason)",
                    ])
            }
            throw WebError(failure.isLate ? .gatewayTimeout : .badGateway)
        }
    }

    /// The head for the application. The client cannot set a header that this server sets.
    private func head(
        of request: Request, _ address: ProtectedAddress, _ signIn: SignIn?, _ context: PorticoContext
    ) throws -> HTTPRequestHead {
        var headers = PassedHeaders.ofRequest(request.headers)
        let host = request.head.authority.flatMap(protection.origin.canonical(authority:)) ?? address.host
        let client = protection.clients.client(of: request, on: context.channel).address
        let scheme = address.isSecure ? "https" : "http"
        let node = client.has(":") ? "[\(client)]" : client
        headers.add(name: "Host", value: host)
        headers.add(name: "X-Forwarded-For", value: client)
        headers.add(name: "X-Forwarded-Proto", value: scheme)
        headers.add(name: "X-Forwarded-Host", value: host)
        headers.add(name: "Forwarded", value: "for=\"\(node)\";host=\"\(host)\";proto=\(scheme)")
        headers.add(name: "X-Request-ID", value: context.id)
        for name in try protection.names(of: signIn, for: address, context.logger) where !name.value.isEmpty {
            headers.add(name: name.name.rawName, value: name.value)
        }
        return HTTPRequestHead(
            version: .http1_1, method: HTTPMethod(rawValue: request.method.rawValue), uri: address.target,
            headers: headers)
    }
}

/// A response to a request for the application.
enum UpstreamResponse: Sendable {
    /// A response of the application.
    case passed(Response)
    /// A response of this server.
    case own(Response)
}

/// The paths of this server's own host that do not belong to the application behind it: the paths of pages, with
/// everything below, and of public files.
struct OwnPaths: Sendable {
    private let segments: Set<Substring>
    private let exact: Set<String>
    private let isPublicFile: @Sendable (Substring) -> Bool

    /// - Parameters:
    ///   - routes: the paths of all routes.
    ///   - hasHome: whether `/` is a page of this server.
    ///   - isPublicFile: whether a path is one of its public files, in any release.
    init(routes: [String], hasHome: Bool, isPublicFile: @escaping @Sendable (Substring) -> Bool) {
        let wellKnown = routes.filter { $0.begins(with: "/.well-known/") }
        segments = Set(routes.compactMap { $0.fields(separatedBy: "/", omittingEmpty: true).first }).subtracting([
            ".well-known"
        ])
        exact = Set(wellKnown + (hasHome ? [SitePath.launch.path] : []))
        self.isPublicFile = isPublicFile
    }

    /// - Parameter path: as in the request, without the query.
    func contains(_ path: Substring) -> Bool {
        exact.contains(String(path))
            || path.fields(separatedBy: "/", maxSplits: 1, omittingEmpty: true).first.map(segments.contains) ?? false
            || isPublicFile(path)
    }
}
