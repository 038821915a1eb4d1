import HTTPTypes
import Metrics

/// A protocol error of a client. The response reports it, and the connection closes.
package enum RequestFault: String, Error, CaseIterable {
    /// The request is not HTTP/1.0 or 1.1, or is incomplete.
    case malformed
    case headTooLarge
    case bodyTooLarge
    /// The body took too long.
    case bodyTooSlow
    /// An unknown expectation (RFC 9110, 10.1.1).
    case expectationUnknown
    /// An unsupported transfer coding (RFC 9112, 6.1).
    case codingUnknown
    /// The method is `CONNECT`.
    case tunnelRefused
    case versionUnknown

    package var status: HTTPResponse.Status {
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

/// Counts protocol errors, by kind.
package struct RequestFaultCounters: Sendable {
    private let counters: [RequestFault: Counter]

    package init(factory: any MetricsFactory) {
        counters = Dictionary(
            uniqueKeysWithValues: RequestFault.allCases.map { fault in
                let dimensions = [("fault", fault.rawValue)]
                return (fault, Counter(label: "portico_request_faults", dimensions: dimensions, factory: factory))
            })
    }

    func count(_ fault: RequestFault) {
        counters[fault]?.increment()
    }
}
