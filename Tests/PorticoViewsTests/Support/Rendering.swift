import Foundation
import NIOCore
import PorticoHTML

@testable import PorticoComponents
@testable import PorticoViews

/// The markup of a component.
func render(_ component: some HTMLRenderable, in language: String = "en") -> String {
    var writer = HTMLWriter(language: language)
    component.render(into: &writer)
    return String(buffer: writer.buffer)
}

/// The number of occurrences of `part` in `text`.
func count(of part: String, in text: String) -> Int {
    var rest = text[...]
    var found = 0
    while let range = rest.range(of: part) {
        found += 1
        rest = rest[range.upperBound...]
    }
    return found
}
