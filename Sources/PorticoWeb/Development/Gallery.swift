import HTTPTypes
import Hummingbird
import PorticoHTML
import PorticoViews

/// The gallery of presentations: every style, detent and policy, forms with a guard, items, and faults.
struct Gallery: Sendable {
    let settings: DevelopmentSettings

    static let path: SitePath = "/dev/presentations"
    private static let context: SitePath = "/dev/context"
    private static let region: SitePath = "/dev/context/region"
    private static let list: SitePath = "/dev/records"
    private static let library: SitePath = "/dev/library"

    func add(to main: inout MainSection) {
        main.page(Self.path, title: "Presentations", isLinked: false) { _, _ in
            GalleryPage(path: Self.path, others: Self.others)
        }
        for pattern in Self.samplePatterns {
            main.page(pattern) { request, context in try sample(context.parameters, at: request.address) }
        }
        main.page(Self.context, title: "A region", isLinked: false) { _, _ in RegionPage(path: Self.region) }
        main.page(Self.region) { request, _ in
            SamplePage(sample: .currentContext, path: request.address, presenter: Self.context)
        }
        main.page("/dev/orphan") { request, _ in
            SamplePage(sample: .pageSheet, path: request.address, presenter: "/dev/nowhere")
        }
        main.page("/dev/anywhere") { request, _ in
            SamplePage(sample: .formSheet, path: request.address, presenter: request.presenter(else: Self.path))
        }
        addRecords(to: &main)
        HudGallery().add(to: &main)
    }

    private static let samplePatterns: [SitePath] = [
        "/dev/presentations/:1", "/dev/presentations/:1/:2", "/dev/presentations/:1/:2/:3",
        "/dev/presentations/:1/:2/:3/:4",
    ]

    private static let others = [
        LinkCell(id: "records-link", title: "Records, an editor each", path: list),
        LinkCell(id: "library", title: "Records in a sheet", path: library, opening: .presents),
        LinkCell(id: "context", title: "A region that presents", path: context),
        LinkCell(id: "orphan", title: "A page whose presenter is gone", path: "/dev/orphan", opening: .presents),
        LinkCell(
            id: "anywhere", title: "A page over any other",
            path: SitePath("/dev/anywhere").adding(query: [("over", path.description)]), opening: .presents),
        LinkCell(id: "hud-gallery", title: "HUD and toasts", path: HudGallery.path),
        LinkCell(id: "missing", title: "A page that is not there", path: "/dev/missing", opening: .presents),
    ]

    /// The page that the last segment names, over the one that the segments before it name.
    private func sample(_ names: Parameters, at address: SitePath) throws -> SamplePage {
        let samples = try names.map { _, name in
            guard let sample = PresentationSample(rawValue: String(name)) else { throw WebError(.notFound) }
            return sample
        }
        let presenter = samples.dropLast().reduce(Self.path) { $0.adding(segment: $1.rawValue) ?? $0 }
        guard let last = samples.last else { throw WebError(.notFound) }
        return SamplePage(sample: last, path: address, presenter: presenter)
    }
}

// MARK: Records

extension Gallery {
    private func addRecords(to main: inout MainSection) {
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
                routes.post(RouterPath("\(pattern.path)/edit")) { try await edit($0, $1, in: list, pages) }
                for form in ["edit", "leave"] {
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
            cells: settings.records.sorted { $0.key < $1.key }.compactMap { id, name in
                list.adding(segment: id).map {
                    .link(LinkCell(id: "record-\(id)", title: name, path: $0, opening: opening))
                }
            }, config: "records")
    }

    private func editor(of parameters: Parameters, in list: SitePath) throws -> RecordPage {
        let id = try parameters.require("id")
        guard let name = settings.records[id], let path = list.adding(segment: id) else { throw WebError(.notFound) }
        return RecordPage(
            name: name, path: path, presenter: list == Self.list ? list : Self.path,
            list: list == Self.list ? nil : list)
    }

    private func save(
        _ request: Request, _ context: SignedInContext, in list: SitePath, _ pages: Pages
    ) async throws -> Response {
        var page = try editor(of: context.parameters, in: list)
        page.name = try await FormReader.read(RecordForm.self, from: request).form.name
        guard !page.name.isEmpty else {
            page.isDirty = true
            page.isInvalid = true
            return try await pages.response(page, to: request, context, status: .unprocessableContent)
        }
        settings.setRecord(try context.parameters.require("id"), to: page.name)
        return page.list.map { .done($0, for: request) } ?? .dismissed(to: list, for: request)
    }

    private func edit(
        _ request: Request, _ context: SignedInContext, in list: SitePath, _ pages: Pages
    ) async throws -> Response {
        var page = try editor(of: context.parameters, in: list)
        page.name = try await FormReader.read(RecordForm.self, from: request).form.name
        page.isDirty = true
        return try await pages.response(page, at: page.path, to: request, context)
    }

    private func leave(
        _ request: Request, _ context: SignedInContext, in list: SitePath, _ pages: Pages
    ) async throws -> Response {
        var page = try editor(of: context.parameters, in: list)
        let draft = try await FormReader.read(RecordForm.self, from: request).form
        guard draft.name != page.name else { return .dismissed(to: list, for: request) }
        page.name = draft.name
        let question = UnsavedChangesPage(
            draft: [("name", draft.name)], save: page.path, keep: page.path.adding(segment: "edit") ?? page.path,
            discard: list, presenter: page.path)
        return try await pages.response(question, over: [page], to: request, context)
    }
}

/// The fields of a record.
private struct RecordForm: Decodable {
    var name: String
}
