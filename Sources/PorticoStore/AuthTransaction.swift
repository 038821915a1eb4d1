import Foundation
import PorticoConfig

/// The queries and statements of one transaction. It only stores data: functions over it implement the rules.
///
/// Rows of browsers and sign-ins are updated, never inserted again, so a late request cannot revive an ended sign-in.
/// All functions throw the errors of the underlying storage.
public protocol AuthTransaction {
    /// The changes so far.
    var changes: AuthChanges { get }

    // MARK: Accounts

    /// Whether there is a local account, with its password stored here.
    func hasLocalAccounts() throws -> Bool
    /// The accounts of the page that a query describes, in its order.
    func accounts(_ query: AccountQuery) throws -> [Account]
    /// The number of accounts that match a query, at most its limit. Ignores order and position.
    func accountCount(_ query: AccountQuery) throws -> Int
    /// The accounts with these ids. Leaves out ids without an account.
    func accounts(_ ids: [AccountID]) throws -> [AccountID: Account]
    /// The stored keys of names that are missing, because a server of an earlier version has added the accounts.
    func missingNameKeys(limit: Int) throws -> [AccountNameKey]
    /// The stored keys of names, by server and user name, after an account.
    func nameKeys(after id: AccountID?, limit: Int) throws -> [AccountNameKey]
    /// Stores keys of names. An account that has another name by now keeps its key.
    func setNameKeys(_ keys: [AccountNameKey]) throws
    /// An account for each of these skeletons of user names, see ``UserName/skeleton(of:)``; none for a skeleton that no
    /// user name has.
    func userNames(withSkeletons skeletons: Set<String>) throws -> [String: AccountID]
    func account(email: EmailAddress, on server: ServerID) throws -> Account?
    /// The accounts of a server with this employee number, by user name.
    func accounts(employeeNumber: EmployeeNumber, on server: ServerID, limit: Int) throws -> [Account]
    func credential(of id: AccountID) throws -> Credential?
    /// Enabled administrators.
    func administrators() throws -> [Credential]
    /// The stored sign-ins of an account, oldest first.
    func history(of id: AccountID) throws -> AccountHistory
    /// - Returns: false, without adding the account, if another one has its name or address.
    func insert(_ account: Account, passwordHash: String?) throws -> Bool
    /// Stores some fields of an account and leaves the others unchanged.
    func update(_ account: Account, _ fields: AccountFields) throws
    func setPasswordHash(_ hash: String?, of id: AccountID) throws
    /// Stores whether the password is too short to be the only proof.
    func setShortPassword(_ isShort: Bool, of id: AccountID) throws
    /// Deletes an account and all its rows except security events; browsers stay.
    func deleteAccount(_ id: AccountID) throws

    // MARK: Browsers

    /// The browser with this token and its sign-ins that were not ended, in one statement.
    func browser(_ token: TokenDigest) throws -> Browser?
    /// The id of the browser with this token.
    func browserID(_ token: TokenDigest) throws -> Browser.ID?
    func insertBrowser(_ new: NewSignIn) throws -> Browser.ID
    /// Stores the server of the sign-in and the token that the request carried.
    func updateBrowser(_ id: Browser.ID, for new: NewSignIn) throws
    /// - Returns: whether the run has changed.
    func setRun(_ run: TokenDigest, of browser: Browser.ID) throws -> Bool
    /// Gives a browser another token. Its old token becomes invalid.
    func setToken(_ token: TokenDigest, of browser: Browser.ID, at time: Date) throws
    /// Records that a request has carried this token, so its browser holds it.
    func hold(_ token: TokenDigest) throws

    // MARK: Sign-ins

    /// By server and user name, most recently used first.
    func signIns(_ filter: SignInFilter) throws -> [OpenSignIn]
    /// Whether the account was ever signed in to in this browser; nil for any browser.
    func hasSignedIn(_ account: AccountID, in browser: Browser.ID?) throws -> Bool
    func insert(_ new: NewSignIn, in browser: Browser.ID, selectedAt: Date) throws -> SignIn.ID
    /// - Returns: false if the browser has no such sign-in, or it was ended.
    func update(_ signIn: SignIn.ID, of browser: Browser.ID, _ update: SignInUpdate) throws -> Bool
    /// Claims the check of a sign-in at its identity provider.
    ///
    /// - Parameter end: the time from which another claim counts.
    /// - Returns: false if the sign-in was ended, or a claim is in force.
    func claimCheck(of signIn: SignIn.ID, until end: Date, at time: Date) throws -> Bool
    /// Ends the claim of a check that has failed.
    func releaseCheck(of signIn: SignIn.ID) throws
    /// Records the use of a sign-in. Ignores earlier uses than the stored one, and ended sign-ins.
    func recordUse(_ use: SignInUse, of signIn: SignIn.ID) throws
    /// The time of the last stored use of each account that was ever signed in to.
    func lastUses(of accounts: [AccountID]) throws -> [AccountID: Date]
    /// - Returns: the ids of the ended sign-ins, in ascending order.
    @discardableResult
    func endSignIns(_ filter: SignInFilter, at time: Date) throws -> [SignIn.ID]
    /// The sign-ins that were not ended.
    func openSignInCount() throws -> OpenSignInCount
    /// Ends sign-ins up to this id, at most `limit`, grouped by account.
    ///
    /// - Returns: the ended ones and their accounts; empty if all are ended.
    func endSignIns(upTo last: SignIn.ID, limit: Int, at time: Date) throws -> [(id: SignIn.ID, account: AccountID)]
    /// Sign-ins last used before `time`, except the last of each account. Searches all sign-ins last used before
    /// `time`.
    func oldSignIns(lastUsedBefore time: Date, limit: Int) throws -> [SignIn.ID]
    /// Deletes the given sign-ins that were last used before `time` and are not the last of their account, and browsers
    /// left without sign-ins.
    ///
    /// - Returns: the number of deleted sign-ins.
    func deleteSignIns(_ ids: [SignIn.ID], lastUsedBefore time: Date) throws -> Int
    /// Cookies at other hosts whose sign-ins were ended. Searches all of them.
    func endedHostSignIns(limit: Int) throws -> [TokenDigest]
    func deleteHostSignIns(_ tokens: [TokenDigest]) throws
    /// Browsers from before `time` without sign-ins, because their accounts were deleted. Searches all browsers.
    func browsersWithoutSignIns(madeBefore time: Date, limit: Int) throws -> [Browser.ID]
    /// Deletes the given browsers that have no sign-ins.
    func deleteBrowsersWithoutSignIns(_ ids: [Browser.ID]) throws

    // MARK: Sign-ins at other hosts

    /// The sign-in of a cookie at another host; nil if it was ended.
    func hostSignIn(_ token: TokenDigest) throws -> HostSignIn?
    /// - Parameter isAutomatic: whether the cookie outlives the browser's run.
    /// - Returns: false if the code was already used.
    func insertHostSignIn(
        of signIn: SignIn.ID, at host: String, token: TokenDigest, code: TokenDigest, isAutomatic: Bool, time: Date
    ) throws -> Bool

    // MARK: Second factors

    /// The authenticator app of an account.
    func totp(of account: AccountID) throws -> StoredTOTP?
    /// Stores the app of an account, in place of an earlier one.
    func set(_ totp: StoredTOTP, of account: AccountID) throws
    /// Records that the code of a time step was used.
    ///
    /// - Returns: false if a code of this step or a later one was used already, or there is no app.
    func useTOTP(step: Int64, of account: AccountID) throws -> Bool
    /// Replaces the sealed secret of an app by the same secret sealed with another key, unless the app was replaced.
    func reseal(_ old: Data, to new: Data, of account: AccountID) throws
    /// The apps of all accounts, by server and user name, after an account.
    func totps(after account: AccountID?, limit: Int) throws -> [(account: AccountID, totp: StoredTOTP)]
    /// All recovery codes of an account, used ones too.
    func recoveryCodes(of account: AccountID) throws -> [StoredRecoveryCode]
    /// Replaces all recovery codes of an account.
    func setRecoveryCodes(_ digests: [TokenDigest], of account: AccountID) throws
    /// - Returns: false if the account has no such code, or it was already used.
    func useRecoveryCode(_ digest: TokenDigest, of account: AccountID, at time: Date) throws -> Bool
    /// Deletes the app, the recovery codes and the trust of an account.
    ///
    /// - Returns: whether it had an app.
    func deleteFactors(of account: AccountID) throws -> Bool
    /// Stores a reset of the second factor that waits.
    ///
    /// - Returns: false if one of the account waits already.
    func insert(_ reset: FactorReset) throws -> Bool
    func factorReset(of account: AccountID) throws -> FactorReset?
    /// The resets that have become due, the earliest first.
    func factorResets(dueBy time: Date, limit: Int) throws -> [FactorReset]
    /// - Returns: false if none waits.
    func deleteFactorReset(of account: AccountID) throws -> Bool
    func identity(_ subject: String, at provider: ServerID) throws -> ProviderIdentity?
    /// The identities of an account, oldest first.
    func identities(of account: AccountID) throws -> [ProviderIdentity]
    /// - Returns: false if the provider's person has an account already.
    func insert(_ identity: ProviderIdentity) throws -> Bool
    /// Notes that an account has logged in with an identity, and what the provider calls it now.
    func noteUse(of identity: ProviderIdentity, label: String, at time: Date) throws
    /// - Returns: false if the account has no such identity.
    func deleteIdentity(_ subject: String, at provider: ServerID, of account: AccountID) throws -> Bool
    /// The random user handle of an account, by which authenticators know it; nil if it has none yet.
    func userHandle(of account: AccountID) throws -> Data?
    /// Stores the user handle of an account that has none.
    func insertUserHandle(_ handle: Data, of account: AccountID) throws
    /// Stores the user handle of an account that has no passkeys, in place of an earlier one.
    func setUserHandle(_ handle: Data, of account: AccountID) throws
    /// - Returns: false if there is a passkey with this id, of any account.
    func insert(_ passkey: StoredPasskey) throws -> Bool
    func passkey(_ id: Data) throws -> StoredPasskey?
    /// The passkeys of an account, oldest first.
    func passkeys(of account: AccountID) throws -> [StoredPasskey]
    /// The accounts that have a passkey.
    func accountsWithPasskeys() throws -> Set<AccountID>
    /// Stores the state of a passkey after a use.
    ///
    /// - Returns: false if the account has no such passkey.
    func use(_ used: UsedPasskey, of account: AccountID, at time: Date) throws -> Bool
    /// - Returns: false if the account has no such passkey.
    func renamePasskey(_ id: Data, of account: AccountID, to name: String) throws -> Bool
    /// - Returns: false if the account has no such passkey.
    func deletePasskey(_ id: Data, of account: AccountID) throws -> Bool
    /// Records that a challenge was answered.
    ///
    /// - Returns: false if it was already answered.
    func spendChallenge(_ digest: TokenDigest, at time: Date) throws -> Bool
    func deleteSpentChallenges(before time: Date, limit: Int) throws -> Int
    /// From now on, the account is not asked for its second factor in this browser.
    func trust(_ browser: Browser.ID, for account: AccountID, client: Client, at time: Date) throws
    /// Whether the trust of an account in a browser began at this time or later.
    func isTrusted(_ browser: Browser.ID, for account: AccountID, since time: Date) throws -> Bool
    /// The browsers whose trust began at this time or later, newest first.
    func trustedBrowsers(of account: AccountID, since time: Date) throws -> [TrustedBrowser]
    /// - Parameter browser: nil for all.
    func endTrust(of account: AccountID, in browser: Browser.ID?) throws
    func deleteTrust(before time: Date, limit: Int) throws -> Int
    func insert(_ pending: PendingSignIn, token: TokenDigest) throws
    func pendingSignIn(_ token: TokenDigest) throws -> PendingSignIn?
    /// Deletes a pending sign-in that goes on. Its gateway token is not queued to be ended.
    ///
    /// - Returns: false if it was already taken.
    func takePendingSignIn(_ token: TokenDigest) throws -> Bool
    /// Deletes the pending sign-ins of an account. Their gateway tokens move to the queue of ended tokens.
    ///
    /// - Parameter method: of the sign-ins to delete; nil for all.
    func deletePendingSignIns(of account: AccountID, by method: SignInMethod?) throws
    /// Deletes the pending sign-ins that an identity provider ends.
    func deletePendingSignIns(endedBy logout: ProviderLogout) throws
    /// Deletes old pending sign-ins. Their gateway tokens move to the queue of ended tokens.
    func deletePendingSignIns(before time: Date, limit: Int) throws -> Int

    /// The times since which accounts must have a second factor.
    func requiredFactors() throws -> RequiredFactors
    func set(_ required: RequiredFactors) throws
    /// Enabled accounts that were used at this time or later and have no second factor, most recently used first.
    ///
    /// - Parameter countingPasskeys: whether passkeys are second factors.
    func accountsWithoutFactor(
        usedSince time: Date, administratorsOnly: Bool, countingPasskeys: Bool, from offset: Int, limit: Int
    ) throws -> [(account: Account, lastUse: Date)]
    func countOfAccountsWithoutFactor(
        usedSince time: Date, administratorsOnly: Bool, countingPasskeys: Bool
    ) throws -> Int

    // MARK: Tokens of gateways

    /// The sealed tokens of sign-ins that were not ended. A token that a sign-in loses, for any reason, moves to the
    /// queue of ended tokens.
    func gatewayTokens(_ filter: SignInFilter) throws -> [Data]
    /// The identifier that the person of a sign-in has at its identity provider; nil if it has none, or was ended.
    func providerSubject(of signIn: SignIn.ID) throws -> String?
    /// The sealed tokens of an account's pending sign-ins.
    func pendingGatewayTokens(of account: AccountID) throws -> [Data]
    /// Moves the tokens of expired sign-ins to the queue of ended tokens.
    ///
    /// - Returns: the accounts of these sign-ins.
    func takeGatewayTokens(expiredAt time: Date, _ policy: SessionPolicy) throws -> Set<AccountID>
    func insertEndedGatewayToken(_ sealedToken: Data, of account: AccountID) throws
    /// Queued tokens to end at a gateway, oldest first.
    func endedGatewayTokens(at server: ServerID, dueBy time: Date, limit: Int) throws -> [EndedGatewayToken]
    /// Records a failed attempt to end a token, and the time of the next attempt.
    func postponeEndedGatewayToken(_ id: EndedGatewayToken.ID, to time: Date) throws
    func deleteEndedGatewayToken(_ id: EndedGatewayToken.ID) throws
    /// All tokens in one kind of place, of sign-ins, of pending ones or queued, ordered by place.
    func storedGatewayTokens(after place: StoredGatewayToken.Place, limit: Int) throws -> [StoredGatewayToken]
    /// Replaces a sealed token by the same token sealed with another key. Sign-ins stay unchanged.
    func replace(_ token: StoredGatewayToken, by sealed: Data) throws

    // MARK: Links

    func insert(_ link: OneTimeLink, token: TokenDigest) throws
    func link(_ token: TokenDigest) throws -> (link: OneTimeLink, isUsed: Bool)?
    func prolong(_ link: TokenDigest, until end: Date) throws
    /// - Returns: false if the link was already used.
    func useUp(_ link: TokenDigest) throws -> Bool
    /// The newest link to log in that the browser with this secret has asked for.
    func signInLink(of browser: TokenDigest) throws -> (token: TokenDigest, link: OneTimeLink, isUsed: Bool)?
    /// Invalidates the links to log in that the browser with this secret has asked for, and removes their mails from
    /// the queue.
    func useUpSignInLinks(of browser: TokenDigest) throws
    /// Invalidates the account's links, including those of mails still in the queue.
    func useUpLinks(of account: AccountID, for purposes: [OneTimeLink.Purpose]) throws
    /// Invalidates the links to create accounts with this address, including those of mails still in the queue.
    func useUpInvitations(to email: EmailAddress) throws
    /// Invalidates the links to create accounts that this administrator has sent, including those of mails still in the
    /// queue.
    func useUpInvitations(by inviter: AccountID) throws
    /// The newest link of each address that was invited to create an account and has not used it. Some may have
    /// expired. The latest expiry comes first.
    func openInvitations(limit: Int) throws -> [OneTimeLink]
    func deleteLinks(expiredBefore time: Date, limit: Int) throws -> Int

    // MARK: Mails

    func insert(_ mail: MailJob, at time: Date) throws
    /// Oldest first.
    func mails(limit: Int) throws -> [QueuedMail]
    /// The mails with invitations to create an account, oldest first.
    func queuedInvitations(limit: Int) throws -> [QueuedMail]
    /// The mail in the queue with this id.
    func mail(_ id: QueuedMail.ID) throws -> QueuedMail?
    /// The mail with the first next attempt.
    func nextMail() throws -> QueuedMail?
    /// Claims the first due mail and makes it due again at `until`. Mails that a person waits for come first.
    ///
    /// - Returns: the mail before the claim; nil if none is due, or another server has just claimed it.
    func claimMail(dueBy time: Date, until: Date) throws -> QueuedMail?
    /// Makes a waiting mail due, and notifies the server that sends mails.
    func makeMailDue(_ id: QueuedMail.ID) throws
    /// Stores the time of the next attempt, and ends the claim.
    func moveMail(_ id: QueuedMail.ID, to nextAttempt: Date?) throws
    /// The number of mails to be sent.
    func waitingMailCount() throws -> Int
    func givenUpMailCount() throws -> Int
    /// The time at which the oldest mail to be sent was queued.
    func oldestWaitingMail() throws -> Date?
    func deleteMail(_ id: QueuedMail.ID) throws
    /// Records an attempt and the time of the next one; nil for none.
    func postponeMail(_ id: QueuedMail.ID, to nextAttempt: Date?, problem: String) throws
    func deleteGivenUpMails(queuedBefore time: Date, limit: Int) throws -> Int

    // MARK: Attempts

    func attempts(_ key: LimitKey) throws -> AttemptCount?
    /// - Parameter end: the end of the window; nil for never.
    func setAttempts(_ attempts: AttemptCount, end: Date?, for key: LimitKey) throws
    /// Changes the number of attempts in the same window.
    func setAttemptCount(_ count: Int, for key: LimitKey) throws
    func deleteAttempts(_ key: LimitKey) throws
    func deleteAttempts(startingWith start: String, endingWith end: String) throws
    func deleteAttempts(endedBefore time: Date, limit: Int) throws -> Int

    // MARK: Drafts

    /// Adds a draft, and deletes the browser's oldest drafts beyond `limit`.
    func insert(_ draft: SealedDraft, limit: Int) throws
    func draft(_ token: TokenDigest, in browser: Browser.ID) throws -> SealedDraft?
    /// In all browsers, oldest first.
    func drafts(of account: AccountID) throws -> [SealedDraft]
    func deleteDrafts(keptBefore time: Date, limit: Int) throws -> Int

    // MARK: Events

    func insert(_ event: SecurityEvent) throws
    func events(_ query: SecurityEventQuery) throws -> [LoggedEvent]
    /// The imports at a time, which is that of the creation of their accounts; newest first.
    ///
    /// - Parameter before: only events before this one; nil for all.
    func imports(at time: Date, before: LoggedEvent.ID?) throws -> [LoggedEvent]
    func deleteEvents(before time: Date, limit: Int) throws -> Int
    /// Deletes the oldest events beyond `maximum`.
    func deleteEvents(beyond maximum: Int, limit: Int) throws -> Int
    /// The last event up to which a server's log contains the events of commands; 0 if none is recorded.
    func newestWrittenEvent() throws -> LoggedEvent.ID
    func setNewestWrittenEvent(_ id: LoggedEvent.ID) throws

    // MARK: Overview

    /// The numbers of accounts, of security events since a time, and of mails in the queue, each at most `limit`.
    func counts(eventsSince time: Date, limit: Int) throws -> StoreCounts
}

/// The numbers of sign-ins that were not ended, and of their accounts.
public struct OpenSignInCount: Hashable, Sendable {
    public let signIns: Int
    public let accounts: Int
    /// The newest one; nil if there is none.
    public let last: SignIn.ID?

    public init(signIns: Int, accounts: Int, last: SignIn.ID?) {
        self.signIns = signIns
        self.accounts = accounts
        self.last = last
    }
}

/// A filter for sign-ins that were not ended. All conditions that are not nil must hold.
public struct SignInFilter: Hashable, Sendable {
    public var id: SignIn.ID?
    /// Excludes this sign-in.
    public var except: SignIn.ID?
    public var account: AccountID?
    public var browser: Browser.ID?
    public var isAutomatic: Bool?
    /// In this browser, or in one whose last sign-in request carried the same token as that of this browser: both requests
    /// came from the same browser.
    public var parallelTo: Browser.ID?
    /// In browsers that got their token at this time or earlier and have sent no request with it.
    public var notHeldSince: Date?
    /// Which an identity provider ends.
    public var endedBy: ProviderLogout?

    public init(
        id: SignIn.ID? = nil, except: SignIn.ID? = nil, account: AccountID? = nil, browser: Browser.ID? = nil,
        isAutomatic: Bool? = nil, parallelTo: Browser.ID? = nil, notHeldSince: Date? = nil,
        endedBy: ProviderLogout? = nil
    ) {
        self.id = id
        self.except = except
        self.account = account
        self.browser = browser
        self.isAutomatic = isAutomatic
        self.parallelTo = parallelTo
        self.notHeldSince = notHeldSince
        self.endedBy = endedBy
    }
}

/// The sign-ins of an account to end.
public enum SignInEnding: Hashable, Sendable {
    /// This one.
    case one(SignIn.ID)
    /// All but this one.
    case allBut(SignIn.ID)
    /// All.
    case all
}

extension SignInEnding {
    package func filter(_ account: AccountID) -> SignInFilter {
        switch self {
        case .one(let id): SignInFilter(id: id, account: account)
        case .allBut(let id): SignInFilter(except: id, account: account)
        case .all: SignInFilter(account: account)
        }
    }
}

/// Fields of an account that change together.
public enum AccountFields: Hashable, Sendable {
    case email
    /// Display name, employee number and groups.
    case person
    case groups
    case isAdministrator
    case isDisabled
}

/// A change of a sign-in.
public enum SignInUpdate: Hashable, Sendable {
    case isAutomatic(Bool)
    case authenticatedAt(Date)
    /// The second factor that was proved last, and when.
    case factor(FactorKind, Date)
    /// The time of the last check, which ends the claim to make it.
    case checkedAt(Date)
    case selectedAt(Date)
    case gatewayToken(Data)
    /// The session at the identity provider, without its tokens.
    case provider(ProviderRecord)
}
