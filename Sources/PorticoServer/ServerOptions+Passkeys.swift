import PorticoAuth
import PorticoFeatures

extension ServerOptions {
    /// The site of passkeys; nil if browsers have none for the origin: for an IP address, and for plain HTTP elsewhere
    /// than on `localhost`.
    var relyingParty: RelyingParty? { RelyingParty(effectiveOrigin, framedBy: protection.hosts) }
}

extension RelyingParty {
    /// - Parameter hosts: the hosts of protected applications, whose pages may show the login page in a frame.
    init?(_ origin: PublicOrigin, framedBy hosts: Set<String>) {
        guard !origin.hasIPAddress, origin.isSecure || origin.host == "localhost" else { return nil }
        let scheme = origin.isSecure ? "https" : "http"
        self.init(id: origin.host, origin: "\(origin)", topOrigins: hosts.sorted().map { "\(scheme)://\($0)" })
    }
}

extension PublicOrigin {
    /// A host whose last label is a number is an IPv4 address (URL Standard, 3.5).
    fileprivate var hasIPAddress: Bool {
        let last = host.utf8.split(separator: UInt8(ascii: ".")).last ?? [][...]
        return host.utf8.first == UInt8(ascii: "[")
            || last.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    }
}
