import PorticoBytes

/// The languages that a browser asks for: the header field `Accept-Language` (RFC 9110, 12.5.4).
public struct AcceptLanguage: Sendable {
    /// Ranges in lower case, the most wanted first.
    private var wanted: [String] = []
    /// The ranges with `q=0`, in lower case.
    private var refused: [String] = []

    /// The number of ranges that are read. Browsers send fewer.
    private static let limit = 32

    /// - Parameter field: the value of the header field. Malformed ranges are ignored.
    public init(_ field: String) {
        var weighted: [(range: String, weight: Int)] = []
        for item in field.fields(separatedBy: ",", maxSplits: Self.limit).prefix(Self.limit) {
            let parts = item.fields(separatedBy: ";")
            guard let range = Self.range(parts[0].trimmed()), let weight = Self.weight(parts.dropFirst()) else {
                continue
            }
            if weight == 0 {
                refused.append(range)
            } else {
                weighted.append((range, weight))
            }
        }
        // Ranges of the same weight keep their order.
        let sorted = weighted.enumerated()
            .sorted { ($1.element.weight, $0.offset) < ($0.element.weight, $1.offset) }
        var script: Substring?
        wanted = sorted.map { Self.scripted($0.element.range, &script) }
    }

    /// The best of the offered languages: by lookup (RFC 4647, 3.4), with the script that a range of Chinese has by its
    /// region. `zh-TW` does not get `zh-Hans`, but the next language of the list.
    ///
    /// - Parameters:
    ///   - tags: the offered languages, BCP 47 tags.
    ///   - usual: the language for browsers that want none of them.
    public func choose(from tags: [String], usual: String) -> String {
        guard !wanted.isEmpty else { return usual }
        let offered = tags.map { (tag: $0, range: Self.scripted($0.asciiLowercased)) }
            .filter { language in !refused.contains { Self.covers($0, language.range) } }
        for range in wanted {
            // A range loses subtags from its end, so it meets the longest language first.
            let matches = offered.filter { Self.covers($0.range, range) }
            if let match = matches.max(by: { $0.range.utf8.count < $1.range.utf8.count }) { return match.tag }
        }
        return usual
    }

    /// Whether a range is a language tag, or begins it.
    private static func covers(_ range: String, _ tag: String) -> Bool {
        guard let rest = tag.dropping(prefix: range) else { return false }
        return rest.isEmpty || rest.begins(with: "-")
    }
}

extension AcceptLanguage {
    /// A range in lower case, with today's codes; nil if it is malformed, or `*`, which lookup skips.
    private static func range(_ text: Substring) -> String? {
        let subtags = text.asciiLowercased.fields(separatedBy: "-")
        let isValid = subtags.allSatisfy { subtag in
            (1...8).contains(subtag.utf8.count) && subtag.utf8.allSatisfy { $0.isASCIILetter || $0.isASCIIDigit }
        }
        guard isValid, subtags.count <= 8 else { return nil }
        let rest = subtags.dropFirst().drop { $0.utf8.count == 3 && $0.utf8.allSatisfy(\.isASCIILetter) }
        return ([Substring(currentCodes[String(subtags[0])] ?? String(subtags[0]))] + rest).joined(separator: "-")
    }

    /// The codes of languages that have another one today. Mandarin is the Chinese of `zh`.
    private static let currentCodes = ["in": "id", "iw": "he", "ji": "yi", "cmn": "zh"]

    /// A tag with the script that its region implies. Only Chinese needs it: its scripts are different languages to readers.
    ///
    /// - Parameter script: the script of the Chinese ranges before. `zh` alone has it too: browsers in Taiwan send
    ///   `zh-TW, zh;q=0.9`.
    private static func scripted(_ tag: String, _ script: inout Substring?) -> String {
        let subtags = tag.fields(separatedBy: "-")
        guard subtags[0] == "zh" else { return tag }
        guard subtags.count > 1 else { return "zh-\(script ?? "hans")" }
        if subtags[1].utf8.count == 4 {
            script = script ?? subtags[1]
            return tag
        }
        let ofRegion: Substring = ["tw", "hk", "mo"].contains(String(subtags[1])) ? "hant" : "hans"
        script = script ?? ofRegion
        return ([subtags[0], ofRegion] + subtags.dropFirst()).joined(separator: "-")
    }

    private static func scripted(_ tag: String) -> String {
        var script: Substring?
        return scripted(tag, &script)
    }

    /// The weight of a range in thousandths (RFC 9110, 12.4.2); nil if it is malformed.
    private static func weight(_ parameters: ArraySlice<Substring>) -> Int? {
        guard let parameter = parameters.first?.trimmed() else { return 1000 }
        guard let value = parameter.dropping(prefix: "q=") ?? parameter.dropping(prefix: "Q=") else { return nil }
        let (whole, fraction) = value.cut(at: ".") ?? (value[...], "")
        guard ["0", "1"].contains(String(whole)), fraction.utf8.count <= 3, fraction.utf8.allSatisfy(\.isASCIIDigit)
        else {
            return nil
        }
        let digits = String(fraction) + String(repeating: "0", count: 3 - fraction.utf8.count)
        let weight = (whole == "1" ? 1000 : 0) + (Int(digits) ?? 0)
        return weight <= 1000 ? weight : nil
    }
}
