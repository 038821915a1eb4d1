import PorticoHTML

/// A third-party component of the server, and its licence.
package struct Licence: Sendable {
    /// The name of the package or library in lower case; the last segment of the page's path.
    package let id: String
    /// The display name, the same in every language.
    package let name: String
    /// The copyright notice.
    package let copyright: String?
    /// The licence text.
    package let terms: Terms

    /// The licence texts in use.
    package enum Terms: Sendable, CaseIterable {
        case apache
        /// Apache 2.0 with Swift's Runtime Library Exception.
        case apacheWithException
        case mit
        case bsd
        case curl
        /// GNU Lesser General Public License 2.1 or any later version.
        case lgpl
        case png
        case postgreSQL
        case publicDomain

        func name(_ t: Strings) -> String {
            switch self {
            case .apache, .apacheWithException: "Apache 2.0"
            case .mit: "MIT"
            case .bsd: "BSD 2-Clause"
            case .curl: "curl"
            case .lgpl: "LGPL 2.1+"
            case .png: "libpng"
            case .postgreSQL: "PostgreSQL"
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

    /// The component with this id; nil if there is none.
    package init?(id: String) {
        guard let licence = Self.all.first(where: { $0.id == id }) else { return nil }
        self = licence
    }

    var path: SitePath { .licence(id) }
}

/// Apache License, version 2.0, January 2004.
struct ApacheLicence: Sendable {}

/// Swift's Runtime Library Exception to the Apache License.
struct RuntimeLibraryException: Sendable {}

struct MITLicence: Sendable {}
struct BSDLicence: Sendable {}

struct CurlLicence: Sendable {}

/// GNU Lesser General Public License, version 2.1, February 1999.
struct LGPLLicence: Sendable {}

struct PNGLicence: Sendable {}
struct PostgreSQLLicence: Sendable {}

struct PublicDomainNotice: Sendable {}
