extension WorkplaceProblem: CustomStringConvertible {
    /// A sentence for those who wrote the directory.
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
