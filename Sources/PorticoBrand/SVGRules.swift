import Foundation

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
        name == "xmlns" || name.hasPrefix("xmlns:") || ["viewBox", "version", "class", "xml:space"].contains(name)
    }

    /// Whether a value is a reference to an element of the same drawing.
    static func isReference(_ value: String) -> Bool {
        let name = value.dropFirst()
        return value.first == "#" && !name.isEmpty && name.allSatisfy(isOfName)
    }

    /// Whether a value contains only numbers, names, colours, transforms and references to the same drawing: no quotes,
    /// slashes, colons or backslashes, without which no address can be written.
    static func isHarmless(_ value: String) -> Bool {
        guard value.utf8.count <= BrandMark.limit,
            value.allSatisfy({ $0.isASCII && (isOfName($0) || $0.isWhitespace || ",#%()+".contains($0)) })
        else { return false }
        let calls = value.split(separator: "(", omittingEmptySubsequences: false)
        return zip(calls, calls.dropFirst()).allSatisfy { before, after in
            let name = String(before.reversed().prefix { $0.isLetter }.reversed()).lowercased()
            if functions.contains(name) { return true }
            return name == "url" && isReference(String(after.prefix { $0 != ")" })) && after.contains(")")
        }
    }

    private static func isOfName(_ character: Character) -> Bool {
        character.isASCII && (character.isLetter || character.isNumber || "_-.".contains(character))
    }

    /// The view box of the root element, or one of its size; nil if it has neither, or is empty.
    static func viewBox(_ attributes: [String: String]) -> String? {
        let box = (attributes["viewBox"] ?? "").split { $0.isWhitespace || $0 == "," }.map(String.init)
        let size = ["width", "height"].compactMap { name in
            attributes[name].map { $0.hasSuffix("px") ? String($0.dropLast(2)) : $0 }
        }
        let texts = box.isEmpty ? ["0", "0"] + size : box
        let numbers = texts.compactMap { Double($0) }.filter { $0.isFinite && abs($0) < 1e6 }
        guard texts.count == 4, numbers.count == 4, numbers[2] > 0, numbers[3] > 0 else { return nil }
        return texts.joined(separator: " ")
    }
}
