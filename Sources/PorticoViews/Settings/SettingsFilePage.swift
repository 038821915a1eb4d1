import PorticoConfig
import PorticoHTML

/// Exports and imports the person's settings as a file.
package struct SettingsFilePage: Presentable, Sendable {
    /// The account that the page is rendered for.
    package var account: String
    /// The reason why the last import failed.
    package var problem: SettingsFileProblem?

    package let presentation = Presentation()
    package let presenter = SitePath.launch

    package init(account: String, problem: SettingsFileProblem? = nil) {
        self.account = account
        self.problem = problem
    }

    package func title(in language: String) -> String { Strings(language: language).settingsFile }

    func field(_ t: Strings) -> Field {
        Field(
            id: "file", kind: .file(accepting: ".json,application/json"), label: t.settingsImportField,
            hint: t.settingsImportHint, problem: problem?.sentence(t), isAutofocused: problem != nil,
            missing: t.settingsImportMissing)
    }
}

/// The reason why settings were not imported.
package enum SettingsFileProblem: Hashable, Sendable {
    case missing
    /// The file is rejected as a whole.
    case document(ConfigDocument.Problem)

    func sentence(_ t: Strings) -> String {
        switch self {
        case .missing: t.settingsImportMissing
        case .document(.unreadable): t.settingsImportUnreadable
        case .document(.newer): t.settingsImportNewer
        case .document(.invalid(let key)): t.settingsImportInvalid(key)
        }
    }
}
