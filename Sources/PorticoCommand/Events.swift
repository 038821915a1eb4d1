import ArgumentParser
import Foundation
import PorticoAuth
import PorticoConfig

/// The commands for the log of security events.
struct Events: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Read the log of security events.", subcommands: [Tail.self])
}

extension Events {
    struct Tail: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Print the last security events, the newest last.",
            discussion: """
                Columns: time, kind, user name, who did it, address, browser, more about it.

                Example: \(Program.name) events tail --user ada --since 2h --follow
                """)

        @Option(help: "Only those about this account: ada, or works:ada of the server works.")
        var user: String?
        @Option(help: "Only those of this kind; may be given several times.")
        var kind: [SecurityEvent.Kind] = []
        @Option(
            help: "Only those from then on: a time such as 2026-01-31T08:00:00Z, or how long ago (90s, 15m, 2h, 7d).")
        var since: PointInTime?
        @Option(help: "The most to print; by default 20, or with --since all.")
        var limit: Int?
        @Flag(help: "Go on with those that come, until interrupted.")
        var follow = false
        @Flag(help: "Print JSON, one event a line.")
        var json = false
        @OptionGroup var folder: FolderOptions

        func validate() throws {
            if let limit, limit < 0 { throw ValidationError("--limit must be a whole number.") }
        }

        func run() async throws {
            let log = try await folder.accounts().store
            var query = SecurityEventQuery(
                account: try account(), kinds: Set(kind), since: since?.date(before: Date()),
                limit: limit ?? (since == nil ? 20 : .max))
            // `--follow` prints later events.
            let newest = try await log.events(SecurityEventQuery(limit: 1)).first?.id ?? 0
            query.before = newest + 1
            try show(try await log.events(query).reversed())
            guard follow else { return }
            query.before = nil
            query.after = newest
            query.limit = 500
            try await untilInterrupted { [query] in try await follow(query, in: log) }
        }

        private func account() throws -> AccountID? {
            guard let user else { return nil }
            // Does not require the account to exist, because it may have been deleted.
            guard let id = AccountID(name: user) else { throw AccountProblem.userNameInvalid }
            return id
        }

        private func follow(_ first: SecurityEventQuery, in log: any AuthStore) async throws {
            var query = first
            while true {
                let events = try await log.events(query)
                try show(events)
                if let last = events.last { query.after = last.id }
                if events.count < query.limit { try await Task.sleep(for: .seconds(1)) }
            }
        }

        private func show(_ events: [LoggedEvent]) throws {
            for event in events.map(EventValue.init) { Terminal.print(json ? try JSONText.line(event) : event.line) }
            fflush(nil)
        }
    }
}

extension SecurityEvent.Kind: ExpressibleByArgument {}
