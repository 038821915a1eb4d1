import Testing

@testable import PorticoHTML

@Suite("Paths on this site")
struct SitePathTests {
    @Test(
        "Ordinary paths are accepted unchanged",
        arguments: [
            "/", "/a", "/a/", "/a/b.css", "/a.b/..c/d..", "/...", "/a?b=c&d=%2F%2Fe", "/a?next=/b//c", "/?//", "/a%20b",
            "/%C3%A9", "/a:b@c",
            "/a?q=[1]|{2}", "/~a/(b)!$&'*+,;=", "/%25", "/a?b=https://c.example/", "/session/new?next=%2Fa%3Fb%3Dc",
        ])
    func accepted(path: String) {
        #expect(SitePath(untrusted: path)?.description == path)
    }

    @Test(
        "Paths that could lead to another site, or that do not exist, are refused",
        arguments: [
            "", "a", "a/b", "?a", "#a", "//", "//evil.example", "///evil.example", "/\\evil.example", "\\/evil.example",
            "\\\\evil.example",
            "/\t/evil.example", "/\n/evil.example", "/\r/evil.example", "\t//evil.example", " //evil.example",
            "/ /evil.example", "/a b",
            "http://evil.example", "https:evil.example", "javascript:alert(1)", "JaVaScRiPt:alert(1)",
            "data:text/html,x", "mailto:a@b",
            "/%2fevil.example", "/%2Fevil.example", "/%2f%2fevil.example", "/%5cevil.example", "/%5Cevil.example",
            "/a/%2f", "/a%5c",
            "/%09/evil.example", "/%0aevil", "/%0d%0aSet-Cookie:a=b", "/%00", "/a%00b", "/%7f", "/%1F", "/a\0",
            "/\u{7F}", "/\u{1}",
            "/./evil", "/../evil", "/a/..", "/a/.", "/.", "/..", "/%2e%2e/a", "/.%2e/a", "/a/%2E", "/.//evil.example",
            "/a//b", "//a?b",
            "/a#b", "/a\\b", "/a?b\\c", "/a?b\nc", "/a\"b", "/<a>", "/a?<b>", "/é", "/／evil.example", "/\u{202E}a",
            "/\u{FEFF}",
            "/%", "/%2", "/%zz", "/a?b=%", "/a?b=%4", "/%u002f", "/\u{AD}",
        ])
    func refused(path: String) {
        #expect(SitePath(untrusted: path) == nil)
    }

    @Test("Paths from outside have at most 2 048 bytes")
    func length() {
        #expect(SitePath(untrusted: "/" + String(repeating: "a", count: 2047)) != nil)
        #expect(SitePath(untrusted: "/" + String(repeating: "a", count: 2048)) == nil)
    }

    @Test("A query is added percent-encoded")
    func query() {
        let path: SitePath = "/session/new"
        #expect(path.adding(query: []) == path)
        #expect(path.adding(query: [("next", "/a?b=c&d")]).description == "/session/new?next=%2Fa%3Fb%3Dc%26d")
        #expect(
            path.adding(query: [("a", "1"), ("é", "\"<'\r\n")]).description == "/session/new?a=1&%C3%A9=%22%3C%27%0D%0A"
        )
        #expect(SitePath("/a?b=1").adding(query: [("c", "~-._")]).description == "/a?b=1&c=~-._")
        #expect(SitePath("/a?b=1").adding(query: [("c", "2")]).path == "/a")
    }

    @Test("A segment is added percent-encoded, or refused if no path can contain it")
    func segment() {
        #expect(SitePath("/a").adding(segment: "b c?é") == "/a/b%20c%3F%C3%A9")
        #expect(SitePath("/a/?b=1").adding(segment: "c") == "/a/c")
        #expect(SitePath("/").adding(segment: "c") == "/c")
        for segment in ["", ".", "..", "a/b", "/", "\\", "a\0", "\n"] {
            #expect(SitePath("/a").adding(segment: segment) == nil)
        }
    }

    @Test("Values in a literal are percent-encoded, and change neither the segments nor the query")
    func interpolation() {
        let (number, name, path) = (12, "b c?é", SitePath("/x?y=z"))
        #expect(SitePath("/orders/\(number)") == "/orders/12")
        #expect(SitePath("/a/\(name)/edit") == "/a/b%20c%3F%C3%A9/edit")
        let query = SitePath("/a?from=\(path)&n=\(number)&q=\("/../&")")
        #expect(query.description == "/a?from=%2Fx%3Fy%3Dz&n=12&q=%2F..%2F%26")
        for segment in ["", ".", "..", "a/b", "/", "\\", "a\0", "\n"] {
            #expect(SitePath("/a/\(segment)/b") == "/a/%EF%BF%BD/b")
        }
    }

    @Test("A path in the source that breaks a rule stops the process, with a sentence")
    func literal() async throws {
        let end = try await #require(processExitsWith: .exitCode(1), observing: [\.standardErrorContent]) {
            _ = SitePath("hello")
        }
        let errors = String(decoding: end.standardErrorContent, as: UTF8.self)
        #expect(errors.contains(#""hello" is not a path on this site: it needs a slash in front, as in "/hello""#))
        await #expect(processExitsWith: .failure) { _ = SitePath("//evil.example") }
        await #expect(processExitsWith: .failure) { _ = SitePath("/a\(1)//") }
        await #expect(processExitsWith: .failure) { _ = SitePath("/a/\(SitePath("/b"))") }
    }
}
