import Hummingbird
import PorticoAuth
import PorticoConfig
import PorticoHTML
import PorticoViews

/// Changes something about an account, by the link of a mail and after a question.
struct LinkQuestionController: Sendable {
    let root: Root
    let links: AccountLinks
    let question: LinkQuestionPage.Question

    private var purpose: OneTimeLink.Purpose {
        switch question {
        case .liftLimits: .liftLimits
        case .stopReset: .stopReset
        }
    }

    func ask(_ request: Request, context: PorticoContext) async throws -> Response {
        do {
            let link = try await links.open(request.linkToken, for: [purpose])
            guard let account = link.account else { throw LinkProblem.unknown }
            let page = LinkQuestionPage(
                question, token: request.linkToken,
                username: root.site.app.servers.label(of: account, in: context.language),
                appName: root.appName(context))
            return root.section(page, request: request, context)
        } catch let problem as LinkProblem {
            return root.section(problem, of: purpose, request: request, context)
        }
    }

    func change(_ request: Request, context: PorticoContext) async throws -> Response {
        let token = try await context.form(LinkForm.self).token ?? ""
        let client = try context.requireIdentity().client
        do {
            switch question {
            case .liftLimits:
                let link = try await links.open(token, for: [purpose])
                try await root.authenticator.liftLimits(link, token: token, client: client)
                return .done(.limitsLifted, for: request)
            case .stopReset:
                try await root.factors.stopReset(using: token, client: client)
                return .done(.factorsResetStopped, for: request)
            }
        } catch let problem as LinkProblem {
            try await root.noteRefusal(problem, client: client)
            return root.section(problem, of: purpose, request: request, context)
        }
    }

    func changed(_ request: Request, context: PorticoContext) async throws -> Response {
        let kind: OutcomePage.Kind = question == .liftLimits ? .limitsLifted : .resetStopped
        return root.section(OutcomePage(kind: kind, appName: root.appName(context)), request: request, context)
    }
}
