import PorticoHTML

/// Explains the personal data export, and starts it.
public struct PersonalDataPage: Presentable, Sendable {
    /// The account that the page is rendered for.
    public var account: String

    public let presentation = Presentation()
    public let presenter = SitePath.account

    public init(account: String) {
        self.account = account
    }

    public func title(in language: String) -> String { Self.title(in: language) }

    /// The title of the page, and of the exported file.
    public static func title(in language: String) -> String { Strings(language: language).yourData }
}
