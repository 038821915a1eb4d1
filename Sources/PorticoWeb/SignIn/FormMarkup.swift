import NIOCore
import PorticoHTML

/// The forms of a page, with the controls of each.
struct FormMarkup {
    let bytes: [UInt8]
    let tags: [MarkupTag]
    private(set) var forms: [Form] = []

    struct Form {
        let tag: MarkupTag
        /// The indices of their tags, in document order.
        var controls: [Int] = []
    }

    private static let controlNames: Set<String> = ["input", "select", "textarea", "button"]

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        tags = MarkupTags.all(in: bytes)
        var open: Int?
        var outside: [(form: String, control: Int)] = []
        for (index, tag) in tags.enumerated() {
            if tag.name == "form" {
                open = tag.isEnd ? nil : forms.count
                if !tag.isEnd { forms.append(Form(tag: tag)) }
            } else if !tag.isEnd, Self.controlNames.contains(tag.name) {
                if let form = tag["form"] {
                    outside.append((form, index))
                } else if let open {
                    forms[open].controls.append(index)
                }
            }
        }
        for (id, control) in outside {
            guard let form = forms.firstIndex(where: { $0.tag["id"] == id }) else { continue }
            forms[form].controls.append(control)
        }
        for form in forms.indices { forms[form].controls.sort() }
    }

    /// The forms that post to `path`, by themselves or with one of their buttons.
    ///
    /// - Parameter page: the target of a form without `action`.
    func forms(posting path: String, on page: String) -> [Form] {
        forms.filter { form in
            let method = form.tag["method"]?.lowercased()
            if method == "post", form.tag["action"] ?? page == path { return true }
            return form.controls.contains {
                tags[$0]["formaction"] == path && (tags[$0]["formmethod"]?.lowercased() ?? method) == "post"
            }
        }
    }

    /// The content between the tag at `index` and its end tag. An option can lack the end tag, and contains only text.
    func content(of index: Int) -> Range<Int> {
        let name = tags[index].name
        let end = tags[index...].dropFirst().first { name == "option" || $0.name == name && $0.isEnd }
        return tags[index].range.upperBound..<(end?.range.lowerBound ?? bytes.count)
    }

    /// The visible text of that content.
    func text(of index: Int) -> String {
        let content = content(of: index)
        var text: [UInt8] = []
        var start = content.lowerBound
        for tag in tags[index...].dropFirst().prefix(while: { $0.range.upperBound <= content.upperBound }) {
            text += bytes[start..<tag.range.lowerBound]
            start = tag.range.upperBound
        }
        text += bytes[start..<content.upperBound]
        let words = String(decoding: text, as: UTF8.self).split(whereSeparator: \.isWhitespace)
        return CharacterReferences.resolved(words.joined(separator: " "))
    }

    /// The label of a control.
    func label(of control: MarkupTag) -> String? {
        guard let id = control["id"],
            let label = tags.firstIndex(where: { $0.name == "label" && !$0.isEnd && $0["for"] == id })
        else { return nil }
        return text(of: label)
    }
}

/// Changes to a page, by byte range.
struct MarkupEdits {
    private var edits: [(range: Range<Int>, bytes: [UInt8])] = []

    mutating func replace(_ range: Range<Int>, with bytes: [UInt8]) {
        edits.append((range, bytes))
    }

    /// Sets or replaces an attribute of a tag.
    mutating func set(_ name: StaticString, to value: String, on tag: MarkupTag) {
        let old = tag.attribute(name.description)?.range
        var html = HTMLWriter(capacity: 64)
        if old == nil { html.markup(" ") }
        html.markup(name)
        html.markup("=\"")
        html.attribute(value)
        html.markup("\"")
        replace(old ?? tag.nameEnd..<tag.nameEnd, with: Array(html.buffer.readableBytesView))
    }

    /// Adds or removes an attribute without a value.
    mutating func set(_ name: StaticString, _ isSet: Bool, on tag: MarkupTag) {
        let old = tag.attribute(name.description)?.range
        if isSet, old == nil {
            replace(tag.nameEnd..<tag.nameEnd, with: Array(" \(name)".utf8))
        } else if !isSet, let old {
            replace(old, with: [])
        }
    }

    func applied(to bytes: [UInt8]) -> [UInt8] {
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count + 1024)
        var index = 0
        for edit in edits.enumerated().sorted(by: { ($0.1.range.lowerBound, $0.0) < ($1.1.range.lowerBound, $1.0) }) {
            result += bytes[index..<edit.element.range.lowerBound]
            result += edit.element.bytes
            index = edit.element.range.upperBound
        }
        return result + bytes[index...]
    }
}
