import Foundation
import PorticoBytes

/// The elements, attributes and values that a cleaned SVG may contain.
enum SVGRules {
    /// The maximum depth of elements.
    static let depth = 64
    /// The maximum number of `use` elements. Each can draw all others again, so many would stop a browser.
    static let mostUses = 20

    static let shapes: Set = ["path", "rect", "circle", "ellipse", "line", "polyline", "polygon"]

    static let elements: Set = shapes.union([
        "g", "defs", "use", "linearGradient", "radialGradient", "stop", "clipPath", "mask", "title", "desc",
    ])

    /// Properties that are attributes and also stand in `style`.
    static let presentation: Set = [
        "fill", "fill-rule", "fill-opacity", "stroke", "stroke-width", "stroke-linecap", "stroke-linejoin",
        "stroke-miterlimit", "stroke-dasharray", "stroke-dashoffset", "stroke-opacity", "opacity", "color", "display",
        "visibility", "clip-path", "clip-rule", "mask", "mask-type", "stop-color", "stop-opacity", "paint-order",
        "vector-effect",
    ]

    static let attributes: Set = presentation.union([
        "id", "d", "points", "transform", "x", "y", "x1", "y1", "x2", "y2", "cx", "cy", "r", "rx", "ry", "fx", "fy",
        "fr", "width", "height", "pathLength", "offset", "gradientUnits", "gradientTransform", "spreadMethod",
        "clipPathUnits", "maskUnits", "maskContentUnits",
    ])

    private static let functions: Set = [
        "rgb", "rgba", "hsl", "hsla", "matrix", "translate", "scale", "rotate", "skewx", "skewy",
    ]

    /// Names without meaning here, which every editor writes.
    static func ignored(_ name: String) -> Bool {
        name == "xmlns" || name.begins(with: "xmlns:") || ["viewBox", "version", "class", "xml:space"].contains(name)
    }

    /// Whether a value is a reference to an element of the same drawing.
    static func isReference(_ value: Substring) -> Bool {
        guard let name = value.dropping(prefix: "#") else { return false }
        return !name.isEmpty && name.utf8.allSatisfy(isOfName)
    }

    /// Whether a value contains only numbers, names, colours, transforms and references to the same drawing: no quotes,
    /// slashes, colons or backslashes, without which no address can be written.
    static func isHarmless(_ value: String) -> Bool {
        guard value.utf8.count <= BrandMark.limit,
            value.utf8.allSatisfy({ isOfName($0) || $0.isASCIIWhitespace || ",#%()+".utf8.contains($0) })
        else { return false }
        let calls = value.fields(separatedBy: "(")
        return zip(calls, calls.dropFirst()).allSatisfy { before, after in
            let name = before[
                (before.utf8.lastIndex { !$0.isASCIILetter }.map { before.utf8.index(after: $0) } ?? before.startIndex)...
            ]
            .asciiLowercased
            if functions.contains(name) { return true }
            return name == "url" && after.cut(at: ")").map { isReference($0.before) } ?? false
        }
    }

    private static func isOfName(_ byte: UInt8) -> Bool {
        byte.isASCIILetter || byte.isASCIIDigit || "_-.".utf8.contains(byte)
    }

    /// The view box of the root element, or one of its size; nil if it has neither, or is empty.
    static func viewBox(_ attributes: [String: String]) -> String? {
        let box = (attributes["viewBox"] ?? "")
            .fields(omittingEmpty: true) { $0.isASCIIWhitespace || $0 == UInt8(ascii: ",") }.map(String.init)
        let size = ["width", "height"].compactMap { name in
            attributes[name].map { String($0.dropping(suffix: "px") ?? $0[...]) }
        }
        let texts = box.isEmpty ? ["0", "0"] + size : box
        let numbers = texts.compactMap { Double($0) }.filter { $0.isFinite && abs($0) < 1e6 }
        guard texts.count == 4, numbers.count == 4, numbers[2] > 0, numbers[3] > 0 else { return nil }
        return texts.joined(separator: " ")
    }
}
