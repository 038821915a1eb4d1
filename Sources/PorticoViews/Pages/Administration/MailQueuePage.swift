import PorticoHTML

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// What a letter is about. The raw values are those of the queue.
public enum LetterKind: String, Sendable, CaseIterable {
    case registration, alreadyRegistered, invitation, welcome, passwordReset, passwordChanged, emailChange
    case emailChanged, newSignIn, accountDeleted

    func title(_ t: Strings) -> String {
        switch self {
        case .registration: t.letterRegistration
        case .alreadyRegistered: t.letterAlreadyRegistered
        case .invitation: t.letterInvitation
        case .welcome: t.letterWelcome
        case .passwordReset: t.letterPasswordReset
        case .passwordChanged: t.letterPasswordChanged
        case .emailChange: t.letterEmailChange
        case .emailChanged: t.letterEmailChanged
        case .newSignIn: t.letterNewSignIn
        case .accountDeleted: t.letterAccountDeleted
        }
    }
}

/// A letter that waits.
public struct LetterRow: Sendable {
    public var id: Int64
    public var kind: LetterKind
    public var recipient: String
    public var queuedAt: Date
    /// How often sending it was tried.
    public var attempts: Int
    /// Nil where it was given up.
    public var nextAttempt: Date?
    /// What went wrong the last time; empty where nothing did.
    public var problem: String

    public init(
        id: Int64, kind: LetterKind, recipient: String, queuedAt: Date, attempts: Int, nextAttempt: Date?,
        problem: String
    ) {
        self.id = id
        self.kind = kind
        self.recipient = recipient
        self.queuedAt = queuedAt
        self.attempts = attempts
        self.nextAttempt = nextAttempt
        self.problem = problem
    }

    func group(_ t: Strings) -> CellGroup {
        var cells = [
            cell("kind", t.letterKind, .text(kind.title(t))), cell("queued", t.letterQueued, .time(queuedAt)),
            cell("attempts", t.letterAttempts, .text("\(attempts)")),
            cell("next", t.letterNext, nextAttempt.map { .time($0) } ?? .text(t.letterGivenUp)),
        ]
        if !problem.isEmpty { cells.append(cell("problem", t.letterProblem, .text(problem))) }
        return CellGroup(id: "letter-\(id)", header: recipient, cells: cells)
    }

    private func cell(_ part: String, _ title: String, _ value: CellValue) -> Cell {
        .detail(DetailCell(id: "letter-\(id)-\(part)", title: title, value: value))
    }
}

/// The mails that wait to be sent, the oldest first.
public struct MailQueuePage: RootPage, Sendable {
    public var letters: [LetterRow]
    /// Whether there are more than are shown.
    public var hasMore: Bool

    public init(letters: [LetterRow], hasMore: Bool = false) {
        self.letters = letters
        self.hasMore = hasMore
    }

    public func title(in language: String) -> String { Strings(language: language).mailQueue }
    public func back(in language: String) -> (title: String, path: SitePath)? { backToAdministration(language) }

    func groups(_ t: Strings) -> CellGroups { CellGroups(letters.map { $0.group(t) }) }
}
