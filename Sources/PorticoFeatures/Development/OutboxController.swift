import HTTPTypes
import Hummingbird
import NIOCore
import PorticoHTML
import PorticoViews

/// The mails that were not sent, for development. It needs no sign-in, because most mails are about signing in.
struct OutboxController: Sendable {
    let root: Root
    let outbox: any OutboxReader

    func mails(_ request: Request, context: PorticoContext) async throws -> Response {
        let mails = try await outbox.mails()
        return page(
            OutboxPage(mails: mails.map { OutboxRow(id: $0.id, to: $0.to, subject: $0.subject, date: $0.date) }),
            request)
    }

    func mail(_ request: Request, context: PorticoContext) async throws -> Response {
        guard let mail = try await outbox.mail(id: try context.parameters.require("id")) else {
            throw WebError(.notFound)
        }
        let origin = request.head.authority.map { "http://\($0)" } ?? ""
        var response = page(
            OutboxMessagePage(
                id: mail.id, to: mail.to, subject: mail.subject, date: mail.date, text: mail.text, html: mail.html,
                origin: origin), request)
        response.headers[.contentSecurityPolicy]?.append("; frame-src 'self'")
        return response
    }

    /// The HTML of a mail, with its own styles and nothing else, for the frame in the page of the mail.
    func html(_ request: Request, context: PorticoContext) async throws -> Response {
        guard let mail = try await outbox.mail(id: try context.parameters.require("id")) else {
            throw WebError(.notFound)
        }
        return Response(
            status: .ok,
            headers: [
                .contentType: "text/html; charset=utf-8",
                .contentSecurityPolicy:
                    "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'self'; sandbox",
            ], body: ResponseBody(byteBuffer: ByteBuffer(string: mail.html)))
    }

    private func page(_ page: some RootPage, _ request: Request) -> Response {
        let display = root.site.lookCookie.display(in: request)
        let head = root.site.head(
            title: page.title(in: Reader().language), screen: .main, display: display, for: Reader())
        let screen = Screen(kind: .main, needsAuthentication: false, content: page.framed(in: Reader().language))
        return root.site.response(Document(head: head, content: screen), for: Reader())
    }
}
