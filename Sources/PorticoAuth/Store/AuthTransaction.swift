import Foundation
import PorticoConfig

/// What can be asked of accounts, browsers and sign-ins, and changed of them, within one transaction. It only stores: what
/// may be done, and what follows from it, are functions over it.
///
/// Rows of browsers and sign-ins are only ever updated, never inserted again, so a late request cannot revive an ended
/// sign-in. Everything throws the errors of the storage underneath.
public protocol AuthTransaction {
    /// What has been changed so far.
    var changes: AuthChanges { get }

    // MARK: Accounts

    /// Whether there is an account whose password is kept here.
    func hasLocalAccounts() throws -> Bool
    /// Some accounts, by server and user name.
    func accounts(_ query: AccountQuery) throws -> [Account]
    func account(email: EmailAddress, on server: ServerID) throws -> Account?
    func credential(of id: AccountID) throws -> Credential?
    /// Those who may administer and are not disabled.
    func administrators() throws -> [Credential]
    /// The sign-ins that are kept of an account, the oldest first.
    func history(of id: AccountID) throws -> AccountHistory
    /// - Returns: whether it was added; false where another has its name or address.
    func insert(_ account: Account, passwordHash: String?) throws -> Bool
    /// Stores some fields of an account, and leaves the others as they are.
    func update(_ account: Account, _ fields: AccountFields) throws
    func setPasswordHash(_ hash: String?, of id: AccountID) throws
    /// Deletes an account and all rows of it but those of the log; browsers stay.
    func deleteAccount(_ id: AccountID) throws

    // MARK: Browsers

    /// The browser that holds this token, with its sign-ins that have not been ended, as one statement.
    func browser(_ token: TokenDigest) throws -> Browser?
    /// The browser that holds this token.
    func browserID(_ token: TokenDigest) throws -> Browser.ID?
    func insertBrowser(_ new: NewSignIn) throws -> Browser.ID
    /// Notes the server that was last signed in to, and the token that the request brought.
    func updateBrowser(_ id: Browser.ID, for new: NewSignIn) throws
    /// - Returns: whether it is another run than before.
    func setRun(_ run: TokenDigest, of browser: Browser.ID) throws -> Bool
    /// Gives a browser another token. The one that it had names nobody from now on.
    func setToken(_ token: TokenDigest, of browser: Browser.ID) throws

    // MARK: Sign-ins

    /// By server and user name, the last used first.
    func signIns(_ filter: SignInFilter) throws -> [OpenSignIn]
    /// Whether the account was ever signed in to: in this browser, or anywhere.
    func hasSignedIn(_ account: AccountID, in browser: Browser.ID?) throws -> Bool
    func insert(_ new: NewSignIn, in browser: Browser.ID, selectedAt: Date) throws -> SignIn.ID
    /// - Returns: whether the browser has such a sign-in that has not been ended.
    func update(_ signIn: SignIn.ID, of browser: Browser.ID, _ update: SignInUpdate) throws -> Bool
    /// Notes that a sign-in was used: an earlier use, and one of a sign-in that has ended, change nothing.
    func recordUse(_ use: SignInUse, of signIn: SignIn.ID) throws
    /// - Returns: the ids of those that it ended, in ascending order.
    @discardableResult
    func endSignIns(_ filter: SignInFilter, at time: Date) throws -> [SignIn.ID]
    /// Deletes sign-ins last used before this time, but the last of each account, and browsers that then have none.
    ///
    /// - Returns: how many sign-ins were deleted.
    func deleteSignIns(lastUsedBefore time: Date) throws -> Int

    // MARK: Tokens of gateways

    /// The sealed tokens of the sign-ins that have not been ended. A token that a sign-in loses, whatever the reason, is kept
    /// among the ended ones.
    func gatewayTokens(_ filter: SignInFilter) throws -> [Data]
    /// Takes the tokens of the sign-ins that have expired.
    ///
    /// - Returns: the accounts whose sign-ins lost one.
    func takeGatewayTokens(expiredAt time: Date, _ policy: SessionPolicy) throws -> Set<AccountID>
    func insertEndedGatewayToken(_ sealedToken: Data, of account: AccountID) throws
    /// Tokens that are to be ended at a gateway now, the oldest first.
    func endedGatewayTokens(at server: ServerID, dueBy time: Date, limit: Int) throws -> [EndedGatewayToken]
    /// Notes that a token could not be ended, and when that is tried again.
    func postponeEndedGatewayToken(_ id: EndedGatewayToken.ID, to time: Date) throws
    func deleteEndedGatewayToken(_ id: EndedGatewayToken.ID) throws

    // MARK: Links

    func insert(_ link: OneTimeLink, token: TokenDigest) throws
    func link(_ token: TokenDigest) throws -> (link: OneTimeLink, isUsed: Bool)?
    /// - Returns: whether it was not used before.
    func useUp(_ link: TokenDigest) throws -> Bool
    /// Makes the links of an account useless, those too that mails would still carry.
    func useUpLinks(of account: AccountID, for purposes: [OneTimeLink.Purpose]) throws
    /// Makes the links useless by which accounts with this address could be made, those too that mails would still carry.
    func useUpInvitations(to email: EmailAddress) throws
    func deleteLinks(expiredBefore time: Date) throws

    // MARK: Mails

    func insert(_ mail: MailJob, at time: Date) throws
    /// The oldest first.
    func mails(limit: Int) throws -> [QueuedMail]
    /// Those that wait to be sent, the longest due first.
    ///
    /// - Parameter time: nil: those too that are due later.
    func waitingMails(dueBy time: Date?, limit: Int) throws -> [QueuedMail]
    func deleteMail(_ id: QueuedMail.ID) throws
    /// Counts an attempt, and notes when the next is; nil: none.
    func postponeMail(_ id: QueuedMail.ID, to nextAttempt: Date?, problem: String) throws
    func deleteGivenUpMails(queuedBefore time: Date) throws

    // MARK: Attempts

    func attempts(_ key: LimitKey) throws -> AttemptCount?
    /// - Parameter end: when they count no more; nil for never.
    func setAttempts(_ attempts: AttemptCount, end: Date?, for key: LimitKey) throws
    /// Changes how often it was tried, in the same window.
    func setAttemptCount(_ count: Int, for key: LimitKey) throws
    func deleteAttempts(_ key: LimitKey) throws
    func deleteAttempts(startingWith start: String, endingWith end: String) throws
    func deleteAttempts(endedBefore time: Date) throws

    // MARK: Drafts

    /// Of those of its browser the oldest go where there are more than `limit`.
    func insert(_ draft: SealedDraft, limit: Int) throws
    func draft(_ token: TokenDigest, in browser: Browser.ID) throws -> SealedDraft?
    /// In all browsers, the oldest first.
    func drafts(of account: AccountID) throws -> [SealedDraft]
    func deleteDrafts(keptBefore time: Date) throws

    // MARK: Events

    func insert(_ event: SecurityEvent) throws
    func events(_ query: SecurityEventQuery) throws -> [LoggedEvent]
    func deleteEvents(before time: Date) throws
}

/// Which sign-ins, of those that have not been ended: those for which every condition holds that is not nil.
public struct SignInFilter: Hashable, Sendable {
    public var id: SignIn.ID?
    /// All but this one.
    public var except: SignIn.ID?
    public var account: AccountID?
    public var browser: Browser.ID?
    public var isAutomatic: Bool?
    /// Made at this time or later.
    public var since: Date?
    /// In browsers whose last sign-in came with this token.
    public var cameWith: TokenDigest?

    public init(
        id: SignIn.ID? = nil, except: SignIn.ID? = nil, account: AccountID? = nil, browser: Browser.ID? = nil,
        isAutomatic: Bool? = nil, since: Date? = nil, cameWith: TokenDigest? = nil
    ) {
        self.id = id
        self.except = except
        self.account = account
        self.browser = browser
        self.isAutomatic = isAutomatic
        self.since = since
        self.cameWith = cameWith
    }
}

/// Which sign-ins to end.
public enum SignInEnding: Hashable, Sendable {
    /// This one.
    case one(SignIn.ID)
    /// All of the account but this one.
    case allBut(SignIn.ID)
    /// All of the account.
    case all
}

extension SignInEnding {
    func filter(_ account: AccountID) -> SignInFilter {
        switch self {
        case .one(let id): SignInFilter(id: id, account: account)
        case .allBut(let id): SignInFilter(except: id, account: account)
        case .all: SignInFilter(account: account)
        }
    }
}

/// What of an account changes at once.
public enum AccountFields: Hashable, Sendable {
    case email
    /// Name and employee number.
    case person
    case isAdministrator
    case isDisabled
}

/// What changes of a sign-in while it lasts.
public enum SignInUpdate: Hashable, Sendable {
    case isAutomatic(Bool)
    case authenticatedAt(Date)
    case selectedAt(Date)
    case gatewayToken(Data)
}
