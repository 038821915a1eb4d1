import PorticoBytes
import PorticoConfig
import PorticoHTML

/// The input of a form that was submitted after its sign-in had ended, as text, with a button to submit it again.
package struct DraftPage: Presentable, Sendable {
    /// The path of the form's action.
    package var action: SitePath
    /// The account that the page is rendered for.
    package var account: String
    /// The fields of the form.
    package var fields: [(name: String, value: String)]
    /// The names of the file fields, whose files the person has to choose again.
    package var files: [String]
    /// Whether it was submitted as `multipart/form-data`.
    package var isMultipart: Bool

    package let presentation = Presentation(style: .formSheet)
    package let presenter = SitePath.launch

    package init(
        action: SitePath, account: String, fields: [(name: String, value: String)], files: [String] = [],
        isMultipart: Bool = false
    ) {
        self.action = action
        self.account = account
        self.fields = fields
        self.files = files
        self.isMultipart = isMultipart
    }

    package func title(in language: String) -> String { Strings(language: language).draftTitle }

    /// The input of the person, under the labels of the fields.
    func typed(_ t: Strings) -> CellGroup {
        let typed = fields.filter { !$0.value.isEmpty && !Self.isUnseen($0.name) }
        return CellGroup(
            id: "draft-fields",
            cells: typed.enumerated().map { index, field in
                .detail(
                    DetailCell(
                        id: "draft-field-\(index)", title: label(of: field.name, t),
                        value: .text(Self.text(of: field, t).replacing(bytes: "\r\n", with: "\n"))))
            })
    }

    /// The label of a file field.
    func fileLabel(_ name: String, _ t: Strings) -> String { t.draftFile(label(of: name, t)) }

    /// Whether the field only serves to notice changes by others: the version, and the shown values.
    private static func isUnseen(_ name: String) -> Bool {
        ["version", "kept-mark"].contains(name) || name.utf8.starts(with: "shown".utf8)
    }

    /// The label on Portico's own pages; on other pages, the words of the name.
    private func label(of name: String, _ t: Strings) -> String {
        switch name {
        case "name": t.name
        case "username": t.username
        case "email": t.emailAddress
        case "pronouns": t.pronouns
        case "note": t.note
        case "groups": t.groups
        case "administrator": t.addAdministrator
        case UserConfig.appearance.name: t.theme
        case UserConfig.textSize.name: t.textSize
        case UserConfig.language.name: t.languageHeader
        case UserConfig.timeZone.name: t.timeZone
        case "unit": t.settingUnit
        case "value": valueLabel(t)
        default: Self.words(of: name)
        }
    }

    /// The label of the only value in some forms.
    private func valueLabel(_ t: Strings) -> String {
        if action == .automaticSignIn { return t.automaticSignIn }
        let option = AdministrationOption.allCases.first { action == .setting($0.rawValue) }
        return option?.title(t) ?? Self.words(of: "value")
    }

    /// The value as the page shows it: the title of a choice, and yes for a checked box.
    private static func text(of field: (name: String, value: String), _ t: Strings) -> String {
        switch (field.name, field.value) {
        case (UserConfig.appearance.name, let value): Appearance(rawValue: value)?.title(t) ?? value
        case (UserConfig.textSize.name, let value): TextSizeCategory(rawValue: value)?.title(t) ?? value
        case (UserConfig.language.name, let value): Language(tag: value)?.name ?? t.languageAutomatic
        case (UserConfig.timeZone.name, AppearancePage.automatic): t.timeZoneAutomatic
        case ("unit", let value): DurationInput.Unit(rawValue: value)?.title(t) ?? value
        case (_, "on"): t.yes
        case (_, "off"): t.no
        case (_, let value): value
        }
    }

    /// `pickUpDate`, `pick-up_date` and `order.pickUpDate` as words, with a capital: "Pick up date".
    static func words(of name: String) -> String {
        var words: [UInt8] = []
        var wasCapital = false
        for byte in name.utf8 {
            let isCapital = (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte)
            let isSeparator = "-_.[]".utf8.contains(byte)
            if isCapital && !wasCapital || isSeparator, let last = words.last, last != UInt8(ascii: " ") {
                words.append(UInt8(ascii: " "))
            }
            if !isSeparator { words.append(isCapital ? byte | 0x20 : byte) }
            wasCapital = isCapital
        }
        while words.last == UInt8(ascii: " ") { words.removeLast() }
        if let first = words.first, (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(first) { words[0] = first & ~0x20 }
        return String(decoding: words, as: UTF8.self)
    }
}
