import Foundation
import GRDB
import PorticoAuth
import PorticoConfig

extension AccountID {
    /// `nil` where the columns hold nobody.
    init?(server: String?, user: String?) {
        guard let server, let user else { return nil }
        self.init(server: ServerID(rawValue: server), user: user)
    }

    var arguments: StatementArguments { [server.rawValue, user] }
}

extension TokenDigest {
    /// `nil` where the column holds no digest.
    init?(_ bytes: Data?) {
        guard let bytes else { return nil }
        self.init(bytes: bytes)
    }
}

extension Date {
    init(milliseconds: Int64) {
        self.init(timeIntervalSince1970: Double(milliseconds) / 1000)
    }

    /// The nearest that can be kept: a time that is further away than that is none that anybody means.
    var milliseconds: Int64 {
        let milliseconds = (timeIntervalSince1970 * 1000).rounded()
        return Int64(exactly: milliseconds) ?? (milliseconds < 0 ? .min : .max)
    }
}

/// Values that are kept as JSON, in columns of text.
enum JSONText {
    static func encode(_ value: some Encodable) throws -> String {
        String(decoding: try JSONEncoder().encode(value), as: UTF8.self)
    }

    static func decode<Value: Decodable>(_ type: Value.Type, from text: String) throws -> Value {
        try JSONDecoder().decode(type, from: Data(text.utf8))
    }
}
