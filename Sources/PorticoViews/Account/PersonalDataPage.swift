import PorticoHTML

/// What is stored about the person, and the way to have it as a file.
public struct PersonalDataPage: Presentable, Sendable {
    /// The account the page is rendered for.
    public var account: String

    public let presentation = Presentation(style: .pageSheet)
    public let presenter = SitePath.account

    public init(account: String) {
        self.account = account
    }

    public func title(in language: String) -> String { Self.title(in: language) }

    /// The name of the page, and of the file that it makes.
    public static func title(in language: String) -> String { Strings(language: language).yourData }
}
