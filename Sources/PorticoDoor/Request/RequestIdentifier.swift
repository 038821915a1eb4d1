import HTTPTypes
import Logging
import PorticoBytes

/// The id of a request, in each of its log lines and in its response.
public enum RequestIdentifier {
    /// The id of the request that the task works for; nil in other tasks.
    @TaskLocal public static var current: String?

    /// Adds the id to the lines of loggers that are not the request's own.
    public static let metadata = Logger.MetadataProvider { current.map { [key: "\($0)"] } ?? [:] }

    /// The key in log lines; Hummingbird's.
    package static let key = "hb.request.id"

    /// The id that a proxy has given a request, if it is 1 to 64 letters, digits, `.`, `_` and `-` of ASCII.
    package static func valid(_ text: String?) -> String? {
        guard let text, (1...64).contains(text.utf8.count), text.utf8.allSatisfy(isAllowed) else { return nil }
        return text
    }

    private static func isAllowed(_ byte: UInt8) -> Bool {
        byte.isASCIILetter || byte.isASCIIDigit || "._-".utf8.contains(byte)
    }
}
