import HTTPTypes
import Hummingbird
import Logging
import PorticoAuth
import PorticoBytes
import PorticoConfig
import PorticoHTML
import PorticoRoot
import PorticoViews

/// The passkeys of an account: adding, renaming and removing them.
struct PasskeysController: Sendable {
    let root: Root

    private var passkeys: Passkeys { root.passkeys }

    func editor(_ request: Request, _ context: SignedInContext) async throws -> AddPasskeyPage {
        let browser = request.headers[.userAgent].map(UserAgent.name(of:))
        return try await editor(AddPasskeyForm(name: browser), context)
    }

    private func editor(_ form: AddPasskeyForm, _ context: SignedInContext) async throws -> AddPasskeyPage {
        let site = root.site.appName(for: context.reader)
        guard let options = try await passkeys.registrationOptions(for: context.signIn, site: site) else {
            throw WebError(.notFound)
        }
        return AddPasskeyPage(
            account: context.account.id.description, options: options,
            name: form.name ?? "", limit: Passkeys.longestName)
    }

    func add(_ request: Request, _ context: SignedInContext, _ pages: Pages) async throws -> Response {
        let form = try await context.form(AddPasskeyForm.self)
        do {
            try await passkeys.register(
                form.passkey ?? "", name: form.name ?? "", for: context.signIn, client: context.identity.client)
            context.toast(.success(.toastPasskeyAdded))
            return .done(.factors, for: request)
        } catch let refusal as PasskeyRefusal {
            context.logger.info("passkey refused", metadata: ["reason": "\(refusal)"])
            var page = try await editor(form, context)
            page.problem = AddPasskeyProblem(refusal)
            return try await pages.response(page, to: request, context, status: .unprocessableContent)
        }
    }

    func passkey(_ request: Request, _ context: SignedInContext) async throws -> PasskeyPage {
        try await page(of: try await named(request.uri.queryParameters["id"].map(String.init), context), context)
    }

    private func page(of passkey: StoredPasskey, _ context: SignedInContext) async throws -> PasskeyPage {
        var page = PasskeyPage(
            account: context.account.id.description, passkey: PasskeyRow(passkey), limit: Passkeys.longestName)
        page.isLastFactor = try await hasOneFactor(context)
        return page
    }

    /// Whether the account must have a second factor, and has only one passkey.
    private func hasOneFactor(_ context: SignedInContext) async throws -> Bool {
        guard try await context.needsPasskey else { return false }
        return try await passkeys.all(of: context.account.id).count == 1
    }

    func rename(_ request: Request, _ context: SignedInContext, _ pages: Pages) async throws -> Response {
        let form = try await context.form(PasskeyForm.self)
        let passkey = try await named(form.id, context)
        let typed = form.name ?? ""
        var page = try await page(of: passkey, context)
        page.typed = typed
        page.problem = typed.unicodeScalars.count > Passkeys.longestName ? .tooLong : nil
        if page.problem == nil {
            let name = try await passkeys.rename(
                passkey, to: typed, of: context.account, client: context.identity.client)
            if name == nil { page.problem = .missing }
            if let name, name != passkey.name { context.toast(.success(.toastPasskeyRenamed)) }
        }
        guard page.problem == nil else {
            return try await pages.response(
                page, at: .passkey(form.id ?? ""), to: request, context, status: .unprocessableContent)
        }
        return .done(.factors, for: request)
    }

    func question(_ request: Request, _ context: SignedInContext) async throws -> QuestionPage {
        let passkey = try await named(request.uri.queryParameters["id"].map(String.init), context)
        guard try await !hasOneFactor(context) else { throw AuthError.secondFactorRequired }
        return .removePasskey(
            account: context.account.id.description, id: passkey.id.base64URL, name: passkey.name)
    }

    func remove(_ request: Request, _ context: SignedInContext, _ pages: Pages) async throws -> Response {
        let form = try await context.form(PasskeyForm.self)
        // A second click finds it removed.
        if let passkey = try await passkeys.passkey(form.id ?? "", of: context.account.id),
            try await passkeys.remove(passkey, of: context.account, client: context.identity.client)
        {
            context.toast(.success(.toastPasskeyRemoved))
        }
        return .dismissed(to: .factors, for: request)
    }

    /// - Throws: 404 if the account has no such passkey.
    private func named(_ id: String?, _ context: SignedInContext) async throws -> StoredPasskey {
        guard let id, let passkey = try await passkeys.passkey(id, of: context.account.id) else {
            throw WebError(.notFound)
        }
        return passkey
    }

    /// Options for a passkey that the browser makes by itself, or, with its answer, the passkey. 204 if there is nothing
    /// to do.
    func makeSilently(_ request: Request, _ context: SignedInContext, _ pages: Pages) async throws -> Response {
        let form = try await context.form(AddPasskeyForm.self)
        guard let answer = form.passkey, !answer.isEmpty else {
            let site = root.site.appName(for: context.reader)
            guard let options = try await passkeys.silentOptions(for: context.identity, site: site) else {
                return Response(status: .noContent)
            }
            return .json(options)
        }
        do {
            try await passkeys.register(
                answer, isSilent: true, for: context.signIn, client: context.identity.client)
        } catch let refusal as PasskeyRefusal {
            // The person has not asked for it, and needs no answer.
            context.logger.info("passkey refused", metadata: ["reason": "\(refusal)"])
        }
        return Response(status: .noContent)
    }
}

/// The fields of a new passkey.
private struct AddPasskeyForm: Decodable {
    var name: String?
    /// The answer of the browser.
    var passkey: String?
}

private struct PasskeyForm: Decodable {
    /// In base64url.
    var id: String?
    var name: String?
}

extension AddPasskeyProblem {
    init(_ refusal: PasskeyRefusal) { self = refusal == .exists ? .exists : .invalid }
}

extension PasskeyRow {
    init(_ passkey: StoredPasskey) {
        self.init(
            id: passkey.id.base64URL, name: passkey.name, browser: passkey.client.agent, addedAt: passkey.addedAt,
            lastUsedAt: passkey.lastUsedAt, isSynced: passkey.isBackedUp)
    }
}
