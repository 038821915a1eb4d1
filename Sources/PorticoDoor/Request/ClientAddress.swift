import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import PorticoAuth
import PorticoBytes

/// Determines the client address of a request. `X-Forwarded-For` is used only from trusted proxies (ASVS 5.0, 15.3.4).
public struct ClientAddress: Sendable {
    private let proxies: [AddressRange]

    /// - Parameter proxies: the addresses of the proxies whose `X-Forwarded-For` is trusted.
    public init(trustedProxies proxies: [AddressRange] = []) {
        self.proxies = proxies
    }

    /// The user agent is parsed for unsafe methods only, because only those are logged with it.
    package func client(of request: Request, on channel: any Channel) -> Client {
        let isReading = request.method == .get || request.method == .head
        let agent = isReading ? nil : request.headers[.userAgent].map(UserAgent.name(of:))
        return Client(address: address(of: request, on: channel), agent: agent ?? "")
    }

    /// The last forwarded address that is not a trusted proxy. Each proxy appends the address of its client.
    private func address(of request: Request, on channel: any Channel) -> String {
        let peer = channel.remoteAddress?.ipAddress.map(AddressRange.plain) ?? ""
        guard !proxies.isEmpty, isProxy(peer) else { return peer }
        // If it is not an address, the entries before it are not trustworthy either.
        return lastClient(in: request).flatMap(Self.readable) ?? peer
    }

    /// Whether a trusted proxy identifies the client by something other than an address, so that all its clients share
    /// one address.
    package func cannotRead(_ request: Request, on channel: any Channel) -> Bool {
        isProxy(channel) && lastClient(in: request).map { Self.readable($0) == nil } ?? false
    }

    /// The last forwarded entry that is not a trusted proxy.
    private func lastClient(in request: Request) -> Substring? {
        request.headers[values: .xForwardedFor].flatMap { $0.fields(separatedBy: ",") }.map { $0.trimmed() }
            .last { Self.readable($0).map(isProxy) != true }
    }

    private static func readable(_ entry: Substring) -> String? {
        let known = try? SocketAddress(ipAddress: withoutPort(String(entry)), port: 0).ipAddress
        return known.map(AddressRange.plain)
    }

    /// Some proxies add the port: `192.0.2.7:4711`, `[2001:db8::1]:4711`.
    private static func withoutPort(_ address: String) -> String {
        if let bracketed = address.dropping(prefix: "[")?.cut(at: "]") { return String(bracketed.before) }
        let parts = address.fields(separatedBy: ":")
        return parts.count == 2 ? String(parts[0]) : address
    }

    /// The other end of a connection; nil if it has no address.
    func peer(of channel: any Channel) -> Client? {
        channel.remoteAddress?.ipAddress.map { Client(address: AddressRange.plain($0)) }
    }

    /// Whether the peer is a trusted proxy.
    package func isProxy(_ channel: any Channel) -> Bool {
        !proxies.isEmpty && isProxy(channel.remoteAddress?.ipAddress.map(AddressRange.plain) ?? "")
    }

    private func isProxy(_ address: String) -> Bool {
        AddressRange.bytes(of: address).map { bytes in proxies.contains { $0.contains(bytes) } } ?? false
    }
}

/// A range of IP addresses (RFC 4632), such as `10.0.0.0/8` or `::1`.
public struct AddressRange: Hashable, Sendable, CustomStringConvertible {
    /// The range as passed to the initializer.
    public let description: String
    private let prefix: [UInt8]
    private let bits: Int

    /// `nil` if `text` is neither an address nor a range.
    public init?(_ text: String) {
        let parts = text.fields(separatedBy: "/")
        guard parts.count <= 2, let bytes = Self.bytes(of: Self.plain(String(parts[0]))) else { return nil }
        let bits = parts.count == 2 ? Int(parts[1]) : bytes.count * 8
        guard let bits, (0...bytes.count * 8).contains(bits) else { return nil }
        description = text
        prefix = bytes
        self.bits = bits
    }

    /// The loopback addresses (RFC 1122, 3.2.1.3; RFC 4291, 2.5.3).
    public static let loopback = [AddressRange("127.0.0.0/8"), AddressRange("::1")].compactMap(\.self)

    /// Whether the text is an address in the range.
    public func contains(address: String) -> Bool {
        Self.bytes(of: Self.plain(address)).map(contains) ?? false
    }

    func contains(_ address: [UInt8]) -> Bool {
        guard address.count == prefix.count else { return false }
        return (0..<bits).allSatisfy { bit in
            (address[bit / 8] ^ prefix[bit / 8]) & (0x80 >> UInt8(bit % 8)) == 0
        }
    }

    /// Converts an IPv4-mapped IPv6 address (RFC 4291, 2.5.5.2) to IPv4.
    static func plain(_ address: String) -> String {
        address.has(".") ? String(address.dropping(prefix: "::ffff:") ?? address[...]) : address
    }

    /// The bytes of an address in network order; nil if the text is not an address.
    static func bytes(of address: String) -> [UInt8]? {
        guard let parsed = try? SocketAddress(ipAddress: address, port: 0) else { return nil }
        switch parsed {
        case .v4(let address): return withUnsafeBytes(of: address.address.sin_addr) { Array($0) }
        case .v6(let address): return withUnsafeBytes(of: address.address.sin6_addr) { Array($0) }
        case .unixDomainSocket: return nil
        }
    }
}
