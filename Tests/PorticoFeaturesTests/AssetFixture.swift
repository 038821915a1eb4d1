import Foundation
import HTTPTypes
import PorticoTestSupport

/// A folder of public files, and a server for it.
struct AssetFixture {
    /// 1 000 bytes that gzip makes smaller.
    static let css = (0..<100).map { "a\($0 % 10) { b:c }" }.joined(separator: "").prefix(1000)
    /// 256 different bytes.
    static let png = (0..<256).map { UInt8($0) }

    static func run(
        _ test: @escaping @Sendable (TestBrowser, _ release: String) async throws -> Void
    ) async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("public-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        try fill(folder)
        try await TestServer.run(publicFolder: folder.appendingPathComponent("Public").path) { _, client in
            let browser = TestBrowser(client)
            let page = try await browser.get("/session/new").text
            let release = page.firstMatch(of: /\/assets\/([a-z2-7]{10})\//).map { String($0.1) } ?? ""
            try await test(browser, "/assets/\(release)")
        }
    }

    /// Public files, secret files beside them, and symbolic links from the public to the secret ones.
    private static func fill(_ folder: URL) throws {
        let files = FileManager.default
        let publicFiles = folder.appendingPathComponent("Public")
        for path in ["css", ".hidden"] {
            try files.createDirectory(at: publicFiles.appendingPathComponent(path), withIntermediateDirectories: true)
        }
        try files.createDirectory(at: folder.appendingPathComponent("secrets"), withIntermediateDirectories: true)
        for path in ["secret.txt", "secrets/secret.txt", "Public/.env", "Public/.hidden/secret.txt"] {
            try Data("top secret".utf8).write(to: folder.appendingPathComponent(path))
        }
        try Data(css.utf8).write(to: publicFiles.appendingPathComponent("css/a.css"))
        try Data("{}".utf8).write(to: publicFiles.appendingPathComponent("css/a.css.map"))
        try Data(png).write(to: publicFiles.appendingPathComponent("a.png"))
        for name in ["a.mjs", "a.pdf", "a.unknown"] {
            try Data("a".utf8).write(to: publicFiles.appendingPathComponent(name))
        }
        try Data("User-agent: *\n".utf8).write(to: publicFiles.appendingPathComponent("robots.txt"))
        try Data().write(to: publicFiles.appendingPathComponent("empty.txt"))
        for (link, target) in [
            ("link.txt", "../secret.txt"), ("folder", "../secrets"), ("inside.png", "a.png"), ("broken.txt", "nowhere"),
            ("absolute.txt", folder.appendingPathComponent("secret.txt").path),
        ] {
            try files.createSymbolicLink(
                atPath: publicFiles.appendingPathComponent(link).path, withDestinationPath: target)
        }
    }
}
