import Foundation
import PorticoBytes

/// Where a package is, seen from a checkout of Portico.
struct PackagePlace {
    /// The path from the package to the checkout, such as `../portico`.
    let pathToCheckout: String
    /// The paths of both in the nearest folder that contains them; empty for this folder itself.
    let package: String
    let checkout: String

    init(of package: URL, checkout: URL) {
        // The package is not there yet.
        let package = Self.names(package.deletingLastPathComponent()) + [package.lastPathComponent[...]]
        let checkout = Self.names(checkout)
        let common = zip(package, checkout).prefix { $0 == $1 }.count
        let (own, others) = (package.dropFirst(common), checkout.dropFirst(common))
        pathToCheckout = (own.map { _ in ".." } + others.map(String.init)).joined(separator: "/")
        self.package = own.joined(separator: "/")
        self.checkout = others.joined(separator: "/")
    }

    private static func names(_ folder: URL) -> [Substring] {
        folder.standardizedFileURL.resolvingSymlinksInPath().path.fields(separatedBy: "/", omittingEmpty: true)
    }
}
