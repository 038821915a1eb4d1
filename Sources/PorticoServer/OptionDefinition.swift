import PorticoBrand
import PorticoBytes
import PorticoConfig
import PorticoViews

/// The definition of an option. Parsing, validation, storing, `portico config`, Administration and
/// docs/configuration.md derive from it.
struct OptionDefinition: Sendable {
    let key: String
    /// The valid values, as text for the reference.
    let rule: String
    /// The description for the reference.
    let sentence: String
    /// The valid numbers; nil for other types.
    var range: OptionRange?
    var isSecret = false
    /// Whether it is `true` or `false`.
    var isFlag = false
    /// Whether administrators can change it. Their value is stored in the database.
    var canBeKept = false
    /// Whether a stored value is in force at once, without a restart.
    var isLive = false
    /// Whether it requires a mail server.
    var isOfMailServer = false
    /// Whether it requires a database of PostgreSQL.
    var isOfPostgreSQL = false
    /// Parses and applies a value. Throws a ``StartFailure`` that names the valid values.
    let set: @Sendable (inout ServerOptions, String) throws -> Void
    /// The value in force, as configuration text; nil for none. For a secret, only whether it is set.
    let text: @Sendable (ServerOptions) -> String?
    /// The value for Administration; nil to show the text.
    var shown: @Sendable (ServerOptions) -> InstallationSetting.Value?

    init(
        _ key: String, rule: String, _ sentence: String,
        shown: @escaping @Sendable (ServerOptions) -> InstallationSetting.Value? = { _ in nil },
        set: @escaping @Sendable (inout ServerOptions, String) throws -> Void,
        text: @escaping @Sendable (ServerOptions) -> String?
    ) {
        self.key = key
        self.rule = rule
        self.sentence = sentence
        self.shown = shown
        self.set = set
        self.text = text
    }

    /// A copy that administrators can change.
    var kept: OptionDefinition { with(\.canBeKept) }

    /// A copy that administrators can change while the server runs. It must be part of the ``AuthPolicy``
    /// or of the ``Brand``.
    var live: OptionDefinition { kept.with(\.isLive) }

    /// A copy whose value is never shown.
    var secret: OptionDefinition { with(\.isSecret) }

    /// A copy that requires a mail server.
    var ofMailServer: OptionDefinition { with(\.isOfMailServer) }

    /// A copy that requires a database of PostgreSQL.
    var ofPostgreSQL: OptionDefinition { with(\.isOfPostgreSQL) }

    private func with(_ flag: WritableKeyPath<OptionDefinition, Bool>) -> OptionDefinition {
        var definition = self
        definition[keyPath: flag] = true
        return definition
    }

    /// - Throws: ``StartFailure`` for a text with hidden characters. A secret, which is never shown, may have them, but
    ///   no zero byte, where a library would cut it off. The parts of a brand have rules of their own.
    func requirePlain(_ text: String) throws {
        let isPlain =
            isSecret || BrandField(rawValue: key) != nil
            ? !text.utf8.contains(0) : !text.replacing(bytes: "\t", with: " ").hasHiddenCharacters
        guard isPlain else { throw StartFailure("\(key) \(BrandProblem.hiddenCharacter.sentence)") }
    }

    /// The error for an invalid value.
    static func failure(_ key: String, mustBe expected: String, not text: String) -> StartFailure {
        StartFailure("\(key) must be \(expected), not \"\(text)\"")
    }
}

// MARK: Kinds

extension OptionDefinition {
    typealias Path<Value> = WritableKeyPath<ServerOptions, Value> & Sendable

    static func text(
        _ key: String, _ path: any Path<String>, rule: String = "text", _ sentence: String
    ) -> OptionDefinition {
        OptionDefinition(key, rule: rule, sentence) {
            $0[keyPath: path] = $1
        } text: {
            $0[keyPath: path]
        }
    }

    /// For an optional text.
    static func text(
        _ key: String, _ path: any Path<String?>, rule: String = "text", _ sentence: String
    ) -> OptionDefinition {
        OptionDefinition(key, rule: rule, sentence) {
            $0[keyPath: path] = $1
        } text: {
            $0[keyPath: path]
        }
    }

    static func flag(_ key: String, _ path: any Path<Bool>, _ sentence: String) -> OptionDefinition {
        OptionDefinition(key, rule: "`true`, `false`", sentence) { options, text in
            guard let value = Bool(text) else { throw failure(key, mustBe: "true or false", not: text) }
            options[keyPath: path] = value
        } text: {
            "\($0[keyPath: path])"
        }.with(\.isFlag)
    }

    static func choice<Value: RawRepresentable<String> & CaseIterable & Sendable>(
        _ key: String, _ path: any Path<Value>, _ sentence: String, expected: String? = nil,
        shown: @escaping @Sendable (ServerOptions) -> InstallationSetting.Value? = { _ in nil }
    ) -> OptionDefinition {
        let names = Value.allCases.map(\.rawValue)
        let expected = expected ?? names.dropLast().joined(separator: ", ") + " or " + (names.last ?? "")
        return OptionDefinition(
            key, rule: names.map { "`\($0)`" }.joined(separator: ", "), sentence, shown: shown
        ) { options, text in
            guard let value = Value(rawValue: text) else { throw failure(key, mustBe: expected, not: text) }
            options[keyPath: path] = value
        } text: {
            $0[keyPath: path].rawValue
        }
    }

    static func count(
        _ key: String, _ path: any Path<Int>, _ numbers: ClosedRange<Double>, kind: OptionRange.Kind = .count,
        _ sentence: String
    ) -> OptionDefinition {
        number(key, OptionRange(numbers: numbers, kind: kind), sentence) {
            .number($0[keyPath: path])
        } set: {
            $0[keyPath: path] = Int($1)
        } value: {
            Double($0[keyPath: path])
        }
    }

    static func seconds(
        _ key: String, _ path: any Path<Double>, _ numbers: ClosedRange<Double>, _ sentence: String
    ) -> OptionDefinition {
        seconds(key, numbers, sentence) {
            $0[keyPath: path] = $1
        } value: {
            $0[keyPath: path]
        }
    }

    static func seconds(
        _ key: String, _ path: any Path<Duration>, _ numbers: ClosedRange<Double>, _ sentence: String
    ) -> OptionDefinition {
        seconds(key, numbers, sentence) {
            $0[keyPath: path] = .seconds($1)
        } value: {
            $0[keyPath: path] / .seconds(1)
        }
    }

    static func seconds(
        _ key: String, _ numbers: ClosedRange<Double>, _ sentence: String,
        set: @escaping @Sendable (inout ServerOptions, Double) -> Void,
        value: @escaping @Sendable (ServerOptions) -> Double
    ) -> OptionDefinition {
        number(
            key, OptionRange(numbers: numbers, kind: .seconds), sentence, shown: { .duration(.seconds(value($0))) },
            set: set, value: value)
    }

    /// - Parameter value: nil if no value is in force.
    static func number(
        _ key: String, _ range: OptionRange, _ sentence: String,
        shown: @escaping @Sendable (ServerOptions) -> InstallationSetting.Value?,
        set: @escaping @Sendable (inout ServerOptions, Double) -> Void,
        value: @escaping @Sendable (ServerOptions) -> Double?
    ) -> OptionDefinition {
        var definition = OptionDefinition(key, rule: range.rule, sentence, shown: shown) { options, text in
            guard let number = range.value(text) else {
                throw failure(key, mustBe: range.description, not: text)
            }
            set(&options, number)
        } text: {
            value($0).map(OptionRange.text)
        }
        definition.range = range
        return definition
    }
}
