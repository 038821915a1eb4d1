#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The JSON form that server and script share: which version it is, and how it is written.
public enum CompactJSON {
    static let version = 1

    private enum CodingKeys: CodingKey {
        case version
    }

    /// Throws where the values come from a newer version, whose meaning is not known. Without a version they are taken
    /// for this one's.
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

    /// One line, for an attribute of the page or an event.
    public static func text(_ value: some Encodable) -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        // Objects of texts and of numbers as they are `written` can always be.
        return (try? encoder.encode(value)).map { String(decoding: $0, as: UTF8.self) } ?? "{}"
    }
}

extension Double {
    /// 0 for what JSON has no number for.
    var written: Double { isFinite ? self : 0 }
}
