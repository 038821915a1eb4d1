import Foundation
import PorticoBytes

/// Writes whole lines to standard error.
enum StandardError {
    /// A value as a line of JSON with its end, with control and direction characters escaped.
    static func line(of value: some Encodable) throws -> Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        let json = String(decoding: try encoder.encode(value), as: UTF8.self)
        return Data("\(json.escapingControlsOfJSON)\n".utf8)
    }

    /// Writes in one call, so that no other line gets in between. If standard error is closed, there is nowhere to
    /// report it.
    static func write(_ line: Data) {
        line.withUnsafeBytes { bytes in _ = Foundation.write(STDERR_FILENO, bytes.baseAddress, bytes.count) }
    }
}
