import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import PorticoAuth
import PorticoConfig
import PorticoHTML
import PorticoViews

/// Exports and imports the person's settings as a file.
struct SettingsFileController: Sendable {
    let root: Root

    func page(_ request: Request, _ context: SignedInContext) -> SettingsFilePage {
        SettingsFilePage(account: context.account.id.description)
    }

    func download(_ request: Request, _ context: SignedInContext, _ pages: Pages) async throws -> Response {
        let document = try await root.config.document(of: context.account.id)
        let name = "\(root.site.appName(for: context.reader)) settings of \(context.account.id.user).json"
        return Download(
            fileName: name, type: "application/json", bytes: ByteBuffer(bytes: try document.json())
        ).response()
    }

    func upload(_ request: Request, _ context: SignedInContext, _ pages: Pages) async throws -> Response {
        let form = try await context.form(SettingsFileForm.self, in: request, upTo: Self.limit)
        guard let file = form.file else { return try await again(.missing, request, context, pages) }
        do {
            let document = try ConfigDocument(verifying: Data(file.bytes))
            try await root.config.set(document, of: context.account.id)
            context.toast(
                .settingsImported(document.values.count, unknown: document.unknown))
        } catch let problem as ConfigDocument.Problem {
            return try await again(.document(problem), request, context, pages)
        }
        var response = Response.done(.account, for: request)
        try root.site.lookCookie.set(try await root.userConfig(for: context.signIn).look, on: &response)
        return response
    }

    /// The maximum size of the form in bytes.
    private static let limit = 65_536

    private func again(
        _ problem: SettingsFileProblem, _ request: Request, _ context: SignedInContext, _ pages: Pages
    ) async throws -> Response {
        let page = SettingsFilePage(account: context.account.id.description, problem: problem)
        return try await pages.response(page, to: request, context, status: .unprocessableContent)
    }
}

/// The field of the import form.
private struct SettingsFileForm: Decodable {
    let file: UploadedFile?
}
