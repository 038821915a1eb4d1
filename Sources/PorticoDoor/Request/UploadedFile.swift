/// A file that a person has chosen in a form.
///
/// Name and type come from the browser. Do not rely on them: a name is not a path, and the bytes may be anything.
public struct UploadedFile: Decodable, Hashable, Sendable {
    /// The name of the file on the person's device.
    public let name: String
    /// The media type, as in `image/png`; empty if the browser names none.
    public let mediaType: String
    public let bytes: [UInt8]

    /// - Parameters:
    ///   - name: the name of the file.
    ///   - mediaType: as in `image/png`, or empty.
    ///   - bytes: the content.
    public init(name: String, mediaType: String, bytes: [UInt8]) {
        self.name = name
        self.mediaType = mediaType
        self.bytes = bytes
    }

    /// Always fails, because a text is not a file.
    ///
    /// - Throws: `DecodingError.typeMismatch`.
    public init(from decoder: any Decoder) throws {
        throw DecodingError.typeMismatch(
            Self.self, DecodingError.Context(codingPath: decoder.codingPath, debugDescription: "a field with a text"))
    }
}
