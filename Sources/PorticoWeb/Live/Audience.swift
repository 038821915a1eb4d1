import PorticoAuth
import PorticoConfig

/// Whose open pages an event is for.
public enum Audience: Hashable, Sendable {
    /// The pages in one browser: of whoever is signed in there or, where an account is named, of nobody else.
    case browser(Browser.ID, as: AccountID? = nil)
    /// All pages of one account, in every browser.
    case account(AccountID)
    /// All pages that there are.
    case everyone
    /// The pages of one sign-in.
    case signIn(SignIn.ID)

    /// Whom a change in this scope concerns.
    init(_ scope: ConfigChange.Scope) {
        self =
            switch scope {
            case .installation: .everyone
            case .browser(let id): .browser(id)
            case .person(let account): .account(account)
            case .signIn(let id): .signIn(id)
            }
    }
}

/// Who reads a stream of events: fixed when it was opened, and no longer than the sign-in it was opened with.
struct EventReader: Sendable {
    let browser: Browser.ID
    let account: AccountID
    let signIn: SignIn.ID
    /// The token by which the browser was known then.
    let token: TokenDigest

    func isIn(_ audience: Audience) -> Bool {
        switch audience {
        case .browser(let id, let account): id == browser && (account == nil || account == self.account)
        case .account(let account): account == self.account
        case .everyone: true
        case .signIn(let id): id == signIn
        }
    }
}
