import Foundation

/// The greeting on the main screen, by the time of day where the person is.
package enum Greeting: Hashable, Sendable {
    case morning
    case afternoon
    case evening
    /// The time zone of the person is not known.
    case anytime

    /// - Parameter zone: the person's time zone; nil if it is not known.
    package init(at time: Date, in zone: TimeZone?) {
        guard let zone else {
            self = .anytime
            return
        }
        let local = Int(time.timeIntervalSince1970) + zone.secondsFromGMT(for: time)
        self =
            switch local / 3600 % 24 {
            case 5..<12: .morning
            case 12..<18: .afternoon
            default: .evening
            }
    }

    func sentence(to name: String, _ t: Strings) -> String {
        switch self {
        case .morning: t.greetingMorning(name)
        case .afternoon: t.greetingAfternoon(name)
        case .evening: t.greetingEvening(name)
        case .anytime: t.greetingAnytime(name)
        }
    }
}
