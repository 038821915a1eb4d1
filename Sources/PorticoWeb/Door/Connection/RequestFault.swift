import HTTPTypes
import Metrics

/// What a client did wrong with a request. The answer says it, and the connection ends.
enum RequestFault: String, Error, CaseIterable {
    /// Not HTTP/1.0 or 1.1, or cut off.
    case malformed
    case headTooLarge
    case bodyTooLarge
    /// The body did not arrive in time.
    case bodyTooSlow
    /// It expects what nobody here can do (RFC 9110, 10.1.1).
    case expectationUnknown
    /// Its body is coded in a way that nobody here reads (RFC 9112, 6.1).
    case codingUnknown
    /// It asks for a tunnel.
    case tunnelRefused
    case versionUnknown

    var status: HTTPResponse.Status {
        switch self {
        case .malformed: .badRequest
        case .headTooLarge: .requestHeaderFieldsTooLarge
        case .bodyTooLarge: .contentTooLarge
        case .bodyTooSlow: .requestTimeout
        case .expectationUnknown: .expectationFailed
        case .codingUnknown, .tunnelRefused: .notImplemented
        case .versionUnknown: .httpVersionNotSupported
        }
    }
}

/// How often clients did something wrong, by what it was.
struct RequestFaultCounters: Sendable {
    private let counters = Dictionary(
        uniqueKeysWithValues: RequestFault.allCases.map {
            ($0, Counter(label: "portico_request_faults", dimensions: [("fault", $0.rawValue)]))
        })

    func count(_ fault: RequestFault) {
        counters[fault]?.increment()
    }
}
