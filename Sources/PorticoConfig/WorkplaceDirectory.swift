import Foundation

/// All workplaces of a server, parents before children.
public struct WorkplaceDirectory: Hashable, Sendable {
    public let workplaces: [Workplace]

    /// Verifies a directory, JSON in UTF-8:
    /// `{"factories": [{"code": "…", "name": "…", "workshops": [{"code": "…", "name": "…", "productionLines":
    /// [{"code": "…", "name": "…"}]}], "storehouses": [{"code": "…", "name": "…"}]}]}`.
    /// Lists are optional; other fields are ignored.
    public init(verifying json: Data) throws(WorkplaceProblem) {
        try self.init(Self.decode(Document.self, json))
    }

    /// Verifies a gateway's response: `{"data": …}` with a directory.
    public init(verifyingAnswer json: Data) throws(WorkplaceProblem) {
        struct Answer: Decodable { var data: Document }
        try self.init(Self.decode(Answer.self, json).data)
    }

    private static func decode<Value: Decodable>(_ type: Value.Type, _ json: Data) throws(WorkplaceProblem) -> Value {
        do {
            return try JSONDecoder().decode(type, from: json)
        } catch {
            throw WorkplaceProblem(error, in: json)
        }
    }

    private init(_ document: Document) throws(WorkplaceProblem) {
        let found = document.workplaces
        var codes: Set<[String]> = []
        for (workplace, field) in found {
            guard Self.isCode(workplace.code) else { throw .invalidCode(workplace.kind, field: "\(field).code") }
            guard Self.isName(workplace.name) else { throw .invalidName(workplace.kind, code: workplace.code) }
            guard codes.insert([workplace.kind.rawValue, workplace.code]).inserted else {
                throw .repeatedCode(workplace.kind, workplace.code)
            }
        }
        workplaces = found.map(\.workplace)
    }

    /// All workplaces in natural order of their names: `Line 2` before `Line 10`, ignoring case.
    public var sortedByName: [Workplace] {
        let english = Locale(identifier: "en")
        return workplaces.sorted { first, second in
            let order = first.name.compare(
                second.name, options: [.numeric, .caseInsensitive, .widthInsensitive], locale: english)
            return order == .orderedSame ? first.code < second.code : order == .orderedAscending
        }
    }

    private static func isCode(_ text: String) -> Bool {
        text.fits(64) && text.isVisible && !text.hasHiddenCharacters
            && !text.unicodeScalars.contains(where: \.properties.isWhitespace)
    }

    private static func isName(_ text: String) -> Bool {
        text.fits(100) && text.isVisible && !text.hasHiddenCharacters && !text.utf8.contains(UInt8(ascii: "\n"))
    }
}
