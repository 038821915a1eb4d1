import Foundation
import PorticoConfig
import PorticoHTML

/// A security event in a list: an icon, one sentence, and the time.
struct EventLine: Sendable {
    let id: String
    let kind: SecurityEventKind
    let sentence: EventSentence
    /// The origin of the event and further details; empty if there are none.
    let details: String
    let time: Date
    /// The time for programs (RFC 3339).
    var machineReadable: String { TimeText(time).machineReadable }
    /// The time of day.
    let clock: String
    /// The time with its date and zone.
    let moment: String

    init(
        id: String, kind: SecurityEventKind, sentence: EventSentence, details: [String], time: Date,
        format: ReaderFormat
    ) {
        self.id = id
        self.kind = kind
        self.sentence = sentence
        self.details = format.facts(details)
        self.time = time
        clock = format.timeOfDay(time)
        moment = format.time(time)
    }
}

/// The security events of one day.
struct EventDay: Sendable {
    let id: String
    let title: String
    private(set) var lines: [EventLine]

    /// The lines by day, in their order.
    ///
    /// - Parameter id: the beginning of the ids.
    static func days(of lines: [EventLine], id: String, now: Date, zone: TimeZone?, _ t: Strings) -> [EventDay] {
        let format = ReaderFormat(t, zone: zone)
        var days: [EventDay] = []
        for line in lines {
            let dayID = "\(id)-\(CalendarDate(line.time, in: zone ?? .gmt))"
            if let index = days.firstIndex(where: { $0.id == dayID }) {
                days[index].lines.append(line)
            } else {
                days.append(EventDay(id: dayID, title: format.day(line.time, now: now), lines: [line]))
            }
        }
        return days
    }
}

/// A person in a sentence about an event.
package struct EventPerson: Hashable, Sendable {
    /// The account id as shown to administrators.
    package var user: String
    /// The display name; the user name if there is no such account any more.
    package var name: String
    /// The page of the account; nil if there is no such account any more.
    package var path: SitePath?

    package init(user: String, name: String? = nil, path: SitePath? = nil) {
        self.user = user
        self.name = name ?? user
        self.path = path
    }
}

/// A sentence about an event, with links to the people in it.
struct EventSentence: Sendable {
    enum Part: Sendable {
        case text(String)
        case person(EventPerson)
    }

    let parts: [Part]

    init(_ text: String) {
        parts = [.text(text)]
    }

    /// - Parameter sentence: the sentence with the names of both, in any order.
    init(person: EventPerson?, actor: EventPerson?, _ sentence: (_ person: String?, _ actor: String?) -> String) {
        // Characters for private use, which no text of the catalogue contains, stand for the two.
        let text = sentence(person.map { _ in "\u{E000}" }, actor.map { _ in "\u{E001}" })
        var parts: [Part] = []
        var run = ""
        for scalar in text.unicodeScalars {
            let named: EventPerson? =
                switch scalar {
                case "\u{E000}": person
                case "\u{E001}": actor
                default: nil
                }
            if let named {
                parts += [.text(run), .person(named)]
                run = ""
            } else {
                run.unicodeScalars.append(scalar)
            }
        }
        self.parts = parts + [.text(run)]
    }
}

extension SecurityEventKind {
    /// Whether the event is a refusal, possibly of an attacker.
    var isAlarming: Bool {
        switch self {
        case .signInFailed, .signInLimited, .reauthenticationFailed, .secondFactorFailed, .passkeyWentBack,
            .mailLimited,
            .linkRefused, .denied, .employeeNumberShared:
            true
        default: false
        }
    }

    var icon: Icon.Name {
        switch self {
        case _ where isAlarming: .warning
        case .signedIn, .signedOut, .sessionEnded, .reauthenticated, .mailSignInRequested, .passwordResetRequested,
            .passwordReset, .passwordChanged, .passwordRevoked, .factorAdded, .factorRemoved, .factorsResetBegun,
            .factorsResetStopped, .factorsReset, .recoveryCodesMade, .recoveryCodeUsed, .browserTrusted, .trustEnded,
            .passkeyAdded, .passkeyRemoved, .passkeyRenamed, .identityAdded, .identityRemoved, .limitsLifted:
            .key
        case .invited, .invitationWithdrawn, .emailChangeRequested, .emailChanged: .envelope
        case .registered, .accountDeleted, .nameChanged: .person
        case .imported: .people
        case .settingChanged: .settings
        default: .shield
        }
    }
}
