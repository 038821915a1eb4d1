/// A duration as a number and a unit: the largest unit without a fraction, such as 90 minutes or 12 hours.
package struct DurationInput: Hashable, Sendable {
    /// The units. The raw values are form values.
    package enum Unit: String, CaseIterable, Sendable {
        case days, hours, minutes, seconds

        /// Its length in seconds.
        package var seconds: Double {
            switch self {
            case .days: 86_400
            case .hours: 3600
            case .minutes: 60
            case .seconds: 1
            }
        }

        func title(_ t: Strings) -> String {
            switch self {
            case .days: t.unitDays
            case .hours: t.unitHours
            case .minutes: t.unitMinutes
            case .seconds: t.unitSeconds
            }
        }
    }

    /// The number as input text.
    package var number: String
    package var unit: Unit

    package init(number: String, unit: Unit) {
        self.number = number
        self.unit = unit
    }

    /// - Parameter text: a number of seconds; another text becomes the number itself.
    package init(seconds text: String) {
        guard let seconds = Int(text) else {
            self.init(number: text, unit: .seconds)
            return
        }
        let unit = Unit.allCases.first { seconds != 0 && seconds % Int($0.seconds) == 0 } ?? .seconds
        self.init(number: "\(seconds / Int(unit.seconds))", unit: unit)
    }

    init(_ duration: Duration) {
        let seconds = duration / .seconds(1)
        self.init(seconds: Int(exactly: seconds).map(String.init) ?? "\(seconds)")
    }

    /// The duration in seconds, as text; nil if the input is not a number.
    package var seconds: String? {
        guard let number = Double(number.filter { !$0.isWhitespace }), number.isFinite else { return nil }
        let seconds = number * unit.seconds
        return Int(exactly: seconds).map(String.init) ?? "\(seconds)"
    }

    func words(_ t: Strings) -> String {
        guard let count = Int(number) else { return t.spanSecondsText(number) }
        return switch unit {
        case .days: t.spanWholeDays(count)
        case .hours: t.spanWholeHours(count)
        case .minutes: t.spanWholeMinutes(count)
        case .seconds: t.spanWholeSeconds(count)
        }
    }
}
