import NIOCore
import PorticoBytes

/// A file that a form sends.
public struct TestFile: Hashable, Sendable {
    /// The name of the field.
    public let field: String
    /// The name of the file.
    public let name: String
    public let mediaType: String
    public let bytes: [UInt8]

    public init(field: String, name: String, mediaType: String, bytes: some Sequence<UInt8>) {
        self.field = field
        self.name = name
        self.mediaType = mediaType
        self.bytes = Array(bytes)
    }
}

/// A form of a page, and the fields that a browser sends (WHATWG HTML, 4.10.22.4).
struct TestForm {
    private let form: TestElement
    private let button: TestElement?
    private let controls: [TestElement]

    /// - Parameter id: of the pressed button; nil for the first one.
    /// - Throws: ``TestFailure``
    init(_ form: TestElement, on page: TestElement, button id: String?) throws {
        guard form.tag == "form" else { throw TestFailure("The element “\(form.id ?? "")” is no form.") }
        self.form = form
        let inside = form.elements(leavingOutContentOf: Self.isDisabledGroup)
            .filter { $0["form"] == nil || $0["form"] == form.id }
        let outside = page.elements(leavingOutContentOf: { $0.id == form.id || Self.isDisabledGroup($0) })
            .filter { $0["form"] == form.id }
        controls = (inside + outside).filter { $0["disabled"] == nil }
        let buttons = controls.filter(Self.isButton)
        button = id.map { id in buttons.first { $0.id == id } } ?? buttons.first
        if let id, button?.id != id {
            let ids = buttons.compactMap(\.id).joined(separator: ", ")
            throw TestFailure("The form “\(form.id ?? "")” has no button “\(id)”. Its buttons are: \(ids).")
        }
    }

    /// The address to send it to; nil for that of the page.
    var action: String? { button?["formaction"] ?? form["action"] }

    var isPosted: Bool { (button?["formmethod"] ?? form["method"])?.asciiLowercased == "post" }

    var hasFiles: Bool { (button?["formenctype"] ?? form["enctype"]) == "multipart/form-data" }

    /// The names and values to send.
    ///
    /// - Throws: a ``TestFailure`` if the form has no field with the name of a change or a file.
    func fields(changing changes: [(key: String, value: String?)], files: [TestFile]) throws -> [(String, String)] {
        let names = Set(controls.filter(Self.isControl).compactMap { $0["name"] })
        if let unknown = (changes.map(\.key) + files.map(\.field)).first(where: { !names.contains($0) }) {
            throw TestFailure(
                "The form “\(form.id ?? "")” has no field “\(unknown)”. "
                    + "Its fields are: \(names.sorted().joined(separator: ", ")).")
        }
        let changed = Set(changes.map(\.key))
        let unchanged = controls.flatMap(values).filter { !changed.contains($0.0) }
        return unchanged + changes.compactMap { change in change.value.map { (change.key, $0) } }
    }

    /// The files to send: an empty one for each file field that has none.
    func files(_ chosen: [TestFile]) -> [TestFile] {
        let empty = controls.filter { $0["type"] == "file" }.compactMap { $0["name"] }.filter { name in
            !chosen.contains { $0.field == name }
        }
        return chosen + empty.map { TestFile(field: $0, name: "", mediaType: "application/octet-stream", bytes: []) }
    }

    private func values(of control: TestElement) -> [(String, String)] {
        guard let name = control["name"], !name.isEmpty else { return [] }
        switch (control.tag, control["type"]?.asciiLowercased ?? "") {
        case ("input", "checkbox"), ("input", "radio"):
            return control["checked"] == nil ? [] : [(name, control["value"] ?? "on")]
        case ("input", "file"), ("input", "reset"), ("input", "button"): return []
        case ("input", "submit"), ("input", "image"), ("button", _):
            return control == button ? [(name, control["value"] ?? "")] : []
        case ("input", _): return [(name, control["value"] ?? "")]
        case ("textarea", _): return [(name, String(control.rawText.dropping(prefix: "\n") ?? control.rawText[...]))]
        case ("select", _): return chosen(in: control).map { (name, $0["value"] ?? $0.text) }
        default: return []
        }
    }

    private func chosen(in select: TestElement) -> [TestElement] {
        let options = select.elements("option").filter { $0["disabled"] == nil }
        let selected = options.filter { $0["selected"] != nil }
        guard select["multiple"] == nil else { return selected }
        return (selected.last ?? options.first).map { [$0] } ?? []
    }

    private static func isDisabledGroup(_ element: TestElement) -> Bool {
        element.tag == "fieldset" && element["disabled"] != nil
    }

    private static func isControl(_ element: TestElement) -> Bool {
        ["input", "textarea", "select", "button"].contains(element.tag)
    }

    private static func isButton(_ element: TestElement) -> Bool {
        switch element.tag {
        case "button": (element["type"] ?? "submit") == "submit"
        case "input": ["submit", "image"].contains(element["type"])
        default: false
        }
    }
}

/// The bodies of forms.
enum FormBody {
    static let boundary = "----PorticoTesting"

    /// `multipart/form-data` with ``boundary``.
    static func multipart(_ fields: [(String, String)], _ files: [TestFile]) -> [UInt8] {
        let texts = fields.map { name, value in part(parameters(name), value.utf8) }
        let contents = files.map { file in
            let head = "\(parameters(file.field)); filename=\"\(quoted(file.name))\"\r\nContent-Type: \(file.mediaType)"
            return part(head, file.bytes)
        }
        return (texts + contents).flatMap(\.self) + "--\(boundary)--\r\n".utf8
    }

    private static func parameters(_ name: String) -> String { "name=\"\(quoted(name))\"" }

    private static func part(_ parameters: String, _ content: some Sequence<UInt8>) -> [UInt8] {
        Array("--\(boundary)\r\nContent-Disposition: form-data; \(parameters)\r\n\r\n".utf8) + content + "\r\n".utf8
    }

    private static func quoted(_ text: String) -> String {
        text.replacing(bytes: "\r", with: "%0D").replacing(bytes: "\n", with: "%0A").replacing(bytes: "\"", with: "%22")
    }
}
