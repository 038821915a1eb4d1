import Foundation
import PorticoHTML

/// Asks whether to end a sign-in that a mail reported.
public struct EndSignInPage: CoverPage, Sendable {
    /// The token of the link, sent back with the form.
    public var token: String
    /// For example "Firefox on Linux"; empty if unknown.
    public var browser: String
    /// The network address of the sign-in; empty if unknown.
    public var address: String
    /// The start of the sign-in.
    public var since: Date
    public var appName: String

    public init(token: String, browser: String, address: String, since: Date, appName: String) {
        self.token = token
        self.browser = browser
        self.address = address
        self.since = since
        self.appName = appName
    }

    public func title(in language: String) -> String { Strings(language: language).endSignInTitle }

    var place: String { [browser, address].filter { !$0.isEmpty }.joined(separator: ", ") }
}
