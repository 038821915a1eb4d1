import Hummingbird
import PorticoAuth
import PorticoConfig
import PorticoHTML
import PorticoViews

/// Lifts the sign-in limits of an account, by the link of a mail.
struct LimitsController: Sendable {
    let root: Root
    let links: AccountLinks

    func ask(_ request: Request, context: PorticoContext) async throws -> Response {
        do {
            let link = try await links.open(request.linkToken, for: [.liftLimits])
            guard let account = link.account else { throw LinkProblem.unknown }
            let page = LiftLimitsPage(
                token: request.linkToken, username: root.site.app.servers.label(of: account, in: context.language),
                appName: root.appName(context))
            return root.section(page, request: request, context)
        } catch let problem as LinkProblem {
            return root.section(problem, of: .liftLimits, request: request, context)
        }
    }

    func lift(_ request: Request, context: PorticoContext) async throws -> Response {
        let token = try await context.form(LinkForm.self).token ?? ""
        let client = try context.requireIdentity().client
        do {
            let link = try await links.open(token, for: [.liftLimits])
            try await root.authenticator.liftLimits(link, token: token, client: client)
            return .done(.limitsLifted, for: request)
        } catch let problem as LinkProblem {
            try await root.noteRefusal(problem, client: client)
            return root.section(problem, of: .liftLimits, request: request, context)
        }
    }

    func lifted(_ request: Request, context: PorticoContext) async throws -> Response {
        root.section(OutcomePage(kind: .limitsLifted, appName: root.appName(context)), request: request, context)
    }
}
