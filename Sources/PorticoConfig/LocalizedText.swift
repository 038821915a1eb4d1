import Synchronization

/// A text for people: an entry of a string catalogue with its arguments, or text that is the same in every language.
///
/// Stores, events and jobs keep the entry. Whoever writes a page for a reader turns it into text of the reader's language
/// with ``string(in:)``; templates do so with `{{ text }}`. The compiler of catalogues makes a value for each entry, so
/// that `.ordersOpen(3)` stands for the entry `ordersOpen`.
///
/// Its JSON form is a string for text without an entry, and otherwise
/// `{"arguments":[3],"catalogue":"Shop.Strings","key":"ordersOpen"}`.
public struct LocalizedText: Hashable, Sendable {
    /// A value for a placeholder of the entry.
    public enum Argument: Hashable, Sendable {
        case integer(Int)
        case text(LocalizedText)
    }

    private enum Content: Hashable, Sendable {
        case verbatim(String)
        case entry(Catalogue, key: String, arguments: [Argument])
    }

    private let content: Content

    /// An entry of a catalogue. The generated values call this.
    ///
    /// - Parameters:
    ///   - key: the key of the entry.
    ///   - arguments: in the order of the placeholders' positions.
    public init(_ key: String, of catalogue: any TextCatalogue.Type, _ arguments: any TextArgument...) {
        content = .entry(.type(catalogue), key: key, arguments: arguments.map(\.textArgument))
    }

    /// A stored text.
    ///
    /// - Parameters:
    ///   - entry: its entry; nil if the text is the same in every language.
    ///   - text: the text in the source language, for a process that does not know the entry, such as during an update of
    ///     several servers.
    package init(entry: LocalizedText?, text: String) {
        self = entry.flatMap { $0.find(in: "") == nil ? nil : $0 } ?? LocalizedText(stringLiteral: text)
    }

    /// The text in a language; the key if no registered catalogue has the entry.
    ///
    /// - Parameter language: a BCP 47 tag.
    public func string(in language: String) -> String {
        switch content {
        case .verbatim(let text): text
        case .entry(_, let key, _): find(in: language) ?? key
        }
    }

    /// nil if no known catalogue has the entry.
    private func find(in language: String) -> String? {
        guard case .entry(let catalogue, let key, let arguments) = content else { return nil }
        return catalogue.type?.init(language: language).string(key, TextArguments(arguments, language: language))
    }

    /// Whether it shows nothing.
    package var isEmpty: Bool { content == .verbatim("") }

    /// The text itself if it has different forms in different languages, else nil.
    package var entry: LocalizedText? { if case .entry = content { self } else { nil } }
}

/// A catalogue of this program, or the name of one in a stored text.
private enum Catalogue: Hashable, Sendable {
    case type(any TextCatalogue.Type)
    case name(String)

    /// nil if this process does not know it.
    var type: (any TextCatalogue.Type)? {
        switch self {
        case .type(let type): type
        case .name(let name): TextCatalogues.find(name)
        }
    }

    var name: String {
        switch self {
        case .type(let type): type.name
        case .name(let name): name
        }
    }

    static func == (a: Catalogue, b: Catalogue) -> Bool { a.name == b.name }
    func hash(into hasher: inout Hasher) { hasher.combine(name) }
}

extension LocalizedText: ExpressibleByStringInterpolation {
    /// A text that is the same in every language.
    public init(stringLiteral text: String) {
        content = .verbatim(text)
    }
}

extension LocalizedText: CustomStringConvertible {
    /// The text in the source language of its catalogue, for logs and for earlier versions.
    public var description: String { string(in: "") }
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
            .name(try fields.decode(String.self, forKey: .catalogue)),
            key: try fields.decode(String.self, forKey: .key),
            arguments: try fields.decode([Argument].self, forKey: .arguments))
    }

    public func encode(to encoder: any Encoder) throws {
        switch content {
        case .verbatim(let text):
            var container = encoder.singleValueContainer()
            try container.encode(text)
        case .entry(let catalogue, let key, let arguments):
            // This process may read it again.
            catalogue.type?.register()
            var fields = encoder.container(keyedBy: CodingKeys.self)
            try fields.encode(catalogue.name, forKey: .catalogue)
            try fields.encode(key, forKey: .key)
            try fields.encode(arguments, forKey: .arguments)
        }
    }
}

extension LocalizedText.Argument: Codable {
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if let number = try? container.decode(Int.self) {
            self = .integer(number)
        } else {
            self = .text(try container.decode(LocalizedText.self))
        }
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .integer(let number): try container.encode(number)
        case .text(let text): try container.encode(text)
        }
    }
}

/// A value for a placeholder: `Int`, `String` or ``LocalizedText``.
public protocol TextArgument: Sendable {
    var textArgument: LocalizedText.Argument { get }
}

extension Int: TextArgument {
    public var textArgument: LocalizedText.Argument { .integer(self) }
}

/// A text for people, such as that of a toast: ``LocalizedText``, or a `String` that is the same in every language.
public protocol LocalizedTextConvertible: TextArgument {
    var localizedText: LocalizedText { get }
}

extension LocalizedTextConvertible {
    public var textArgument: LocalizedText.Argument { .text(localizedText) }
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

    /// Makes the catalogue known to this process, so that it can show the texts in the database and of other servers.
    public static func register() { TextCatalogues.add(self) }
}

/// The catalogues that this process knows, by name.
private enum TextCatalogues {
    private static let all = Mutex<[String: any TextCatalogue.Type]>([:])

    static func add(_ catalogue: any TextCatalogue.Type) { all.withLock { $0[catalogue.name] = catalogue } }
    static func find(_ name: String) -> (any TextCatalogue.Type)? { all.withLock { $0[name] } }
}
