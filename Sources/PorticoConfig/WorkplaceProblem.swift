import Foundation

/// Why a directory cannot be used; nothing of it is kept.
public enum WorkplaceProblem: Error, Hashable, Sendable {
    /// It is no JSON in UTF-8. The line is that where this shows, counted from 1, where it is known.
    case notJSON(line: Int?)
    /// This field is missing or of another type, for example `factories[2].workshops[0].name`.
    case unreadable(String)
    /// What stands in this field is no code.
    case invalidCode(Workplace.Kind, field: String)
    case invalidName(Workplace.Kind, code: String)
    /// Two of a kind have this code.
    case repeatedCode(Workplace.Kind, String)
}

extension WorkplaceProblem {
    /// Why a document could not be decoded.
    init(_ error: any Error, in json: Data) {
        switch error {
        case DecodingError.typeMismatch(_, let context), DecodingError.valueNotFound(_, let context):
            self = .unreadable(context.codingPath.field)
        case DecodingError.keyNotFound(let key, let context):
            self = .unreadable((context.codingPath + [key]).field)
        default:
            self = .notJSON(line: Self.lineOfFault(in: json))
        }
    }

    /// The decoder does not say where it stopped; the older parser does, in a sentence, by the number of bytes before.
    private static func lineOfFault(in json: Data) -> Int? {
        do {
            _ = try JSONSerialization.jsonObject(with: json, options: .fragmentsAllowed)
            return nil
        } catch {
            let sentence = (error as NSError).userInfo["NSDebugDescription"] as? String
            let offset = sentence?.firstMatch(of: /around character ([0-9]+)/).flatMap { Int($0.output.1) }
            return offset.map { json.prefix($0).count { $0 == UInt8(ascii: "\n") } + 1 }
        }
    }
}

extension [any CodingKey] {
    /// The way to a field; the whole document is `the whole`.
    fileprivate var field: String {
        guard let first else { return "the whole" }
        return dropFirst().reduce(first.step(isFirst: true)) { $0 + $1.step(isFirst: false) }
    }
}

extension CodingKey {
    fileprivate func step(isFirst: Bool) -> String {
        intValue.map { "[\($0)]" } ?? (isFirst ? stringValue : ".\(stringValue)")
    }
}

extension WorkplaceProblem: CustomStringConvertible {
    /// Says what is wrong, for whoever wrote the directory.
    public var description: String {
        switch self {
        case .notJSON(let line?): "line \(line): this is not JSON in UTF-8"
        case .notJSON(nil): "this is not JSON in UTF-8"
        case .unreadable(let field): "\(field): this is missing or of another type"
        case .invalidCode(_, let field): "\(field): a code has 1 to 64 characters, no spaces among them"
        case .invalidName(let kind, let code):
            "the \(kind.noun) “\(code)”: a name has 1 to 100 characters on one line"
        case .repeatedCode(let kind, let code): "the \(kind.noun) “\(code)”: there is another of this code"
        }
    }
}

extension Workplace.Kind {
    /// As people call it.
    public var noun: String { self == .productionLine ? "production line" : rawValue }
}
