import Foundation
import PorticoAuth
import PorticoTransfer

/// The answer to a call, as it comes in. As soon as it is known to be of no use, nothing more of it is read.
///
/// `@unchecked` because only the thread of the transfers touches what changes, until the transfer has ended.
final class GatewayAnswer: TransferDelegate, @unchecked Sendable {
    private(set) var status = 0
    private(set) var body = Data()
    /// What is wrong with it; nil where nothing is.
    private(set) var problem: GatewayError?
    /// Whether the head has come in whole.
    private(set) var hasHead = false

    private let wantsJSON: Bool
    private let limit: Int
    private var fields: [String: String] = [:]
    private var headSize = 0

    /// The most bytes of a head.
    private static let headLimit = 64 << 10

    /// - Parameter limit: the most bytes of JSON; nil where a body is not read.
    init(limit: Int?) {
        self.limit = limit ?? 0
        wantsJSON = limit != nil
    }

    /// A line of the head: the status, a field, or the empty one at its end. After the body come trailers, which say nothing.
    func received(_ line: Substring) -> Bool {
        headSize += line.utf8.count
        guard headSize <= Self.headLimit else { return end(.tooLarge) }
        let text = line.trimmingCharacters(in: .whitespacesAndNewlines)
        if text.hasPrefix("HTTP/") {
            status = text.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
            fields = [:]
        } else if let colon = text.firstIndex(of: ":"), !hasHead {
            let name = text[..<colon].lowercased()
            fields[name] = fields[name] ?? text[text.index(after: colon)...].trimmingCharacters(in: .whitespaces)
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

    /// Whether to go on.
    private func end(_ problem: GatewayError?) -> Bool {
        self.problem = problem
        return problem == nil
    }

    /// What the head says against the answer.
    private var failure: GatewayError? {
        switch status {
        case 200..<300:
            if !wantsJSON {
                nil
            } else if !isJSON {
                .unbelievable(.unreadable(nil))
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
        let type = fields["content-type"]?.prefix { $0 != ";" }
        return type?.split(separator: " ").joined().lowercased() == "application/json"
    }

    private var isTooLong: Bool {
        fields["content-length"].flatMap { Int($0) }.map { $0 > limit } ?? false
    }

    /// Seconds to wait, a day at most; nil where there are none, or a date.
    private var retryAfter: Int? {
        guard let text = fields["retry-after"], text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
        return Int(text).map { min($0, 86_400) }
    }
}
