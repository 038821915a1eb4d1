import Foundation

/// All workplaces of a server, every one of them after what it is part of.
public struct WorkplaceDirectory: Hashable, Sendable {
    public let workplaces: [Workplace]

    /// Verifies a directory as files and gateways have it, JSON in UTF-8:
    /// `{"factories": [{"code": "…", "name": "…", "workshops": [{"code": "…", "name": "…", "productionLines": [{"code": "…",
    /// "name": "…"}]}], "storehouses": [{"code": "…", "name": "…"}]}]}`. Lists may be left out; other fields are passed over.
    public init(verifying json: Data) throws(WorkplaceProblem) {
        try self.init(Self.decode(Document.self, json))
    }

    /// Verifies the answer of a gateway: `{"data": …}` with a directory.
    public init(verifyingAnswer json: Data) throws(WorkplaceProblem) {
        struct Answer: Decodable { var data: Document }
        try self.init(Self.decode(Answer.self, json).data)
    }

    private static func decode<Value: Decodable>(_ type: Value.Type, _ json: Data) throws(WorkplaceProblem) -> Value {
        do {
            return try JSONDecoder().decode(type, from: json)
        } catch {
            throw .unreadable(field(of: error))
        }
    }

    private init(_ document: Document) throws(WorkplaceProblem) {
        var found: [Workplace] = []
        for factory in document.factories {
            found.append(Workplace(.factory, code: factory.code, name: factory.name, parent: nil))
            for workshop in factory.workshops ?? [] {
                found.append(Workplace(.workshop, code: workshop.code, name: workshop.name, parent: factory.code))
                found += (workshop.productionLines ?? []).map {
                    Workplace(.productionLine, code: $0.code, name: $0.name, parent: workshop.code)
                }
            }
            found += (factory.storehouses ?? []).map {
                Workplace(.storehouse, code: $0.code, name: $0.name, parent: factory.code)
            }
        }
        var codes: Set<[String]> = []
        for workplace in found {
            guard Self.isCode(workplace.code) else { throw .invalidCode(workplace.kind, workplace.code) }
            guard Self.isName(workplace.name) else { throw .invalidName(workplace.kind, code: workplace.code) }
            guard codes.insert([workplace.kind.rawValue, workplace.code]).inserted else {
                throw .repeatedCode(workplace.kind, workplace.code)
            }
        }
        workplaces = found
    }

    private struct Document: Decodable {
        struct Factory: Decodable {
            var code, name: String
            var workshops: [Workshop]?
            var storehouses: [Place]?
        }

        struct Workshop: Decodable {
            var code, name: String
            var productionLines: [Place]?
        }

        struct Place: Decodable {
            var code, name: String
        }

        var factories: [Factory]
    }

    private static func isCode(_ text: String) -> Bool {
        (1...64).contains(text.count) && !text.contains { $0.isWhitespace || $0.isControl }
    }

    private static func isName(_ text: String) -> Bool {
        (1...100).contains(text.count) && !text.allSatisfy(\.isWhitespace)
            && !text.contains { $0.isControl || $0.isNewline }
    }

    /// The way to the field that is missing or of another type; nil where the whole is no JSON.
    private static func field(of error: any Error) -> String? {
        switch error {
        case DecodingError.typeMismatch(_, let context), DecodingError.valueNotFound(_, let context):
            context.codingPath.map(\.stringValue).joined(separator: ".")
        case DecodingError.keyNotFound(let key, let context):
            (context.codingPath + [key]).map(\.stringValue).joined(separator: ".")
        default: nil
        }
    }
}

/// Why a directory cannot be used; nothing of it is kept.
public enum WorkplaceProblem: Error, Hashable, Sendable {
    /// It is no JSON, or this field is missing or of another type.
    case unreadable(String?)
    case invalidCode(Workplace.Kind, String)
    case invalidName(Workplace.Kind, code: String)
    /// Two of a kind have this code.
    case repeatedCode(Workplace.Kind, String)
}

extension Character {
    fileprivate var isControl: Bool { unicodeScalars.contains { $0.properties.generalCategory == .control } }
}
