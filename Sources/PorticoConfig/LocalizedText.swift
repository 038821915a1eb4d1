import Synchronization

/// A text for people: an entry of a string catalogue with its arguments, or text that is the same in every language.
///
/// Stores, events and jobs keep the entry. Whoever writes a page for a reader turns it into text of the reader's language
/// with ``string(in:)``; templates do so with `{{ text }}`. The compiler of catalogues makes a value for each entry, so
/// that `.ordersOpen(3)` stands for the entry `ordersOpen`.
///
/// Its JSON form is a string for text without an entry, and otherwise
/// `{"arguments":[3],"catalogue":"Shop.Strings","key":"ordersOpen"}`. With a language in ``CodingUserInfoKey/language``,
/// an encoder writes the text of that language instead.
public struct LocalizedText: Hashable, Sendable {
    /// A value for a placeholder of the entry.
    enum Argument: Hashable, Sendable {
        case integer(Int)
        case text(LocalizedText)
    }

    private enum Content: Hashable, Sendable {
        case verbatim(String)
        case entry(catalogue: String, key: String, arguments: [Argument])
    }

    private let content: Content

    /// An entry of a catalogue. The generated values call this.
    ///
    /// - Parameters:
    ///   - key: the key of the entry.
    ///   - arguments: in the order of the placeholders' positions.
    public init(_ key: String, of catalogue: any TextCatalogue.Type, _ arguments: any TextArgument...) {
        catalogue.register()
        content = .entry(catalogue: catalogue.name, key: key, arguments: arguments.map(Argument.init))
    }

    /// The text in a language; the key if no registered catalogue has the entry, such as during an update of several
    /// servers.
    ///
    /// - Parameter language: a BCP 47 tag.
    public func string(in language: String) -> String {
        switch content {
        case .verbatim(let text): text
        case .entry(let catalogue, let key, let arguments):
            TextCatalogues.find(catalogue)?
                .init(language: language).string(key, TextArguments(arguments, language: language)) ?? key
        }
    }

    /// Whether it shows nothing.
    package var isEmpty: Bool { content == .verbatim("") }
}

extension LocalizedText: ExpressibleByStringInterpolation {
    /// A text that is the same in every language.
    public init(stringLiteral text: String) {
        content = .verbatim(text)
    }
}

extension LocalizedText: CustomStringConvertible {
    /// The text in the source language of its catalogue, for logs.
    public var description: String { string(in: "") }
}

extension CodingUserInfoKey {
    /// The language in which an encoder writes each ``LocalizedText``: a BCP 47 tag, `String`.
    package static let language = CodingUserInfoKey(rawValue: "language")!
}

extension LocalizedText: Codable {
    private enum CodingKeys: CodingKey {
        case catalogue, key, arguments
    }

    public init(from decoder: any Decoder) throws {
        if let text = try? decoder.singleValueContainer().decode(String.self) {
            content = .verbatim(text)
            return
        }
        let fields = try decoder.container(keyedBy: CodingKeys.self)
        content = .entry(
            catalogue: try fields.decode(String.self, forKey: .catalogue),
            key: try fields.decode(String.self, forKey: .key),
            arguments: try fields.decode([Argument].self, forKey: .arguments))
    }

    public func encode(to encoder: any Encoder) throws {
        guard case .entry(let catalogue, let key, let arguments) = content, encoder.userInfo[.language] == nil else {
            var container = encoder.singleValueContainer()
            return try container.encode(string(in: encoder.userInfo[.language] as? String ?? ""))
        }
        var fields = encoder.container(keyedBy: CodingKeys.self)
        try fields.encode(catalogue, forKey: .catalogue)
        try fields.encode(key, forKey: .key)
        try fields.encode(arguments, forKey: .arguments)
    }
}

extension LocalizedText.Argument: Codable {
    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if let number = try? container.decode(Int.self) {
            self = .integer(number)
        } else {
            self = .text(try container.decode(LocalizedText.self))
        }
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .integer(let number): try container.encode(number)
        case .text(let text): try container.encode(text)
        }
    }

    fileprivate init(_ value: any TextArgument) {
        switch value {
        case let number as Int: self = .integer(number)
        case let text as any LocalizedTextConvertible: self = .text(text.localizedText)
        default: preconditionFailure("\(type(of: value)) is no argument of a text")
        }
    }
}

/// A value for a placeholder: `Int`, `String` or ``LocalizedText``.
public protocol TextArgument: Sendable {}

extension Int: TextArgument {}

/// A text for people, such as that of a toast: ``LocalizedText``, or a `String` that is the same in every language.
public protocol LocalizedTextConvertible: TextArgument {
    var localizedText: LocalizedText { get }
}

extension LocalizedText: LocalizedTextConvertible {
    public var localizedText: LocalizedText { self }
}

extension String: LocalizedTextConvertible {
    public var localizedText: LocalizedText { LocalizedText(stringLiteral: self) }
}

/// The arguments of an entry, for one reader. The generated catalogues read them.
public struct TextArguments: Sendable {
    private let values: [LocalizedText.Argument]
    private let language: String

    init(_ values: [LocalizedText.Argument], language: String) {
        self.values = values
        self.language = language
    }

    /// An argument as text of the reader's language, from 0; empty without such an argument.
    public func string(_ index: Int) -> String {
        guard values.indices.contains(index) else { return "" }
        return switch values[index] {
        case .integer(let number): String(number)
        case .text(let text): text.string(in: language)
        }
    }

    /// An argument as a number, from 0; 0 without such an argument.
    public func integer(_ index: Int) -> Int {
        guard values.indices.contains(index), case .integer(let number) = values[index] else { return 0 }
        return number
    }
}

/// A string catalogue in one language. The `Strings` that the compiler of catalogues makes for a target is one.
public protocol TextCatalogue: Sendable {
    /// - Parameter language: a BCP 47 tag.
    init(language: String)
    /// The text of an entry; nil if the catalogue has no such key.
    func string(_ key: String, _ arguments: TextArguments) -> String?
}

extension TextCatalogue {
    /// The name of the catalogue in stored texts: the module and the type.
    static var name: String { String(reflecting: self) }

    /// Makes the catalogue known to this process, so that texts in the database and of other servers can be shown. A
    /// text that this process makes does the same.
    public static func register() { TextCatalogues.add(self) }
}

/// The catalogues that this process knows, by name.
private enum TextCatalogues {
    private static let all = Mutex<[String: any TextCatalogue.Type]>([:])

    static func add(_ catalogue: any TextCatalogue.Type) { all.withLock { $0[catalogue.name] = catalogue } }
    static func find(_ name: String) -> (any TextCatalogue.Type)? { all.withLock { $0[name] } }
}
