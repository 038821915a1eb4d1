import PorticoConfig
import PorticoHTML

/// Changes an installation setting.
package struct EditSettingPage: Presentable, Sendable {
    /// The account that the page is rendered for.
    package var account: String
    package var setting: InstallationSetting
    /// The invalid input; nil if there is none.
    package var refused: String?
    /// The unit of the invalid input, for a duration.
    package var refusedUnit: DurationInput.Unit?
    /// The input that conflicts with a value saved in the meantime; nil if there is no conflict.
    package var late: String?

    package let presentation = Presentation(style: .formSheet)
    package let presenter = SitePath.installation

    package init(account: String, setting: InstallationSetting, refused: String? = nil, late: String? = nil) {
        self.account = account
        self.setting = setting
        self.refused = refused
        self.late = late
    }

    package func title(in language: String) -> String { setting.option.title(Strings(language: language)) }

    private var text: String { refused ?? late ?? setting.text ?? "" }
    private var isDuration: Bool {
        if case .duration = setting.value { true } else { false }
    }

    /// The input for a duration; nil for other types.
    private var duration: DurationInput? {
        guard isDuration else { return nil }
        return refused.map { DurationInput(number: $0, unit: refusedUnit ?? .seconds) } ?? DurationInput(seconds: text)
    }

    var path: SitePath { .setting(setting.option.rawValue) }
    static let valueID = "value"

    /// The conflict; the saved value is shown with the title of its choice.
    func conflict(_ t: Strings) -> Conflict? {
        guard let late else { return nil }
        let (yours, saved) = (late, setting.text ?? "")
        let choice = titles(t)?.first { $0.value == saved }?.title
        let words = choice ?? (isDuration ? DurationInput(seconds: saved).words(t) : nil)
        return .changed(theirs: yours == saved ? [:] : [Self.valueID: words ?? saved])
    }

    /// The choices, for a setting with a few fixed values.
    func choices(_ t: Strings) -> ChoiceGroup? {
        guard let choices = titles(t) else { return nil }
        return ChoiceGroup(
            name: Self.valueID, header: setting.option.title(t), choices: choices, selection: text,
            hint: SavedMeanwhile(field: Self.valueID, conflict: conflict(t)))
    }

    /// nil for a setting of another type.
    private func titles(_ t: Strings) -> [ChoiceGroup.Choice]? {
        switch setting.option {
        case .registration:
            [
                ChoiceGroup.Choice(value: "open", title: t.registrationOpen),
                ChoiceGroup.Choice(value: "invitation", title: t.registrationByInvitation),
                ChoiceGroup.Choice(value: "closed", title: t.registrationClosed),
            ]
        case .mailSignIn: MailSignIn.allCases.map { ChoiceGroup.Choice(value: $0.rawValue, title: $0.title(t)) }
        case .secondFactor:
            SecondFactorPolicy.allCases.map { ChoiceGroup.Choice(value: $0.rawValue, title: $0.title(t)) }
        default: nil
        }
    }

    /// The effect of the choices; nil if their titles say it.
    func explanation(_ t: Strings) -> String? { setting.option == .secondFactor ? t.secondFactorHint : nil }

    func usual(_ t: Strings) -> CellGroup {
        let usual = ActionCell(
            id: "usual-setting", title: t.settingUsual, action: path,
            fields: [("account", account), ("version", "\(setting.version)"), ("usual", "on")])
        return CellGroup(id: "usual", footer: t.settingCountsAtOnce, cells: [.action(usual)])
    }

    /// The error message for input that the setting does not accept.
    private func invalid(_ t: Strings) -> String {
        setting.ends(t).map { t.fieldOutOfRange($0.least, $0.most) } ?? t.fieldInvalid
    }

    func field(_ t: Strings) -> Field {
        Field(
            id: Self.valueID, kind: setting.value.isNumber ? .number : .text, label: setting.option.title(t),
            value: duration?.number ?? text, hint: setting.ends(t).map { t.settingRange($0.least, $0.most) },
            problem: refused == nil ? nil : invalid(t), conflict: conflict(t), isOwn: false, isAutofocused: true,
            isLast: true, invalid: invalid(t))
    }

    /// The unit of a duration; nil for other types.
    func unit(_ t: Strings) -> Field? {
        duration.map { duration in
            Field(
                id: "unit", kind: .select(DurationInput.Unit.allCases.reversed().map { $0.option(t) }),
                label: t.settingUnit, value: duration.unit.rawValue, isOwn: false)
        }
    }
}

extension DurationInput.Unit {
    fileprivate func option(_ t: Strings) -> Field.Option { Field.Option(value: rawValue, title: title(t)) }
}
