import Foundation
import HTTPTypes
import Hummingbird
import PorticoAuth
import PorticoConfig
import PorticoHTML
import PorticoViews

/// The choice of workplaces from those of the person's server.
struct WorkplaceController: Sendable {
    let root: Root
    let kind: Workplace.Kind
    /// The maximum number of workplaces on a page.
    private static let limit = 50

    func page(_ request: Request, _ context: SignedInContext) async throws -> WorkplacePage {
        try await page(text: request.queryField("q"), context)
    }

    func choose(_ request: Request, _ context: SignedInContext, _ pages: Pages) async throws -> Response {
        let form = try await context.form(WorkplaceForm.self)
        let choice = try await choice(of: context)
        guard let codes = try await codes(after: choice, choosing: form.code?.value, context) else {
            var page = try await page(context)
            page.isRefused = true
            return try await pages.response(
                page, at: .workplace(kind), to: request, context, status: .unprocessableContent)
        }
        let replaced = try await root.config.set(
            codes.settings(since: choice.codes), in: .person(context.account.id),
            seen: form.version.flatMap { ConfigVersion($0) })
        context.tell(ofReplaced: replaced)
        return .dismissed(to: root.settingsPath, for: request)
    }

    /// The codes to store for a chosen code, or for an empty one, which clears the choice; nil if it cannot be chosen.
    private func codes(
        after choice: WorkplaceChoice, choosing code: String?, _ context: SignedInContext
    ) async throws -> WorkplaceCodes? {
        guard let code else { return nil }
        guard !code.isEmpty else { return choice.clearing(kind) }
        let server = context.account.id.server
        return try await root.workplaces.workplace(kind, code: code, on: server)
            .flatMap(choice.choosing)
    }

    private func page(text: String = "", _ context: SignedInContext) async throws -> WorkplacePage {
        let config = try await root.userConfig(for: context.signIn)
        let choice = try await root.workplaces.choice(of: config)
        return WorkplacePage(
            kind, account: context.account.id.description, text: text,
            offer: try await offer(text: text, choice, on: context.account.id.server),
            chosen: choice[kind]?.code, version: config.version)
    }

    private func offer(
        text: String, _ choice: WorkplaceChoice, on server: ServerID
    ) async throws -> WorkplaceOffer {
        if let missing = choice.missing(for: kind) { return .first(missing) }
        let parent = kind.parent.flatMap { choice[$0] }
        let found = try await root.workplaces.workplaces(
            WorkplaceQuery(
                kind, on: server, parent: parent?.code, text: text.trimmingCharacters(in: .whitespaces),
                limit: Self.limit + 1))
        return .rows(Array(found.prefix(Self.limit)), hasMore: found.count > Self.limit)
    }

    private func choice(of context: SignedInContext) async throws -> WorkplaceChoice {
        try await root.workplaces.choice(of: try await root.userConfig(for: context.signIn))
    }
}

/// The fields of choosing a workplace.
private struct WorkplaceForm: Decodable {
    /// Empty for none.
    var code: ClearableText?
    /// The version of the configuration on the page.
    var version: String?
}

extension WorkplaceChoice {
    /// The topmost kind that the person has to choose before this one; nil if there is none.
    fileprivate func missing(for kind: Workplace.Kind) -> Workplace.Kind? {
        guard let parent = kind.parent else { return nil }
        return missing(for: parent) ?? (self[parent] == nil ? parent : nil)
    }
}
