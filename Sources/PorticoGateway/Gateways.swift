import PorticoAuth
import PorticoConfig
import PorticoTransfer
import ServiceLifecycle

/// The gateways of an installation, and their connections. As a service it ends those when the server shuts down; whoever does
/// not run it need not do anything.
public final class Gateways: Service {
    private let transfers: Transfers
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
        let certificates = try certificateFile.map { file throws(GatewaysProblem) in
            guard let certificates = TrustedCertificates(file: file) else {
                throw GatewaysProblem(
                    description: "gateway.certificates: \(file) cannot be read, or has no certificate in it")
            }
            return certificates
        }
        let transfers = Transfers(connectionsPerHost: 32)
        let pairs = servers.compactMap { server -> (ServerID, HTTPGateway)? in
            guard case .gateway(let url) = server.kind else { return nil }
            let gateway = HTTPGateway(url: url, transfers: transfers, certificates: certificates, timeout: timeout)
            return (server.id, gateway)
        }
        self.transfers = transfers
        gateways = Dictionary(pairs) { first, _ in first }
    }

    /// Nil for a server that is no gateway, or is not known.
    public subscript(server: ServerID) -> (any Gateway)? { gateways[server] }

    /// Waits for the end, then closes the connections. What is still under way ends with ``GatewayError/unreachable``.
    public func run() async throws {
        try? await gracefulShutdown()
        transfers.stop()
    }
}

/// Why gateways cannot be asked as they are configured: a sentence.
public struct GatewaysProblem: Error, Hashable, Sendable, CustomStringConvertible {
    public let description: String
}
