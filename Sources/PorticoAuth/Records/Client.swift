/// Where a request came from.
public struct Client: Hashable, Sendable, Codable {
    /// The address, as the server or a proxy that is trusted saw it; empty where there is none.
    public var address: String
    /// Engine and system as people name them, for example "Firefox on Linux"; empty where nothing is known.
    public var agent: String

    public init(address: String = "", agent: String = "") {
        self.address = address
        self.agent = agent
    }

    /// Both, as people read them: "Firefox on Linux, 192.0.2.7".
    public var place: String { [agent, address].filter { !$0.isEmpty }.joined(separator: ", ") }

    /// Whoever works on the machine itself, at the command line.
    public static let commandLine = Client(agent: "Command line")
}
