/// The way in which a language groups the digits of large numbers (Unicode CLDR, "Number Symbols").
enum DigitGroups {
    /// The separator of groups of three digits. A language that is not listed has a narrow space, as in ISO 31-0.
    static func separator(language: String) -> String {
        switch language.lowercased().prefix(while: { $0 != "-" && $0 != "_" }) {
        case "ar", "en", "he", "ja", "ko", "ms", "th", "yue", "zh": ","
        case "da", "de", "el", "es", "hr", "id", "it", "nl", "pt", "ro", "sl", "sr", "tr", "vi": "."
        case "bg", "cs", "et", "fi", "hu", "lt", "lv", "nb", "no", "pl", "ru", "sk", "sv", "uk": "\u{A0}"
        default: "\u{202F}"
        }
    }

    /// A function for the generated texts.
    static let function = #"""
        /// A number with its digits in groups of three.
        package static func grouped(_ number: Int, by separator: String) -> String {
        var groups: [String] = []
        var rest = number.magnitude
        while rest >= 1000 {
        let group = String(rest % 1000)
        groups.append(String(repeating: "0", count: 3 - group.utf8.count) + group)
        rest /= 1000
        }
        groups.append(String(rest))
        return (number < 0 ? "-" : "") + groups.reversed().joined(separator: separator)
        }

        """#
}
