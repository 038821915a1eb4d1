import Foundation
import HTTPTypes
import Hummingbird
import PorticoAuth
import PorticoBytes
import PorticoConfig
import PorticoHTML
import PorticoRoot
import PorticoViews

/// The ways to log in to an account.
struct FactorsController: Sendable {
    let root: Root
    let identities: IdentitiesController

    private var factors: SecondFactors { root.factors }

    func factors(_ request: Request, _ context: SignedInContext) async throws -> FactorsPage {
        let (account, state) = (context.account, try await factors.state(of: context.account.id))
        let passkeys = try await root.passkeys.all(of: account.id)
        var page = FactorsPage(
            account: account.id.description, keepsPassword: root.site.app.servers.passwordServer(of: account.id) == nil,
            offersApp: factors.areOffered, passkeys: passkeys.map { PasskeyRow($0) },
            canAddPasskey: root.passkeys.areOffered(to: account.id) && passkeys.count < Passkeys.most,
            passkeySignal: try await root.passkeys.signal(for: account))
        page.resetAt = state.resetAt
        page.identities = try await identities.rows(of: account.id, in: context.language)
        page.canAddIdentity =
            identities.providers.areOffered(to: account.id) && page.identities.count < ProviderSignIns.most
        guard factors.areOffered else { return page }
        page.isRequired = factors.areRequired(of: account)
        (page.appSince, page.codesLeft) = (state.appAddedAt, state.codesLeft)
        page.browsers = state.trustedBrowsers.map { trusted in
            TrustedBrowserRow(
                id: "\(trusted.browser)", browser: trusted.client.agent, address: trusted.client.address,
                since: trusted.since, isThis: trusted.browser == context.identity.browser?.id)
        }
        return page
    }

    /// A new set-up of an authenticator app.
    func setUp(_ request: Request, _ context: SignedInContext) async throws -> SetUpTOTPPage {
        try requireOffer()
        context.findings.repeatsSecrets = true
        var page = try await page(
            of: try await factors.begin(for: context.account.id, issuer: issuer(context)), context)
        page.next = request.uri.queryParameters["next"].flatMap { SitePath(untrusted: String($0)) }
        return page
    }

    /// - Throws: 404 while nobody can have a second factor.
    private func requireOffer() throws {
        guard factors.areOffered else { throw WebError(.notFound) }
    }

    private func page(of setUp: AppSetUp, _ context: SignedInContext) async throws -> SetUpTOTPPage {
        SetUpTOTPPage(
            account: context.account.id.description, secret: setUp.secret, address: setUp.address,
            enrolment: setUp.sealed, replaces: try await factors.hasApp(context.account.id))
    }

    private func page(
        of codes: [RecoveryCode], _ context: SignedInContext, next: SitePath? = nil
    ) -> RecoveryCodesPage {
        RecoveryCodesPage(account: context.account.id.description, codes: codes.map(\.text), next: next)
    }

    private func issuer(_ context: SignedInContext) -> String { root.site.appName(for: context.reader) }

    func confirm(_ request: Request, _ context: SignedInContext, _ pages: Pages) async throws -> Response {
        try requireOffer()
        context.findings.repeatsSecrets = true
        let form = try await context.form(SetUpForm.self)
        let next = form.next.flatMap { SitePath(untrusted: $0) }
        var page: SetUpTOTPPage
        do {
            let sealed = form.enrolment ?? ""
            page = try await self.page(
                of: try factors.reopen(sealed, for: context.account.id, issuer: issuer(context)), context)
            guard let code = form.code, !code.isEmpty else {
                (page.problem, page.next) = (.missing, next)
                return try await pages.response(page, to: request, context, status: .unprocessableContent)
            }
            let codes = try await factors.confirm(
                sealed, code: code, of: context.account, client: context.identity.client, in: context.identity)
            context.toast(.factorsChanged(.appAdded))
            let codesPage = self.page(of: codes, context, next: next)
            return try await pages.response(codesPage, to: request, context)
        } catch AppSetUpProblem.wrongCode {
            page = try await self.page(
                of: try factors.reopen(form.enrolment ?? "", for: context.account.id, issuer: issuer(context)), context)
            page.problem = .wrong
        } catch AppSetUpProblem.expired {
            page = try await setUp(request, context)
            page.problem = .expired
        } catch AppSetUpProblem.superseded {
            // The form came again, or another one came first.
            return .dismissed(to: .factors, for: request)
        }
        page.next = next
        return try await pages.response(page, to: request, context, status: .unprocessableContent)
    }

    func questionBeforeRemoval(_ request: Request, _ context: SignedInContext) async throws -> QuestionPage {
        try requireOffer()
        if factors.areRequired(of: context.account), try await root.passkeys.all(of: context.account.id).isEmpty {
            throw AuthError.secondFactorRequired
        }
        return .removeAuthenticatorApp(account: context.account.id.description)
    }

    func remove(_ request: Request, _ context: SignedInContext, _ pages: Pages) async throws -> Response {
        try requireOffer()
        if try await factors.remove(of: context.account, client: context.identity.client) {
            context.toast(.factorsChanged(.appRemoved))
        }
        return .dismissed(to: .factors, for: request)
    }

    func questionBeforeCodes(_ request: Request, _ context: SignedInContext) throws -> QuestionPage {
        try requireOffer()
        return .makeRecoveryCodes(account: context.account.id.description)
    }

    func renewCodes(_ request: Request, _ context: SignedInContext, _ pages: Pages) async throws -> Response {
        try requireOffer()
        context.findings.repeatsSecrets = true
        guard let codes = try await factors.renewCodes(of: context.account, client: context.identity.client) else {
            return .dismissed(to: .factors, for: request)
        }
        context.toast(.factorsChanged(.codesRenewed))
        return try await pages.response(page(of: codes, context), to: request, context)
    }

    /// Recovery codes as a file, without script. The server does not know them any more, so the page sends them.
    func file(_ request: Request, _ context: SignedInContext, _ pages: Pages) async throws -> Response {
        let form = try await context.form(CodesForm.self)
        let codes = (form.codes ?? "").fields(separatedBy: "\n", omittingEmpty: true)
            .compactMap { RecoveryCode(typed: String($0.trimmed(\.isASCIIWhitespace))) }
        guard !codes.isEmpty, codes.count <= SecondFactors.recoveryCodes else { throw WebError(.unprocessableContent) }
        let page = page(of: codes, context)
        return Download(
            fileName: "\(issuer(context)) \(page.title(in: context.language)).txt", type: "text/plain; charset=utf-8",
            bytes: (page.text + "\n").utf8
        ).response()
    }

    func stopReset(_ request: Request, _ context: SignedInContext, _ pages: Pages) async throws -> Response {
        if try await factors.stopReset(of: context.account, client: context.identity.client) {
            context.toast(.factorsChanged(.resetStopped))
        }
        return .done(.factors, for: request)
    }

    func endTrust(_ request: Request, _ context: SignedInContext, _ pages: Pages) async throws -> Response {
        let form = try await context.form(TrustForm.self)
        let state = try await factors.state(of: context.account.id)
        if let trusted = state.trustedBrowsers.first(where: { "\($0.browser)" == form.browser }) {
            try await factors.endTrust(
                in: trusted.browser, of: context.account.id, client: context.identity.client)
            context.toast(.trustEnded(in: trusted.client.agent))
        }
        return .done(.factors, for: request)
    }
}

/// The fields of setting up an authenticator app.
private struct SetUpForm: Decodable {
    /// The encrypted secret.
    var enrolment: String?
    var code: String?
    /// The page that requires the app.
    var next: String?
}

private struct CodesForm: Decodable {
    /// One on each line.
    var codes: String?
}

private struct TrustForm: Decodable {
    /// The id of the browser.
    var browser: String?
}
