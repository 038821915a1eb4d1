import CQRencode

/// A text as a QR code (ISO/IEC 18004) for the camera of another device: black on white in every appearance, because
/// many cameras read no other colours. The page shows the text also in another way, for people without a camera.
///
/// As wide as its container, up to 12 times the size of the text around it.
public struct QRCode: Sendable {
    /// The name for assistive technology, which does not read the code.
    public var label: String
    /// The rows of modules from the top, true for black.
    let modules: [[Bool]]

    /// - Parameter text: 1 to 2,331 bytes of UTF-8, the capacity of the largest code with error correction M. Traps for
    ///   any other length. Cameras need a short text: with 100 bytes, the code has 41 modules on each side.
    public init(_ text: String, label: String) {
        self.label = label
        modules = Self.encode(text)
    }

    /// The width of the white margin that readers need, in modules.
    static let quietZone = 4

    /// The width with both margins, in modules.
    var side: Int { modules.count + 2 * Self.quietZone }

    /// The outlines of the black modules: a rectangle for each run in a row.
    var outlines: String {
        var outlines = ""
        for (y, row) in modules.enumerated() {
            var x = 0
            while let start = row[x...].firstIndex(of: true) {
                x = row[start...].firstIndex(of: false) ?? row.endIndex
                outlines += "M\(start + Self.quietZone) \(y + Self.quietZone)h\(x - start)v1h-\(x - start)z"
            }
        }
        return outlines
    }

    private static func encode(_ text: String) -> [[Bool]] {
        let bytes = Array(text.utf8)
        precondition((1...2_331).contains(bytes.count), "a QR code cannot have \(bytes.count) bytes")
        guard let code = QRcode_encodeData(Int32(bytes.count), bytes, 0, QR_ECLEVEL_M) else {
            preconditionFailure("libqrencode has no memory for a QR code")
        }
        defer { QRcode_free(code) }
        let width = Int(code.pointee.width)
        // The lowest bit is 1 for black.
        let isBlack = UnsafeBufferPointer(start: code.pointee.data, count: width * width).map { $0 & 1 == 1 }
        return (0..<width).map { Array(isBlack[$0 * width..<($0 + 1) * width]) }
    }
}
