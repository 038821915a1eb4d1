import PorticoHTML

/// An option and the value that is in force.
public struct InstallationSetting: Sendable {
    public enum Value: Sendable {
        case text(String)
        case number(Int)
        case duration(Duration)
        /// Whoever has an email address can make an account.
        case registrationOpen
        /// Those who were invited can.
        case registrationByInvitation
        /// Nobody can.
        case registrationClosed
        /// Mails go into a folder of the server, since there is no mail server.
        case outbox
        case none
    }

    public var option: InstallationOption
    public var value: Value

    public init(_ option: InstallationOption, _ value: Value) {
        self.option = option
        self.value = value
    }

    func cell(_ t: Strings) -> Cell {
        let words =
            switch value {
            case .text(let text): text
            case .number(let number): "\(number)"
            case .duration(let duration): Span(duration).words(t)
            case .registrationOpen: t.registrationOpen
            case .registrationByInvitation: t.registrationByInvitation
            case .registrationClosed: t.registrationClosed
            case .outbox: t.mailOutbox
            case .none: t.none
            }
        let id = "option-\(option.rawValue.replacing(".", with: "-"))"
        return .detail(DetailCell(id: id, title: option.title(t), value: .text("\(words)\n\(option.rawValue)")))
    }
}

/// The settings of the installation, each with the option that changes it.
public struct InstallationPage: RootPage, Sendable {
    /// In any order; those of one section are shown together.
    public var settings: [InstallationSetting]

    public init(settings: [InstallationSetting]) {
        self.settings = settings
    }

    public func title(in language: String) -> String { Strings(language: language).installation }
    public func back(in language: String) -> (title: String, path: SitePath)? { backToAdministration(language) }

    func groups(_ t: Strings) -> CellGroups {
        CellGroups(
            InstallationOption.Section.allCases.compactMap { section in
                let cells = settings.filter { $0.option.section == section }.map { $0.cell(t) }
                guard !cells.isEmpty else { return nil }
                return CellGroup(id: "options-\(section.rawValue)", header: section.title(t), cells: cells)
            })
    }
}
