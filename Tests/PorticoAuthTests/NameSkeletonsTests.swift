import PorticoAuth
import PorticoConfig
import PorticoTestSupport
import Testing

@Suite("Names that look like user names", .everyEngine)
struct NameSkeletonsTests {
    private let auth = AuthFixture()

    #if canImport(_FoundationICU)
        @Test(
            "are found in other letters, cases and widths, and with characters that nobody sees",
            arguments: [
                ("аdа", "ada"), ("АDА", "ada"), ("AIice", "alice"), ("ADMIN", "admin"), ("аdmіn", "admin"),
                ("ａｄａ", "ada"), ("𝐚𝐝𝐚", "ada"), ("ad\u{200B}a", "ada"), ("rnary", "mary"), ("0scar", "oscar"),
                ("a1ice", "alice"), ("ada\u{FF20}example.org", "ada@example.org"),
            ])
        func likeness(name: String, userName: String) {
            #expect(NameSkeletons(of: name).values.contains(UserName.skeleton(of: userName)))
        }
    #endif

    @Test(
        "are none of these",
        arguments: ["", "Ada Lovelace", "Аdа Lovelace", "Àda", "Ада", "王小明", String(repeating: "a", count: 600)])
    func others(name: String) {
        #expect(!NameSkeletons(of: name).values.contains("ada"))
        if name.isEmpty || name.contains(" ") { #expect(NameSkeletons(of: name).values.isEmpty) }
    }

    @Test("Every character of user names has the same skeleton as in the tables")
    func userNames() {
        for character in "abcdefghijklmnopqrstuvwxyz0123456789._-@+" {
            let userName = "a\(character)b"
            #expect(NameSkeletons(of: userName).values.contains(UserName.skeleton(of: userName)), "\(userName)")
        }
    }

    @Test("are those of other accounts")
    func accounts() async throws {
        for (userName, name) in [
            ("ada", "Ada"), ("bob", "Ada"), ("eve", "B0B"), ("a1", "AL"), ("al", "Al"), ("grace", "Grace Hopper"),
        ] {
            let new = NewAccount(userName: userName, name: name, password: nil, isAdministrator: false)
            _ = try await auth.directory.add(new)
        }
        let found = try await auth.directory.lookalikes(of: try await auth.store.accounts())
        // The names of a1 and al look like their own user names.
        #expect(found.map { "\($0.key.user) like \($0.value.user)" }.sorted() == ["bob like ada", "eve like bob"])
    }
}
