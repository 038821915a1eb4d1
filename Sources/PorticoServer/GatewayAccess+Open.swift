import PorticoAuth
import PorticoConfig
import PorticoGateway

extension GatewayAccess {
    /// The gateways of a server, and the key that their tokens are encrypted with. Drafts are too, so there is always one.
    ///
    /// - Throws: ``StartFailure``
    init(_ gateways: Gateways, options: ServerOptions, folder: DataFolder) throws {
        let pairs = options.servers.compactMap { server in gateways[server.id].map { (server.id, $0) } }
        guard let box = SecretBox(key: try options.gatewayKey ?? folder.gatewayKey()) else {
            throw StartFailure("the key of gateways must have 32 bytes")
        }
        self.init(
            Dictionary(uniqueKeysWithValues: pairs), box: box, workplacesInterval: options.workplacesInterval)
    }
}

extension Gateways {
    /// - Throws: ``StartFailure``
    convenience init(options: ServerOptions) throws {
        do {
            try self.init(
                servers: options.servers, certificateFile: options.gatewayCertificates, timeout: options.gatewayTimeout)
        } catch {
            throw StartFailure("\(error)")
        }
    }
}
