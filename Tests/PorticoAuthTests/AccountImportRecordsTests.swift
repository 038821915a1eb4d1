import Testing

@testable import PorticoAuth

@Suite("Comma-separated values")
struct AccountImportRecordsTests {
    /// The fields of every record, or why it cannot be read, by line.
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

    @Test("hold commas, line breaks and quotation marks where fields are quoted")
    func quoted() {
        #expect(
            read("\"a,b\",\"c\r\nd\ne\",\"say \"\"hi\"\"\"\r\nnext,\"\",") == [
                1: .success(["a,b", "c\r\nd\ne", "say \"hi\""]), 4: .success(["next", "", ""]),
            ])
    }

    @Test("may be empty fields, and empty lines are none")
    func empty() {
        #expect(read("").isEmpty)
        #expect(read("\n\r\n\r").isEmpty)
        #expect(read(",\n\n\"\"\n") == [1: .success(["", ""]), 3: .success([""])])
    }

    @Test("keep white space, which is part of a field")
    func whiteSpace() {
        #expect(read(" a , b \n") == [1: .success([" a ", " b "])])
    }

    @Test("may begin with a byte order mark, which is no part of them")
    func byteOrderMark() {
        #expect(read([0xEF, 0xBB, 0xBF] + Array("a,ä".utf8)) == [1: .success(["a", "ä"])])
        #expect(read([0xEF, 0xBB, 0xBF] + Array("\"a\"".utf8)) == [1: .success(["a"])])
        #expect(read([0xEF, 0xBB, 0xBF]).isEmpty)
    }

    @Test("that are wrong are told by line, and the lines after them are read")
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

    @Test("are read to their end, whatever the bytes are")
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
