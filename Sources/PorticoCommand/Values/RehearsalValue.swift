import Foundation
import PorticoAuth
import PorticoBytes
import PorticoConfig

/// The output of `config set --rehearse`.
struct RehearsalValue: Encodable {
    struct Person: Encodable {
        let username: String
        let name: String
        let lastSeen: Date
        /// The next thing that the person sees.
        let next: String
    }

    let policy: String
    let count: Int
    let people: [Person]

    init(_ policy: SecondFactorPolicy, _ rehearsal: Rehearsal) {
        self.policy = policy.rawValue
        count = rehearsal.count
        people = rehearsal.people.map { person in
            Person(
                username: person.account.id.name, name: person.account.name, lastSeen: person.lastUse,
                next: person.needsReset
                    ? "cannot log in until reset: passkeys do not work at the address of the site"
                    : "sets up an app or a passkey at the next login")
        }
    }

    var text: String {
        let first =
            count == 0
            ? "\(policy) would stop nobody who was here in the last 30 days"
            : "\(policy) would stop \(count.of("person", "people")) of those who were here in the last 30 days:"
        let rows = people.map { person in
            [person.username, person.name, person.lastSeen.line, person.next].map(\.printable).joined(separator: "\t")
        }
        return ([first] + rows).joined(separator: "\n")
    }
}
