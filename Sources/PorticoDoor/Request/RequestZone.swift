import Foundation
import Hummingbird
import PorticoConfig

/// The time zone of a browser. Script writes its name into a cookie, because browsers do not send it.
package struct RequestZone: Sendable {
    private let cookie: ServerCookie
    /// The zones by name. Most browsers of an installation send one of a few.
    private let known = BoundedCache<String, TimeZone?>(capacity: 256)

    package init(origin: PublicOrigin) {
        cookie = ServerCookie("zone", origin: origin)
    }

    /// The name of the cookie.
    package var cookieName: String { cookie.name }

    /// nil if the cookie is missing, or names no time zone.
    package func zone(of request: Request) -> TimeZone? { identifier(in: request).flatMap(zone(named:)) }

    /// The name of the zone, as the browser writes it; nil if there is no such zone.
    package func identifier(in request: Request) -> String? {
        guard let name = cookie.value(in: request), name.utf8.count <= Self.limit, zone(named: name) != nil else {
            return nil
        }
        return name
    }

    private func zone(named name: String) -> TimeZone? {
        if let zone = known.value(for: name) { return zone }
        let ticket = known.ticket()
        let zone = TimeZone(identifier: name)
        known.store(zone, for: name, since: ticket)
        return zone
    }

    /// Maximum length of a name in bytes. The longest one has 32.
    private static let limit = 64
}
