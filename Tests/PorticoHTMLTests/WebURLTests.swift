import Testing

@testable import PorticoHTML

@Suite("Addresses of other sites")
struct WebURLTests {
    @Test(
        "Web and mail addresses are accepted unchanged",
        arguments: [
            "http://example.org", "https://example.org/", "HTTPS://Example.org:8443/a?b=c#d",
            "https://127.0.0.1:80/a%20b", "http://localhost",
            "https://[::1]/", "https://[2001:db8::1]:8080", "https://xn--bcher-kva.example/?a=@",
            "https://example.org?a",
            "mailto:a@example.org", "mailto:a.b+c@example.org?subject=d%20e",
        ])
    func accepted(url: String) {
        #expect(WebURL(url)?.description == url)
    }

    @Test(
        "All other addresses are refused",
        arguments: [
            "", "example.org", "/a", "//example.org", "http:", "http:/", "http://", "http:///a", "http:example.org",
            "https://?a", "https://#a",
            "javascript:alert(1)", "JAVASCRIPT://example.org/%0aalert(1)", "java\nscript:alert(1)",
            " https://example.org", "https://example.org ",
            "data:text/html,a", "vbscript:a", "file:///etc/passwd", "ftp://example.org", "blob:https://example.org/a",
            "view-source:https://a",
            "https://user@example.org", "https://user:password@example.org", "https://example.org@evil.example",
            "https://example.org\\@evil",
            "https:\\\\example.org", "https://exa\tmple.org", "https://exa mple.org", "https://example.org/\"a",
            "https://example.org/<a>",
            "https://example.org/\0", "https://example.org/%", "https://example.org/%zz", "https://example.org:0",
            "https://example.org:65536",
            "https://example.org:", "https://example.org:8a", "https://example.org:+80", "https://exämple.org",
            "https://example..org",
            "https://.example.org", "https://ex%61mple.org", "https://[::1", "https://[a]", "https://[::1]a",
            "https://[::1]@evil.example",
            "mailto:", "mailto:a", "mailto:@b", "mailto:a@", "mailto:a@b@c", "mailto:a@b?subject=c%0D%0ABcc:d@e",
            "mailto:a@b#c",
        ])
    func refused(url: String) {
        #expect(WebURL(url) == nil)
    }

    @Test("They have at most 2 048 bytes")
    func length() {
        let base = "https://example.org/"
        #expect(WebURL(base + String(repeating: "a", count: 2048 - base.count)) != nil)
        #expect(WebURL(base + String(repeating: "a", count: 2049 - base.count)) == nil)
    }
}
