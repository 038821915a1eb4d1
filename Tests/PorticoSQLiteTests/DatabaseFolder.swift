import Foundation
import GRDB
import PorticoAuth
import PorticoConfig
import PorticoSQL

@testable import PorticoSQLite

/// A folder for databases, removed after the test.
struct DatabaseFolder {
    let path: String

    static func with(_ work: (DatabaseFolder) async throws -> Void) async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try await work(DatabaseFolder(path: folder.appendingPathComponent("test.sqlite").path))
    }

    func open() throws -> SQLiteDatabase { try SQLiteDatabase.open(path: path) }

    /// The names of the copies made by migrations.
    func copies() throws -> [String] {
        let folder = URL(filePath: path).deletingLastPathComponent().path
        return try FileManager.default.contentsOfDirectory(atPath: folder).filter { $0.contains(".before-") }.sorted()
    }
}

extension SQLDatabase {
    /// Changes the tables without the stores, like a person with an editor.
    func edit(_ sql: String, _ values: [any SQLConvertible] = []) async throws {
        try await write { _ = try $0.execute(sql, values) }
    }

    /// The values of the first column, as texts.
    func texts(_ sql: String) async throws -> [String] {
        try await ask { try $0.rows(sql, []).compactMap(\.firstText) }
    }
}

let ada = AccountID(server: .local, user: "ada")
let bob = AccountID(server: .local, user: "bob")
let start = Date(timeIntervalSince1970: 1_767_225_600)

extension AuthStore {
    func addAda() async throws { try await addAccount(ada, name: "Ada") }

    func addAccount(_ id: AccountID, name: String, isAdministrator: Bool = false) async throws {
        let account = Account(id: id, name: name, isAdministrator: isAdministrator, createdAt: start)
        try await add(AccountAddition(account, passwordHash: "hash"))
    }

    /// A sign-in of Ada, in a new browser or in that of `access`.
    func signInAda(
        in access: BrowserAccess? = nil, run: TokenDigest = Token.random().digest, isAutomatic: Bool = true,
        passwordHash: String? = nil
    ) async throws -> (access: BrowserAccess, browser: Browser) {
        let token = Token.random().digest
        let made = try await signIn(
            NewSignIn(
                account: ada, method: .password, isAutomatic: isAutomatic, access: access, token: token,
                run: run, passwordHash: passwordHash, time: start))
        return (BrowserAccess(made.browser.id, token: token), made.browser)
    }

    func signOut(_ access: BrowserAccess, newToken: TokenDigest = Token.random().digest) async throws {
        try await signOut(access, newToken: newToken, of: nil, events: [], at: start)
    }

    /// A link that works for an hour.
    func addLink(
        _ purpose: OneTimeLink.Purpose, of account: AccountID? = ada, to email: EmailAddress
    ) async throws -> TokenDigest {
        let token = Token.random().digest
        try await add(OneTimeLink(purpose, account: account, email: email, expiresAt: start + 3600), tokens: [token])
        return token
    }
}
