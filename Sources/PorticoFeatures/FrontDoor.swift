import HTTPTypes
import Hummingbird
import HummingbirdCore
import Logging
import Metrics
import PorticoAssets
import PorticoBytes
import PorticoConfig
import PorticoHTML
import PorticoViews

/// Handles every request: checks its origin, serves public files or calls a route, turns errors into pages, and adds
/// the security headers to every response.
package final class FrontDoor: HTTPResponder {
    package typealias Context = PorticoContext

    let identities: IdentityResolver
    let originGuard: OriginGuard
    let assets: AssetLibrary
    let router: RouterResponder<PorticoContext>
    package let routes: [RouteDescription]
    let failures: Failures
    let keptPages: KeptPages
    let headers: SecurityHeaders
    let bodyLimits: BodyLimits
    let metrics: RequestMetrics
    let faults: RequestFaultCounters
    let slowReaders: SlowReaders
    let networks: NetworkConnections
    let clients: ClientAddress
    /// The application behind this server; nil if there is none.
    let upstream: UpstreamController?
    let lines = LogLimit()
    private let errors = ErrorLog()

    init(
        identities: IdentityResolver, originGuard: OriginGuard, assets: AssetLibrary,
        router: RouterResponder<PorticoContext>, routes: [RouteDescription], failures: Failures,
        keptPages: KeptPages, headers: SecurityHeaders, bodyLimits: BodyLimits, clients: ClientAddress,
        connectionsPerNetwork: Int, upstream: UpstreamController?, metrics: any MetricsFactory
    ) {
        self.identities = identities
        self.upstream = upstream
        self.clients = clients
        networks = NetworkConnections(most: connectionsPerNetwork, factory: metrics)
        self.metrics = RequestMetrics(factory: metrics)
        faults = RequestFaultCounters(factory: metrics)
        slowReaders = SlowReaders(factory: metrics)
        self.originGuard = originGuard
        self.assets = assets
        self.router = router
        self.routes = routes
        self.failures = failures
        self.keptPages = keptPages
        self.headers = headers
        self.bodyLimits = bodyLimits
    }

    /// Responds to a request; errors become responses, too.
    package func respond(to request: Request, context: PorticoContext) async throws -> Response {
        // In a separate task, because a task keeps its peak stack until it ends, and the task of a connection can live
        // long.
        var context = context
        context.errors = errors
        if clients.isProxy(context.channel), let id = RequestIdentifier.valid(request.headers[.xRequestID]) {
            context.logger[metadataKey: RequestIdentifier.key] = "\(id)"
        }
        context.requester = Requester(request, on: context.channel, resolver: identities)
        async let response = RequestIdentifier.$current.withValue(context.id) { [context] in
            await answer(to: request, context)
        }
        return await response
    }

    private func answer(to request: Request, _ context: PorticoContext) async -> Response {
        let start = ContinuousClock.now
        if let address = originGuard.addressWithoutDot(of: request) {
            var response = Response(status: .permanentRedirect, headers: [.location: address])
            headers.complete(&response)
            return finish(response, to: request, context, route: nil, since: start)
        }
        var route: String?
        var response: Response
        let upstream = upstream.flatMap { $0.takes(request) ? $0 : nil }
        do {
            noteProxy(of: request, context)
            try check(request, isPassedOn: upstream != nil, context)
            if let upstream {
                route = Self.passedOn
                switch try await upstream.respond(to: request, context: context) {
                case .passed(let passed): return finish(passed, to: request, context, route: route, since: start)
                case .own(let own): response = own
                }
            } else if let file = try await assets.response(to: request) {
                response = file
                route = SitePath.assets.path
            } else if let exact = try Self.exactSpelling(of: request) {
                response = Response(status: .permanentRedirect, headers: [.location: exact.description])
            } else if let kept = try await keptPages.page(at: request, context) {
                response = kept
                route = Self.kept
            } else {
                defer { route = context.endpointPath }
                response = try await router.respond(to: request, context: context)
                if response.isBareFailure {
                    response = await failures.response(inPlaceOf: response, request: request, context: context)
                }
            }
        } catch {
            response = await failures.response(to: error, request: request, context: context)
        }
        if upstream == nil { response = await keptPages.response(inPlaceOf: response, to: request, context) }
        if request.method == .head { response = response.createHeadResponse() }
        headers.complete(&response)
        return finish(response, to: request, context, route: route, since: start)
    }

    /// The address without the empty segments of its path, to redirect to; nil if it has none. The router ignores empty
    /// segments, so a proxy's rule for one spelling would not hold for the others.
    private static func exactSpelling(of request: Request) throws(WebError) -> SitePath? {
        let target = request.head.path ?? ""
        let path = target.before("?")
        let exact = "/" + path.fields(separatedBy: "/", omittingEmpty: true).joined(separator: "/")
        guard path.begins(with: "/"), !path.isSameBytes(as: exact) else { return nil }
        guard request.method == .get || request.method == .head,
            let place = SitePath(untrusted: exact + target[path.endIndex...])
        else { throw WebError(.notFound) }
        return place
    }

    /// The route of requests to the application behind this server, for metrics.
    private static let passedOn = "application"
    /// The route of kept pages, which have the addresses of other pages.
    private static let kept = "kept page"

    private func finish(
        _ response: Response, to request: Request, _ context: PorticoContext, route: String?,
        since start: ContinuousClock.Instant
    ) -> Response {
        var response = response
        response.headers[.xRequestID] = RequestIdentifier.current
        metrics.record(ContinuousClock.now - start, route: route, status: response.status)
        context.logger.debug(
            "answered",
            metadata: [
                "method": "\(request.method)", "path": .string(request.uri.path),
                "status": "\(response.status.code)",
            ])
        return response
    }

    /// Logs rejected requests: a foreign host may be a proxy's mistake, a foreign site an attack.
    private func check(_ request: Request, isPassedOn: Bool, _ context: PorticoContext) throws(WebError) {
        do {
            try originGuard.check(request, isPassedOn: isPassedOn)
        } catch {
            if let count = lines.take("\(error.status.code)") {
                context.logger.warning(
                    "a request was rejected",
                    metadata: [
                        "status": "\(error.status.code)", "requests": "\(count)",
                        "host": .string((request.head.authority ?? "").limited(toBytes: 100)),
                        "origin": .string((request.headers[.origin] ?? "").limited(toBytes: 100)),
                        "site": .string((request.headers[.secFetchSite] ?? "").limited(toBytes: 100)),
                    ])
            }
            throw error
        }
    }

    /// Logs an `X-Forwarded-For` from a peer that is not trusted, or without a readable address: all clients of that
    /// proxy then share the limits of one network.
    private func noteProxy(of request: Request, _ context: PorticoContext) {
        guard request.headers[.xForwardedFor] != nil else { return }
        let message: Logger.Message
        if !clients.isProxy(context.channel) {
            message = "X-Forwarded-For is ignored, because http.trustedProxies does not name the peer"
        } else if clients.cannotRead(request, on: context.channel) {
            message = "X-Forwarded-For is ignored, because it does not end with an address"
        } else {
            return
        }
        guard let count = lines.take("\(message)") else { return }
        let peer = context.channel.remoteAddress?.ipAddress ?? ""
        context.logger.warning(message, metadata: ["peer": "\(peer)", "requests": "\(count)"])
    }
}

extension Response {
    /// Whether this is an error response of the router, which has no page.
    fileprivate var isBareFailure: Bool {
        status.code >= 400 && body.contentLength == 0
    }
}

extension FrontDoor {
    /// The HTTP server for this front door.
    package var server: HTTPServerBuilder {
        HTTPServerBuilder { [headers, faults, bodyLimits, slowReaders, clients, networks, lines] responder in
            HTTPConnection(
                responder: responder, headers: headers.common, faults: faults, bodyLimits: bodyLimits,
                slowReaders: slowReaders, clients: clients, networks: networks, lines: lines)
        }
    }
}
