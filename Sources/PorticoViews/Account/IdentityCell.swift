import Foundation
import PorticoHTML

/// An identity at a provider with which the account can log in.
package struct IdentityRow: Sendable {
    package var id: String
    package var provider: SignInWays.Provider
    /// The address or user name there; empty if unknown.
    package var label: String
    package var addedAt: Date
    package var lastUsedAt: Date
    /// Whether the account can log in in another way, too.
    package var canRemove: Bool

    package init(
        id: String, provider: SignInWays.Provider, label: String, addedAt: Date, lastUsedAt: Date, canRemove: Bool
    ) {
        self.id = id
        self.provider = provider
        self.label = label
        self.addedAt = addedAt
        self.lastUsedAt = lastUsedAt
        self.canRemove = canRemove
    }
}

/// One identity of a ``FactorsPage``, with a button to remove it.
struct IdentityCell: Sendable {
    let identity: IdentityRow

    var id: String { "identity-\(identity.id)" }

    func added(_ t: Strings) -> TextAround { TextAround(t.identityAddedAt) }

    func used(_ t: Strings) -> TextAround { TextAround(t.identityLastUsedAt) }

    func remove(_ t: Strings) -> RowAction? {
        guard identity.canRemove else { return nil }
        let name = ReaderFormat(t).facts([identity.provider.name, identity.label])
        return RowAction(
            id: "\(id)-remove", title: t.removeIdentity, label: t.rowAction(t.removeIdentity, name),
            target: .question(.removeIdentity(identity.id)), isDestructive: true)
    }
}
