import NIOCore
import PorticoAuth
import PorticoHTML

/// Fills the form of a page with earlier input.
struct FormFilling {
    let draft: Draft
    /// The markup of the notice above the form, which names the file fields to fill again.
    let notice: ([String]) -> [UInt8]

    /// The page with the form filled; nil if no form takes all the input.
    ///
    /// Of several forms with the same target, the one that takes most fields is used: rows of a list differ in hidden
    /// fields. Among equals it is the last one, which is on top.
    func fill(_ page: [UInt8]) -> [UInt8]? {
        let markup = FormMarkup(page)
        let filled = markup.forms(posting: draft.path, on: draft.page).map { form in
            var form = FilledForm(draft, form, in: markup)
            form.fill()
            return form
        }
        guard let best = filled.filter(\.isComplete).reversed().max(by: { $0.placed < $1.placed }) else { return nil }
        var edits = best.edits
        let head = best.tag.range.upperBound
        edits.replace(head..<head, with: notice(best.files))
        if best.tag["data-guard"] != nil { edits.set("data-guard", to: "dirty", on: best.tag) }
        return edits.applied(to: page)
    }
}

/// A form while it is being filled.
private struct FilledForm {
    private let markup: FormMarkup
    private let form: FormMarkup.Form
    /// The fields that are not placed yet.
    private var left: [Draft.Field]
    private var filesLeft: [String]
    /// The number of placed fields.
    private(set) var placed = 0
    private(set) var edits = MarkupEdits()
    /// The labels of the file fields that have to be filled again.
    private(set) var files: [String] = []

    /// The field with the version of the edited data. The sent version stays, so that a later change is detected.
    private static let version = "version"

    init(_ draft: Draft, _ form: FormMarkup.Form, in markup: FormMarkup) {
        self.markup = markup
        self.form = form
        left = draft.fields
        filesLeft = draft.files
    }

    var tag: MarkupTag { form.tag }
    /// Whether all input is placed.
    var isComplete: Bool { !left.contains { !$0.value.isEmpty && $0.name != Self.version } }

    mutating func fill() {
        for index in form.controls {
            let control = markup.tags[index]
            guard let name = control["name"], control["disabled"] == nil, !PostedForm.renewed.contains(name) else {
                continue
            }
            switch control.name {
            case "textarea": fillText(of: index, name)
            case "select": select(index, name)
            case "button": _ = take(name, control["value"] ?? "")
            default: fill(control, name)
            }
        }
        files += filesLeft
    }

    private mutating func fill(_ input: MarkupTag, _ name: String) {
        switch input["type"]?.lowercased() ?? "text" {
        case "password", "button", "reset", "image": break
        case "submit": _ = take(name, input["value"] ?? "")
        case "checkbox", "radio": edits.set("checked", take(name, input["value"] ?? "on"), on: input)
        case "file": chooseAgain(input, name)
        case "hidden" where name != Self.version: _ = take(name, input["value"] ?? "")
        default:
            if let value = take(name) { edits.set("value", to: value, on: input) }
        }
    }

    /// The parser drops a line feed directly after the start tag. Text areas send line breaks as CR LF.
    private mutating func fillText(of index: Int, _ name: String) {
        guard let value = take(name) else { return }
        var html = HTMLWriter(capacity: value.utf8.count + 64)
        html.markup("\n")
        html.text(value.replacing("\r\n", with: "\n"))
        edits.replace(markup.content(of: index), with: Array(html.buffer.readableBytesView))
    }

    private mutating func select(_ index: Int, _ name: String) {
        let content = markup.content(of: index)
        let isMultiple = markup.tags[index]["multiple"] != nil
        guard isMultiple || left.contains(where: { $0.name == name }) else { return }
        for option in markup.tags.indices where content.contains(markup.tags[option].range.lowerBound) {
            let tag = markup.tags[option]
            guard tag.name == "option", !tag.isEnd else { continue }
            edits.set("selected", take(name, tag["value"] ?? markup.text(of: option)), on: tag)
        }
    }

    /// A form that is not `multipart/form-data` sends only the file name.
    private mutating func chooseAgain(_ input: MarkupTag, _ name: String) {
        let sent = take(name)
        guard filesLeft.contains(name) || sent?.isEmpty == false else { return }
        filesLeft.removeAll { $0 == name }
        files.append(markup.label(of: input) ?? name)
    }

    /// Removes and returns the next value of a field.
    private mutating func take(_ name: String) -> String? {
        guard let index = left.firstIndex(where: { $0.name == name }) else { return nil }
        placed += 1
        return left.remove(at: index).value
    }

    /// Removes a field with this value. Returns whether there was one.
    private mutating func take(_ name: String, _ value: String) -> Bool {
        guard let index = left.firstIndex(where: { $0.name == name && $0.value == value }) else { return false }
        placed += 1
        left.remove(at: index)
        return true
    }
}
