import PorticoHTML

/// The editor of a sample record: a sheet over the list, or a page in the sheet that shows the list.
public struct RecordPage: Presentable, Sendable {
    public var name: String
    /// The version of the record in the form.
    public var version: Int
    /// The path of the record, to which the form is posted.
    public var path: SitePath
    public var presenter: SitePath
    /// The list in the same sheet; nil if the editor is the sheet.
    public var list: SitePath?
    /// Whether the form contains unsaved input.
    public var isDirty: Bool
    /// Whether the name was rejected.
    public var isInvalid: Bool
    /// The conflict with a change made in the meantime.
    public var conflict: Conflict?
    /// The id of the name field.
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
    /// The path that saves the input as a new record.
    var copy: SitePath { path.adding(segment: "copy") ?? path }
}

/// The list of records.
public struct RecordList: Sendable {
    public var records: CellGroup

    public init(records: CellGroup) {
        self.records = records
    }
}

/// The list of records, in a sheet with navigation.
public struct RecordsPage: Presentable, Sendable {
    public var records: RecordList
    public var presenter: SitePath

    public let presentation = Presentation(style: .pageSheet)

    public init(records: RecordList, presenter: SitePath) {
        self.records = records
        self.presenter = presenter
    }

    public func title(in language: String) -> String { "Records" }
}
