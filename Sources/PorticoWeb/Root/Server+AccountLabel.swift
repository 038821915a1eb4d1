import PorticoConfig
import PorticoViews

extension [Server] {
    /// What people call a server; its id where it is not listed.
    func name(of id: ServerID) -> String { first { $0.id == id }?.name ?? id.rawValue }

    /// An account as its person tells it from others: by the user name, with its server where it does not live here.
    func label(of id: AccountID) -> String {
        guard id.server != .local else { return id.user }
        return AccountLabel.text(username: id.user, serverName: name(of: id.server), in: Site.language)
    }
}
