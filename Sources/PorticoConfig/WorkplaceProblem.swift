import Foundation

/// A directory is invalid and was not stored.
public enum WorkplaceProblem: Error, Hashable, Sendable {
    /// It is not JSON in UTF-8. `line` is the line of the error, from 1, if known.
    case notJSON(line: Int?)
    /// This field is missing or has the wrong type, for example `factories[2].workshops[0].name`.
    case unreadable(String)
    /// The value of this field is not a valid code.
    case invalidCode(Workplace.Kind, field: String)
    case invalidName(Workplace.Kind, code: String)
    /// Two workplaces of a kind have this code.
    case repeatedCode(Workplace.Kind, String)
}

extension WorkplaceProblem {
    /// The problem for a decoding error.
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

    /// `DecodingError` has no position; `JSONSerialization` reports a byte offset in its debug description.
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
    /// The path of a field; `the whole` for the document itself.
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
    /// The problem in a sentence, for the author of the directory.
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
    /// The name of the kind in texts.
    public var noun: String { self == .productionLine ? "production line" : rawValue }
}
