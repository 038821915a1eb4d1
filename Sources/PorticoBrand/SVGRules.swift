import Foundation
import PorticoBytes

/// The elements, attributes and values that a cleaned SVG may contain.
enum SVGRules {
    /// The maximum depth of elements.
    static let depth = 64
    /// The maximum number of `use` elements. Each can draw all others again, so many of them would block a browser.
    static let mostUses = 20

    static let shapes: Set = ["path", "rect", "circle", "ellipse", "line", "polyline", "polygon"]

    static let elements: Set = shapes.union([
        "g", "defs", "use", "linearGradient", "radialGradient", "stop", "clipPath", "mask", "title", "desc",
    ])

    /// Properties that may be attributes or stand in `style`.
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

    private static let transforms: Set = ["matrix", "translate", "scale", "rotate", "skewx", "skewy"]
    private static let colors: Set = ["rgb", "rgba", "hsl", "hsla"]

    /// Names without meaning here: those that every editor writes, and those with a foreign prefix.
    static func ignored(_ name: String) -> Bool {
        if let (prefix, _) = name.cut(at: ":") { return prefix != "xlink" && prefix != "xml" || name == "xml:space" }
        return ["xmlns", "viewBox", "version", "class", "type"].contains(name)
    }

    /// A reference to an element of the same drawing, in cleaned form; nil for any other value.
    static func reference(_ value: Substring) -> String? {
        value.dropping(prefix: "#").flatMap { id(String($0)) }.map { "#\($0)" }
    }

    /// An id in cleaned form: only ASCII letters, digits and `_-.`. Drawing programs also write colons and non-ASCII
    /// letters, which become their bytes in hexadecimal; nil for other characters.
    static func id(_ name: String) -> String? {
        guard !name.isEmpty, name.utf8.allSatisfy({ isOfName($0) || $0 == UInt8(ascii: ":") || $0 >= 0x80 }) else {
            return nil
        }
        return name.utf8.map { isOfName($0) ? String(UnicodeScalar($0)) : "_" + String($0, radix: 16) }.joined()
    }

    /// A value in cleaned form; nil unless it contains only numbers, names, colours, transforms and references to the
    /// same drawing. Such a value has no quotes, colons or backslashes, and a slash only in a colour, so it cannot
    /// contain an address.
    static func cleaned(_ value: String) -> String? {
        guard value.utf8.count <= BrandMark.limit else { return nil }
        var (cleaned, rest) = ("", value[...])
        while let (before, call) = rest.cut(at: "(") {
            guard isPlain(before), let (arguments, after) = call.cut(at: ")") else { return nil }
            let start = before.utf8.lastIndex { !$0.isASCIILetter }.map { before.utf8.index(after: $0) }
            let function = before[(start ?? before.startIndex)...].asciiLowercased
            switch function {
            case "url":
                guard let reference = reference(unquoted(arguments)) else { return nil }
                cleaned += "\(before)(\(reference))"
            case _ where transforms.contains(function) && isPlain(arguments),
                _ where colors.contains(function) && isColor(arguments):
                cleaned += "\(before)(\(arguments))"
            default: return nil
            }
            rest = after
        }
        return isPlain(rest) ? cleaned + rest : nil
    }

    private static func isPlain(_ text: Substring) -> Bool {
        text.utf8.allSatisfy { isOfName($0) || $0.isASCIIWhitespace || ",#%+".utf8.contains($0) }
    }

    /// Components of a colour, with the opacity after a slash.
    private static func isColor(_ components: Substring) -> Bool {
        components.fields(separatedBy: "/", maxSplits: 1).allSatisfy(isPlain)
    }

    private static func unquoted(_ text: Substring) -> Substring {
        let text = text.trimmed(\.isASCIIWhitespace)
        for quote in ["'", "\""] where text.utf8.count > 1 {
            if let inner = text.dropping(prefix: quote)?.dropping(suffix: quote) { return inner }
        }
        return text
    }

    private static func isOfName(_ byte: UInt8) -> Bool {
        byte.isASCIILetter || byte.isASCIIDigit || "_-.".utf8.contains(byte)
    }

    /// The view box of the root element, or one from its size; nil if it has neither, or if the box is empty.
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
