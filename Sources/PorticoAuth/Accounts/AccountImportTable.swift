import Foundation
import PorticoBytes

/// The rows of an import file, checked without the store.
struct AccountImportTable {
    /// A valid row.
    struct Row {
        let line: Int
        let account: Account
        /// nil if the person chooses a password by a link.
        let hash: ImportedHash?
    }

    var rows: [Row] = []
    private(set) var refusals: [AccountImportRefusal] = []
    private(set) var count = 0
    /// The time at which all accounts of the file are created.
    let time: Date
    private let columns: [AccountImportColumn]
    private let directory: AccountDirectory
    /// The first line with each user name and address.
    private var userNames: [String: Int] = [:]
    private var emails: [EmailAddress: Int] = [:]

    /// Reads the header line.
    ///
    /// - Throws: ``AccountImportFailure``
    init(header: CommaSeparatedRecords.Element?, directory: AccountDirectory) throws(AccountImportFailure) {
        guard let header else { throw .empty }
        self.directory = directory
        time = directory.now()
        switch header.record {
        case .success(let record): columns = try Self.columns(record.fields)
        case .failure(let problem): throw .header(problem)
        }
    }

    /// A table of people from another system, without a header line.
    ///
    /// - Parameter refusals: the rows of the file that are no people.
    init(refusals: [AccountImportRefusal], directory: AccountDirectory) {
        columns = []
        self.refusals = refusals
        count = refusals.count
        self.directory = directory
        time = directory.now()
    }

    private static func columns(_ names: [String]) throws(AccountImportFailure) -> [AccountImportColumn] {
        var columns: [AccountImportColumn] = []
        for name in withoutEmptyEnd(names) {
            guard let column = AccountImportColumn(rawValue: name.trimmed(\.isASCIIWhitespace).asciiLowercased) else {
                throw .unknownColumn(name)
            }
            guard !columns.contains(column) else { throw .repeatedColumn(column) }
            columns.append(column)
        }
        for column in AccountImportColumn.allCases where column.isNeeded && !columns.contains(column) {
            throw .missingColumn(column)
        }
        return columns
    }

    /// Adds a record to the rows or to the refusals.
    mutating func take(_ element: CommaSeparatedRecords.Element) throws {
        count += 1
        switch element.record {
        case .failure(let problem): refuse(element.line, .unreadable(problem))
        case .success(let record):
            let count = Self.withoutEmptyEnd(record.fields).count
            // Spreadsheets may leave out the separators of empty fields at the end of a row.
            let areOthersOptional = columns.dropFirst(record.fields.count).allSatisfy { !$0.isNeeded }
            guard count <= columns.count, areOthersOptional else {
                return refuse(record.line, .columns(count: record.fields.count, expected: columns.count))
            }
            try take(record)
        }
    }

    /// Spreadsheets write a separator after the last column if a further column once had a content.
    private static func withoutEmptyEnd(_ fields: [String]) -> ArraySlice<String> {
        let end = fields.lastIndex { !$0.trimmed(\.isASCIIWhitespace).isEmpty }.map { $0 + 1 } ?? 0
        return fields[..<end]
    }

    private mutating func take(_ record: CommaSeparatedRecord) throws {
        let texts = record.fields.map(AccountExport.text(ofField:))
        let fields = Dictionary(uniqueKeysWithValues: zip(columns, texts))
        let isAdministrator = Self.isTrue(fields[.administrator] ?? "")
        var person = ImportedPerson(line: record.line, userName: fields[.username] ?? "", name: fields[.name] ?? "")
        person.email = fields[.email] ?? ""
        person.passwordHash = fields[.passwordHash] ?? ""
        person.isAdministrator = isAdministrator ?? false
        var reasons: [AccountImportRefusal.Reason] = []
        if isAdministrator == nil { reasons.append(.administratorInvalid) }
        do {
            person.groups = try GroupName.list(fields[.groups] ?? "")
        } catch {
            reasons.append(.groupInvalid(error.text))
        }
        try take(person, besides: reasons)
    }

    /// Adds a person to the rows or to the refusals.
    mutating func take(_ person: ImportedPerson) throws {
        count += 1
        try take(person, besides: [])
    }

    private mutating func take(_ person: ImportedPerson, besides others: [AccountImportRefusal.Reason]) throws {
        let new = NewAccount(
            userName: person.userName, name: person.name, email: person.email, password: nil,
            isAdministrator: person.isAdministrator)
        var reasons = directory.problems(with: new).map(AccountImportRefusal.Reason.account)
        var hash: ImportedHash?
        if !person.passwordHash.trimmingWhitespace().isEmpty {
            do { hash = try ImportedHash(person.passwordHash) } catch { reasons.append(.passwordHash(error)) }
        } else if new.email.trimmingWhitespace().isEmpty {
            reasons.append(.emailMissing)
        }
        reasons += others
        reasons += repetitions(new, line: person.line)
        guard reasons.isEmpty else {
            for reason in reasons { refuse(person.line, reason) }
            return
        }
        var account = try directory.account(for: new, at: time)
        account.groups = person.groups
        account.isDisabled = person.isDisabled
        rows.append(Row(line: person.line, account: account, hash: hash))
    }

    /// Refusals for a user name or address that an earlier row has.
    private mutating func repetitions(_ new: NewAccount, line: Int) -> [AccountImportRefusal.Reason] {
        var reasons: [AccountImportRefusal.Reason] = []
        if let userName = UserName(new.userName)?.value {
            if let first = userNames[userName] { reasons.append(.repeatsUserName(line: first)) }
            userNames[userName] = userNames[userName] ?? line
        }
        if let email = EmailAddress(new.email) {
            if let first = emails[email] { reasons.append(.repeatsEmail(line: first)) }
            emails[email] = emails[email] ?? line
        }
        return reasons
    }

    /// Removes the rows for which `reasons` is not empty, and refuses them.
    mutating func refuseRows(_ reasons: (Account) -> [AccountImportRefusal.Reason]) {
        var kept: [Row] = []
        for row in rows {
            let reasons = reasons(row.account)
            for reason in reasons { refuse(row.line, reason) }
            if reasons.isEmpty { kept.append(row) }
        }
        rows = kept
    }

    /// Removes one row and refuses it.
    mutating func refuseRow(at index: Int, _ reason: AccountImportRefusal.Reason) {
        refuse(rows.remove(at: index).line, reason)
    }

    private mutating func refuse(_ line: Int, _ reason: AccountImportRefusal.Reason) {
        refusals.append(AccountImportRefusal(line: line, reason: reason))
    }

    /// nil if the text is neither true nor false.
    private static func isTrue(_ text: String) -> Bool? {
        switch text.trimmed(\.isASCIIWhitespace).asciiLowercased {
        case "true", "yes", "1": true
        case "false", "no", "0", "": false
        default: nil
        }
    }
}
