import PorticoHTML

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Asks whether to end a sign-in that a mail told of.
public struct EndSignInPage: CoverPage, Sendable {
    /// The secret of the link, handed back with the form.
    public var token: String
    /// For example "Firefox on Linux"; empty where it is not known.
    public var browser: String
    /// The network address that it came from; empty where it is not known.
    public var address: String
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
