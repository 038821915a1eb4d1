/// An error or warning, printed in the format that compilers and editors share.
struct Diagnostic: Error, Equatable, Sendable, CustomStringConvertible {
    enum Severity: String, Sendable {
        case warning
        case error
    }

    var severity: Severity = .error
    let file: String
    let location: Location
    let message: String

    var description: String {
        "\(file):\(location.line):\(location.column): \(severity.rawValue): \(message)"
    }
}

/// Collects all problems of one file, so that one build shows all of them.
struct Diagnostics: Sendable {
    private(set) var all: [Diagnostic] = []

    mutating func error(_ message: String, in source: SourceText, at offset: Int) {
        add(Diagnostic(file: source.file, location: source.location(of: offset), message: message))
    }

    mutating func add(_ diagnostic: Diagnostic) {
        guard !all.contains(where: { $0.location == diagnostic.location && $0.message == diagnostic.message }) else {
            return
        }
        all.append(diagnostic)
    }
}
