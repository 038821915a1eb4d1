import Foundation

/// A person's settings as a file: JSON in UTF-8, `{"portico": "configuration", "version": 1, "values": {"appearance":
/// "dark"}}`, by key name.
public struct ConfigDocument: Hashable, Sendable {
    /// The file is rejected as a whole.
    public enum Problem: Error, Hashable, Sendable {
        /// It is not a configuration document.
        case unreadable
        /// A newer version of Portico wrote it.
        case newer
        /// Its value for this key is invalid.
        case invalid(key: String)
    }

    /// The values of known keys, as JSON, by key name.
    public let values: [String: String]
    /// The unknown key names, sorted.
    public let unknown: [String]

    private static let kind = "configuration"
    private static let version = 1

    /// - Parameter stored: a person's stored values. Invalid values, unknown keys and secrets are left out.
    init(of stored: [String: String]) {
        let valid = UserConfig.keys.compactMap { key in
            stored[key.name].flatMap(key.value(_:)).map { (key.name, $0) }
        }
        values = Dictionary(uniqueKeysWithValues: valid)
        unknown = []
    }

    /// Verifies a file.
    public init(verifying json: Data) throws(Problem) {
        guard let file = try? JSONDecoder().decode(File.self, from: json), file.portico == Self.kind else {
            throw .unreadable
        }
        guard file.version <= Self.version else { throw .newer }
        var values: [String: String] = [:]
        var unknown: [String] = []
        for (name, value) in file.values.sorted(by: { $0.key < $1.key }) {
            guard let key = UserConfig.keys.first(where: { $0.name == name }) else {
                unknown.append(name)
                continue
            }
            guard let text = try? JSONEncoder().encode(value),
                let json = key.value(String(decoding: text, as: UTF8.self))
            else { throw .invalid(key: name) }
            values[name] = json
        }
        self.values = values
        self.unknown = unknown
    }

    /// The content of the file.
    public func json() throws -> Data {
        let values = try values.mapValues { try JSONDecoder().decode(JSONValue.self, from: Data($0.utf8)) }
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        return try encoder.encode(File(portico: Self.kind, version: Self.version, values: values))
    }

    private struct File: Codable {
        var portico: String
        var version: Int
        var values: [String: JSONValue]
    }
}
