import Foundation
import PorticoAuth
import PorticoConfig

extension Account {
    /// What a search for accounts looks in: everything that names this one, folded.
    package var searchKey: String { [id.user, name, email?.value ?? ""].map(\.folded).joined(separator: "\n") }
}

extension Workplace {
    /// What a search for workplaces looks in.
    package var searchKey: String { [name, code].map(\.folded).joined(separator: "\n") }
}

extension String {
    /// Without case and in one of several equivalent spellings, so that `ÉCOLE` finds `école`, however each is typed.
    /// SQLite itself folds ASCII only. By way of the upper case, so that `STRASSE` finds `Straße`.
    package var folded: String { lowercased().uppercased().lowercased().precomposedStringWithCanonicalMapping }
}
