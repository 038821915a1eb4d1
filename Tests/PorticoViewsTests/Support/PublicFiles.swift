import Foundation
import Testing

@testable import PorticoAssets

/// The bundles of `Public/`, made by `Scripts/bundle`, in a release named `test`.
enum PublicFiles {
    static let folder = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appending(path: "Public/\(AssetLibrary.bundles)")

    /// Every file as served, by its name in the folder.
    static func served() throws -> [String: [UInt8]] {
        try files.get()
    }

    private static let files = Result {
        try AssetLibrary.read(folder.path(percentEncoded: false)).mapValues(\.bytes)
    }

    static func holds(_ path: String) throws -> Bool {
        try served()[name(path)] != nil
    }

    static func text(_ path: String) throws -> String {
        String(decoding: try bytes(path), as: UTF8.self)
    }

    /// The size of a file's brotli form, which browsers receive, in bytes.
    static func servedBytes(of path: String) throws -> Int {
        try #require(ContentCoding.brotli.compress(bytes(path))).count
    }

    private static func bytes(_ path: String) throws -> [UInt8] {
        guard let bytes = try served()[name(path)] else { throw CocoaError(.fileReadNoSuchFile) }
        return bytes
    }

    private static func name(_ path: String) -> String {
        path.replacing("/assets/test/", with: "")
    }

    /// The addresses in `attribute` of the elements `tag` in the markup.
    static func addresses(in markup: String, tag: String, attribute: String) throws -> [String] {
        let pattern = try Regex("<\(tag)\\b[^>]*?\\b\(attribute)=\"(/assets/[^\"]*)\"", as: (Substring, Substring).self)
        return markup.matches(of: pattern).map { String($0.output.1) }
    }
}
