import HTTPTypes
import Hummingbird
import PorticoHTML
import PorticoViews

/// Sample records with an editor each, to try the presentation of editors.
struct RecordsController: Sendable {
    let settings: DevelopmentSettings
    /// The path of the list, which is a page or a sheet.
    let list: SitePath
    private var isSheet: Bool { list == .library }

    func records(_ request: Request, _ context: SignedInContext) -> RecordList {
        let sorting = DataTable.Sorting(request.queryField("sort"), at: list)
        let table = DataTable(
            id: "records", header: "Records", label: "Records",
            columns: [
                DataTable.Column("Name", sort: "name"),
                DataTable.Column("Version", sort: "version", alignment: .trailing, compactPlace: .trailing),
            ],
            rows: sorted(by: sorting).map { id, record in
                DataTable.Row(
                    id: "record-\(id)", title: record.name, path: list.adding(id),
                    opening: isSheet ? .navigates : .presents(as: .formSheet), cells: [.text("\(record.version)")])
            }, sorting: sorting, config: "records")
        return RecordList(records: table)
    }

    private func sorted(by sorting: DataTable.Sorting) -> [(key: String, value: SampleRecords.Record)] {
        let byID = settings.records.all.sorted { $0.key < $1.key }
        let ascending =
            switch sorting.column {
            case "name": byID.sorted { $0.value.name < $1.value.name }
            case "version": byID.sorted { $0.value.version < $1.value.version }
            default: byID
            }
        return sorting.isDescending ? ascending.reversed() : ascending
    }

    func sheet(_ request: Request, _ context: SignedInContext) -> RecordsPage {
        RecordsPage(records: records(request, context), presenter: .gallery)
    }

    func editor(_ request: Request, _ context: SignedInContext) throws -> RecordPage {
        let id = try context.parameters.require("id")
        guard let record = settings.records.all[id] else { throw WebError(.notFound) }
        return page(of: id, name: record.name, version: record.version)
    }

    private func page(of id: String, name: String, version: Int) -> RecordPage {
        RecordPage(
            name: name, version: version, path: list.adding(id), presenter: isSheet ? .gallery : list,
            list: isSheet ? list : nil)
    }

    /// Handles a reload of the response to a form.
    func skip(_ request: Request, _ context: SignedInContext, _ pages: Pages) throws -> Response {
        .redirect(to: try editor(request, context).path)
    }

    /// The editor with the input, even if the record was deleted meanwhile.
    private func typed(
        _ request: Request, _ context: SignedInContext
    ) async throws -> (page: RecordPage, form: RecordForm) {
        let form = try await context.form(RecordForm.self)
        let id = try context.parameters.require("id")
        guard settings.records.isDeleted(id) else {
            var page = try editor(request, context)
            page.isDirty = page.name != form.name ?? ""
            page.name = form.name ?? ""
            page.version = form.version ?? page.version
            return (page, form)
        }
        var page = page(of: id, name: form.name ?? "", version: form.version ?? 0)
        page.isDirty = true
        page.conflict = .deleted
        return (page, form)
    }

    func save(_ request: Request, _ context: SignedInContext, _ pages: Pages) async throws -> Response {
        var (page, form) = try await typed(request, context)
        guard !page.name.isEmpty else { return try await refuse(page, request, context, pages) }
        switch settings.records.replace(try context.parameters.require("id"), of: form.version, with: page.name) {
        case .replaced:
            return done(page, for: request)
        case .changed(let record):
            page.version = record.version
            page.conflict = .changed(from: [RecordPage.field: page.name], to: [RecordPage.field: record.name])
        case .deleted:
            page.conflict = .deleted
        }
        page.isDirty = true
        return try await pages.response(page, to: request, context, status: .conflict)
    }

    /// Saves the input as a new record.
    func saveCopy(_ request: Request, _ context: SignedInContext, _ pages: Pages) async throws -> Response {
        let (page, _) = try await typed(request, context)
        guard !page.name.isEmpty else { return try await refuse(page, request, context, pages) }
        settings.records.add(page.name)
        return done(page, for: request)
    }

    private func refuse(
        _ page: RecordPage, _ request: Request, _ context: SignedInContext, _ pages: Pages
    ) async throws -> Response {
        var page = page
        page.isDirty = true
        page.isInvalid = true
        return try await pages.response(
            page, at: page.path, to: request, context, status: .unprocessableContent)
    }

    private func done(_ page: RecordPage, for request: Request) -> Response {
        page.list.map { .done($0, for: request) }
            ?? .dismissed(to: page.presenter, for: request, returning: page.name)
    }

    func edit(_ request: Request, _ context: SignedInContext, _ pages: Pages) async throws -> Response {
        let page = try await typed(request, context).page
        return try await pages.response(page, at: page.path, to: request, context)
    }

    func leave(_ request: Request, _ context: SignedInContext, _ pages: Pages) async throws -> Response {
        let page = try await typed(request, context).page
        guard page.isDirty else { return .dismissed(to: list, for: request) }
        let question = UnsavedChangesPage(
            draft: page.draft, save: page.path, keep: page.path.adding("edit"),
            discard: list, presenter: page.path)
        return try await pages.response(question, over: [page], to: request, context)
    }
}

/// The fields of a record.
private struct RecordForm: Decodable {
    var name: String?
    /// The version of the record in the form.
    var version: Int?
}
