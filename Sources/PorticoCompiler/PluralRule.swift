/// The plural rule of a language for whole numbers (Unicode CLDR, "Language Plural Rules").
enum PluralRule: String, CaseIterable, Sendable {
    /// No plural forms.
    case invariable
    /// One form for 1, one for the rest.
    case oneAlone
    /// As ``oneAlone``, with an optional form for whole millions.
    case oneAloneAndMillions
    /// One form for 0 and 1, one for the rest.
    case zeroAndOne
    /// As ``zeroAndOne``, with an optional form for whole millions.
    case zeroAndOneAndMillions
    case eastSlavic
    case polish
    case czech
    case southSlavic
    case slovenian

    /// `nil` if the rule of the language is unknown.
    init?(language: String) {
        let tag = language.lowercased().replacing("_", with: "-")
        let primary = String(tag.prefix { $0 != "-" })
        let match = tag.hasPrefix("pt-pt") ? "pt-pt" : primary
        guard let rule = Self.allCases.first(where: { $0.languages.contains(match) }) else { return nil }
        self = rule
    }

    /// The required forms. `zero` and the `many` of whole millions are optional.
    var requiredCategories: [String] {
        switch self {
        case .invariable: ["other"]
        case .oneAlone, .oneAloneAndMillions, .zeroAndOne, .zeroAndOneAndMillions: ["one", "other"]
        case .eastSlavic, .polish: ["one", "few", "many"]
        case .czech, .southSlavic: ["one", "few", "other"]
        case .slovenian: ["one", "two", "few", "other"]
        }
    }

    /// The required and the optional forms.
    var allowedCategories: Set<String> {
        switch self {
        case .oneAloneAndMillions, .zeroAndOneAndMillions, .czech: Set(requiredCategories + ["zero", "many", "other"])
        default: Set(requiredCategories + ["zero", "other"])
        }
    }

    private var languages: Set<String> {
        switch self {
        case .invariable:
            [
                "bo", "dz", "id", "ig", "ja", "jv", "km", "ko", "lo", "ms", "my", "su", "th", "to", "vi", "wo", "yo",
                "yue", "zh",
            ]
        case .oneAlone:
            [
                "af", "az", "bg", "da", "de", "el", "en", "eo", "et", "eu", "fi", "fo", "fy", "gl", "hu", "ia", "ka",
                "kk", "ku",
                "ky", "lb", "ml", "mn", "mr", "nb", "ne", "nl", "nn", "no", "or", "ps", "rm", "sd", "so", "sq", "sv",
                "sw", "ta",
                "te", "tk", "tr", "ug", "ur", "uz", "xh", "yi",
            ]
        case .oneAloneAndMillions: ["ca", "es", "it", "pt-pt"]
        case .zeroAndOne: ["am", "as", "bn", "fa", "gu", "hi", "hy", "kn", "ln", "mg", "pa", "ti", "zu"]
        case .zeroAndOneAndMillions: ["fr", "pt"]
        case .eastSlavic: ["be", "ru", "uk"]
        case .polish: ["pl"]
        case .czech: ["cs", "sk"]
        case .southSlavic: ["bs", "hr", "sh", "sr"]
        case .slovenian: ["sl"]
        }
    }
}
