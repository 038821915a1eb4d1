import Foundation
import PorticoAuth
import PorticoConfig
import PorticoTransfer
import ServiceLifecycle

/// The gateways and identity providers of an installation, with a shared pool of connections. As a service, it
/// closes them at shutdown; running it is optional.
package final class Gateways: Service {
    private let transfers: Transfers
    private let gateways: [ServerID: HTTPGateway]
    /// The identity providers, by server.
    package let providers: [ServerID: any IdentityProvider]

    /// - Parameters:
    ///   - servers: local accounts are ignored.
    ///   - providers: how to log in at the identity providers that speak OpenID Connect.
    ///   - services: how to log in at the others.
    ///   - certificateFile: a PEM file of certificates to trust besides the system's, for instance of a private
    ///     authority.
    ///   - timeout: time limit for a call in total.
    ///   - untrusted: called when TLS fails, with the reason.
    ///   - breach: called when a response breaks the contract.
    ///   - refused: called when an identity provider refuses a login, with its word for it.
    /// - Throws: ``GatewaysProblem``
    package init(
        servers: [Server], providers: [ServerID: OpenIDOptions] = [:],
        services: [ServerID: ServiceOptions] = [:], certificateFile: String? = nil,
        timeout: Duration = .seconds(5),
        untrusted: @escaping @Sendable (ServerID, _ reason: String) -> Void = { _, _ in },
        breach: @escaping @Sendable (ServerID, GatewayError) -> Void = { _, _ in },
        refused: @escaping @Sendable (ServerID, _ reason: String) -> Void = { _, _ in },
        now: @escaping @Sendable () -> Date = { Date() }
    ) throws(GatewaysProblem) {
        let certificates = try certificateFile.map { file throws(GatewaysProblem) in
            guard let certificates = TrustedCertificates(file: file) else {
                throw GatewaysProblem(
                    description: "gateway.certificates: \(file) cannot be read, or has no certificate in it")
            }
            return certificates
        }
        let transfers = Transfers(connectionsPerHost: 32)
        func calls(_ server: ServerID) -> JSONCalls {
            JSONCalls(
                transfers: transfers, certificates: certificates, timeout: timeout,
                untrusted: { untrusted(server, $0) }, breach: { breach(server, $0) }, refused: { refused(server, $0) })
        }
        let pairs = servers.compactMap { server -> (ServerID, HTTPGateway)? in
            guard case .gateway(let url) = server.kind else { return nil }
            return (server.id, HTTPGateway(url: url, calls: calls(server.id)))
        }
        self.transfers = transfers
        gateways = Dictionary(pairs) { first, _ in first }
        var all: [ServerID: any IdentityProvider] = [:]
        for (id, options) in providers { all[id] = OpenIDProvider(options, calls: calls(id), now: now) }
        for (id, options) in services { all[id] = options.provider(calls(id)) }
        self.providers = all
    }

    /// nil for a server that is no gateway.
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
