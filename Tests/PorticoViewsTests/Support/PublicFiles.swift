import Foundation

@testable import PorticoWeb

/// The files of `Public/`, as a release named `test` serves them.
enum PublicFiles {
    static let folder = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appending(path: "Public")

    static func file(at path: String) -> URL {
        folder.appending(path: path.replacing("/assets/test/", with: ""))
    }

    static func text(_ path: String) throws -> String {
        try String(contentsOf: file(at: path), encoding: .utf8)
    }

    /// The bytes a browser receives of a file: its gzip form.
    static func servedBytes(of path: String) throws -> Int {
        let type = path.hasSuffix(".js") ? "text/javascript" : "text/css"
        let bytes = Array(try Data(contentsOf: file(at: path)))
        return try Gzip.compress(Asset.shortened(bytes, type: type)).count
    }

    /// The addresses that stand in `attribute` of the markup's elements called `tag`.
    static func addresses(in markup: String, tag: String, attribute: String) throws -> [String] {
        let pattern = try Regex("<\(tag)\\b[^>]*?\\b\(attribute)=\"(/assets/[^\"]*)\"", as: (Substring, Substring).self)
        return markup.matches(of: pattern).map { String($0.output.1) }
    }
}
