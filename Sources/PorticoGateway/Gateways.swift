import PorticoAuth
import PorticoConfig
import PorticoTransfer
import ServiceLifecycle

/// The gateways of an installation, with a shared pool of connections. As a service, it closes them at shutdown;
/// running it is optional.
package final class Gateways: Service {
    private let transfers: Transfers
    private let gateways: [ServerID: HTTPGateway]

    /// - Parameters:
    ///   - servers: servers that are not gateways are ignored.
    ///   - certificateFile: a PEM file of certificates to trust besides the system's, for instance of a private
    ///     authority.
    ///   - timeout: time limit for a call in total.
    ///   - untrusted: called when TLS fails, with the reason.
    ///   - breach: called when a response breaks the contract.
    /// - Throws: ``GatewaysProblem``
    package init(
        servers: [Server], certificateFile: String? = nil, timeout: Duration = .seconds(5),
        untrusted: @escaping @Sendable (ServerID, _ reason: String) -> Void = { _, _ in },
        breach: @escaping @Sendable (ServerID, GatewayError) -> Void = { _, _ in }
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
            let gateway = HTTPGateway(
                url: url, transfers: transfers, certificates: certificates, timeout: timeout,
                untrusted: { untrusted(server.id, $0) }, breach: { breach(server.id, $0) })
            return (server.id, gateway)
        }
        self.transfers = transfers
        gateways = Dictionary(pairs) { first, _ in first }
    }

    /// nil for a local or unknown server.
    package subscript(server: ServerID) -> (any Gateway)? { gateways[server] }

    /// Waits for the shutdown, then closes the connections. Running calls end with ``GatewayError/unreachable``.
    package func run() async throws {
        try? await gracefulShutdown()
        transfers.stop()
    }
}

/// The configuration of gateways is invalid. The description is a sentence.
package struct GatewaysProblem: Error, Hashable, Sendable, CustomStringConvertible {
    package let description: String
}
