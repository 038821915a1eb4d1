import PorticoHTML

/// A setting of the installation that pages cannot change, because the configuration sets it.
package struct FixedSettingPage: Presentable, Sendable {
    package var setting: InstallationSetting

    package let presentation = Presentation(style: .formSheet)
    package let presenter = SitePath.installation

    package init(setting: InstallationSetting) {
        self.setting = setting
    }

    package func title(in language: String) -> String { setting.option.title(Strings(language: language)) }

    func value(_ t: Strings) -> CellGroup {
        let cell = DetailCell(
            id: "fixed-value", title: setting.option.title(t), value: .text(setting.value.words(t)))
        return CellGroup(id: "fixed-setting", cells: [.detail(cell)])
    }
}
