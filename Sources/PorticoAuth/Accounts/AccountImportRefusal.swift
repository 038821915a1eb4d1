/// Why a file of accounts cannot be imported at all.
public enum AccountImportFailure: Error, Hashable, Sendable {
    /// No line that names the columns.
    case empty
    /// The line that names the columns cannot be read.
    case header(CommaSeparatedProblem)
    case missingColumn(AccountImportColumn)
    case unknownColumn(String)
    case repeatedColumn(AccountImportColumn)
}

/// What a column of a file of accounts holds, by the names of the columns.
public enum AccountImportColumn: String, CaseIterable, Sendable {
    case username, name, email, administrator

    var isNeeded: Bool { self != .administrator }
}

/// A row of a file of accounts that was refused.
public struct AccountImportRefusal: Hashable, Sendable {
    public enum Reason: Hashable, Sendable {
        case unreadable(CommaSeparatedProblem)
        case columns(count: Int, expected: Int)
        case account(AccountProblem)
        /// Nobody could choose a password without one.
        case emailMissing
        case administratorInvalid
        /// The row on this line has the same user name.
        case repeatsUserName(line: Int)
        /// The row on this line has the same address.
        case repeatsEmail(line: Int)
        case accountExists
        case emailTaken
    }

    /// Where the row begins.
    public let line: Int
    public let reason: Reason

    public init(line: Int, reason: Reason) {
        self.line = line
        self.reason = reason
    }
}

/// How far an import is.
public struct AccountImportProgress: Hashable, Sendable {
    public enum Step: Sendable, CaseIterable {
        case checking, adding
    }

    public let step: Step
    public let done: Int
    /// Of how many.
    public let total: Int
}

/// What came of an import.
public struct AccountImportReport: Hashable, Sendable {
    /// How many rows the file has.
    public let rows: Int
    /// How many accounts were added; in a trial, how many would have been.
    public let added: Int
    /// By line; a row may be refused for several reasons.
    public let refusals: [AccountImportRefusal]

    public init(rows: Int, added: Int, refusals: [AccountImportRefusal]) {
        self.rows = rows
        self.added = added
        self.refusals = refusals
    }

    /// How many rows were refused.
    public var refusedRows: Int { Set(refusals.map(\.line)).count }
}
