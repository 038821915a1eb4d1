import HTTPTypes
import Hummingbird
import PorticoAuth
import PorticoConfig
import PorticoHTML
import PorticoViews

/// The pages of the sign-in section beside the cover: registering, passwords, links from mails.
extension Root {
    func section(
        _ page: some CoverPage, request: Request, status: HTTPResponse.Status = .ok
    ) -> Response {
        let screen = Screen(kind: .login, needsAuthentication: true, content: page)
        let head = site.head(
            title: page.title(in: Language.current), screen: .login, display: site.displayCookie.display(in: request))
        var response = site.response(Document(head: head, content: screen), status: status)
        // The addresses of such pages may carry a secret, which is nobody else's to know.
        response.headers[.referrerPolicy] = "strict-origin"
        return response
    }

    /// How something ended that may have signed nobody in, because there are too many accounts in this browser.
    func section(_ kind: OutcomePage.Kind, request: Request, context: PorticoContext) throws -> Response {
        let accounts = authenticator.profiles(of: try context.requireIdentity()).count
        let isFull = accounts >= authenticator.policy.accountsPerBrowser
        return section(
            OutcomePage(kind: kind, appName: appName, accounts: isFull ? accounts : nil), request: request)
    }

    /// Why a link does not work, and what to do instead.
    func section(_ problem: LinkProblem, of purpose: LinkPurpose, request: Request) -> Response {
        let (kind, status): (OutcomePage.Kind, HTTPResponse.Status) =
            switch problem {
            case .unknown: (.linkUnknown, .notFound)
            case .expired: (.linkExpired, .gone)
            case .used: (.linkUsed, .gone)
            }
        return section(OutcomePage(kind: kind, appName: appName, purpose: purpose), request: request, status: status)
    }

    /// The same; who was invited and comes late may ask for another link.
    func section(
        _ problem: LinkProblem, of purpose: LinkPurpose, token: String, links: AccountLinks, request: Request
    ) async -> Response {
        guard problem == .expired, (try? await links.expiredInvitation(token)) != nil else {
            return section(problem, of: purpose, request: request)
        }
        let page = OutcomePage(kind: .linkExpired, appName: appName, purpose: .invitation, renewal: token)
        return section(page, request: request, status: .gone)
    }

    var appName: String { site.app.appName }
}

extension Root {
    /// Notes that somebody tried to use a link that does not work. Following one notes nothing.
    func noteRefusal(_ problem: LinkProblem, client: Client) async throws {
        try await refusals.note(
            SecurityEvent(
                .linkRefused, account: nil, client: client, time: authenticator.time, detail: problem.rawValue))
    }
}

extension Request {
    /// The token that a link from a mail carries.
    var linkToken: String { uri.queryParameters["token"].map(String.init) ?? "" }
}
