import Hummingbird
import PorticoAuth
import PorticoConfig
import PorticoHTML
import PorticoViews

/// Stops a reset of the ways to log in to an account, by the link of a mail.
struct ResetController: Sendable {
    let root: Root
    let links: AccountLinks

    func ask(_ request: Request, context: PorticoContext) async throws -> Response {
        do {
            let link = try await links.open(request.linkToken, for: [.stopReset])
            guard let account = link.account else { throw LinkProblem.unknown }
            let page = StopResetPage(
                token: request.linkToken, username: root.site.app.servers.label(of: account, in: context.language),
                appName: root.appName(context))
            return root.section(page, request: request, context)
        } catch let problem as LinkProblem {
            return root.section(problem, of: .stopReset, request: request, context)
        }
    }

    func stop(_ request: Request, context: PorticoContext) async throws -> Response {
        let token = try await context.form(LinkForm.self).token ?? ""
        let client = try context.requireIdentity().client
        do {
            try await root.factors.stopReset(using: token, client: client)
            return .done(.factorsResetStopped, for: request)
        } catch let problem as LinkProblem {
            try await root.noteRefusal(problem, client: client)
            return root.section(problem, of: .stopReset, request: request, context)
        }
    }

    func stopped(_ request: Request, context: PorticoContext) async throws -> Response {
        root.section(OutcomePage(kind: .resetStopped, appName: root.appName(context)), request: request, context)
    }
}
