import Foundation
import PorticoBytes

/// The problem with the file of a mark.
package enum BrandMarkProblem: Error, Hashable, Sendable {
    case tooLarge
    /// Neither SVG nor PNG.
    case unknownFormat
    /// It is not well-formed XML in UTF-8, or contains a document type, entities or processing instructions.
    case malformed
    /// The root element is not `svg` of the SVG namespace, or has neither a view box nor a size.
    case notADrawing
    /// Nothing is left after cleaning.
    case empty
    /// The PNG cannot be decoded, or has more than 4,096 pixels on a side.
    case unreadable
}

/// The mark of an installation: a cleaned SVG, or a PNG.
package enum BrandMark: Hashable, Sendable {
    case svg(SVGDrawing)
    case png(PNGImage)

    /// The maximum size of the file in bytes.
    package static let limit = 65_536

    /// Cleans an SVG, and decodes a PNG.
    package init(_ bytes: [UInt8]) throws(BrandMarkProblem) {
        guard bytes.count <= Self.limit else { throw .tooLarge }
        if bytes.starts(with: PNGImage.signature) {
            self = .png(try PNGImage(bytes))
        } else if let text = String(validating: bytes, as: UTF8.self), text.has("<") {
            self = .svg(try SVGDrawing(cleaning: text))
        } else {
            throw .unknownFormat
        }
    }

    /// Reads a `data:` URL (RFC 2397) in base64; its media type is ignored.
    package init(dataURL text: String) throws(BrandMarkProblem) {
        guard text.utf8.count <= Self.limit * 2 else { throw .tooLarge }
        guard text.begins(with: "data:"), let (type, content) = text.cut(at: ","), type.ends(with: ";base64"),
            let data = Data(base64Encoded: String(content))
        else { throw .unknownFormat }
        try self.init(Array(data))
    }

    /// The file: a cleaned SVG, or the unchanged PNG.
    package var bytes: [UInt8] {
        switch self {
        case .svg(let drawing): Array(drawing.text.utf8)
        case .png(let image): image.file
        }
    }

    package var mediaType: String {
        switch self {
        case .svg: "image/svg+xml"
        case .png: "image/png"
        }
    }

    package var dataURL: String { "data:\(mediaType);base64,\(Data(bytes).base64EncodedString())" }

    /// The names of the elements and attributes that cleaning removed, sorted.
    package var removed: [String] {
        switch self {
        case .svg(let drawing): drawing.removed.sorted()
        case .png: []
        }
    }
}
