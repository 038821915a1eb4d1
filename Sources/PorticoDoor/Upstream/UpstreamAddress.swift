import NIOCore
import PorticoAuth
import PorticoBytes

/// The address of the application behind this server: `http://HOST[:PORT]`.
public struct UpstreamAddress: Hashable, Sendable, CustomStringConvertible {
    /// A name or an IP address, without brackets.
    let host: String
    let port: Int
    public let description: String

    /// nil unless `text` is an http address without a path.
    public init?(_ text: String) {
        guard let address = ProtectedAddress(text), !address.isSecure, address.target == "/" else { return nil }
        host = address.hostname.begins(with: "[") ? String(address.hostname.dropFirst().dropLast()) : address.hostname
        port = address.port ?? 80
        description = address.origin
    }
}

/// The application behind this server.
public struct Upstream: Hashable, Sendable {
    public var address: UpstreamAddress
    /// The maximum time until a response begins.
    public var timeout: Duration

    public init(address: UpstreamAddress, timeout: Duration = .seconds(60)) {
        self.address = address
        self.timeout = timeout
    }
}
