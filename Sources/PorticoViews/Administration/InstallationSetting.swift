import PorticoHTML

/// An option and the value that is in force.
public struct InstallationSetting: Sendable {
    public enum Value: Hashable, Sendable {
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
    /// What is in force.
    public var value: Value
    /// What will be in force after the next start of the server, where that is something else.
    public var next: Value?
    /// The value of the next start as it is typed; nil where it is decided where the server is started.
    public var text: String?
    /// Of what is kept of it.
    public var version: Int64
    /// What a number may be, in words: the least and the most.
    public var range: (least: String, most: String)?

    public init(
        _ option: InstallationOption, _ value: Value, next: Value? = nil, text: String? = nil, version: Int64 = 0,
        range: (least: String, most: String)? = nil
    ) {
        self.option = option
        self.value = value
        self.next = next
        self.text = text
        self.version = version
        self.range = range
    }

    func cell(_ t: Strings) -> Cell {
        let id = "option-\(option.rawValue.replacing(".", with: "-"))"
        let later = next.map { "\n" + t.settingLater($0.words(t)) } ?? ""
        let words = value.words(t) + later + "\n" + option.rawValue
        guard text != nil else { return .detail(DetailCell(id: id, title: option.title(t), value: .text(words))) }
        return .link(
            LinkCell(
                id: id, title: option.title(t), value: words, path: .setting(option.rawValue), opening: .presents))
    }
}

extension InstallationSetting.Value {
    /// Whether it is a time, or how many there may be: what is typed is a number.
    var isNumber: Bool {
        switch self {
        case .number, .duration: true
        default: false
        }
    }

    func words(_ t: Strings) -> String {
        switch self {
        case .text(let text): text
        case .number(let number): "\(number)"
        case .duration(let duration): DurationText(duration).words(t)
        case .registrationOpen: t.registrationOpen
        case .registrationByInvitation: t.registrationByInvitation
        case .registrationClosed: t.registrationClosed
        case .outbox: t.mailOutbox
        case .none: t.none
        }
    }
}
