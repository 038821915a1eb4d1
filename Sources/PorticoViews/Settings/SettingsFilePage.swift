import PorticoHTML

/// What a person has set, as a file: to take away, and to bring back.
public struct SettingsFilePage: Presentable, Sendable {
    /// The account the page is rendered for.
    public var account: String
    /// What was pasted, after a try that did not succeed.
    public var typed: String
    public var problem: SettingsFileProblem?

    public let presentation = Presentation(style: .pageSheet)
    public let presenter = SitePath.account

    public init(account: String, typed: String = "", problem: SettingsFileProblem? = nil) {
        self.account = account
        self.typed = typed
        self.problem = problem
    }

    public func title(in language: String) -> String { Strings(language: language).settingsFile }
}

/// Why a file of settings was not imported.
public enum SettingsFileProblem: Hashable, Sendable {
    case missing
    case unreadable
    /// A newer version wrote it.
    case newer
    /// What it holds for this key is no value of it.
    case invalid(key: String)

    func sentence(_ t: Strings) -> String {
        switch self {
        case .missing: t.settingsImportMissing
        case .unreadable: t.settingsImportUnreadable
        case .newer: t.settingsImportNewer
        case .invalid(let key): t.settingsImportInvalid(key)
        }
    }
}
