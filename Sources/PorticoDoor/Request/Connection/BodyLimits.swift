import PorticoBytes

/// The maximum sizes of request bodies by path, and the requests that the application behind this server limits.
package struct BodyLimits: Sendable {
    /// The maximum size for all other paths, in bytes.
    package static let standard = 1_048_576

    /// Whether a request for this host and target passes to the application behind this server, which has limits of its
    /// own; nil without an application.
    package var isPassedOn: (@Sendable (_ host: String, _ target: String) -> Bool)?

    private var limits: [(pattern: [Substring], bytes: Int)] = []

    package init() {}

    /// - Parameter pattern: a path. A segment that begins with a colon matches any segment.
    package mutating func add(_ pattern: String, _ bytes: Int) {
        limits.append((Self.segments(pattern[...]), bytes))
    }

    /// The limit of a request in bytes.
    ///
    /// - Parameter target: the path and query of the request.
    func limit(of target: String) -> Int {
        guard !limits.isEmpty else { return Self.standard }
        let segments = Self.segments(target.before("?"))
        let match = limits.first { limit in
            limit.pattern.count == segments.count
                && zip(limit.pattern, segments).allSatisfy { $0.begins(with: ":") || $0.isSameBytes(as: $1) }
        }
        return match?.bytes ?? Self.standard
    }

    private static func segments(_ path: Substring) -> [Substring] {
        path.fields(separatedBy: "/", omittingEmpty: true)
    }
}
