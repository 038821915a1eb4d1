import PorticoHTML

/// The editor of one record of the gallery: a sheet over the list, or a page deeper in a sheet that shows the list.
public struct RecordPage: Presentable, Sendable {
    public var name: String
    /// Of the record that was read for it.
    public var version: Int
    /// Where the record is, and its form is sent.
    public var path: SitePath
    public var presenter: SitePath
    /// The list in the same sheet; nil where the editor is the sheet.
    public var list: SitePath?
    /// Whether what stands in the form is not what is stored.
    public var isDirty: Bool
    /// Whether the name was refused.
    public var isInvalid: Bool
    /// What became of the record meanwhile.
    public var conflict: Conflict?
    /// The id of its field.
    public static let field = "record-name"

    public init(
        name: String, version: Int = 1, path: SitePath, presenter: SitePath, list: SitePath? = nil,
        isDirty: Bool = false, isInvalid: Bool = false, conflict: Conflict? = nil
    ) {
        self.name = name
        self.version = version
        self.path = path
        self.presenter = presenter
        self.list = list
        self.isDirty = isDirty
        self.isInvalid = isInvalid
        self.conflict = conflict
    }

    public var presentation: Presentation { Presentation(style: list == nil ? .formSheet : .pageSheet) }

    public func title(in language: String) -> String { "Record" }

    /// Names and values of the fields, as the form sends them.
    public var draft: [(name: String, value: String)] { [("version", "\(version)"), ("name", name)] }

    var isDeleted: Bool { conflict == .deleted }
    var leave: SitePath { path.adding(segment: "leave") ?? path }
    /// Where what was typed becomes a new record.
    var copy: SitePath { path.adding(segment: "copy") ?? path }
}

/// The list of records as a sheet that navigates inside itself.
public struct RecordsPage: Presentable, Sendable {
    public var records: CellGroup
    public var presenter: SitePath

    public let presentation = Presentation(style: .pageSheet)

    public init(records: CellGroup, presenter: SitePath) {
        self.records = records
        self.presenter = presenter
    }

    public func title(in language: String) -> String { "Records" }
}
