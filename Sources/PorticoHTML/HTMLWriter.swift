import NIOCore

/// Writes a page into one buffer. Compiled templates call the method that fits the place where a value stands.
///
/// - ``markup(_:)`` for the literal parts of a template,
/// - `text` for values between tags,
/// - `attribute` for values in a quoted attribute,
/// - `url` for the whole value of an attribute that holds an address.
public struct HTMLWriter: Sendable {
    /// An array, not a ByteBuffer: appending a short run to it costs a third.
    @usableFromInline
    var output: [UInt8] = []

    /// The language of the page, a BCP 47 tag; it chooses the texts of the string catalogue.
    public let language: String

    /// The page beneath the one being written, where closing it leads to; the launch where nothing is beneath.
    public var presenter: SitePath = "/"

    /// Where a streamed document is cut, in bytes from its beginning; `nil` when it is sent in one piece.
    public private(set) var splitIndex: Int?

    /// - Parameters:
    ///   - capacity: bytes to reserve; a page that fits is written without growing the buffer.
    ///   - language: a BCP 47 tag.
    public init(capacity: Int = 16_384, language: String = "en") {
        self.output.reserveCapacity(capacity)
        self.language = language
    }

    /// What has been written so far, UTF-8.
    public var buffer: ByteBuffer { ByteBuffer(bytes: output) }

    /// Writes a literal part of a template as it is.
    @inlinable
    public mutating func markup(_ literal: StaticString) {
        output.append(contentsOf: UnsafeBufferPointer(start: literal.utf8Start, count: literal.utf8CodeUnitCount))
    }

    /// Marks this place as the one where a streamed document is cut. Only the first call counts.
    public mutating func split() {
        if splitIndex == nil { splitIndex = output.count }
    }
}
