import Foundation
import HTTPTypes
import Hummingbird
import PorticoAuth
import PorticoConfig
import PorticoHTML
import PorticoViews

/// Where a person works: what they choose of the workplaces of their server.
struct WorkplaceController: Sendable {
    let root: Root
    let kind: Workplace.Kind
    /// The most workplaces that a page shows.
    private static let limit = 50

    func page(_ request: Request, _ context: SignedInContext) async throws -> WorkplacePage {
        try await page(text: request.queryField("q"), context)
    }

    func choose(_ request: Request, _ context: SignedInContext, _ pages: Pages) async throws -> Response {
        let form = try await FormReader.read(WorkplaceForm.self, from: request).form
        try context.require(form.account)
        let choice = try await choice(of: context)
        guard let codes = try await codes(after: choice, choosing: form.code, context) else {
            var page = try await page(context)
            page.isRefused = true
            return try await pages.response(
                page, at: .workplace(kind), to: request, context, status: .unprocessableContent)
        }
        let replaced = try await root.config.set(
            codes.settings(since: choice.codes), in: .person(context.account.id),
            seen: form.version.flatMap { ConfigVersion($0) })
        context.tell(ofReplaced: replaced)
        return .dismissed(to: .launch, for: request)
    }

    /// What is stored once a code is chosen, or with an empty one none; nil where this cannot be chosen.
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
        return .rows(
            found.prefix(Self.limit).map { WorkplaceRow(code: $0.code, name: $0.name) },
            hasMore: found.count > Self.limit)
    }

    private func choice(of context: SignedInContext) async throws -> WorkplaceChoice {
        try await root.workplaces.choice(of: try await root.userConfig(for: context.signIn))
    }
}

/// The fields of choosing a workplace.
private struct WorkplaceForm: Decodable {
    /// Whom the page is for.
    var account: String?
    /// Empty for none.
    var code: String?
    /// Of the configuration that the page showed.
    var version: String?
}

extension WorkplaceChoice {
    /// What has to be chosen before one of this kind can be, the largest first; nil where nothing has.
    fileprivate func missing(for kind: Workplace.Kind) -> Workplace.Kind? {
        guard let parent = kind.parent else { return nil }
        return missing(for: parent) ?? (self[parent] == nil ? parent : nil)
    }

    /// The names of what is chosen; nil where there is nothing to choose from.
    var names: [Workplace.Kind: String]? {
        guard isOffered else { return nil }
        let named = Workplace.Kind.allCases.map { ($0, self[$0]?.name) }
        return Dictionary(uniqueKeysWithValues: named).compactMapValues(\.self)
    }
}
