import PorticoConfig
import PorticoViews

extension [Server] {
    /// What people call a server; its id where it is not listed.
    func name(of id: ServerID) -> String { first { $0.id == id }?.name ?? id.rawValue }

    /// What people call the server that keeps an account's password; nil where that is this one.
    func passwordServer(of id: AccountID) -> String? { passwordServer(on: id.server) }

    /// The same for whoever has an account on a server.
    func passwordServer(on server: ServerID) -> String? { server == .local ? nil : name(of: server) }

    /// An account as its person tells it from others: by the user name, with its server where it does not live here.
    func label(of id: AccountID) -> String {
        guard let server = passwordServer(of: id) else { return id.user }
        return AccountLabel.text(username: id.user, serverName: server, in: Site.language)
    }
}
