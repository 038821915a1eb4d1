import Foundation
import PorticoBytes
import PorticoConfig
import Testing

@testable import PorticoAuth
@testable import PorticoStore

@Suite("Rules of protected applications")
struct ProtectionRulesTests {
    private static let rules = ProtectionRules(
        hosts: ["app.example", "shop.example:8443"],
        rules: [
            "app.example/assets/** public", "app.example/*.ico GET public", "app.example/hook POST public",
            "app.example/admin/** groups:admins proof", "app.example/Reports/** GET|POST groups:staff|editors",
            "app.example/reports/** groups:nobody", "app.example/exact signed-in", "app.example/v*/a*c/** signed-in",
            "shop.example:8443/** signed-in", "app.example/pay/** POST signed-in second-factor",
        ].compactMap { try? ProtectionRule($0) })

    private static func account(_ groups: Set<GroupName>) -> Account {
        Account(
            id: AccountID(server: .local, user: "ada"), name: "Ada", isAdministrator: false, createdAt: .distantPast,
            groups: groups)
    }

    /// One request: its method, its address and the groups of its account (`-`: nobody is signed in; `!`: the password
    /// was just entered; `!!`: and a second factor), and the verdict.
    struct Row: Sendable, CustomTestStringConvertible {
        let words: [String]
        var testDescription: String { words.joined(separator: " ") }
    }

    private static let table = """
        GET https://app.example/assets/a.css - allowed
        GET https://app.example/assets - allowed
        GET https://app.example/assets/ - allowed
        HEAD https://app.example/assets/a/b/c?x=../../admin - allowed
        DELETE https://app.example/assets/a - allowed
        GET https://app.example/assetsX - noRule
        GET https://APP.example./assets/a - allowed
        GET https://app.example:443/assets/a - allowed
        GET https://app.example:8443/assets/a - noRule
        GET https://app.example/favicon.ico - allowed
        HEAD https://app.example/favicon.ico - allowed
        POST https://app.example/favicon.ico - noRule
        GET https://app.example/a/favicon.ico - noRule
        POST https://app.example/hook - allowed
        GET https://app.example/hook - noRule
        post https://app.example/hook - invalidMethod
        POSTX https://app.example/hook - noRule
        GET https://app.example/admin - needsSignIn
        GET https://app.example/admin/ - needsSignIn
        GET https://app.example/admin/x staff group
        GET https://app.example/admin/x admins needsProof:password
        GET https://app.example/admin/x admins! allowed
        GET https://app.example/admin/x admins!! allowed
        POST https://app.example/pay/1 - needsSignIn
        POST https://app.example/pay/1 staff needsProof:secondFactor
        POST https://app.example/pay/1 staff! needsProof:secondFactor
        POST https://app.example/pay/1 staff!! allowed
        GET https://app.example/pay/1 staff!! noRule
        GET https://app.example/ADMIN/x admins! ambiguousPath
        GET https://app.example/%61dmin/x - needsSignIn
        GET https://app.example//admin/x - ambiguousPath
        GET https://app.example/./admin/x - ambiguousPath
        GET https://app.example/assets/../admin/x - ambiguousPath
        GET https://app.example/assets/..%2fadmin/x - ambiguousPath
        GET https://app.example/assets/%2e%2e/admin/x - ambiguousPath
        GET https://app.example/assets/%252e%252e/admin/x - ambiguousPath
        GET https://app.example/assets/..%5cadmin/x - ambiguousPath
        GET https://app.example/assets/..\\admin/x - ambiguousPath
        GET https://app.example/assets/..;/admin/x - ambiguousPath
        GET https://app.example/assets;/../admin/x - ambiguousPath
        GET https://app.example/admin;x=1/y - ambiguousPath
        GET https://app.example/assets%2f..%2fadmin - ambiguousPath
        GET https://app.example/assets%2fa - ambiguousPath
        GET https://app.example/assets//a - allowed
        GET https://app.example/assets/%20a - allowed
        GET https://app.example/assets/a;b - allowed
        GET https://app.example/assets/%252e - ambiguousPath
        GET https://app.example/assets/100%25 - allowed
        GET https://app.example/assets/a%2525b - allowed
        GET https://app.example/assets/..a/.b/c. - allowed
        GET https://app.example/assets/a%5cb - allowed
        GET https://app.example/assets/../%CC%81/../admin/users - ambiguousPath
        GET https://app.example/assets/%2e%2e/%E2%80%8D/%2e%2e/admin/users - ambiguousPath
        GET https://app.example/assets/..;%CC%81/admin/users.txt - ambiguousPath
        GET https://app.example/assets/x%2Fy/../../admin/users - ambiguousPath
        GET https://app.example/assets/x;a%2Fb/../../admin/users - ambiguousPath
        GET https://app.example/assets/../admin/x//../../assets - ambiguousPath
        GET https://app.example/assets/./a - ambiguousPath
        GET https://app.example/../a - ambiguousPath
        GET https://app.example/assets/.%2e - ambiguousPath
        GET https://app.example/assets/..%3ba - ambiguousPath
        GET https://app.example/admin/%CC%81x staff group
        GET https://app.example/admin%2F%CC%81users staff ambiguousPath
        GET https://app.example/admin;%CC%81x/users staff ambiguousPath
        GET https://app.example/admin%2F%CC%81x.ico - ambiguousPath
        GET https://app.example/%CC%81admin/x staff noRule
        GET https://app.example/admin%5Cx staff ambiguousPath
        GET https://app.example/admin%3Bx/y staff ambiguousPath
        GET https://app.example/admin%252Fx.ico - ambiguousPath
        GET https://app.example//x/admin/users staff ambiguousPath
        GET https://app.example/%5Cassets/a - ambiguousPath
        GET https://app.example/%2fassets/a - ambiguousPath
        GET https://app.example/%255Cassets/a - ambiguousPath
        GET https://app.example//assets/a - ambiguousPath
        GET https://app.example/admin%3f staff ambiguousPath
        GET https://app.example/admin%23x staff ambiguousPath
        GET https://app.example/admin%20 staff ambiguousPath
        GET https://app.example/assets/a%3Fb%20 - allowed
        GET https://app.example/adm%C4%B1n/x staff ambiguousPath
        GET https://app.example/a%C5%BFsets/x staff ambiguousPath
        GET https://app.example/Reports/7 staff allowed
        GET https://app.example/reports/7 staff ambiguousPath
        PUT https://app.example/reports/7 staff group
        GET https://app.example/exact staff allowed
        GET https://app.example/exact/ staff allowed
        GET https://app.example/exact/x staff noRule
        GET https://app.example/exac - noRule
        GET https://app.example/v1/abc/x - needsSignIn
        GET https://app.example/v1/abc staff allowed
        GET https://app.example/v1/acb staff noRule
        GET https://app.example/v1/ac staff allowed
        GET https://app.example/ staff noRule
        GET https://app.example staff noRule
        GET https://shop.example:8443/ - needsSignIn
        GET https://shop.example:8443/a/b?c=d staff allowed
        GET https://shop.example/ staff noRule
        GET https://app.example.evil.example/assets/a - noRule
        GET https://evil.example/assets/a - noRule
        """
        .split(separator: "\n").map { Row(words: $0.split(separator: " ").map(String.init)) }

    @Test("state permissions for paths that all servers read alike", arguments: table)
    func answers(row: Row) throws {
        try #require(Self.rules.rules.count == 10)
        let address = try #require(ProtectedAddress(row.words[1]))
        let who = row.words[2]
        let account = who == "-" ? nil : Self.account([GroupName(stringLiteral: who.replacing("!", with: ""))])
        let decision = Self.rules.decision(
            on: address, method: row.words[0], by: account,
            proof: who.hasSuffix("!!") ? .secondFactor : who.hasSuffix("!") ? .password : .nothing)
        let answer =
            switch decision.verdict {
            case .denied(let reason): "\(reason)"
            case .needsProof(let level): "needsProof:\(level)"
            default: "\(decision.verdict)"
            }
        #expect(answer == row.words[3], "rule \(decision.rule.map { $0 + 1 } ?? 0)")
    }

    @Test(
        "refuse an invalid address",
        arguments: [
            "", "/a", "app.example/a", "//app.example/a", "ftp://app.example/", "https:///a", "https://", "https://.",
            "https://..", "https://a..b/", "https://ada@app.example/", "https://app.example:0/",
            "https://app.example:80x/",
            "https://app.example:+80/", "https://app.example:080/", "https://app.example/%", "https://app.example/%0",
            "https://app.example/%zz", "https://app.example/%00", "https://app.example/%0a", "https://app.example/%7f",
            "https://app.example/%c0%af", "https://app.example/%ff", "https://app.example/%250a",
            "https://app.example/a%20" + String(repeating: "a", count: 2048),
            "https://app.example/a#b", "https://\u{212A}.example/", "https://app.example\u{301}/",
            "https://app.example\\@evil.example/", "https://app.example/a b", "https://app.example/ä",
            "https://[::1/", "https://[x]/", "https://" + String(repeating: "a", count: 8192),
        ])
    func noAddress(text: String) {
        #expect(ProtectedAddress(text) == nil)
    }

    @Test(
        "keep an address as it was sent",
        arguments: [
            ("https://App.Example:443/a%20b?c=%2F..", "https://app.example/a%20b?c=%2F.."),
            ("http://[::1]:8080/", "http://[::1]:8080/"), ("https://app.example", "https://app.example/"),
            ("https://app.example?x", "https://app.example/?x"), ("wss://app.example:443/s", "https://app.example/s"),
            ("ws://app.example/s", "http://app.example/s"), ("HTTPS://app.example/", "https://app.example/"),
        ])
    func kept(text: String, address: String) {
        #expect(ProtectedAddress(text)?.description == address)
    }

    @Test(
        "that are wrong are refused with the reason",
        arguments: [
            ("", .address), ("app.example public", .address), ("https://app.example/ public", .address),
            ("App.example/ public", .address), ("app.example:443x/ public", .address),
            ("app.example/a//b public", .path),
            ("app.example/../a public", .path), ("app.example/**/a public", .path), ("app.example/a** public", .path),
            ("app.example/ | public", .methods), ("app.example/", .access), ("app.example/ GET", .access),
            ("app.example/ get public", .access), ("app.example/ everybody", .access),
            ("app.example/ public proof", .access), ("app.example/ public second-factor", .access),
            ("app.example/ signed-in proof second-factor", .access), ("app.example/ signed-in again", .access),
            ("app.example/ groups:", .groups), ("app.example/ groups:a||b", .groups),
            ("app.example/ groups:a&b", .groups),
        ] as [(String, ProtectionRule.Problem)])
    func refused(text: String, problem: ProtectionRule.Problem) {
        #expect(throws: problem) { try ProtectionRule(text) }
    }

    /// Marks that form one Character with a separator before or after them, and characters that are equal to a
    /// separator.
    private static let marks = [
        "\u{301}", "\u{200D}", "\u{FE0F}", "\u{600}", "\u{6DD}", "\u{70F}", "\u{8E2}", "\u{D4E}", "\u{110BD}",
        "\u{37E}",
        "\u{1FEF}", "\u{212A}",
    ]

    @Test("read separators beside marks as other programs", arguments: marks, ["/", "%2F", "%5C", ";", "%3B", "//"])
    func besideMarks(mark: String, separator: String) throws {
        let rules = ProtectionRules(
            rules: try ["*/admin/** groups:admins", "*/*.css public", "*/** signed-in"].map { try ProtectionRule($0) })
        let encoded = PercentEncoding.encode(mark)
        for path in ["/admin\(separator)\(encoded)x.css", "/admin\(encoded)\(separator)x.css"] {
            let address = try #require(ProtectedAddress("https://app.example\(path)"))
            let decision = rules.decision(on: address, method: "GET", by: nil, proof: .nothing)
            let isOfAdmin = path.utf8.starts(with: "/admin\(separator)".utf8)
            #expect(!isOfAdmin || decision.verdict != .allowed, "\(path)")
        }
    }

    @Test("match wildcards in the time of reading a segment")
    func wildcards() throws {
        let rules = ProtectionRules(rules: [try ProtectionRule("*/*.*-*.*.js public")])
        let address = try #require(ProtectedAddress("https://app.example/x" + String(repeating: ".-", count: 4000)))
        let time = ContinuousClock().measure {
            #expect(rules.decision(on: address, method: "GET", by: nil, proof: .nothing).verdict == .denied(.noRule))
        }
        #expect(time < .seconds(1))
    }

    @Test(
        "match wildcards as patterns of files do",
        arguments: [
            ("*.css", "a.css", true), ("*.css", ".css", true), ("*.css", "a.css.js", false), ("a*b*c", "abc", true),
            ("a*b*c", "aXbXbYc", true), ("a*b*c", "aXc", false), ("*a*", "bab", true), ("*a*", "b", false),
            ("*", "x", true), ("a*", "a", true), ("*ab", "aab", true), ("*aab", "aaab", true), ("a*a", "a", false),
            ("*é", "%C3%A9", true), ("e", "e%CC%81", false),
        ])
    func wildcard(pattern: String, segment: String, isMatch: Bool) throws {
        let rules = ProtectionRules(rules: [try ProtectionRule("*/\(pattern) public")])
        let address = try #require(ProtectedAddress("https://app.example/\(segment)"))
        let verdict = rules.decision(on: address, method: "GET", by: nil, proof: .nothing).verdict
        #expect(verdict == (isMatch ? .allowed : .denied(.noRule)))
    }

    @Test("apply to every protected host if they name none")
    func anyHost() throws {
        let rules = ProtectionRules(rules: [try ProtectionRule("*/a public")])
        for host in ["app.example", "shop.example:8443"] {
            let address = try #require(ProtectedAddress("https://\(host)/a"))
            #expect(rules.decision(on: address, method: "GET", by: nil, proof: .nothing).verdict == .allowed)
        }
    }
}

@Suite("Groups")
struct GroupNameTests {
    @Test("have names without case, spaces and other signs", arguments: ["Staff", " staff\n", "STAFF"])
    func name(text: String) {
        #expect(GroupName(text)?.value == "staff")
    }

    @Test("have no other names", arguments: ["", " ", "-", "...", "a b", "ä", "a,b", "a|b", "\u{212A}", "a/b"])
    func noName(text: String) {
        #expect(GroupName(text) == nil)
    }

    @Test("are listed with spaces, commas or semicolons between them")
    func list() throws {
        #expect(try GroupName.list(" b, A;c\n a") == ["a", "b", "c"])
        #expect(try GroupName.list("  ") == [])
        #expect(throws: InvalidGroupName(text: "ä")) { try GroupName.list("a ä") }
        #expect(GroupName(String(repeating: "a", count: 64)) != nil)
        #expect(GroupName(String(repeating: "a", count: 65)) == nil)
    }
}
