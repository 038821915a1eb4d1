import PorticoConfig

/// A string catalogue in English and German, with one entry for each kind of argument.
public struct GreetingTexts: TextCatalogue {
    private let isGerman: Bool

    public init(language: String) {
        isGerman = language == "de"
    }

    public func string(_ key: String, _ arguments: TextArguments) -> String? {
        switch key {
        case "hello": isGerman ? "Hallo \(arguments.string(0))" : "Hello \(arguments.string(0))"
        case "guests": isGerman ? "\(arguments.integer(0)) Gäste" : "\(arguments.integer(0)) guests"
        default: nil
        }
    }
}

extension LocalizedTextConvertible where Self == LocalizedText {
    /// "Hello NAME", or "Hallo NAME".
    public static func hello(_ name: some LocalizedTextConvertible) -> LocalizedText {
        LocalizedText("hello", of: GreetingTexts.self, name)
    }

    /// "3 guests", or "3 Gäste".
    public static func guests(_ count: Int) -> LocalizedText {
        LocalizedText("guests", of: GreetingTexts.self, count)
    }
}
