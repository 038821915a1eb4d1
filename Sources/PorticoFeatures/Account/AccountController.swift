import HTTPTypes
import Hummingbird
import Logging
import PorticoAuth
import PorticoConfig
import PorticoHTML
import PorticoViews

/// A person's account: its settings, its security events and its deletion.
struct AccountController: Sendable {
    let root: Root
    let directory: AccountDirectory

    func deleted(_ request: Request, context: PorticoContext) -> Response {
        root.section(OutcomePage(kind: .accountDeleted, appName: root.appName(context)), request: request, context)
    }

    func account(_ request: Request, _ context: SignedInContext) -> AccountPage {
        AccountPage(
            email: context.account.email?.value,
            passwordServer: root.site.app.servers.passwordServer(of: context.account.id),
            offersFactors: root.factors.areOffered || root.passkeys.areOffered(to: context.account.id))
    }

    /// The security events since the account was created; its user name may have belonged to another person before.
    func activity(_ request: Request, _ context: SignedInContext) async throws -> ActivityPage {
        let found = try await EventSlice(request).events { before, after, limit in
            try await root.log.activity(of: context.account, before: before, after: after, limit: limit)
        }
        var page = ActivityPage(
            entries: found.events.map { ActivityEntry($0, root) },
            older: found.older.map { SitePath.activity.adding(query: $0) },
            newer: found.newer.map { SitePath.activity.adding(query: $0) },
            passwordServer: root.site.app.servers.passwordServer(of: context.account.id),
            now: root.authenticator.time, zone: context.timeZone)
        page.grows = found.grows
        return page
    }

    func delete(_ request: Request, _ context: SignedInContext, _ pages: Pages) async throws -> Response {
        let form = try await context.form(DeleteAccountForm.self)
        guard form.confirm != nil else {
            let page = try await question(context, isUnconfirmed: true)
            return try await pages.response(page, to: request, context, status: .unprocessableContent)
        }
        let id = context.account.id
        let language = try await root.userConfig(for: context.signIn).language
        try await directory.delete(id, client: context.identity.client, language: language)
        root.config.invalidate()
        context.logger.info("account deleted", metadata: ["account": "\(id)"])
        var tokens: BrowserTokens?
        do {
            tokens = try await root.authenticator.signOut(context.identity, of: context.signIn.id)
        } catch AuthError.signInEnded {
            // Another request has changed the browser's token meanwhile.
        }
        root.endStreams(of: context.identity)
        var response = Response.done(.accountDeleted, for: request)
        if let tokens { try root.site.cookies.set(tokens, on: &response) }
        return response
    }

    func question(_ request: Request, _ context: SignedInContext) async throws -> DeleteAccountPage {
        try await question(context)
    }

    private func question(
        _ context: SignedInContext, isUnconfirmed: Bool = false
    ) async throws -> DeleteAccountPage {
        DeleteAccountPage(
            account: context.account.id.description,
            username: root.site.app.servers.label(of: context.account.id, in: context.language),
            passwordServer: root.site.app.servers.passwordServer(of: context.account.id),
            isLastAdministrator: try await directory.isLastAdministrator(context.account), isUnconfirmed: isUnconfirmed)
    }
}

/// The fields of the deletion form.
private struct DeleteAccountForm: Decodable {
    var confirm: String?
}

extension ActivityEntry {
    init(_ logged: LoggedEvent, _ root: Root) {
        let event = logged.event
        self.init(
            id: logged.id, kind: event.kind, time: event.time, agent: event.client.agent,
            address: event.client.address, way: event.way(root))
    }
}

extension SecurityEvent {
    /// The way of a sign-in; nil for the usual one, and for other events.
    func way(_ root: Root) -> SignInWayText? {
        guard kind == .signedIn, !detail.isEmpty else { return nil }
        return SignInWay(detail).flatMap { SignInWayText($0, root) }
    }
}
