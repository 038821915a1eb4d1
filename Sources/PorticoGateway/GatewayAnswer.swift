import Foundation
import PorticoAuth
import PorticoBytes
import PorticoTransfer

/// The response to a call, during its reception. Reading stops as soon as the response is known to be invalid.
///
/// `@unchecked Sendable`: only the transfer thread uses its mutable state until the transfer has ended.
final class GatewayAnswer: TransferDelegate, @unchecked Sendable {
    private(set) var status = 0
    private(set) var body = Data()
    /// The problem of the response; nil if none was found.
    private(set) var problem: GatewayError?
    /// Whether the header section is complete.
    private(set) var hasHead = false

    private let wantsJSON: Bool
    private let statuses: Set<Int>
    private let limit: Int
    private let types: Set<String>
    /// By name in lower case. The first field of a name is used.
    private var fields: [String: Substring] = [:]
    private var headSize = 0

    /// Maximum size of the header section, in bytes.
    private static let headLimit = 64 << 10

    /// - Parameters:
    ///   - limit: maximum size of a JSON body, in bytes; nil ignores the body.
    ///   - statuses: the statuses to accept; nil for 200 with a body, and 204 without one.
    ///   - types: the media types that it may have.
    init(limit: Int?, statuses: Set<Int>? = nil, types: Set<String> = ["application/json"]) {
        self.statuses = statuses ?? [limit == nil ? 204 : 200]
        self.types = types
        self.limit = limit ?? 0
        wantsJSON = limit != nil
    }

    /// Receives the status line, a header field or the empty line at the end. Trailers after the body are ignored.
    func received(_ line: Substring) -> Bool {
        headSize += line.utf8.count
        guard headSize <= Self.headLimit else { return end(.tooLarge) }
        let text = line.trimmed(\.isASCIIWhitespace)
        if let line = StatusLine(line) {
            status = line.status
            fields = [:]
        } else if let (field, value) = text.cut(at: ":"), !hasHead {
            let name = field.asciiLowercased
            fields[name] = fields[name] ?? value.trimmed()
        } else if text.isEmpty, status >= 200, !hasHead {
            hasHead = true
            return end(failure)
        }
        return true
    }

    func received(_ bytes: UnsafeRawBufferPointer) -> Bool {
        guard wantsJSON else { return true }
        guard body.count + bytes.count <= limit else { return end(.tooLarge) }
        body.append(contentsOf: bytes)
        return true
    }

    /// Records the problem.
    ///
    /// - Returns: whether to continue.
    private func end(_ problem: GatewayError?) -> Bool {
        self.problem = problem
        return problem == nil
    }

    /// The problem in the status and header fields; nil if there is none.
    private var failure: GatewayError? {
        switch status {
        case _ where statuses.contains(status):
            if !wantsJSON {
                nil
            } else if !isJSON {
                .invalidAnswer(.unreadable(nil))
            } else {
                isTooLong ? .tooLarge : nil
            }
        case 300..<400: .redirected
        case 401: .refused(.credentials)
        case 403: .refused(.forbidden)
        case 429: .refused(.tooMany(retryAfter: retryAfter))
        default: .failed(status: status)
        }
    }

    private var isJSON: Bool {
        fields["content-type"].map { types.contains($0.before(";").trimmed().asciiLowercased) } ?? false
    }

    private var isTooLong: Bool {
        fields["content-length"].flatMap(Self.number).map { $0 > limit } ?? false
    }

    /// Seconds to wait, at most a day; nil if the field is missing or a date.
    private var retryAfter: Int? {
        fields["retry-after"].flatMap(Self.number).map { min($0, 86_400) }
    }

    /// The value of ASCII digits; nil for anything else.
    private static func number(_ digits: Substring) -> Int? {
        digits.utf8.allSatisfy(\.isASCIIDigit) ? Int(digits) : nil
    }
}
