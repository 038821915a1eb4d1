import Foundation

/// A server process of an installation with several.
public struct InstallationNode: Hashable, Sendable {
    /// The name of its host, and its process id.
    public var name: String
    /// The version of Portico.
    public var version: String
    /// The time of its start, by its own clock.
    public var since: Date
    /// The number of its open event streams.
    public var streams: Int
    /// Whether it does the work that only one server does at a time.
    public var isLeading: Bool
    /// The time of its last write to the database, by the clock of the database.
    public var lastSeen: Date

    public init(name: String, version: String, since: Date, streams: Int, isLeading: Bool, lastSeen: Date) {
        self.name = name
        self.version = version
        self.since = since
        self.streams = streams
        self.isLeading = isLeading
        self.lastSeen = lastSeen
    }
}
