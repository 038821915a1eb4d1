import Foundation
import NIOCore

/// An error for programs (RFC 9457).
struct ProblemDocument: Encodable {
    let type = "about:blank"
    let title: String
    let status: Int
    /// The id of the error in the log.
    let instance: String?

    func encoded() -> ByteBuffer {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        // Encoding strings and a number cannot fail.
        return ByteBuffer(bytes: (try? encoder.encode(self)) ?? Data("{}".utf8))
    }
}
