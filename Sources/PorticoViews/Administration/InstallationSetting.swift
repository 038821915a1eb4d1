import PorticoBytes
import PorticoConfig

/// An option and its current value.
package struct InstallationSetting: Sendable {
    /// The value of an option.
    package enum Value: Hashable, Sendable {
        case text(String)
        case number(Int)
        case duration(Duration)
        /// Everyone with an email address can create an account.
        case registrationOpen
        /// Only invited people can create an account.
        case registrationByInvitation
        /// Nobody can create an account.
        case registrationClosed
        /// Whether people can log in by a mail.
        case mailSignIn(MailSignIn)
        /// The accounts that need a second factor.
        case secondFactor(SecondFactorPolicy)
        /// There is no mail server: mails are written to a folder of the server.
        case outbox
        case none
    }

    package var option: AdministrationOption
    /// The current value.
    package var value: Value
    /// The value as input text; nil if the page cannot change it, because it is set at the start of the server.
    package var text: String?
    /// The version of the stored setting.
    package var version: Int64 = 0
    /// The allowed range of a number; of a duration, in seconds.
    package var range: ClosedRange<Double>?

    package init(
        _ option: AdministrationOption, _ value: Value, text: String? = nil, range: ClosedRange<Double>? = nil
    ) {
        self.option = option
        self.value = value
        self.text = text
        self.range = range
    }

    func cell(_ t: Strings) -> Cell {
        let id = "option-\(option.rawValue.replacing(bytes: ".", with: "-"))"
        let (title, value) = (option.title(t), value.words(t))
        guard text != nil else {
            let subtitle = "\(option.rawValue)\n\(t.settingFixed)"
            return .detail(DetailCell(id: id, title: title, subtitle: subtitle, value: .text(value)))
        }
        return .link(
            LinkCell(
                id: id, title: title, subtitle: option.rawValue, value: value, path: .setting(option.rawValue),
                opening: .presents(as: .formSheet)))
    }

    /// The allowed values of a number, in words; nil for other types.
    func ends(_ t: Strings) -> (least: String, most: String)? {
        range.map { (words($0.lowerBound, t), words($0.upperBound, t)) }
    }

    private func words(_ number: Double, _ t: Strings) -> String {
        guard case .duration = value else { return ReaderFormat(t).number(Int(number)) }
        return InstallationSetting.Value.duration(.seconds(number)).words(t)
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
        case .number(let number): ReaderFormat(t).number(number)
        case .duration(let duration): DurationInput(duration).words(t)
        case .registrationOpen: t.registrationOpen
        case .registrationByInvitation: t.registrationByInvitation
        case .registrationClosed: t.registrationClosed
        case .mailSignIn(let mode): mode.title(t)
        case .secondFactor(let policy): policy.title(t)
        case .outbox: t.mailOutbox
        case .none: t.settingNone
        }
    }
}

extension MailSignIn {
    func title(_ t: Strings) -> String {
        switch self {
        case .off: t.mailSignInOff
        case .on: t.mailSignInOn
        }
    }
}

extension SecondFactorPolicy {
    func title(_ t: Strings) -> String {
        switch self {
        case .off: t.secondFactorOff
        case .optional: t.secondFactorOptional
        case .administrators: t.secondFactorAdministrators
        case .all: t.secondFactorAll
        }
    }
}
