import HTTPTypes
import Hummingbird
import Logging
import Metrics
import PorticoAssets
import PorticoHTML
import PorticoViews

/// Handles every request: checks its origin, serves public files or calls a route, turns errors into pages, and adds
/// the security headers to every response.
public final class FrontDoor: HTTPResponder {
    public typealias Context = PorticoContext

    let originGuard: OriginGuard
    let assets: AssetLibrary
    let router: RouterResponder<PorticoContext>
    let failures: Failures
    let headers: SecurityHeaders
    let bodyLimits: BodyLimits
    let counters = ResponseCounters()
    let faults = RequestFaultCounters()

    init(
        originGuard: OriginGuard, assets: AssetLibrary, router: RouterResponder<PorticoContext>, failures: Failures,
        headers: SecurityHeaders, bodyLimits: BodyLimits
    ) {
        self.originGuard = originGuard
        self.assets = assets
        self.router = router
        self.failures = failures
        self.headers = headers
        self.bodyLimits = bodyLimits
    }

    /// Responds to a request; errors become responses, too.
    public func respond(to request: Request, context: PorticoContext) async throws -> Response {
        // In a separate task, because a task keeps its peak stack until it ends, and the task of a connection can live
        // long.
        async let response = answer(to: request, context)
        return await response
    }

    private func answer(to request: Request, _ context: PorticoContext) async -> Response {
        var response: Response
        do {
            try originGuard.check(request)
            if let file = try assets.response(to: request) {
                response = file
            } else {
                response = try await router.respond(to: request, context: context)
                if response.isBareFailure { throw WebError(response.status) }
            }
        } catch {
            response = await failures.response(to: error, request: request, context: context)
        }
        if request.method == .head { response = response.createHeadResponse() }
        headers.complete(&response)
        counters.count(response.status)
        context.logger.debug(
            "answered",
            metadata: [
                "method": "\(request.method)", "path": .string(request.uri.path.forLog),
                "status": "\(response.status.code)",
            ])
        return response
    }
}

extension Response {
    /// An error response of the router without a page.
    fileprivate var isBareFailure: Bool {
        status.code >= 400 && body.contentLength == 0
    }
}

/// Counts responses by status class.
struct ResponseCounters: Sendable {
    private let classes = (1...5).map { Counter(label: "portico_responses", dimensions: [("status", "\($0)xx")]) }

    func count(_ status: HTTPResponse.Status) {
        guard (100..<600).contains(status.code) else { return }
        classes[status.code / 100 - 1].increment()
    }
}

extension String {
    /// This text with control characters escaped, to prevent log injection (ASVS 5.0, 16.4.1).
    var forLog: String {
        guard unicodeScalars.contains(where: { $0.properties.generalCategory == .control }) else { return self }
        return unicodeScalars.map { $0.properties.generalCategory == .control ? $0.escaped(asASCII: true) : String($0) }
            .joined()
    }
}
