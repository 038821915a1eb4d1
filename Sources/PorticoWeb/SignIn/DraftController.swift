import HTTPTypes
import Hummingbird
import NIOCore
import PorticoAuth
import PorticoConfig
import PorticoHTML
import PorticoViews

/// Shows a form again that was sent after its sign-in had ended, with its input.
struct DraftController: Sendable {
    let root: Root
    let drafts: Drafts

    func show(_ request: Request, _ context: SignedInContext, _ pages: Pages) async throws -> Response {
        let draft = try await drafts.draft(request.draftSecret, in: context.browser, of: context.account.id)
        guard let draft, let path = SitePath(untrusted: draft.path), let page = SitePath(untrusted: draft.page) else {
            throw WebError(.notFound)
        }
        if let filled = try await filled(draft, on: page, request, context, pages) { return filled }
        return try await pages.response(
            DraftPage(
                action: path, account: context.account.id.description,
                fields: draft.fields.map { ($0.name, $0.value) }, files: draft.files, isMultipart: draft.isMultipart),
            to: request, context)
    }

    /// The page of the form with its input; nil if the page does not exist, requires reauthentication, or has no
    /// matching form.
    private func filled(
        _ draft: Draft, on page: SitePath, _ request: Request, _ context: SignedInContext, _ pages: Pages
    ) async throws -> Response? {
        guard let made = try await made(page, request, context, pages) else { return nil }
        if case .question = made { return nil }
        var response = try await pages.response(made, at: page, to: request, context)
        let filling = FormFilling(draft: draft) { [root] files in
            Array(root.site.render(DraftNotice(files: files)).buffer.readableBytesView)
        }
        guard let bytes = filling.fill(try await response.bytes) else { return nil }
        response.body = ResponseBody(byteBuffer: ByteBuffer(bytes: bytes))
        return response
    }

    private func made(
        _ page: SitePath, _ request: Request, _ context: SignedInContext, _ pages: Pages
    ) async throws -> ResolvedPage? {
        do {
            return try await pages.make(page, request, context)
        } catch is WebError {
            return nil
        } catch is AuthError {
            return nil
        }
    }
}

extension Response {
    /// The whole body.
    fileprivate var bytes: [UInt8] {
        get async throws {
            let collected = CollectedBody()
            try await body.write(BodyCollector(body: collected))
            return await collected.bytes
        }
    }
}

private actor CollectedBody {
    private(set) var bytes: [UInt8] = []

    func append(_ buffer: ByteBuffer) { bytes.append(contentsOf: buffer.readableBytesView) }
}

private struct BodyCollector: ResponseBodyWriter {
    let body: CollectedBody

    mutating func write(_ buffer: ByteBuffer) async throws { await body.append(buffer) }

    consuming func finish(_ trailingHeaders: HTTPFields?) async throws {}
}
