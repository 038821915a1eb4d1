import PorticoConfig

/// What is wrong with a file of people: a sentence.
struct PeopleFileProblem: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) {
        self.description = description
    }

    /// What a decoder said.
    init(_ error: any Error) {
        let (path, problem): ([any CodingKey], String) =
            switch error {
            case DecodingError.keyNotFound(let key, let context): (context.codingPath + [key], "is missing")
            case DecodingError.typeMismatch(_, let context): (context.codingPath, "is of another type")
            case DecodingError.valueNotFound(_, let context): (context.codingPath, "is null")
            default: ([], "is no JSON")
            }
        let field = path.reduce("") { text, key in
            if let index = key.intValue { return "\(text)[\(index)]" }
            return text.isEmpty ? key.stringValue : "\(text).\(key.stringValue)"
        }
        description = "\(field.isEmpty ? "the file" : field) \(problem)"
    }

    init(_ problem: WorkplaceProblem) {
        let sentence =
            switch problem {
            case .unreadable(let field): "\(field ?? "the whole") is missing or of another type"
            case .invalidCode(let kind, let code):
                "the \(kind) \(code.debugDescription) must have a code of 1 to 64 characters without space"
            case .invalidName(let kind, let code):
                "the \(kind) \(code) must have a name of 1 to 100 characters on one line"
            case .repeatedCode(let kind, let code): "there are two of the code \(code) that are a \(kind)"
            }
        description = "workplaces: \(sentence)"
    }
}
