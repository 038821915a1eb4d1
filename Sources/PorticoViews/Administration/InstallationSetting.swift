import PorticoHTML

/// An option and its current value.
public struct InstallationSetting: Sendable {
    /// The value of an option.
    public enum Value: Hashable, Sendable {
        case text(String)
        case number(Int)
        case duration(Duration)
        /// Everyone with an email address can create an account.
        case registrationOpen
        /// Only invited people can create an account.
        case registrationByInvitation
        /// Nobody can create an account.
        case registrationClosed
        /// There is no mail server: mails are written into a folder of the server.
        case outbox
        case none
    }

    public var option: InstallationOption
    /// The current value.
    public var value: Value
    /// The value from the next start on; nil if it does not change.
    public var next: Value?
    /// The value for the next start as input text; nil if the page cannot change it, because the start of the server
    /// sets it.
    public var text: String?
    /// The version of the stored setting.
    public var version: Int64
    /// The allowed range of a number, as text.
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
    /// Whether the input is a number: a count or a duration.
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
