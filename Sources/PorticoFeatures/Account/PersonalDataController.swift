import Hummingbird
import PorticoAuth
import PorticoBytes
import PorticoConfig
import PorticoHTML
import PorticoViews

/// Exports a person's data as a file.
struct PersonalDataController: Sendable {
    let root: Root
    let drafts: Drafts

    func page(_ request: Request, _ context: SignedInContext) -> PersonalDataPage {
        PersonalDataPage(account: context.account.id.description)
    }

    func export(_ request: Request, _ context: SignedInContext, _ pages: Pages) async throws -> Response {
        let (account, appName) = (context.account, root.site.appName(for: context.reader))
        try await root.log.add(
            SecurityEvent(
                .dataExported, account: account.id, client: context.identity.client,
                time: root.authenticator.time))
        return try await context.progress(of: LocalizedText.yourData, request) {
            [root, drafts] progress in
            var data = PersonalData(account)
            try await root.step(progress, 0.25)
            data.add(try await root.config.storedValues(of: account.id))
            try await root.step(progress, 0.5)
            let history = try await root.authenticator.history(of: account.id)
            data.add(history.signIns)
            data.add(try await root.factors.state(of: account.id))
            data.add(try await root.passkeys.all(of: account.id))
            data.add(try await root.authenticator.identities(of: account.id))
            try await root.step(progress, 0.75)
            data.add(try await drafts.drafts(of: account.id))
            try await data.add(root.log, of: account)
            try await root.step(progress, 1)
            return Download(
                fileName: "\(appName) \(account.id.name.replacing(bytes: ":", with: " ")).json",
                type: "application/json",
                bytes: try data.json())
        }
    }
}

extension PersonalData {
    /// Adds the events since the creation of the account, oldest first.
    fileprivate mutating func add(_ log: any AuthStore, of account: Account) async throws {
        add(try await log.imports(of: account))
        var query = SecurityEventQuery(account: account.id, since: account.createdAt, after: 0, limit: 1000)
        repeat {
            let events = try await log.events(query)
            add(events)
            query.after = events.count == query.limit ? events.last?.id : nil
        } while query.after != nil
    }
}

extension Root {
    /// Reports progress, and waits for the delay set by a developer.
    fileprivate func step(_ progress: JobProgress, _ value: Double) async throws {
        progress.report(value)
        try await site.development?.delayJob()
        try Task.checkCancellation()
    }
}
