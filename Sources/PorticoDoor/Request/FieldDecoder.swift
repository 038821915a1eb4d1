import Foundation
import PorticoAuth
import PorticoBytes
import PorticoConfig
import PorticoViews

/// Decodes the fields of a form as the properties of a type, and collects the problems of all fields.
///
/// A property is a text, a number, a `Bool` for a checkbox, a ``FieldValue`` such as a date, an ``UploadedFile`` or an
/// array of them, or an array of texts for checkboxes with one name. It can also have another type that is decoded from a single text, such as an enum. A field without content is missing: nil for an
/// optional property, false for a `Bool`, an empty array. Only ``ClearableText`` distinguishes an empty field from a
/// missing one.
final class FieldDecoder: Decoder {
    /// A field has no value, and its type has no stand-in with which decoding could continue.
    struct Stopped: Error {}

    /// A property that is not a field: it has several values, or properties of its own.
    struct NotAField: Error {}

    private(set) var input: FormInput
    /// The field that the person is filling in, of a form that is not sent yet.
    private let edited: String?
    private let texts: [String: String]
    /// All values of each field, in the order sent.
    private let lists: [String: [String]]
    /// The fields that occur several times, and that no property has read as an array.
    private(set) var repeated: Set<String>
    private let files: [String: [UploadedFile]]
    let codingPath: [any CodingKey] = []
    let userInfo: [CodingUserInfoKey: Any] = [:]

    /// - Parameters:
    ///   - fields: in the order sent.
    ///   - files: in the order sent, by the names of their fields.
    ///   - edited: the field that the person is filling in, of a form that is not sent yet.
    init(_ fields: [FormField], files: [String: [UploadedFile]] = [:], edited: String? = nil) {
        self.files = files
        self.edited = edited
        lists = Dictionary(grouping: fields, by: \.name).mapValues { fields in
            fields.map { field in
                FormField.isSecret(field.name) ? field.value : field.value.replacing(bytes: "\r\n", with: "\n")
            }
        }
        texts = lists.compactMapValues(\.first)
        repeated = Set(lists.filter { $0.value.count > 1 }.keys)
        input = FormInput(values: texts.filter { !$0.value.isEmpty && !FormField.isSecret($0.key) })
    }

    /// The form; nil if it is refused. Then ``input`` has the problems.
    ///
    /// - Throws: ``NotAField``, a programming error.
    func decode<Form: Decodable>(_ type: Form.Type) throws -> Form? {
        do {
            let form = try Form(from: self)
            if let form = form as? any ValidatedForm { validate(form) }
            return input.problems.isEmpty ? form : nil
        } catch is Stopped {
            return nil
        }
    }

    /// Applies the rules of a form. If some fields have stand-ins, keeps only the problem of the field that the person
    /// is filling in.
    private func validate(_ form: any ValidatedForm) {
        guard !input.problems.isEmpty else { return form.validate(&input) }
        guard let edited else { return }
        var validated = input
        form.validate(&validated)
        if let problem = validated.problem(of: edited) { input.refuse(edited, problem) }
    }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedDecodingContainer<Key> {
        KeyedDecodingContainer(Fields(decoder: self))
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer { throw NotAField() }

    func singleValueContainer() throws -> any SingleValueDecodingContainer { throw NotAField() }

    fileprivate func isFilledIn(_ key: any CodingKey) -> Bool {
        text(key.stringValue) != nil || files[key.stringValue] != nil
    }

    /// The text of a field; nil if it is missing or empty.
    private func text(_ name: String) -> String? { texts[name].flatMap { $0.isEmpty ? nil : $0 } }

    /// The value of an optional property.
    fileprivate func valueIfPresent<Value: Decodable>(of key: any CodingKey, as type: Value.Type) throws -> Value? {
        if type == ClearableText.self { return texts[key.stringValue].map { ClearableText(value: $0) as! Value } }
        return isFilledIn(key) ? try value(of: key, as: type) : nil
    }

    fileprivate func value<Value: Decodable>(of key: any CodingKey, as type: Value.Type) throws -> Value {
        let name = key.stringValue
        if type == [UploadedFile].self { return files[name, default: []] as! Value }
        if type == UploadedFile.self { return try file(name) as! Value }
        if type == [String].self {
            repeated.remove(name)
            return lists[name, default: []].filter { !$0.isEmpty } as! Value
        }
        guard let text = text(name) else {
            if let unchecked = false as? Value { return unchecked }
            input.refuse(missing: name)
            return try standIn()
        }
        do {
            if let value = try Value(field: text) { return value }
        } catch is DecodingError {}
        input.refuse(invalid: name)
        return try standIn()
    }

    /// - Throws: ``Stopped`` unless there is exactly one file. A file has no stand-in.
    private func file(_ name: String) throws -> UploadedFile {
        let chosen = files[name, default: []]
        if chosen.count == 1 { return chosen[0] }
        if chosen.isEmpty, text(name) == nil {
            input.refuse(missingFile: name)
        } else {
            input.refuse(invalid: name)
        }
        throw Stopped()
    }

    /// A value that lets the decoding of the other fields continue.
    private func standIn<Value>() throws -> Value {
        if let type = Value.self as? any FieldValue.Type, let value = type.standIn as? Value { return value }
        guard let type = Value.self as? any LosslessStringConvertible.Type,
            let value = (type.init("0") ?? type.init("false")) as? Value
        else { throw Stopped() }
        return value
    }
}

/// The text of a field that a person may clear, as an optional property. It is empty if the field is empty, and nil if
/// the form has no such field.
package struct ClearableText: Decodable, Sendable {
    package let value: String

    init(value: String) {
        self.value = value
    }

    package init(from decoder: any Decoder) throws {
        value = try decoder.singleValueContainer().decode(String.self)
    }
}

/// The fields of a form, as the container of a type's properties.
private struct Fields<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let decoder: FieldDecoder
    let codingPath: [any CodingKey] = []
    let allKeys: [Key] = []

    func contains(_ key: Key) -> Bool { decoder.isFilledIn(key) }

    func decodeNil(forKey key: Key) -> Bool { !contains(key) }

    func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
        try decoder.value(of: key, as: type)
    }

    func decodeIfPresent<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value? {
        try decoder.valueIfPresent(of: key, as: type)
    }

    func nestedContainer<Nested>(
        keyedBy type: Nested.Type, forKey key: Key
    ) throws -> KeyedDecodingContainer<Nested> { throw FieldDecoder.NotAField() }

    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
        throw FieldDecoder.NotAField()
    }

    func superDecoder() throws -> any Decoder { throw FieldDecoder.NotAField() }

    func superDecoder(forKey key: Key) throws -> any Decoder { throw FieldDecoder.NotAField() }
}

extension Decodable {
    /// The value of a field's text; nil if the text has none of this type.
    fileprivate init?(field text: String) throws {
        if Self.self == String.self {
            self = text as! Self
        } else if Self.self == Bool.self {
            guard let isOn = ["on": true, "true": true, "off": false, "false": false][text] else { return nil }
            self = isOn as! Self
        } else if let type = Self.self as? any LosslessStringConvertible.Type {
            guard let value = type.init(text.trimmingCharacters(in: .whitespaces)) as? Self,
                (value as? any FloatingPoint)?.isFinite ?? true
            else { return nil }
            self = value
        } else {
            try self.init(from: SingleText(text: text))
        }
    }
}

/// The text of one field, for types that decode a single value.
private struct SingleText: Decoder, SingleValueDecodingContainer {
    package let text: String
    let codingPath: [any CodingKey] = []
    let userInfo: [CodingUserInfoKey: Any] = [:]

    func singleValueContainer() -> any SingleValueDecodingContainer { self }

    func container<Key>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        throw FieldDecoder.NotAField()
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer { throw FieldDecoder.NotAField() }

    func decodeNil() -> Bool { false }

    func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
        guard let value = try Value(field: text) else {
            throw DecodingError.dataCorruptedError(in: self, debugDescription: "not a value of the field's type")
        }
        return value
    }
}

/// The content of a field of the kind `email`.
extension EmailAddress: FieldValue {
    public static let standIn = EmailAddress("nobody@localhost")!
}
