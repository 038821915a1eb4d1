import Foundation
import PorticoAuth
import PorticoConfig
import PorticoViews

/// The person for whom a response is written.
package struct Reader: Sendable {
    /// The server whose brand the response has: the server of the account or, if nobody is signed in, of the browser's
    /// last sign-in; nil in a new browser.
    package var server: ServerID?
    /// The account; nil if nobody is signed in, or if no code has asked yet.
    package var account: Account?
    /// The language of texts, a BCP 47 tag of ``Language/offered``.
    package var language: String
    /// The time zone of times; nil for UTC, which the times then say.
    package var zone: TimeZone?

    /// The titles of documents.
    package var titles: PageTitles { PageTitles(language: language) }

    package init(
        server: ServerID? = nil, account: Account? = nil, language: String = Language.source.tag, zone: TimeZone? = nil
    ) {
        self.server = server
        self.account = account
        self.language = language
        self.zone = zone
    }
}

extension PorticoContext {
    /// The person, if any code has identified the requester.
    package var reader: Reader {
        let identity = requester?.known
        return Reader(
            server: identity?.server, account: identity?.signIn?.account,
            language: requester?.language ?? Language.source.tag, zone: requester?.zone)
    }

    /// The language of the response, a BCP 47 tag.
    public var language: String { requester?.language ?? Language.source.tag }
}

extension SignedInContext {
    /// The language of the response, a BCP 47 tag.
    public var language: String { requester.language }

    /// The time zone of the person, in which ``TimeText`` writes times; nil if it is not known.
    public var timeZone: TimeZone? { requester.zone }

    package var reader: Reader {
        Reader(server: account.id.server, account: account, language: language, zone: timeZone)
    }
}

extension RequestIdentity {
    /// The server of the account or, if nobody is signed in, of the browser's last sign-in; nil in a new browser.
    fileprivate var server: ServerID? { signIn?.account.id.server ?? browser?.lastServer }
}
