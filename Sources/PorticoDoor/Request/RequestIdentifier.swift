import HTTPTypes
import Logging
import PorticoBytes

/// The id of a request, in each of its log lines and in its response.
public enum RequestIdentifier {
    /// The id of the request that the task works on; nil in other tasks.
    @TaskLocal public static var current: String?

    /// Adds the id to the lines of loggers other than the request's.
    public static let metadata = Logger.MetadataProvider { current.map { [key: "\($0)"] } ?? [:] }

    /// The key in log lines. It is Hummingbird's.
    package static let key = "hb.request.id"

    /// The id that a proxy has given a request, if it consists of 1 to 64 ASCII letters, digits, `.`, `_` and `-`.
    package static func valid(_ text: String?) -> String? {
        guard let text, (1...64).contains(text.utf8.count), text.utf8.allSatisfy(isAllowed) else { return nil }
        return text
    }

    private static func isAllowed(_ byte: UInt8) -> Bool {
        byte.isASCIILetter || byte.isASCIIDigit || "._-".utf8.contains(byte)
    }
}
