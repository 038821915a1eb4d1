import HTTPTypes
import Hummingbird
import Logging
import PorticoAuth
import PorticoConfig
import PorticoHTML
import PorticoViews

/// An administrator's action on several selected accounts. It leaves out the administrator's own.
struct PeopleActionController: Sendable {
    let administration: Administration
    let action: PeopleAction
    private var auth: AuthServices { administration.auth }

    func question(_ request: Request, _ context: SignedInContext) async throws -> PeopleActionPage {
        PeopleActionPage(
            account: context.account.id.description, action: action, choice: try await choice(request, context),
            path: request.address)
    }

    private func choice(_ request: Request, _ context: SignedInContext) async throws -> PeopleActionPage.Choice {
        guard let selected = request.selectedAccounts else { return .tooMany }
        let others = selected.filter { $0 != context.account.id }
        let leavesOutOwn = others.count < selected.count
        var names: [String] = []
        for id in others {
            if let account = try await auth.store.account(id) { names.append(account.shownName) }
        }
        return names.isEmpty
            ? .nobody(leavesOutOwn: leavesOutOwn) : .people(names: names, leavesOutOwn: leavesOutOwn)
    }

    func perform(_ request: Request, _ context: SignedInContext, _ pages: Pages) async throws -> Response {
        _ = try await context.form(ActionForm.self)
        guard let selected = request.selectedAccounts else { throw WebError(.contentTooLarge) }
        let others = selected.filter { $0 != context.account.id }
        guard !others.isEmpty else { throw WebError(.unprocessableContent) }
        let toast = try await act(on: others, by: context.account.id, client: context.identity.client)
        context.logger.info(
            "administered", metadata: ["accounts": "\(others.count)", "action": "\(action.rawValue)"])
        context.toast(toast)
        return .dismissed(to: .people, for: request)
    }

    private func act(on ids: [AccountID], by actor: AccountID, client: Client) async throws -> Toast {
        switch action {
        case .disable:
            let outcome = try await auth.directory.setDisabled(true, ids, actor: actor, client: client)
            return .disabled(outcome.done.count, not: outcome.lastAdministrators.map(\.shownName))
        case .enable:
            let outcome = try await auth.directory.setDisabled(false, ids, actor: actor, client: client)
            return .administered(outcome.done.count) { .toastPeopleEnabled($0) }
        case .endSessions:
            let done = try await auth.users.endSignIns(of: ids, actor: actor, client: client)
            return .administered(done.count) { .toastPeopleLoggedOut($0) }
        }
    }
}

/// The action has no fields besides the account that its page was rendered for.
private struct ActionForm: Decodable {}

extension Toast {
    /// The text about an action on a number of people; a failure if nobody was left.
    fileprivate static func administered(_ count: Int, _ text: (Int) -> LocalizedText) -> Toast {
        count > 0 ? .success(text(count)) : Toast(.toastPeopleGone, kind: .failure)
    }

    /// - Parameter administrators: the names of the last administrators, who stay enabled.
    fileprivate static func disabled(_ count: Int, not administrators: [String]) -> Toast {
        guard !administrators.isEmpty else { return administered(count) { .toastPeopleDisabled($0) } }
        let names = LocalizedText.list(administrators)
        return count > 0
            ? Toast(.toastPeopleDisabledBut(count, names), kind: .info)
            : Toast(.toastLastAdministratorsStay(names), kind: .failure)
    }
}

extension Request {
    /// The accounts that the query selects, each once; nil if the address is longer than those of pages, so that the
    /// selection would be lost.
    var selectedAccounts: [AccountID]? {
        guard SitePath(untrusted: uri.description) != nil else { return nil }
        var ids: [AccountID] = []
        for name in uri.queryParameters[values: "id"] {
            if let id = AccountID(name: String(name)), !ids.contains(id) { ids.append(id) }
        }
        return ids
    }
}
