import PorticoBytes
import PorticoHTML

/// The input of a form that was sent after its sign-in had ended, as text, with a button that sends it again.
public struct DraftPage: Presentable, Sendable {
    /// The path to which the form was sent, and is sent again.
    public var action: SitePath
    /// The account the page is rendered for.
    public var account: String
    /// The fields of the form.
    public var fields: [(name: String, value: String)]
    /// The names of the file fields, whose files have to be chosen again.
    public var files: [String]
    /// Whether it was sent as `multipart/form-data`.
    public var isMultipart: Bool

    public let presentation = Presentation(style: .formSheet)
    public let presenter = SitePath.launch

    public init(
        action: SitePath, account: String, fields: [(name: String, value: String)], files: [String] = [],
        isMultipart: Bool = false
    ) {
        self.action = action
        self.account = account
        self.fields = fields
        self.files = files
        self.isMultipart = isMultipart
    }

    public func title(in language: String) -> String { Strings(language: language).draftTitle }

    /// The input, by field name.
    var typed: CellGroup {
        let typed = fields.filter { !$0.value.isEmpty && $0.name != "version" }
        return CellGroup(
            id: "draft-fields",
            cells: typed.enumerated().map { index, field in
                .detail(
                    DetailCell(
                        id: "draft-field-\(index)", title: field.name,
                        value: .text(field.value.replacing(bytes: "\r\n", with: "\n"))))
            })
    }
}
