import PorticoHTML

/// Something that the server is built from, and the terms under which it may be used.
public struct Licence: Sendable {
    /// The name of its package or library, lower case; the last segment of its page's address.
    public let id: String
    /// As people know it.
    public let name: String
    /// The notice that goes with the terms.
    public let copyright: String?
    public let terms: Terms

    /// The terms in use, each with a text of its own.
    public enum Terms: Sendable, CaseIterable {
        case apache
        /// Apache 2.0 with Swift's Runtime Library Exception.
        case apacheWithException
        case mit
        case curl
        case publicDomain

        func name(_ t: Strings) -> String {
            switch self {
            case .apache, .apacheWithException: "Apache 2.0"
            case .mit: "MIT"
            case .curl: "curl"
            case .publicDomain: t.publicDomain
            }
        }
    }

    init(_ id: String, _ name: String, _ terms: Terms, copyright: String? = nil) {
        self.id = id
        self.name = name
        self.terms = terms
        self.copyright = copyright
    }

    /// The licence with this id.
    public init?(id: String) {
        guard let licence = Self.all.first(where: { $0.id == id }) else { return nil }
        self = licence
    }

    var path: SitePath { .licence(id) }
}

/// Version 2.0 of January 2004.
struct ApacheLicence: Sendable {}

/// What Swift's own libraries add to it.
struct RuntimeLibraryException: Sendable {}

struct MITLicence: Sendable {}

struct CurlLicence: Sendable {}

struct PublicDomainNotice: Sendable {}
