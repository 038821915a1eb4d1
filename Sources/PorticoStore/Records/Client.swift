/// The origin of a request.
public struct Client: Hashable, Sendable, Codable {
    /// The IP address as seen by the server or a trusted proxy; empty if there is none.
    public var address: String
    /// Browser engine and operating system, for example "Firefox on Linux"; empty if unknown.
    public var agent: String

    public init(address: String = "", agent: String = "") {
        self.address = address
        self.agent = agent
    }

    /// Both, for display: "Firefox on Linux, 192.0.2.7".
    public var place: String { [agent, address].filter { !$0.isEmpty }.joined(separator: ", ") }

    /// The command line on the server itself.
    public static let commandLine = Client(agent: "Command line")
}
