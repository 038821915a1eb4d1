/// The site that passkeys belong to (WebAuthn level 3, section 4).
public struct RelyingParty: Hashable, Sendable {
    /// The host of `origin`, without a port. Browsers accept no IP address.
    public let id: String
    /// The origin of the pages that ask for passkeys, as browsers write it: `https://HOST[:PORT]`, in lower case.
    public let origin: String
    /// The origins of other pages that may show those pages in a frame.
    public let topOrigins: [String]

    public init(id: String, origin: String, topOrigins: [String] = []) {
        self.id = id
        self.origin = origin
        self.topOrigins = topOrigins
    }
}
