import PorticoConfig

/// A people file is invalid. The description is a sentence.
struct PeopleFileProblem: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) {
        self.description = description
    }

    /// The problem for a decoding error.
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
        description = "workplaces: \(problem)"
    }
}
