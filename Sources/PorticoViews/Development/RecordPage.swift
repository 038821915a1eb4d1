import PorticoHTML

/// The editor of a sample record: a sheet over the list, or a page in the sheet that shows the list.
package struct RecordPage: Presentable, Sendable {
    package var name: String
    /// The version of the record in the form.
    package var version: Int
    /// The path of the record, to which the form is posted.
    package var path: SitePath
    package var presenter: SitePath
    /// The list in the same sheet; nil if the editor is the sheet.
    package var list: SitePath?
    /// Whether the form contains unsaved input.
    package var isDirty: Bool
    /// Whether the name was rejected.
    package var isInvalid: Bool
    /// The conflict with a change made in the meantime.
    package var conflict: Conflict?
    /// The id of the name field.
    package static let field = "record-name"

    package init(
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

    package var presentation: Presentation { Presentation(style: list == nil ? .formSheet : .pageSheet) }

    package func title(in language: String) -> String { "Record" }

    /// Names and values of the fields, as the form sends them.
    package var draft: [(name: String, value: String)] { [("version", "\(version)"), ("name", name)] }

    var isDeleted: Bool { conflict == .deleted }
    var leave: SitePath { path.adding(segment: "leave") ?? path }
    /// The path that saves the input as a new record.
    var copy: SitePath { path.adding(segment: "copy") ?? path }
}

/// The list of records.
package struct RecordList: Sendable {
    package var records: DataTable

    package init(records: DataTable) {
        self.records = records
    }
}

/// The list of records, in a sheet with navigation.
package struct RecordsPage: Presentable, Sendable {
    package var records: RecordList
    package var presenter: SitePath

    package let presentation = Presentation(style: .pageSheet)

    package init(records: RecordList, presenter: SitePath) {
        self.records = records
        self.presenter = presenter
    }

    package func title(in language: String) -> String { "Records" }
}
