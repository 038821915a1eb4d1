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

    /// The page of an address that was kept: no address has the selection.
    func nobody(_ request: Request, _ context: SignedInContext) -> QuestionPage {
        .people(action, account: context.account.id.description, people: [], leavesOutOwn: false)
    }

    /// Asks first, then acts.
    func perform(_ request: Request, _ context: SignedInContext, _ pages: Pages) async throws -> Response {
        let form = try await context.form(PeopleSelection.self, in: request, upTo: PeopleSelection.limit)
        let selected = form.accounts
        let others = selected.filter { $0 != context.account.id }
        guard form.confirm != nil, !others.isEmpty else {
            let known = try await auth.store.accounts(others)
            let people = others.compactMap { known[$0] }.map { (user: $0.id.name, name: $0.shownName) }
            let question = QuestionPage.people(
                action, account: context.account.id.description, people: people,
                leavesOutOwn: others.count < selected.count)
            return try await pages.response(
                question, to: request, context, status: people.isEmpty ? .unprocessableContent : .ok)
        }
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

/// The selection in the list of people.
struct PeopleSelection: Decodable {
    /// The account ids as shown to administrators.
    private let id: [String]
    /// `on` if the question was answered.
    let confirm: String?

    /// Each once, without ids that no account can have.
    var accounts: [AccountID] {
        var seen: Set<AccountID> = []
        return id.compactMap { AccountID(name: $0) }.filter { seen.insert($0).inserted }
    }

    /// The maximum size of the form in bytes; the longest list has 500 rows.
    static let limit = 262_144
}

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

    /// The toast after several people were disabled. It names the administrators who were not.
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
