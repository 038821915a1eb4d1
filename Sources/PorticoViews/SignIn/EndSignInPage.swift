import Foundation
import PorticoHTML

/// Asks whether to end a sign-in that a mail reported.
package struct EndSignInPage: CoverPage, Sendable {
    /// The token of the link, sent back with the form.
    package var token: String
    /// For example "Firefox on Linux"; empty if unknown.
    package var browser: String
    /// The network address of the sign-in; empty if unknown.
    package var address: String
    /// The start of the sign-in.
    package var since: Date
    package var appName: String

    package init(token: String, browser: String, address: String, since: Date, appName: String) {
        self.token = token
        self.browser = browser
        self.address = address
        self.since = since
        self.appName = appName
    }

    package func title(in language: String) -> String { Strings(language: language).endSignInTitle }

    func place(_ t: Strings) -> String { ReaderFormat(t).place(agent: browser, address: address) }
}
