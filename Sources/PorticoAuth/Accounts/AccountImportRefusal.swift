/// The whole import file is invalid.
public enum AccountImportFailure: Error, Hashable, Sendable {
    /// There is no header line.
    case empty
    /// The header line has a syntax error.
    case header(CommaSeparatedProblem)
    case missingColumn(AccountImportColumn)
    case unknownColumn(String)
    case repeatedColumn(AccountImportColumn)
}

/// A column of the import file; the raw value is its name in the header.
public enum AccountImportColumn: String, CaseIterable, Sendable {
    case username, name, email, administrator, groups
    case passwordHash = "password_hash"

    var isNeeded: Bool { [.username, .name, .email].contains(self) }

    /// The columns of ``AccountExport``, which contains no hashes.
    static let exported: [Self] = [.username, .name, .email, .administrator, .groups]
}

/// A refused row of an import file.
public struct AccountImportRefusal: Hashable, Sendable {
    /// The rule that a row breaks.
    public enum Reason: Hashable, Sendable {
        case unreadable(CommaSeparatedProblem)
        case columns(count: Int, expected: Int)
        case account(AccountProblem)
        /// The link to choose a password needs an address. A row with a hash needs none.
        case emailMissing
        case passwordHash(ImportedHash.Problem)
        case administratorInvalid
        case groupInvalid(String)
        /// The row on this line already has the user name.
        case repeatsUserName(line: Int)
        /// The row on this line already has the address.
        case repeatsEmail(line: Int)
        case accountExists
        case emailTaken
    }

    /// The line on which the row begins, from 1; ``ImportedPerson/line`` of a person from another system.
    public let line: Int
    public let reason: Reason

    public init(line: Int, reason: Reason) {
        self.line = line
        self.reason = reason
    }
}

/// The progress of an import.
public struct AccountImportProgress: Hashable, Sendable {
    /// The import checks all rows, then adds the accounts.
    public enum Step: Sendable, CaseIterable {
        case checking, adding
    }

    public let step: Step
    /// Number of rows done in this step.
    public let done: Int
    /// Number of rows in this step.
    public let total: Int
}

/// The result of an import.
public struct AccountImportReport: Hashable, Sendable {
    /// Number of rows in the file.
    public let rows: Int
    /// Number of accounts added; in a trial, the number that would be added.
    public let added: Int
    /// Number of accounts among them that bring a password.
    public let withPassword: Int
    /// Number of accounts among them that are disabled.
    public let disabled: Int
    /// In line order; a row can have several refusals.
    public let refusals: [AccountImportRefusal]

    public init(
        rows: Int, added: Int, withPassword: Int = 0, disabled: Int = 0, refusals: [AccountImportRefusal]
    ) {
        self.rows = rows
        self.added = added
        self.withPassword = withPassword
        self.disabled = disabled
        self.refusals = refusals
    }

    /// Number of refused rows.
    public var refusedRows: Int { Set(refusals.map(\.line)).count }
}

/// The effects that an import would have.
public struct AccountImportPreview: Hashable, Sendable {
    /// The accounts that would be added, in the order of the file.
    public let accounts: [Account]
    /// Number of accounts among them that bring a password.
    public let withPassword: Int
    /// In line order; a row can have several refusals.
    public let refusals: [AccountImportRefusal]
}
