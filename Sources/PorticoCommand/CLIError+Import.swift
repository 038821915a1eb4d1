import PorticoAuth

extension AccountImportFailure: CLIError {
    var message: String { self == .empty ? explanation : "column names: \(explanation)" }

    /// The problem of the header line.
    var explanation: String {
        switch self {
        case .empty: "the file is empty: its first line must name the columns"
        case .header(let problem): problem.message
        case .missingColumn(let column): "there is no column \(column.rawValue)"
        case .unknownColumn(let name): "there is nothing to do with a column “\(name)”"
        case .repeatedColumn(let column): "there are two columns \(column.rawValue)"
        }
    }
}

extension CommaSeparatedProblem {
    var message: String {
        switch self {
        case .strayQuote: "a quotation mark within a field that does not begin with one"
        case .textAfterQuote: "something stands between a closing quotation mark and the next separator"
        case .openQuote: "a quotation mark is never closed, so nothing after it was read"
        case .notUTF8: "this is not UTF-8"
        }
    }
}

extension AccountImportRefusal {
    /// The reason as text for the terminal.
    var explanation: String {
        switch reason {
        case .unreadable(let problem): problem.message
        case .columns(let count, let expected): "the row has \(count) columns in place of \(expected)"
        case .account(let problem): problem.message
        case .emailMissing: "an email address is needed, by which the person chooses a password"
        case .passwordHash(.unknown): "the form of the password hash is unknown"
        case .passwordHash(.tooCostly): "the password hash would take more than a second or 256 MiB to check"
        case .groupInvalid(let name): "\(name) cannot be the name of a group"
        case .administratorInvalid: "administrator is neither true, yes or 1 nor false, no, 0 or empty"
        case .repeatsUserName(let line): "line \(line) has the same user name"
        case .repeatsEmail(let line): "line \(line) has the same email address"
        case .accountExists: AuthError.accountExists.message
        case .emailTaken: AuthError.emailTaken.message
        }
    }
}
