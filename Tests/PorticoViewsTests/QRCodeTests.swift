import PorticoHTML
import Testing

@testable import PorticoComponents

@Suite("A QR code")
struct QRCodeTests {
    private static let text = "otpauth://totp/Portico:ada?secret=GEZDGNBVGY3TQOJQ"

    @Test func `has finder patterns in three corners, each with a white separator`() {
        let finder = [
            "#######.", "#.....#.", "#.###.#.", "#.###.#.", "#.###.#.", "#.....#.", "#######.", "........",
        ]
        let drawn = Self.drawn(QRCode(Self.text, label: "Code").modules)
        #expect(drawn.prefix(8).map { String($0.prefix(8)) } == finder)
        #expect(drawn.prefix(8).map { String($0.suffix(8)) } == finder.map { String($0.reversed()) })
        #expect(drawn.suffix(8).map { String($0.prefix(8)) } == finder.reversed())
        #expect(drawn.last?.suffix(7) != "#######")
    }

    @Test func `has timing patterns, and error correction M`() {
        let modules = QRCode(Self.text, label: "Code").modules
        for place in 8..<(modules.count - 8) {
            #expect(modules[6][place] == place.isMultiple(of: 2))
            #expect(modules[place][6] == place.isMultiple(of: 2))
        }
        // The first bits of the format are 00 for M; a mask inverts the first of them.
        #expect(modules[8][..<2] == [true, false])
    }

    @Test func `is drawn module for module, four modules from every edge`() {
        let code = QRCode(Self.text, label: "Code")
        var modules = code.modules.map { $0.map { _ in false } }
        for run in code.outlines.matches(of: /M(\d+) (\d+)h(\d+)v1h-(\d+)z/) {
            let (x, y, width) = (Int(run.1)! - 4, Int(run.2)! - 4, Int(run.3)!)
            #expect(run.3 == run.4)
            for place in x..<(x + width) { modules[y][place] = true }
        }
        #expect(Self.drawn(modules) == Self.drawn(code.modules))
        #expect(code.side == code.modules.count + 8)
        #expect(code.outlines.wholeMatch(of: /(M\d+ \d+h\d+v1h-\d+z)+/) != nil)
    }

    @Test func `is the same for the same text, and another for another text`() {
        #expect(render(QRCode(Self.text, label: "Code")) == render(QRCode(Self.text, label: "Code")))
        #expect(QRCode(Self.text, label: "Code").modules != QRCode(Self.text + "A", label: "Code").modules)
    }

    @Test(arguments: [(1, 21), (14, 21), (15, 25), (100, 41), (2_331, 177)])
    func `is as large as its text needs`(bytes: Int, side: Int) {
        let modules = QRCode(String(repeating: "a", count: bytes), label: "Code").modules
        #expect(modules.count == side)
        #expect(modules.allSatisfy { $0.count == side })
    }

    @Test func `is black on white in every appearance, and a picture with a name`() {
        let markup = render(QRCode("a", label: #"Code of "Emma""#))
        #expect(markup.contains(#"viewBox="0 0 29 29" shape-rendering="crispEdges""#))
        #expect(markup.contains(##"<rect width="29" height="29" fill="#fff"/><path fill="#000" d="M4 4h7v1h-7z"##))
        #expect(markup.contains(#"role="img" aria-label="Code of &quot;Emma&quot;">"#))
        #expect(!markup.contains("currentColor"))
    }

    private static func drawn(_ modules: [[Bool]]) -> [String] {
        modules.map { row in row.map { $0 ? "#" : "." }.joined() }
    }
}
