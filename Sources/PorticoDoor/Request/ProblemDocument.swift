import Foundation
import NIOCore

/// An error for programs (RFC 9457).
package struct ProblemDocument: Encodable {
    let type = "about:blank"
    package let title: String
    package let status: Int
    /// The id of the error in the log.
    let instance: String?

    package init(title: String, status: Int, instance: String?) {
        self.title = title
        self.status = status
        self.instance = instance
    }

    package func encoded() -> ByteBuffer {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        // Encoding strings and a number cannot fail.
        return ByteBuffer(bytes: (try? encoder.encode(self)) ?? Data("{}".utf8))
    }
}
