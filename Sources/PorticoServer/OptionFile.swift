import Foundation
import PorticoBytes
import PorticoConfig

/// The JSON file of options.
struct OptionFile {
    /// The values as texts, by key; lists are joined by commas.
    private(set) var values: [String: String] = [:]
    /// Values of the wrong type, in sentences.
    private(set) var problems: [StartFailure] = []

    /// Standard input, which can be read once, for a command that reads its options several times.
    private static let standardInput = Result { try FileHandle.standardInput.readToEnd() ?? Data() }

    /// - Parameter path: the path of the file; `-` for standard input.
    /// - Throws: ``StartFailure`` if it cannot be read, or is not a JSON object.
    init(path: String) throws {
        let name = path == "-" ? "standard input" : path
        let bytes: Data
        do {
            bytes = try path == "-" ? Self.standardInput.get() : Data(contentsOf: URL(filePath: path))
        } catch {
            throw StartFailure("the configuration file \(name) cannot be read: \(error.reason)")
        }
        guard (try? JSONSerialization.jsonObject(with: bytes, options: .fragmentsAllowed)) != nil else {
            throw StartFailure("the configuration file \(name) is not valid JSON: the program jq names the line")
        }
        guard let object = try? JSONDecoder().decode([String: JSONValue].self, from: bytes) else {
            throw StartFailure(
                #"the configuration file \#(name) is not a JSON object, such as {"http": {"port": 9000}}"#)
        }
        add(object, under: "")
    }

    private mutating func add(_ object: [String: JSONValue], under prefix: String) {
        for (name, value) in object.sorted(by: { $0.key < $1.key }) { add(value, for: prefix + name) }
    }

    private mutating func add(_ value: JSONValue, for key: String) {
        switch value {
        case .object(let object): add(object, under: "\(key).")
        case _ where OptionDefinition.all.contains { $0.key.begins(with: "\(key).") }:
            problems.append(StartFailure("\(key) must be an object of options\(Self.example(of: key))"))
        case .bool(let value) where OptionDefinition.isFlag(key):
            values[key] = "\(value)"
        case .list(let list): set(list.map(\.scalar), for: key, value)
        default: set([value.scalar], for: key, value)
        }
    }

    private mutating func set(_ texts: [String?], for key: String, _ value: JSONValue) {
        let scalars = texts.compactMap(\.self)
        guard scalars.count == texts.count else {
            return problems.append(StartFailure("\(key) must be a text or a number, not \(value.kind)"))
        }
        values[key] = scalars.joined(separator: ",")
    }

    private static func example(of group: String) -> String {
        OptionDefinition.all.first { $0.key.begins(with: "\(group).") }.map { ", such as \($0.key)" } ?? ""
    }
}

extension JSONValue {
    /// The text of a text or a number; nil for other types.
    fileprivate var scalar: String? {
        switch self {
        case .text(let text): text
        case .integer(let number): "\(number)"
        case .number(let number): "\(number)"
        case .null, .bool, .list, .object: nil
        }
    }

    /// The value, or the name of its type, for a sentence.
    fileprivate var kind: String {
        switch self {
        case .null: "null"
        case .bool(let value): "\(value)"
        case .integer, .number: "a number"
        case .text: "a text"
        case .list: "a list"
        case .object: "an object"
        }
    }
}
