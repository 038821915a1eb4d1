/// A public file embedded in the program: a script, a style sheet, an image.
///
/// The plugin `PorticoPlugin` generates `PublicFile.embedded`, the files in the folder `Public` of a target.
public struct PublicFile: Sendable {
    /// The path in the folder, such as `css/shop.css`.
    public let name: String
    /// The bytes in base64 (RFC 4648, section 4).
    public let base64: StaticString

    public init(name: String, base64: StaticString) {
        self.name = name
        self.base64 = base64
    }
}
