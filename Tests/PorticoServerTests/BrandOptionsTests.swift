import Foundation
import PorticoBrand
import PorticoConfig
import PorticoFeatures
import PorticoServer
import Testing

@Suite("H6 The options of the brand")
struct BrandOptionsTests {
    private static let drawing = "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 8 8'><path d='M0 0h8v8z'/></svg>"

    private func read(_ values: [String: String]) async throws -> ServerOptions {
        try await ServerOptions.read(overrides: values, environment: [:], includesKept: false)
    }

    private func withFile(_ bytes: Data, _ test: (String) async throws -> Void) async throws {
        let path = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID().uuidString).svg").path
        try bytes.write(to: URL(fileURLWithPath: path))
        defer { try? FileManager.default.removeItem(atPath: path) }
        try await test(path)
    }

    @Test("are parts of the brand in force")
    func values() async throws {
        try await withFile(Data(Self.drawing.utf8)) { path in
            let options = try await read([
                "app.name": "Bookshop", "brand.mark": path, "brand.coverColor": "#003366",
                "brand.coverColorDark": "#001122", "brand.accentColor": "#0A5BD6", "brand.accentColorDark": "#5ea1ff",
                "brand.sentence": "Read on", "brand.helpLink": "https://help.example/", "mail.footer": "a\nb",
                "brand.imprintLink": "mailto:us@example.org", "mail.senderName": "The booksellers",
            ])
            let brand = options.brandInForce
            #expect(brand.name == "Bookshop" && brand.sentence == "Read on" && brand.mailFooter == "a\nb")
            #expect(brand.mark?.mediaType == "image/svg+xml" && brand.senderName == "The booksellers")
            #expect(brand.coverColor?.description == "#003366" && brand.coverColorDark?.description == "#001122")
            #expect(brand.accentColor?.description == "#0a5bd6" && brand.accentColorDark?.description == "#5ea1ff")
            #expect(brand.helpLink.map { "\($0)" } == "https://help.example/")
            #expect(brand.imprintLink.map { "\($0)" } == "mailto:us@example.org" && brand.termsLink == nil)
            let shown = Dictionary(uniqueKeysWithValues: options.installation.map { ($0.key, $0.value) })
            #expect(shown["brand.mark"] == path)
            #expect(shown["brand.coverColor"] == "#003366")
        }
    }

    @Test("show only the beginning of a data URL")
    func dataURL() async throws {
        let url = "data:image/svg+xml;base64,\(Data(Self.drawing.utf8).base64EncodedString())"
        let options = try await read(["brand.mark": url])
        #expect(options.brandInForce.mark != nil)
        #expect(options.installation.first { $0.key == "brand.mark" }?.value == "data:image/svg+xml;base64,…")
    }

    private static let servers = ["servers.list": "local,works", "servers.works.url": "https://works.example"]

    @Test("H7 of a server are parts of its own brand")
    func servers() async throws {
        try await withFile(Data(Self.drawing.utf8)) { path in
            let own = [
                "app.name": "Bookshop", "brand.sentence": "Read on", "servers.works.app.name": "Works",
                "servers.works.brand.mark": path, "servers.works.brand.sentence": "",
                "servers.works.mail.footer": "Works, Hull",
            ]
            let options = try await read(Self.servers.merging(own) { $1 })
            let brand = options.brandsInForce.brand(of: ServerID(rawValue: "works"))
            #expect(brand.name == "Works" && brand.mark != nil && brand.sentence == nil)
            #expect(brand.mailFooter == "Works, Hull")
            #expect(options.brandsInForce.brand(of: .local) == options.brandInForce)
            let shown = Dictionary(uniqueKeysWithValues: options.installation.map { ($0.key, $0.value) })
            #expect(shown["servers.works.app.name"] == "Works")
            #expect(shown["servers.works.brand.coverColor"] == .some(nil))
        }
    }

    @Test("H7 of a server obey the same rules, and have no effect with one server only")
    func refusedOfServers() async throws {
        for (key, value, words) in Self.invalid where BrandField(rawValue: key) != nil {
            guard key != "brand.mark" || value.hasPrefix("data:") else { continue }
            let own = "servers.works.\(key)"
            let failure = await #expect(throws: StartFailure.self) {
                try await read(Self.servers.merging([own: value]) { $1 })
            }
            #expect(failure?.description.hasPrefix(own) == true, "\(words)")
        }
        let missing = Self.servers.merging(["servers.works.brand.mark": "/nowhere/mark.svg"]) { $1 }
        let failure = await #expect(throws: StartFailure.self) { try await read(missing) }
        #expect(failure?.description.hasPrefix("servers.works.brand.mark must be a file that can be read") == true)
        let alone = try await read(["servers.local.brand.sentence": "Read on"])
        #expect(alone.serverBrands.isEmpty)
    }

    static let invalid: [(key: String, value: String, words: String)] = [
        ("brand.coverColor", "yellow", "brand.coverColor must be a colour such as #0a5bd6"),
        ("brand.accentColor", "#ffcc00", "contrast of 4.5 on light pages; the nearest colour that has is #"),
        ("brand.accentColorDark", "#003366", "contrast of 4.5 on dark pages; the nearest colour that has is #"),
        ("brand.sentence", "a\nb", "brand.sentence must be a text on one line"),
        ("brand.sentence", " ", "brand.sentence must be a text on one line"),
        ("brand.helpLink", "javascript:alert(1)", "brand.helpLink must be an address"),
        ("mail.footer", String(repeating: "a", count: 1001), "mail.footer must be a text of 1000 characters"),
        ("mail.footer", String(repeating: "a\n", count: 10) + "a", "mail.footer must be a text of 10 lines at most"),
        ("mail.senderName", "a\r\nBcc: b@example.org", "mail.senderName must be a text on one line"),
        ("brand.sentence", "\u{200B}\u{3164}", "brand.sentence must be a text on one line"),
        ("brand.sentence", "a" + String(repeating: "\u{200D}", count: 800), "of 200 characters at most"),
        ("brand.sentence", "a\u{1B}[31m", "brand.sentence must have no control characters"),
        ("app.name", "Port\u{202E}ico", "app.name must have no control characters and no marks"),
        ("app.name", "Port\u{2066}ico\u{2069}", "app.name must have no control characters and no marks"),
        ("mail.footer", "a\nb\u{0}", "mail.footer must have no control characters"),
        ("mail.senderName", "a\u{2068}", "mail.senderName must have no control characters"),
        ("servers.local.name", "Home\u{202E}", "servers.local.name must be a name of 1 to 40 characters"),
        ("servers.local.name", "\u{200B}", "servers.local.name must be a name of 1 to 40 characters"),
        ("mail.host", "mail.example\u{0}", "mail.host must have no control characters"),
        ("public.directory", "/srv\u{0}/x", "public.directory must have no control characters"),
        ("brand.mark", "/nowhere/mark.svg", "brand.mark must be a file that can be read"),
        ("brand.mark", "data:image/png;base64,AAAA", "brand.mark must be an SVG or PNG file"),
    ]

    @Test("refuse invalid values", arguments: invalid)
    func refused(key: String, value: String, words: String) async throws {
        let failure = await #expect(throws: StartFailure.self) { try await read([key: value]) }
        #expect(failure?.description.contains(words) == true)
    }

    @Test("name a file that is not a mark")
    func file() async throws {
        for (text, words) in [
            ("GIF89a", "must be an SVG or PNG file"),
            ("<!DOCTYPE svg [<!ENTITY a 'b'>]>\(Self.drawing)", "without entities"),
            (String(repeating: "<", count: 70_000), "must have 64 KB at most"),
        ] {
            try await withFile(Data(text.utf8)) { path in
                let failure = await #expect(throws: StartFailure.self) { try await read(["brand.mark": path]) }
                #expect(failure?.description.contains(words) == true)
            }
        }
    }
}
