import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdCore
import Logging
import NIOCore
import PorticoAuth
import PorticoBytes
import ServiceLifecycle

/// Answers `GET /metrics` on an address of its own.
struct MetricsServer: Service {
    let storage: Storage
    let metrics: PrometheusMetrics
    /// Updates the gauges.
    let sample: @Sendable () async -> Void

    /// - Throws: ``StartFailure`` if it cannot listen on the address.
    func run() async throws {
        let (address, port) = (storage.options.metricsAddress, storage.options.metricsPort ?? 0)
        let router = Router()
        router.add(middleware: ProtectingHeaders())
        router.add(middleware: HostCheck(names: storage.options.metricsHosts.union([address.asciiLowercased])))
        router.get("metrics") { [metrics, sample] _, _ in
            await sample()
            return Response(
                status: .ok, headers: [.contentType: PrometheusMetrics.contentType],
                body: ResponseBody(byteBuffer: ByteBuffer(string: metrics.text())))
        }
        let application = Application(
            router: router,
            configuration: ApplicationConfiguration(address: .hostname(address, port: port), serverName: nil),
            onServerRunning: { [logger = storage.logger] channel in
                logger.notice(
                    "serving metrics", metadata: ["address": "\(address):\(channel.localAddress?.port ?? port)"])
            }, logger: storage.logger)
        do {
            try await application.run()
        } catch {
            guard let failure = StartFailure(binding: error, hostname: address, port: port) else { throw error }
            throw StartFailure("metrics.port: \(failure)")
        }
    }
}

/// Responds with 421 to other host names: by DNS rebinding, a page of any site could read the metrics through a browser
/// that reaches this server. DNS cannot rebind an IP address.
private struct HostCheck<Context: RequestContext>: RouterMiddleware {
    let names: Set<String>

    func handle(
        _ request: Request, context: Context, next: (Request, Context) async throws -> Response
    ) async throws -> Response {
        guard let authority = request.head.authority, request.headers[HTTPField.Name("Host")!] == nil,
            let host = ProtectedAddress("http://\(authority)/")?.hostname
        else { throw HTTPError(.badRequest) }
        guard Self.isAddress(host) || host == "localhost" || names.contains(host) else {
            throw HTTPError(.misdirectedRequest)
        }
        return try await next(request, context)
    }

    private static func isAddress(_ host: String) -> Bool {
        var address = in_addr()
        return host.utf8.first == UInt8(ascii: "[") || inet_pton(AF_INET, host, &address) == 1
    }
}

/// Keeps pages from showing or using a response, and browsers from storing it (ASVS 5.0, 3.4).
private struct ProtectingHeaders<Context: RequestContext>: RouterMiddleware {
    func handle(
        _ request: Request, context: Context, next: (Request, Context) async throws -> Response
    ) async throws -> Response {
        var response: Response
        do {
            response = try await next(request, context)
        } catch let error as any HTTPResponseError {
            response = Response(status: error.status)
        }
        response.headers[.cacheControl] = "no-store"
        response.headers[.contentSecurityPolicy] = "default-src 'none'; frame-ancestors 'none'"
        response.headers[.xContentTypeOptions] = "nosniff"
        response.headers[HTTPField.Name("Referrer-Policy")!] = "no-referrer"
        response.headers[HTTPField.Name("Cross-Origin-Resource-Policy")!] = "same-origin"
        return response
    }
}
