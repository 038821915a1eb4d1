import Foundation
import NIOCore

/// What went wrong, for programs (RFC 9457).
struct ProblemDocument: Encodable {
    let type = "about:blank"
    let title: String
    let status: Int
    /// The id under which the log knows more.
    let instance: String?

    func encoded() -> ByteBuffer {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        // Encoding strings and a number cannot fail.
        return ByteBuffer(bytes: (try? encoder.encode(self)) ?? Data("{}".utf8))
    }
}
