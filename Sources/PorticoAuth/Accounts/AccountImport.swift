import Foundation
import PorticoConfig

/// Adds accounts from a CSV file in UTF-8. The header line names the columns `username`, `name`, `email` and optionally
/// `administrator` and `groups`, in any order.
///
/// Imported accounts have no password: each person gets a mail with a link to choose one. The import is one event with
/// the number of accounts; each administrator among them has an event of their own.
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
        var table = try await checked(file)
        if !table.refusals.isEmpty, !isPartial { table.rows = [] }
        if !isDryRun, !table.rows.isEmpty {
            try await add(&table, isPartial: isPartial)
        }
        return AccountImportReport(
            rows: table.count, added: table.rows.count, refusals: table.refusals.sorted { $0.line < $1.line })
    }
}

// MARK: Checking

extension AccountImport {
    /// Checks every row, and changes nothing.
    ///
    /// - Throws: ``AccountImportFailure``
    public func preview(_ file: [UInt8]) async throws -> AccountImportPreview {
        let table = try await checked(file)
        return AccountImportPreview(
            accounts: table.rows.map(\.account), refusals: table.refusals.sorted { $0.line < $1.line })
    }

    private func checked(_ file: [UInt8]) async throws -> AccountImportTable {
        var table = try check(file)
        try await compare(&table)
        return table
    }

    /// Reads the file and checks everything that does not need the store.
    func check(_ file: [UInt8]) throws -> AccountImportTable {
        var records = CommaSeparatedRecords(file)
        var table = try AccountImportTable(header: records.next(), directory: directory)
        let elements = Array(records)
        for element in elements {
            if table.count % 100 == 0 { tell(.checking, table.count, of: elements.count) }
            try table.take(element)
        }
        tell(.checking, elements.count, of: elements.count)
        return table
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
                let additions = table.rows.map { addition($0.account) }
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

    private func addition(_ account: Account) -> AccountAddition {
        let event = event(.administratorAdded, of: account.id, at: account.createdAt)
        return AccountAddition(
            account, passwordHash: nil, mail: directory.welcome(account),
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
