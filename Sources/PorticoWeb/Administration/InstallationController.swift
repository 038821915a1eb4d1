import Foundation
import Hummingbird
import PorticoAuth
import PorticoConfig
import PorticoHTML
import PorticoViews

/// The installation itself, for those who administer: the ways to everything, the mails that wait, and the options.
struct InstallationController: Sendable {
    let administration: Administration
    /// The options in force, as whoever put the server together knows them.
    let settings: [InstallationSetting]
    private var auth: AuthServices { administration.auth }
    private static let mostLetters = 200

    func add(to main: inout MainSection) {
        administration.page(.administration, in: &main) { _, _ in try await overview() }
        administration.page(.installation, in: &main) { _, _ in InstallationPage(settings: settings) }
        administration.page(.mailQueue, in: &main) { _, _ in
            let letters = try await auth.store.letters(limit: Self.mostLetters + 1)
            return MailQueuePage(
                letters: letters.prefix(Self.mostLetters).compactMap(LetterRow.init),
                hasMore: letters.count > Self.mostLetters)
        }
    }

    /// Counts no further than the page tells.
    private func overview() async throws -> AdministrationPage {
        let most = AdministrationPage.most
        let today = Date(
            timeIntervalSince1970: (auth.authenticator.time.timeIntervalSince1970 / 86_400).rounded(.down) * 86_400)
        return AdministrationPage(
            people: try await auth.directory.accounts(AccountQuery(limit: most)).count,
            events: try await auth.store.events(SecurityEventQuery(since: today, limit: most)).count,
            mail: try await auth.store.letters(limit: most).count)
    }
}

extension LetterRow {
    /// nil for a letter of a kind that this version does not know.
    fileprivate init?(_ queued: QueuedLetter) {
        guard let kind = LetterKind(rawValue: queued.letter.kind) else { return nil }
        self.init(
            id: queued.id, kind: kind, recipient: queued.letter.recipient.value, queuedAt: queued.queuedAt,
            attempts: queued.attempts, nextAttempt: queued.nextAttempt, problem: queued.problem)
    }
}
