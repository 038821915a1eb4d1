import Foundation
import PorticoAuth
import PorticoConfig

/// Accounts, browsers and sign-ins in memory, and what belongs to them, for tests.
public actor MemoryAuthStore: AuthStore {
    private(set) var state = State()

    public init() {}

    /// One transaction: what `work` changes before it throws is as if it had not been.
    func write<Result>(_ work: (inout State) throws -> Result) rethrows -> Result {
        var changed = state
        let result = try work(&changed)
        state = changed
        return result
    }
}

extension MemoryAuthStore {
    /// Everything that is kept.
    struct State {
        var accounts: [AccountID: (account: Account, passwordHash: String?)] = [:]
        var browsers: [BrowserRow] = []
        var signIns: [SignInRow] = []
        var links: [TokenDigest: (link: OneTimeLink, isUsed: Bool)] = [:]
        var mails: [QueuedMail] = []
        var attempts: [LimitKey: AttemptRow] = [:]
        var events: [LoggedEvent] = []
        var endedTokens: [(token: EndedGatewayToken, dueAt: Date)] = []
        /// The oldest first.
        var drafts: [SealedDraft] = []
        private var lastID: Int64 = 0

        mutating func makeID() -> Int64 {
            lastID += 1
            return lastID
        }
    }

    struct BrowserRow {
        let id: Browser.ID
        var token: TokenDigest
        var run: TokenDigest
        var lastServer: ServerID
        /// What the last sign-in's request brought.
        var cameWith: TokenDigest?
    }

    struct SignInRow {
        let id: SignIn.ID
        let browser: Browser.ID
        let account: AccountID
        let method: SignInMethod
        let since: Date
        var lastSeen: Date
        var isAutomatic: Bool
        var authenticatedAt: Date
        var selectedAt: Date
        var client: Client
        var gatewayToken: Data?
        var endedAt: Date?
    }

    struct AttemptRow {
        var count: Int
        let since: Date
        /// nil for a window without an end.
        var endsAt: Date?
    }
}
