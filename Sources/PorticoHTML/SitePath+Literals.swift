import Foundation
import PorticoBytes

/// Path literals, with values: `"/orders/\(number)?from=\(page)"`.
///
/// Each value is percent-encoded as UTF-8, so that it is a part of one segment or of the query, whatever it contains. A
/// value that no segment can hold (empty, `.`, `..`, or with a slash, a backslash or a control character) becomes the
/// replacement character U+FFFD: the path then leads to no page. ``SitePath/adding(segment:)`` returns nil instead.
///
/// A literal whose text breaks a rule is a programming error and stops the process.
extension SitePath: ExpressibleByStringInterpolation {
    public init(stringLiteral value: StaticString) {
        self.init(literal: value.description)
    }

    public init(stringInterpolation: StringInterpolation) {
        self.init(literal: stringInterpolation.text)
    }

    private init(literal: String) {
        guard Self.isValid(literal) else {
            let hint = literal.begins(with: "/") ? "" : ": it needs a slash in front, as in \"/\(literal)\""
            Self.stop("\"\(literal)\" is not a path on this site\(hint)")
        }
        self.init(trusted: literal)
    }

    /// Ends the process with a message. A trap would print a backtrace, which does not help the author of a page.
    private static func stop(_ sentence: String) -> Never {
        let program = URL(filePath: CommandLine.arguments.first ?? "").lastPathComponent
        FileHandle.standardError.write(Data("\(program): \(sentence)\n".utf8))
        exit(1)
    }

    /// The text of a literal with its values encoded.
    public struct StringInterpolation: StringInterpolationProtocol {
        fileprivate var text = ""

        public init(literalCapacity: Int, interpolationCount: Int) {
            text.reserveCapacity(literalCapacity + 16 * interpolationCount)
        }

        public mutating func appendLiteral(_ literal: StaticString) {
            text += literal.description
        }

        /// Takes neither optional values nor, before the query, a ``SitePath``: a path has more than one segment.
        public mutating func appendInterpolation(_ value: some CustomStringConvertible) {
            let isInQuery = text.has("?")
            precondition(isInQuery || !(value is SitePath), "a path in a path literal; use adding(segment:)")
            let value = value.description
            let isPossible = isInQuery || SitePath("/").adding(segment: value) != nil
            text += PercentEncoding.encode(isPossible ? value : "\u{FFFD}")
        }
    }
}
