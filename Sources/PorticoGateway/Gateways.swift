import AsyncHTTPClient
import NIOPosix
import NIOSSL
import PorticoAuth
import PorticoConfig
import ServiceLifecycle

/// The gateways of an installation, and their connections. As a service it ends those when the server shuts down; whoever does
/// not run it need not do anything.
///
/// A gateway works as long as this lives.
public final class Gateways: Service {
    private let client: HTTPClient
    private let gateways: [ServerID: HTTPGateway]

    /// - Parameters:
    ///   - servers: those that are not gateways are passed over.
    ///   - certificateFile: a file of certificates (PEM) to trust besides the system's, such as that of an authority of one's
    ///     own.
    ///   - timeout: what a call may take in all.
    /// - Throws: ``GatewaysProblem``
    public init(
        servers: [Server], certificateFile: String? = nil, timeout: Duration = .seconds(5)
    ) throws(GatewaysProblem) {
        let roots = try certificateFile.map(Self.certificates) ?? []
        let client = HTTPClient(
            eventLoopGroup: MultiThreadedEventLoopGroup.singleton,
            configuration: .gateways(trustedRoots: roots, connectTimeout: timeout))
        let pairs = servers.compactMap { server -> (ServerID, HTTPGateway)? in
            guard case .gateway(let url) = server.kind else { return nil }
            return (server.id, HTTPGateway(url: url, client: client, timeout: timeout))
        }
        self.client = client
        gateways = Dictionary(pairs) { first, _ in first }
    }

    deinit {
        // It says only that it was done before.
        client.shutdown { _ in }
    }

    /// Nil for a server that is no gateway, or is not known.
    public subscript(server: ServerID) -> (any Gateway)? { gateways[server] }

    /// Waits for the end, then closes the connections. What is still under way ends with ``GatewayError/unreachable``.
    public func run() async throws {
        try? await gracefulShutdown()
        try await client.shutdown()
    }

    private static func certificates(_ file: String) throws(GatewaysProblem) -> [NIOSSLCertificate] {
        do {
            let certificates = try NIOSSLCertificate.fromPEMFile(file)
            guard certificates.isEmpty else { return certificates }
        } catch {
            throw GatewaysProblem(description: "gateway.certificates: \(file) cannot be read")
        }
        throw GatewaysProblem(description: "gateway.certificates: there is no certificate in \(file)")
    }
}

/// Why gateways cannot be asked as they are configured: a sentence.
public struct GatewaysProblem: Error, Hashable, Sendable, CustomStringConvertible {
    public let description: String
}
