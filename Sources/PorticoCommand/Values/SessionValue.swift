import Foundation
import PorticoAuth
import PorticoConfig

/// The output for a sign-in in force.
struct SessionValue: Encodable {
    let id: Int64
    let username: String
    /// nil for a local account.
    let server: String?
    let agent: String
    let address: String
    let since: Date
    let lastSeen: Date
    let expiresAt: Date
    let automatic: Bool
    /// The last second factor, and the time of its proof; nil if none was proved.
    let factor: String?
    let factorAt: Date?

    init(_ open: OpenSignIn, policy: SessionPolicy) {
        let signIn = open.signIn
        id = signIn.id
        username = signIn.account.id.name
        server = signIn.account.id.otherServer
        agent = signIn.client.agent
        address = signIn.client.address
        since = signIn.since
        lastSeen = signIn.lastSeen
        expiresAt = policy.expiry(of: signIn)
        automatic = signIn.isAutomatic
        factor = signIn.factor?.rawValue
        factorAt = signIn.factorAt
    }

    static let columns = ["ID", "USER NAME", "BROWSER", "ADDRESS", "SINCE", "LAST SEEN", "AUTOMATIC"]

    var cells: [String] {
        ["\(id)", username, agent, address, since.line, lastSeen.line, automatic ? "automatic" : ""]
    }
}

/// The output for the number of ended sign-ins.
struct EndedSessions: Encodable {
    let ended: Int

    var text: String { "ended \(ended.of("session"))" }
}
