import Crypto
import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import PorticoBytes
import PorticoHTML

/// The public files, from the program or from a folder, read once and served from memory under `/assets/RELEASE/…`. In
/// production, these are the bundles if they exist; otherwise the sources.
///
/// The release is a fingerprint of all files, so the content of an address never changes and is cached without limit.
/// Files with well-known addresses (`robots.txt`, `favicon.ico`) are also served there, cached for one day.
package struct AssetLibrary: Sendable {
    /// The folder is missing, is not a folder, or is empty.
    package struct Missing: Error, CustomStringConvertible {
        package let path: String
        package var description: String { "no public files in \(path)" }
    }

    /// A file or a folder cannot be read.
    package struct Unreadable: Error, CustomStringConvertible {
        package let path: String
        /// The code of the system's error.
        let code: Int32
        package var description: String {
            "the public file \(path) cannot be read: \(String(cString: strerror(code)))"
        }

        /// nil if this process can read the file or folder.
        init?(_ path: String, isFolder: Bool) {
            guard access(path, isFolder ? R_OK | X_OK : R_OK) != 0 else { return nil }
            (self.path, code) = (path, errno)
        }
    }

    /// The reason why a request below `/assets` or for a fixed path fails.
    package enum Refusal: Error {
        /// The file does not exist in this release.
        case notFound
        /// The method is neither GET nor HEAD.
        case methodNotAllowed
    }

    /// The subfolder of a public folder that contains its bundles, if they exist.
    static let bundles = "dist"

    /// The fingerprint of all files, 10 characters of base 32.
    package let release: String
    private let root: String
    /// The fingerprints of this program's files and the application's.
    private let releases: Set<Substring>
    /// By the path below ``root``.
    private let files: [String: Asset]
    private let fixed: [String: Asset]
    private let published = PublishedFiles()
    private let security: HTTPFields

    /// - Parameters:
    ///   - folder: the folder of the files; nil for those in the program.
    ///   - root: the path above all releases, like `/assets`.
    ///   - fixed: file names by the additional paths that serve them.
    ///   - shared: like `fixed`, for files that pages of other hosts of the same site load; cached for five minutes.
    ///   - own: the public folders of the application. Their files at fixed paths replace the others.
    ///   - security: the headers added to every response.
    ///   - isDevelopment: whether to include developer scripts, whose names begin with `dev-`.
    /// - Throws: ``Missing``, ``Unreadable``
    package init(
        folder: String?, at root: String, fixed: [String: String], shared: [String: String] = [:],
        own: [PublicFolder] = [], security: HTTPFields,
        isDevelopment: Bool
    ) throws {
        let contents = try
            (folder.map { try Self.read($0, prefersBundles: !isDevelopment) }
            ?? Self.embedded(prefersBundles: !isDevelopment))
            .filter { isDevelopment || !$0.key.begins(with: "js/dev-") }
        guard !contents.isEmpty else { throw Missing(path: folder ?? "the program") }
        release = Self.fingerprint(contents)
        self.security = security
        self.root = "\(root)/"
        var folders = [release: contents]
        for folder in own { folders[folder.fingerprint] = Self.contents(folder.files) }
        releases = Set(folders.keys.map { $0[...] })
        files = folders.reduce(into: [:]) { files, folder in
            for (name, file) in folder.value {
                var headers = security
                if folder.value[name + ".map"] != nil {
                    headers[.sourceMap] = URL(filePath: name).lastPathComponent + ".map"
                }
                files["\(folder.key)/\(name)"] = Asset(
                    file.bytes, type: file.type, caching: Self.forever, headers: headers)
            }
        }
        let all = own.reversed().reduce(contents) { $0.merging(Self.contents($1.files)) { _, own in own } }
        var forSite = security
        forSite[.crossOriginResourcePolicy] = "same-site"
        let kinds = [(fixed, Self.oneDay, security), (shared, "public, max-age=300", forSite)]
        self.fixed = kinds.reduce(into: [:]) { found, kind in
            let (names, caching, headers) = kind
            for (path, name) in names {
                guard let file = all[name] else { continue }
                found[path] = Asset(file.bytes, type: file.type, caching: caching, headers: headers)
            }
        }
    }

    /// Whether a path is below one of this program's releases.
    package func contains(_ path: Substring) -> Bool {
        guard let release = path.dropping(prefix: root)?.before("/") else { return false }
        return releases.contains(release) || published.contains(release)
    }

    private static let forever = "public, max-age=31536000, immutable"
    private static let oneDay = "public, max-age=86400"

    /// Serves more files under an address that changes with their content, cached without limit.
    ///
    /// The last folders published stay available for open pages. Other servers with the same files have the same
    /// address.
    ///
    /// - Parameter files: the bytes by name.
    /// - Returns: the fingerprint of the files, which their addresses contain like a release.
    package func publish(_ files: [String: [UInt8]]) -> String {
        let folder = folder(files)
        published.add([folder], fixed: nil)
        return folder.fingerprint
    }

    /// Serves several folders in this way. They stay until later ones replace them.
    ///
    /// - Parameter fixed: files that are also served at these paths from now on, cached for one day, with their media
    ///   types.
    /// - Returns: the fingerprint of each folder.
    package func putInForce(
        _ folders: [[String: [UInt8]]], fixed: [String: (bytes: [UInt8], type: String)]
    ) -> [String] {
        let folders = folders.map(folder)
        let fixed = fixed.mapValues { Asset($0.bytes, type: $0.type, caching: Self.oneDay, headers: security) }
        published.add(folders, fixed: fixed)
        return folders.map(\.fingerprint)
    }

    private func folder(_ files: [String: [UInt8]]) -> (fingerprint: String, files: [String: Asset]) {
        let contents = files.reduce(into: [:]) { $0[$1.key] = (bytes: $1.value, type: MediaTypes.type(of: $1.key)) }
        let assets = contents.mapValues {
            Asset($0.bytes, type: $0.type, caching: Self.forever, headers: security)
        }
        return (Self.fingerprint(contents), assets)
    }

    /// The response to a request for a public file; `nil` for any other path.
    package func response(to request: Request) async throws(Refusal) -> Response? {
        let path = request.uri.path
        let asset: Asset
        if let file = published.fixed(path) ?? fixed[path] {
            asset = file
        } else if path.begins(with: root) {
            let name = String(path.dropFirst(root.count))
            guard let file = files[name] ?? published.file(name) else { throw .notFound }
            asset = file
        } else {
            return nil
        }
        guard request.method == .get || request.method == .head else { throw .methodNotAllowed }
        return await asset.response(to: request)
    }

    /// The files in the program, by name: its bundles, if they are preferred and exist; otherwise its sources.
    private static func embedded(prefersBundles: Bool) -> [String: (bytes: [UInt8], type: String)] {
        let sources = PublicFile.embedded.filter { !$0.name.begins(with: "\(bundles)/") }
        let bundled = PublicFile.embedded.filter { $0.name.begins(with: "\(bundles)/") }
        let files = prefersBundles && !bundled.isEmpty ? bundled : sources
        return contents(
            files.map { file in
                file.name.begins(with: "\(bundles)/")
                    ? PublicFile(name: String(file.name.dropFirst(bundles.count + 1)), base64: file.base64) : file
            })
    }

    private static func contents(_ files: [PublicFile]) -> [String: (bytes: [UInt8], type: String)] {
        Dictionary(uniqueKeysWithValues: files.map { ($0.name, ($0.bytes, MediaTypes.type(of: $0.name))) })
    }

    /// The files of a public folder, by name: its bundles, if they are preferred and exist; otherwise its sources.
    private static func read(
        _ folder: String, prefersBundles: Bool
    ) throws -> [String: (bytes: [UInt8], type: String)] {
        let bundles = URL(filePath: folder).appending(path: bundles).path
        return try read(prefersBundles && FileManager.default.fileExists(atPath: bundles) ? bundles : folder)
    }

    /// The files of a folder, by name, without hidden files and bundles.
    static func read(_ folder: String) throws -> [String: (bytes: [UInt8], type: String)] {
        let base = URL(fileURLWithPath: folder, isDirectory: true).resolvingSymlinksInPath()
        if let problem = Unreadable(base.path, isFolder: false), problem.code != ENOENT { throw problem }
        guard let names = FileManager.default.enumerator(atPath: base.path) else { throw Missing(path: folder) }
        var files: [String: (bytes: [UInt8], type: String)] = [:]
        for case let name as String in names {
            let url = base.appendingPathComponent(name).resolvingSymlinksInPath()
            let isInside = url.path.begins(with: base.path + "/")
            let values = try url.resourceValues(forKeys: [.isRegularFileKey, .isDirectoryKey])
            let parts = name.fields(separatedBy: "/", omittingEmpty: true)
            guard isInside, parts[0] != bundles, !parts.contains(where: { $0.begins(with: ".") }),
                values.isRegularFile == true || values.isDirectory == true
            else { continue }
            if let problem = Unreadable(url.path, isFolder: values.isDirectory == true) { throw problem }
            guard values.isRegularFile == true else { continue }
            files[name] = (Array(try Data(contentsOf: url)), MediaTypes.type(of: name))
        }
        return files
    }

    private static func fingerprint(_ contents: [String: (bytes: [UInt8], type: String)]) -> String {
        var hash = SHA256()
        for (name, file) in contents.sorted(by: { $0.key < $1.key }) {
            hash.update(data: Array("\(name)\u{0}\(file.bytes.count)\u{0}".utf8))
            hash.update(data: file.bytes)
        }
        let alphabet = Array("abcdefghijklmnopqrstuvwxyz234567")
        return String(hash.finalize().prefix(10).map { alphabet[Int($0) % 32] })
    }
}

extension PublicFile {
    fileprivate var bytes: [UInt8] {
        guard let data = Data(base64Encoded: base64.description) else {
            preconditionFailure("the public file \(name) is not in base64")
        }
        return Array(data)
    }
}

extension HTTPField.Name {
    fileprivate static let crossOriginResourcePolicy = HTTPField.Name("Cross-Origin-Resource-Policy")!
    /// The address of a bundle's source map, relative to the bundle, for the browser's developer tools.
    fileprivate static let sourceMap = HTTPField.Name("SourceMap")!
}

/// Media types by file extension.
private enum MediaTypes {
    static func type(of name: String) -> String {
        let ending = name.fields(separatedBy: ".").last?.asciiLowercased ?? ""
        return types[ending] ?? "application/octet-stream"
    }

    private static let types = [
        "css": "text/css; charset=utf-8", "js": "text/javascript; charset=utf-8",
        "mjs": "text/javascript; charset=utf-8", "svg": "image/svg+xml", "png": "image/png", "jpg": "image/jpeg",
        "jpeg": "image/jpeg", "gif": "image/gif", "ico": "image/x-icon", "webp": "image/webp", "avif": "image/avif",
        "woff": "font/woff", "woff2": "font/woff2", "mp4": "video/mp4", "pdf": "application/pdf",
        "html": "text/html; charset=utf-8", "txt": "text/plain; charset=utf-8", "json": "application/json",
        "wasm": "application/wasm", "webmanifest": "application/manifest+json", "map": "application/json",
    ]
}
