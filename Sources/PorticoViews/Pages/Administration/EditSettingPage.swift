import PorticoHTML

/// Changes a setting of the installation from the next start on.
public struct EditSettingPage: Presentable, Sendable {
    /// The account the page is rendered for.
    public var account: String
    public var setting: InstallationSetting
    /// What was typed and is no value of the setting; nil where nothing was.
    public var refused: String?

    public let presentation = Presentation(style: .formSheet)
    public let presenter = SitePath.installation
    static let formID = "setting-form"

    public init(account: String, setting: InstallationSetting, refused: String? = nil) {
        self.account = account
        self.setting = setting
        self.refused = refused
    }

    public func title(in language: String) -> String { setting.option.title(Strings(language: language)) }

    private var text: String { refused ?? setting.text ?? "" }
    var path: SitePath { .setting(setting.option.rawValue) }

    /// The values, where there are few.
    func choices(_ t: Strings) -> ChoiceGroup? {
        guard setting.option == .registration else { return nil }
        let choices = [
            ("open", t.registrationOpen), ("invitation", t.registrationByInvitation), ("closed", t.registrationClosed),
        ]
        return ChoiceGroup(
            name: "value", header: setting.option.title(t),
            choices: choices.map { ChoiceGroup.Choice(value: $0, title: $1) }, selection: text)
    }

    func usual(_ t: Strings) -> CellGroup {
        let usual = ActionCell(
            id: "usual-setting", title: t.settingUsual, action: path, fields: [("account", account), ("usual", "on")])
        return CellGroup(id: "usual", footer: t.settingCounts, cells: [.action(usual)])
    }

    func field(_ t: Strings) -> Field {
        let hint =
            switch setting.value {
            case .number: t.settingNumber
            case .duration: t.settingSeconds
            default: nil as String?
            }
        return Field(
            id: "value", kind: setting.value.isNumber ? .number : .text, label: setting.option.title(t), value: text,
            hint: hint, problem: refused == nil ? nil : t.settingInvalid, isOwn: false, startsHere: true, isLast: true)
    }
}
