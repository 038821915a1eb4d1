import HTTPTypes
import Hummingbird
import PorticoAuth
import PorticoConfig
import PorticoHTML
import PorticoViews

/// The pages of the sign-in section other than the cover: registration, passwords, links from mails.
extension Root {
    package func section(
        _ page: some CoverPage, request: Request, _ context: PorticoContext, status: HTTPResponse.Status = .ok
    ) -> Response {
        let screen = Screen(
            kind: .login, needsAuthentication: true, styleOfHud: site.hudStyle, content: Stack(root: page))
        let head = site.head(
            title: page.title(in: context.language), screen: .login, display: site.lookCookie.display(in: request),
            for: context.reader)
        var response = site.response(Document(head: head, content: screen), for: context.reader, status: status)
        // The address may contain a token, which must not be sent as a referrer.
        response.headers[.referrerPolicy] = "strict-origin"
        return response
    }

    /// The outcome of a step after which the browser may have too many accounts to sign in to another one.
    package func section(_ kind: OutcomePage.Kind, request: Request, _ context: PorticoContext) throws -> Response {
        let accounts = authenticator.profiles(of: try context.requireIdentity()).count
        let isFull = accounts >= authenticator.policy.accountsPerBrowser
        let page = OutcomePage(kind: kind, appName: appName(context), accounts: isFull ? accounts : nil)
        return section(page, request: request, context)
    }

    /// The reason why a link does not work, and the next step.
    package func section(
        _ problem: LinkProblem, of purpose: LinkPurpose, request: Request, _ context: PorticoContext
    ) -> Response {
        let (kind, status): (OutcomePage.Kind, HTTPResponse.Status) =
            switch problem {
            case .unknown: (.linkUnknown, .notFound)
            case .expired: (.linkExpired, .gone)
            case .used: (.linkUsed, .gone)
            }
        let page = OutcomePage(kind: kind, appName: appName(context), purpose: purpose)
        return section(page, request: request, context, status: status)
    }

    /// The reason why a link does not work, and the next step. An expired invitation can be renewed.
    package func section(
        _ problem: LinkProblem, of purpose: LinkPurpose, token: String, links: AccountLinks, request: Request,
        _ context: PorticoContext
    ) async -> Response {
        guard problem == .expired, (try? await links.expiredInvitation(token)) != nil else {
            return section(problem, of: purpose, request: request, context)
        }
        let page = OutcomePage(kind: .linkExpired, appName: appName(context), purpose: .invitation, renewal: token)
        return section(page, request: request, context, status: .gone)
    }

    package func appName(_ context: PorticoContext) -> String { site.appName(for: context.reader) }
}

extension Root {
    /// Logs a failed attempt to use a link. Opening the page of a link is not logged.
    package func noteRefusal(_ problem: LinkProblem, client: Client) async throws {
        try await refusals.note(
            SecurityEvent(
                .linkRefused, account: nil, client: client, time: authenticator.time, detail: problem.rawValue))
    }
}

extension Request {
    /// The token of a link from a mail.
    package var linkToken: String { uri.queryParameters["token"].map(String.init) ?? "" }
}
