import Foundation
import PorticoConfig

/// Adds accounts from a CSV file in UTF-8, or from the export of another system. The header line of a CSV file names
/// the columns `username`, `name`, `email` and optionally `administrator`, `groups` and `password_hash`, in any order.
///
/// A person with a password hash keeps the password: see ``ImportedHash``. Each other person gets a mail with a link to
/// choose one. The import is one event with the number of accounts, and each administrator among them is another event.
public struct AccountImport: Sendable {
    private let directory: AccountDirectory
    private let actor: AccountID?
    private let client: Client
    private let progress: @Sendable (AccountImportProgress) -> Void

    /// - Parameters:
    ///   - actor: the administrator who imports; nil for the command line.
    ///   - progress: called at the start and end of each step, and during checking.
    public init(
        into directory: AccountDirectory, actor: AccountID? = nil, client: Client = .commandLine,
        progress: @escaping @Sendable (AccountImportProgress) -> Void = { _ in }
    ) {
        self.directory = directory
        self.actor = actor
        self.client = client
        self.progress = progress
    }

    /// Checks every row, then adds the accounts and their mails in one transaction.
    ///
    /// - Parameters:
    ///   - isPartial: whether to add the valid rows if others are refused; if false, one refusal prevents all.
    ///   - isDryRun: whether to stop after checking and change nothing.
    /// - Throws: ``AccountImportFailure``
    public func run(
        _ file: [UInt8], isPartial: Bool = false, isDryRun: Bool = false
    ) async throws -> AccountImportReport {
        try await run(try check(file), isPartial: isPartial, isDryRun: isDryRun)
    }

    /// The same for people from the file of another system.
    ///
    /// - Parameter refusals: the rows of the file that are no people.
    public func run(
        _ people: [ImportedPerson], besides refusals: [AccountImportRefusal] = [], isPartial: Bool = false,
        isDryRun: Bool = false
    ) async throws -> AccountImportReport {
        var table = AccountImportTable(refusals: refusals, directory: directory)
        try check(people) { try table.take($0) }
        return try await run(table, isPartial: isPartial, isDryRun: isDryRun)
    }

    private func run(
        _ table: AccountImportTable, isPartial: Bool, isDryRun: Bool
    ) async throws -> AccountImportReport {
        var table = table
        try await compare(&table)
        if !table.refusals.isEmpty, !isPartial { table.rows = [] }
        if !isDryRun, !table.rows.isEmpty {
            try await add(&table, isPartial: isPartial)
        }
        return AccountImportReport(
            rows: table.count, added: table.rows.count, withPassword: table.rows.count { $0.hash != nil },
            disabled: table.rows.count { $0.account.isDisabled }, refusals: table.refusals.sorted { $0.line < $1.line })
    }
}

// MARK: Checking

extension AccountImport {
    /// Checks every row, and changes nothing.
    ///
    /// - Throws: ``AccountImportFailure``
    public func preview(_ file: [UInt8]) async throws -> AccountImportPreview {
        var table = try check(file)
        try await compare(&table)
        return AccountImportPreview(
            accounts: table.rows.map(\.account), withPassword: table.rows.count { $0.hash != nil },
            refusals: table.refusals.sorted { $0.line < $1.line })
    }

    /// Reads the file and checks everything that does not need the store.
    func check(_ file: [UInt8]) throws -> AccountImportTable {
        var records = CommaSeparatedRecords(file)
        var table = try AccountImportTable(header: records.next(), directory: directory)
        try check(Array(records)) { try table.take($0) }
        return table
    }

    private func check<Row>(_ rows: [Row], _ take: (Row) throws -> Void) rethrows {
        for (index, row) in rows.enumerated() {
            if index % 100 == 0 { tell(.checking, index, of: rows.count) }
            try take(row)
        }
        tell(.checking, rows.count, of: rows.count)
    }

    /// Refuses rows whose user name or address already has an account.
    private func compare(_ table: inout AccountImportTable) async throws {
        let taken = try await directory.store.taken(of: table.rows.map(\.account))
        table.refuseRows { account in
            var reasons: [AccountImportRefusal.Reason] = []
            if taken.ids.contains(account.id) { reasons.append(.accountExists) }
            if let email = account.email, taken.emails.contains(email) { reasons.append(.emailTaken) }
            return reasons
        }
    }
}

// MARK: Adding

extension AccountImport {
    /// Adds the accounts, all or none. Refuses rows whose account another request has added since the check.
    func add(_ table: inout AccountImportTable, isPartial: Bool) async throws {
        let count = table.rows.count
        tell(.adding, 0, of: count)
        while !table.rows.isEmpty {
            do {
                let additions = table.rows.map(addition)
                try await directory.store.add(
                    additions, event: event(.imported, at: table.time, count: additions.count))
                break
            } catch let conflict as AccountConflict {
                table.refuseRow(at: conflict.index, conflict.error == .emailTaken ? .emailTaken : .accountExists)
                if !isPartial { table.rows = [] }
            }
        }
        tell(.adding, count, of: count)
    }

    private func addition(_ row: AccountImportTable.Row) -> AccountAddition {
        let account = row.account
        let event = event(.administratorAdded, of: account.id, at: account.createdAt)
        let isWelcomed = row.hash == nil && !account.isDisabled
        return AccountAddition(
            account, passwordHash: row.hash?.stored, mail: isWelcomed ? directory.welcome(account) : nil,
            event: account.isAdministrator ? event : nil)
    }

    private func event(
        _ kind: SecurityEvent.Kind, of account: AccountID? = nil, at time: Date, count: Int = 1
    ) -> SecurityEvent {
        SecurityEvent(kind, account: account, actor: actor, client: client, time: time, count: count)
    }

    private func tell(_ step: AccountImportProgress.Step, _ done: Int, of total: Int) {
        progress(AccountImportProgress(step: step, done: done, total: total))
    }
}
