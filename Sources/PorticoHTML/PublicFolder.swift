/// The public files of one target, served under addresses that change with the content.
///
/// The plugin `PorticoPlugin` generates `PublicFolder.own`, the folder `Public` of a target.
public struct PublicFolder: Sendable {
    /// The path above all public files.
    public static let root: SitePath = "/assets"

    /// The fingerprint of all files.
    public let fingerprint: String
    public let files: [PublicFile]
    private let paths: [String: SitePath]

    /// - Parameters:
    ///   - fingerprint: letters and digits that change with the files.
    ///   - files: the names must be unique. A name that is not valid in a ``SitePath``, such as one with a space, stops
    ///     the
    ///     process.
    public init(fingerprint: String, files: [PublicFile]) {
        self.fingerprint = fingerprint
        self.files = files
        paths = Dictionary(
            uniqueKeysWithValues: files.map { file in
                guard let path = SitePath(untrusted: "\(Self.root)/\(fingerprint)/\(file.name)") else {
                    preconditionFailure("rename the public file \(file.name): an address cannot contain its name")
                }
                return (file.name, path)
            })
    }

    /// The address of a file. An unknown name is a programming error and stops the process.
    public func path(of name: String) -> SitePath {
        guard let path = paths[name] else { preconditionFailure("there is no public file \(name)") }
        return path
    }

    /// Whether there is a file of this name.
    public func contains(_ name: String) -> Bool { paths[name] != nil }
}
