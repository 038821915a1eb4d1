import HTTPTypes
import Hummingbird
import PorticoHTML
import PorticoViews

extension Gallery {
    func addRecords(to main: inout MainSection) {
        main.page(Self.list, title: "Records", isLinked: false) { _, _ in records(under: Self.list, opening: .presents)
        }
        main.page(Self.library) { _, _ in
            RecordsPage(records: records(under: Self.library, opening: .navigates), presenter: Self.path)
        }
        let editors: [(list: SitePath, pattern: SitePath)] = [
            (Self.list, "/dev/records/:id"), (Self.library, "/dev/library/:id"),
        ]
        for (list, pattern) in editors {
            main.page(pattern) { _, context in try editor(of: context.parameters, in: list) }
            main.routes { routes, pages in
                routes.post(RouterPath(pattern.path)) { try await save($0, $1, in: list, pages) }
                routes.post(RouterPath("\(pattern.path)/copy")) { try await saveCopy($0, $1, in: list, pages) }
                routes.post(RouterPath("\(pattern.path)/edit")) { try await edit($0, $1, in: list, pages) }
                for form in ["copy", "edit", "leave"] {
                    routes.get(RouterPath("\(pattern.path)/\(form)")) {
                        Response.redirect(to: try editor(of: $1.parameters, in: list).path)
                    }
                }
                routes.post(RouterPath("\(pattern.path)/leave")) { try await leave($0, $1, in: list, pages) }
            }
        }
    }

    private func records(under list: SitePath, opening: LinkCell.Opening) -> CellGroup {
        CellGroup(
            id: "records", header: "Records",
            cells: settings.records.all.sorted { $0.key < $1.key }.compactMap { id, record in
                list.adding(segment: id).map {
                    .link(LinkCell(id: "record-\(id)", title: record.name, path: $0, opening: opening))
                }
            }, config: "records")
    }

    private func editor(of parameters: Parameters, in list: SitePath) throws -> RecordPage {
        let id = try parameters.require("id")
        guard let record = settings.records.all[id], let path = list.adding(segment: id) else {
            throw WebError(.notFound)
        }
        return RecordPage(
            name: record.name, version: record.version, path: path, presenter: list == Self.list ? list : Self.path,
            list: list == Self.list ? nil : list)
    }

    /// The editor with what was typed, also of a record that is gone by now.
    private func editor(
        _ request: Request, _ context: SignedInContext, in list: SitePath
    ) async throws -> (page: RecordPage, form: RecordForm) {
        let form = try await FormReader.read(RecordForm.self, from: request).form
        let id = try context.parameters.require("id")
        guard settings.records.isDeleted(id), let path = list.adding(segment: id) else {
            var page = try editor(of: context.parameters, in: list)
            page.isDirty = page.name != form.name
            page.name = form.name
            page.version = form.version ?? page.version
            return (page, form)
        }
        let page = RecordPage(
            name: form.name, version: form.version ?? 0, path: path, presenter: list == Self.list ? list : Self.path,
            list: list == Self.list ? nil : list, isDirty: true, conflict: .deleted)
        return (page, form)
    }

    private func save(
        _ request: Request, _ context: SignedInContext, in list: SitePath, _ pages: Pages
    ) async throws -> Response {
        var (page, form) = try await editor(request, context, in: list)
        guard !page.name.isEmpty else { return try await refuse(page, request, context, pages) }
        switch settings.records.replace(try context.parameters.require("id"), of: form.version, with: form.name) {
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

    /// Makes a new record of what was typed.
    private func saveCopy(
        _ request: Request, _ context: SignedInContext, in list: SitePath, _ pages: Pages
    ) async throws -> Response {
        let (page, form) = try await editor(request, context, in: list)
        guard !page.name.isEmpty else { return try await refuse(page, request, context, pages) }
        settings.records.add(form.name)
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
        page.list.map { .done($0, for: request) } ?? .dismissed(to: page.presenter, for: request)
    }

    private func edit(
        _ request: Request, _ context: SignedInContext, in list: SitePath, _ pages: Pages
    ) async throws -> Response {
        let page = try await editor(request, context, in: list).page
        return try await pages.response(page, at: page.path, to: request, context)
    }

    private func leave(
        _ request: Request, _ context: SignedInContext, in list: SitePath, _ pages: Pages
    ) async throws -> Response {
        let page = try await editor(request, context, in: list).page
        guard page.isDirty else { return .dismissed(to: list, for: request) }
        let question = UnsavedChangesPage(
            draft: page.draft, save: page.path, keep: page.path.adding(segment: "edit") ?? page.path,
            discard: list, presenter: page.path)
        return try await pages.response(question, over: [page], to: request, context)
    }
}

/// The fields of a record.
private struct RecordForm: Decodable {
    var name: String
    /// Of the record that the form was made of.
    var version: Int?
}
