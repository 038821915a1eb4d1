import Foundation
import Testing

@testable import PorticoPostgreSQL

@Suite("The address of PostgreSQL")
struct OptionsTests {
    @Test("is a URL as libpq reads it")
    func validity() {
        for url in ["postgres:///door", "postgresql://ada@db.example:5433/door?sslmode=verify-full"] {
            #expect(PostgreSQLOptions.isValid(url: url), "\(url)")
        }
        for url in [
            "", "door", "host=db.example", "mysql://db.example/door", "postgres://db.example/door?sslmod=verify-full",
        ] {
            #expect(!PostgreSQLOptions.isValid(url: url), "\(url)")
        }
    }

    @Test("is shown without user and password")
    func place() {
        let options = PostgreSQLOptions(url: "postgres://ada:secret@db.example:5433/door")
        #expect(options.place == "db.example:5433/door")
    }

    @Test("is doubtful if it does not verify another machine")
    func verification() {
        for (url, isUnverified) in [
            ("postgres://ada@db.example/door", true), ("postgres://ada@db.example/door?sslmode=require", true),
            ("postgres://ada@db.example/door?sslmode=verify-full", false), ("postgres:///door?host=/run/x", false),
            ("postgres://localhost/door", false), ("postgres://127.0.0.1/door", false), ("postgres:///door", false),
            ("postgres://localhost,db.example/door", true),
        ] {
            #expect(PostgreSQLOptions(url: url).isUnverified == isUnverified, "\(url)")
        }
    }

    @Test("takes the password from the first line of a file")
    func passwordFile() throws {
        let file = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        defer { try? FileManager.default.removeItem(at: file) }
        try Data("from file\nmore".utf8).write(to: file)
        var options = PostgreSQLOptions(url: "postgres://ada:secret@db.example/door", passwordFile: file.path)
        #expect(try options.connectionParameters()["password"] == "from file")
        options.passwordFile = nil
        #expect(try options.connectionParameters()["password"] == "secret")
        #expect(try options.connectionParameters()["dbname"] == "door")
    }
}
