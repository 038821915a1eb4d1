import Foundation
import NIOCore

/// Writes a page into one buffer. Compiled templates call the method for the context of each value.
///
/// - ``markup(_:)`` for the literal parts of a template,
/// - `text` for values between tags,
/// - `attribute` for values in a quoted attribute,
/// - `url` for the whole value of a URL attribute.
public struct HTMLWriter: Sendable {
    /// An array, not a ByteBuffer: appending short runs takes a third of the time.
    @usableFromInline
    var output: [UInt8] = []

    /// The language of the page, a BCP 47 tag; selects the texts of the string catalogue.
    public let language: String

    /// The time zone of the times on the page; nil for UTC, which the times then say.
    public var timeZone: TimeZone?

    /// The direction of the language's script, as a value of `dir` (HTML).
    public var direction: String {
        let subtag = language.utf8.prefix { $0 != UInt8(ascii: "-") }
        return Self.rightToLeft.contains { subtag.elementsEqual($0.utf8) } ? "rtl" : "ltr"
    }

    /// The languages that are written from right to left.
    private static let rightToLeft = ["ar", "ckb", "dv", "fa", "he", "ps", "sd", "ug", "ur", "yi"]

    /// The path of the page below the one being written, the target of Close and Cancel. `/` if there is none.
    public var presenter: SitePath = "/"

    /// The address of the mark's image; nil for the drawing that is part of the page.
    public var mark: SitePath?

    /// The byte offset at which a streamed document is split; `nil` for a document sent in one piece.
    public private(set) var splitIndex: Int?

    /// - Parameters:
    ///   - capacity: bytes to reserve; a page that fits is written without growing the buffer.
    ///   - language: a BCP 47 tag.
    public init(capacity: Int = 16_384, language: String = "en") {
        self.output.reserveCapacity(capacity)
        self.language = language
    }

    /// The output so far, UTF-8.
    public var buffer: ByteBuffer { ByteBuffer(bytes: output) }

    /// Writes a literal part of a template unchanged.
    @inlinable
    public mutating func markup(_ literal: StaticString) {
        output.append(contentsOf: UnsafeBufferPointer(start: literal.utf8Start, count: literal.utf8CodeUnitCount))
    }

    /// Marks the current position as the split point of a streamed document. Only the first call has an effect.
    public mutating func split() {
        if splitIndex == nil { splitIndex = output.count }
    }
}
