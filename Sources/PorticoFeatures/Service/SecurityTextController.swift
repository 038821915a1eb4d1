import Foundation
import HTTPTypes
import Hummingbird
import PorticoHTML
import PorticoViews

/// `security.txt`, which names the contact for reports of vulnerabilities (RFC 9116).
struct SecurityTextController: Sendable {
    /// The address for reports.
    let contact: WebURL
    let origin: PublicOrigin

    /// The days for which an answer is valid; the standard advises less than a year.
    private static let days = 180

    func text(_ request: Request, context: PorticoContext) -> Response {
        let day = 86_400.0
        let today = (Date().timeIntervalSince1970 / day).rounded(.down)
        let expires = Date(timeIntervalSince1970: (today + Double(Self.days)) * day)
        return .text(
            """
            Contact: \(contact)
            Expires: \(expires.formatted(.iso8601))
            Canonical: \(origin)\(SitePath.securityText)

            """)
    }
}
