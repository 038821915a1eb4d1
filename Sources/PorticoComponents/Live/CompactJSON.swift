import Foundation
import PorticoConfig

/// The versioned JSON format shared by server and script.
public enum CompactJSON {
    static let version = 1

    private enum CodingKeys: CodingKey {
        case version
    }

    /// Throws a `DecodingError` if the version is newer than this one. A missing version means this one.
    static func check(_ decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: CodingKeys.self)
        let found = try fields.decodeIfPresent(Int.self, forKey: .version) ?? version
        guard found <= version else {
            throw DecodingError.dataCorruptedError(
                forKey: .version, in: fields, debugDescription: "version \(found) is newer than \(version)")
        }
    }

    static func mark(_ encoder: any Encoder) throws {
        var fields = encoder.container(keyedBy: CodingKeys.self)
        try fields.encode(version, forKey: .version)
    }

    /// The value as one line of JSON, for an attribute or an event.
    ///
    /// - Parameter language: the language of its texts, a BCP 47 tag; nil for the form that stores keep.
    public static func text(_ value: some Encodable, in language: String? = nil) -> String {
        let encoder = JSONEncoder()
        encoder.userInfo[.language] = language
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        // Encoding cannot fail: all numbers are ``written``, and texts are not nested deeply.
        return (try? encoder.encode(value)).map { String(decoding: $0, as: UTF8.self) } ?? "{}"
    }
}

extension CodingUserInfoKey {
    /// The language in which an encoder writes texts: a BCP 47 tag, `String`; nil for the form that stores keep.
    static let language = CodingUserInfoKey(rawValue: "language")!
}

extension KeyedEncodingContainer {
    /// Writes a text in the language of the encoder. For a store, the text of the source language, for earlier versions,
    /// and beside it the entry of the catalogue.
    mutating func encode(
        _ text: LocalizedText, forKey key: Key, entry entryKey: Key, for encoder: any Encoder
    ) throws {
        let language = encoder.userInfo[.language] as? String
        try encode(language.map(text.string) ?? text.description, forKey: key)
        if language == nil { try encodeIfPresent(text.entry, forKey: entryKey) }
    }
}

extension KeyedDecodingContainer {
    /// A text as the encoding container writes it.
    func text(forKey key: Key, entry entryKey: Key) throws -> LocalizedText {
        LocalizedText(
            entry: try decodeIfPresent(LocalizedText.self, forKey: entryKey), text: try decode(String.self, forKey: key)
        )
    }
}

extension Double {
    /// The number itself, or 0 if JSON cannot represent it.
    var written: Double { isFinite ? self : 0 }
}
