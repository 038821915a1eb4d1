import PorticoAuth
import PorticoConfig

/// The open pages that receive an event.
public enum Audience: Hashable, Codable, Sendable {
    /// The pages in one browser, of any account or of the given one.
    case browser(Browser.ID, as: AccountID? = nil)
    /// All pages of one account, in every browser.
    case account(AccountID)
    /// All pages.
    case everyone
    /// The pages of one sign-in.
    case signIn(SignIn.ID)

    /// The pages affected by a change in this scope.
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

/// The reader of an event stream. It is fixed when the stream opens, and valid until its sign-in ends.
package struct EventReader: Sendable {
    let browser: Browser.ID
    package let account: AccountID
    let signIn: SignIn.ID
    /// The token of the browser when the stream opened.
    let token: TokenDigest
    /// The language of its page, a BCP 47 tag.
    let language: String

    package init(
        browser: Browser.ID, account: AccountID, signIn: SignIn.ID, token: TokenDigest, language: String
    ) {
        self.browser = browser
        self.account = account
        self.signIn = signIn
        self.token = token
        self.language = language
    }

    func isIn(_ audience: Audience) -> Bool {
        switch audience {
        case .browser(let id, let account): id == browser && (account == nil || account == self.account)
        case .account(let account): account == self.account
        case .everyone: true
        case .signIn(let id): id == signIn
        }
    }
}
