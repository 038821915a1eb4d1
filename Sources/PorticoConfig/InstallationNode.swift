import Foundation

/// A server process of an installation that has several.
public struct InstallationNode: Hashable, Sendable {
    /// Its host and process.
    public var name: String
    /// The version of Portico.
    public var version: String
    /// When it started, by its own clock.
    public var since: Date
    /// The number of its open event streams.
    public var streams: Int
    /// Whether it does the work that one server at a time does.
    public var isLeading: Bool
    /// When it last wrote to the database, by the clock of the database.
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
