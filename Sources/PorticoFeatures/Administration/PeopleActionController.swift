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
            return .disabled(outcome)
        case .enable:
            let outcome = try await auth.directory.setDisabled(false, ids, actor: actor, client: client)
            return .administered(outcome) {
                .toastPeopleEnabled($0)
            } unchanged: {
                .toastPeopleAlreadyEnabled($0)
            }
        case .endSessions:
            let outcome = try await auth.users.endSignIns(of: ids, actor: actor, client: client)
            return .administered(outcome) {
                .toastPeopleLoggedOut($0)
            } unchanged: {
                .toastPeopleAlreadyLoggedOut($0)
            }
        }
    }
}

/// The action has no fields besides the account that its page was rendered for.
private struct ActionForm: Decodable {}

extension Toast {
    /// The toast after an action on several people; a failure if none of them was left.
    ///
    /// - Parameters:
    ///   - changed: the text about the number of changed accounts.
    ///   - unchanged: the text about the number of accounts if all of them already were as asked.
    fileprivate static func administered(
        _ outcome: AccountsOutcome, changed: (Int) -> LocalizedText, unchanged: (Int) -> LocalizedText
    ) -> Toast {
        switch (outcome.done.count, outcome.unchanged.count) {
        case (0, 0): Toast(.toastPeopleGone, kind: .failure)
        case (0, let count): Toast(unchanged(count))
        case (let count, _): .success(changed(count))
        }
    }

    /// The toast after several people were disabled, with the names of the last administrators, who stay enabled.
    fileprivate static func disabled(_ outcome: AccountsOutcome) -> Toast {
        guard !outcome.lastAdministrators.isEmpty else {
            return administered(outcome) {
                .toastPeopleDisabled($0)
            } unchanged: {
                .toastPeopleAlreadyDisabled($0)
            }
        }
        let names = LocalizedText.list(outcome.lastAdministrators.map(\.shownName))
        return outcome.done.isEmpty
            ? Toast(.toastLastAdministratorsStay(names), kind: .failure)
            : Toast(.toastPeopleDisabledBut(outcome.done.count, names), kind: .info)
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
