import Foundation
import PorticoAuth
import PorticoConfig
import PorticoSQL
import Testing

@testable import PorticoSQLite

@Suite("A backup of a database")
struct BackupTests {
    @Test("is one file with the state of a database in use, and other files")
    func roundTrip() async throws {
        try await DatabaseFolder.with { folder in
            let database = try folder.open()
            try await SQLAuthStore(database).addAda()
            let backup = folder.path + ".backup"
            try SQLiteDatabase.backUp(folder.path, with: ["a-key": Data("secret".utf8)], to: backup)
            try await SQLAuthStore(database).addAccount(bob, name: "Bob")
            let names = try FileManager.default.contentsOfDirectory(
                atPath: URL(filePath: folder.path).deletingLastPathComponent().path)
            #expect(names.filter { $0.contains("backup") } == ["test.sqlite.backup"])
            let mode = try FileManager.default.attributesOfItem(atPath: backup)[.posixPermissions] as? Int
            #expect(mode == 0o600)
            #expect(try SQLiteDatabase.unpackBackup(at: backup) == ["a-key": Data("secret".utf8)])
            #expect(try SQLiteDatabase.unpackBackup(at: backup) == [:], "the unpacked file is a database")
            #expect(try await SQLAuthStore(SQLiteDatabase.open(path: backup)).accounts().map(\.id) == [ada])
        }
    }

    @Test("is refused if it is damaged, or not a backup")
    func refusals() async throws {
        try await DatabaseFolder.with { folder in
            let database = try folder.open()
            for number in 0..<200 {
                try await SQLAuthStore(database).addAccount(
                    AccountID(server: .local, user: "user\(number)"), name: String(repeating: "x", count: 90))
            }
            let backup = folder.path + ".backup"
            try SQLiteDatabase.backUp(folder.path, with: [:], to: backup)
            var bytes = try Data(contentsOf: URL(filePath: backup))
            bytes.replaceSubrange(8192..<(bytes.count - 4096), with: repeatElement(0x41, count: bytes.count - 12_288))
            try bytes.write(to: URL(filePath: backup))
            #expect(throws: (any Error).self) { try SQLiteDatabase.unpackBackup(at: backup) }
            try Data().write(to: URL(filePath: backup))
            #expect(throws: BackupProblem.empty) { try SQLiteDatabase.unpackBackup(at: backup) }
            #expect(throws: BackupProblem.empty) {
                try SQLiteDatabase.backUp(folder.path + ".none", with: [:], to: backup)
            }
        }
    }
}
