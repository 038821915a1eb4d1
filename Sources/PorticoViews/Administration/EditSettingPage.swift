import PorticoHTML

/// Changes a setting of the installation from the next start on.
public struct EditSettingPage: Presentable, Sendable {
    /// The account the page is rendered for.
    public var account: String
    public var setting: InstallationSetting
    /// What was typed and is no value of the setting; nil where nothing was.
    public var refused: String?
    /// What was typed while something else was saved elsewhere, which the setting has by now; nil where nothing was.
    public var late: String?

    public let presentation = Presentation(style: .formSheet)
    public let presenter = SitePath.installation
    static let formID = "setting-form"

    public init(account: String, setting: InstallationSetting, refused: String? = nil, late: String? = nil) {
        self.account = account
        self.setting = setting
        self.refused = refused
        self.late = late
    }

    public func title(in language: String) -> String { setting.option.title(Strings(language: language)) }

    private var text: String { refused ?? late ?? setting.text ?? "" }
    var path: SitePath { .setting(setting.option.rawValue) }
    static let valueID = "value"

    /// With what was saved meanwhile in the words of the choices.
    func conflict(_ t: Strings) -> Conflict? {
        guard let late else { return nil }
        let (yours, saved) = (late, setting.text ?? "")
        let words = registrations(t).first { setting.option == .registration && $0.value == saved }?.title
        return .changed(theirs: yours == saved ? [:] : [Self.valueID: words ?? saved])
    }

    /// The values, where there are few.
    func choices(_ t: Strings) -> ChoiceGroup? {
        guard setting.option == .registration else { return nil }
        return ChoiceGroup(
            name: Self.valueID, header: setting.option.title(t), choices: registrations(t), selection: text,
            hint: SavedMeanwhile(field: Self.valueID, conflict: conflict(t)))
    }

    private func registrations(_ t: Strings) -> [ChoiceGroup.Choice] {
        [
            ChoiceGroup.Choice(value: "open", title: t.registrationOpen),
            ChoiceGroup.Choice(value: "invitation", title: t.registrationByInvitation),
            ChoiceGroup.Choice(value: "closed", title: t.registrationClosed),
        ]
    }

    func usual(_ t: Strings) -> CellGroup {
        let usual = ActionCell(
            id: "usual-setting", title: t.settingUsual, action: path,
            fields: [("account", account), ("version", "\(setting.version)"), ("usual", "on")])
        return CellGroup(id: "usual", footer: t.settingCounts, cells: [.action(usual)])
    }

    /// What is wrong with what was typed; nil where nothing is.
    private func problem(_ t: Strings) -> String? {
        guard refused != nil else { return nil }
        return setting.range.map { t.settingOutOfRange($0.least, $0.most) } ?? t.settingInvalid
    }

    func field(_ t: Strings) -> Field {
        let hint =
            switch setting.value {
            case .number: t.settingNumber
            case .duration: t.settingSeconds
            default: nil as String?
            }
        return Field(
            id: Self.valueID, kind: setting.value.isNumber ? .number : .text, label: setting.option.title(t),
            value: text,
            hint: hint, problem: problem(t), conflict: conflict(t), isOwn: false,
            startsHere: true, isLast: true)
    }
}
