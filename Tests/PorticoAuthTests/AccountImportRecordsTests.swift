import Foundation
import PorticoConfig
import PorticoStore
import Testing

@testable import PorticoAuth

@Suite("Comma-separated values")
struct AccountImportRecordsTests {
    /// The fields of every record, or its problem, by line.
    private func read(_ text: String) -> [Int: Result<[String], CommaSeparatedProblem>] {
        read(Array(text.utf8))
    }

    private func read(_ bytes: [UInt8]) -> [Int: Result<[String], CommaSeparatedProblem>] {
        Dictionary(uniqueKeysWithValues: CommaSeparatedRecords(bytes).map { ($0.line, $0.record.map(\.fields)) })
    }

    @Test("are records of fields, however lines end", arguments: ["\n", "\r\n", "\r"])
    func lineEnds(end: String) {
        #expect(read("a,b\(end)c,d\(end)") == [1: .success(["a", "b"]), 2: .success(["c", "d"])])
        #expect(read("a,b\(end)c,d") == [1: .success(["a", "b"]), 2: .success(["c", "d"])])
    }

    @Test("hold commas, line breaks and quotation marks in quoted fields")
    func quoted() {
        #expect(
            read("\"a,b\",\"c\r\nd\ne\",\"say \"\"hi\"\"\"\r\nnext,\"\",") == [
                1: .success(["a,b", "c\r\nd\ne", "say \"hi\""]), 4: .success(["next", "", ""]),
            ])
    }

    @Test("may have empty fields, but a line without text is no record")
    func empty() {
        #expect(read("").isEmpty)
        #expect(read("\n\r\n\r").isEmpty)
        #expect(read("a,\n,,,\n\"\"\n , \n,b\n") == [1: .success(["a", ""]), 5: .success(["", "b"])])
    }

    @Test(
        "have the separator of their first line",
        arguments: [
            "a;b\nc,d;e\n", "a\tb\nc,d\te\n", "sep=;\na;b\nc,d;e\n", "sep=,\na,b\n\"c,d\",e\n",
            "\"sep=|\"\na|b\nc,d|e\n", "\u{FEFF}sep=\t\r\na\tb\r\nc,d\te\r\n", "\n\na;b\nc,d;e",
        ])
    func separators(text: String) {
        let records = CommaSeparatedRecords(Array(text.utf8)).map { try? $0.record.get().fields }
        #expect(records == [["a", "b"], ["c,d", "e"]])
    }

    @Test("have the lines of the file, also after the line that names the separator")
    func separatorLine() {
        #expect(read("sep=;\na;b\n\nc;d") == [2: .success(["a", "b"]), 4: .success(["c", "d"])])
    }

    @Test("may be in UTF-16 with a byte order mark", arguments: [String.Encoding.utf16LittleEndian, .utf16BigEndian])
    func utf16(encoding: String.Encoding) throws {
        let bytes = try #require("\u{FEFF}a\tä\r\n\u{1F98A}\td\r\n".data(using: encoding))
        #expect(read(Array(bytes)) == [1: .success(["a", "ä"]), 2: .success(["\u{1F98A}", "d"])])
    }

    @Test("keep white space as part of a field")
    func whiteSpace() {
        #expect(read(" a , b \n") == [1: .success([" a ", " b "])])
    }

    @Test("may begin with a byte order mark, which is not part of them")
    func byteOrderMark() {
        #expect(read([0xEF, 0xBB, 0xBF] + Array("a,ä".utf8)) == [1: .success(["a", "ä"])])
        #expect(read([0xEF, 0xBB, 0xBF] + Array("\"a\"".utf8)) == [1: .success(["a"])])
        #expect(read([0xEF, 0xBB, 0xBF]).isEmpty)
    }

    @Test("that are wrong are reported by line, and the later lines are read")
    func problems() {
        #expect(read("a\"b,c\nd,e") == [1: .failure(.strayQuote), 2: .success(["d", "e"])])
        #expect(read("a, \"b\"\nd,e") == [1: .failure(.strayQuote), 2: .success(["d", "e"])])
        #expect(read("\"a\" ,b\r\nd,e") == [1: .failure(.textAfterQuote), 2: .success(["d", "e"])])
        #expect(read("\"a\nb\"c,\nd,e") == [1: .failure(.textAfterQuote), 3: .success(["d", "e"])])
        #expect(read("a,b\nc,\"d\ne,f\n") == [1: .success(["a", "b"]), 2: .failure(.openQuote)])
        #expect(
            read(Array("a,".utf8) + [0xC3, 0x28] + Array("\nb,c".utf8)) == [
                1: .failure(.notUTF8), 2: .success(["b", "c"]),
            ])
        #expect(
            read(Array("\"".utf8) + [0xFF] + Array("\",x\nb,c".utf8)) == [
                1: .failure(.notUTF8), 2: .success(["b", "c"]),
            ])
    }

    @Test("are read to their end, with any bytes")
    func anything() {
        var generator = SystemRandomNumberGenerator()
        let alphabet = Array("a\",\r\n ".utf8) + [0xC3, 0xBB]
        for _ in 0..<2000 {
            let bytes = (0..<Int.random(in: 0...24, using: &generator)).map { _ in alphabet.randomElement() ?? 0 }
            let lines = CommaSeparatedRecords(bytes).map(\.line)
            #expect(lines == lines.sorted() && Set(lines).count == lines.count, "\(bytes)")
        }
    }
}

@Suite("An export of people")
struct AccountExportTests {
    private static let marks = [
        "", "\u{301}", "\u{200D}", "\u{FE0F}", "\u{600}", "\u{6DD}", "\u{70F}", "\u{8E2}", "\u{D4E}", "\u{110BD}",
        "\u{37E}",
    ]

    @Test("has the fields of every name, whatever its characters, and no formula", arguments: marks)
    func names(mark: String) throws {
        let signs = [",", "\"", "'", "=", "+", "-", "@", "\n", "\r", ";", "\u{FF1D}", " "]
        let names = signs.flatMap { sign in
            [
                "\(mark)\(sign)1+1", "\(sign)\(mark)1+1", "a\(mark)\(sign)\(mark)b", "'\(mark)\(sign)\(mark)'\(sign)",
                "\(sign)\(mark)",
            ]
        }
        let accounts = names.enumerated().map { number, name in
            Account(
                id: AccountID(server: .local, user: "u\(number)"), name: name, isAdministrator: false,
                createdAt: .distantPast, groups: ["staff", "makers"])
        }
        let records = Array(CommaSeparatedRecords(Array(AccountExport.file(accounts).utf8)).dropFirst())
        #expect(records.count == names.count)
        for ((_, record), name) in zip(records, names) {
            let fields = try record.get().fields
            #expect(fields.count == AccountImportColumn.exported.count)
            let text = AccountExport.text(ofField: fields[1])
            #expect(text.utf8.elementsEqual(name.utf8), "\(name.debugDescription)")
            let shown = fields[1].unicodeScalars.first { !["Mn", "Cf"].contains($0.category) && $0 != " " }
            #expect(shown.map { "=+-@\u{FF1D}".unicodeScalars.contains($0) } != true, "\(fields[1].debugDescription)")
        }
    }
}

extension Unicode.Scalar {
    fileprivate var category: String {
        switch properties.generalCategory {
        case .nonspacingMark: "Mn"
        case .format: "Cf"
        default: ""
        }
    }
}
