import Foundation
import PorticoConfig
import PorticoStore

extension Account {
    /// The folded text that account searches match: user name, display name and address.
    package var searchKey: String { [id.user, name, email?.value ?? ""].map(\.folded).joined(separator: "\n") }
}

extension Workplace {
    /// The folded text that workplace searches match: name and code.
    package var searchKey: String { [name, code].map(\.folded).joined(separator: "\n") }
}

extension String {
    /// Case-folded and canonically composed, so that `ÉCOLE` finds `école` in either encoding. SQLite folds only ASCII.
    /// The detour by upper case lets `STRASSE` find `Straße`.
    package var folded: String { lowercased().uppercased().lowercased().precomposedStringWithCanonicalMapping }
}
