/// A failure of the storage: it cannot be written (a full disk, a read-only database), or it does not answer.
public struct StorageFailure: Error, CustomStringConvertible {
    /// The known cause. Everybody may read its text.
    public enum Cause: String, Sendable {
        case unreachable = "the database cannot be reached"
        case starting = "the database is starting or ending"
        case refused = "the database refuses this server; the log says why"
        case noPassword = "the file of the database's password cannot be read"
        case readOnly = "the database can only be read"
        case outdated = "the database is older than PostgreSQL 14"
        case silent = "the database does not answer"
        case unknownKey = "the key of this server is not the one that the database is used with; the log says why"
        case notWritable = "the database cannot be written; its disk may be full or read-only"
        case pooler = "a pooler before the database must work by session, or be passed by"
    }

    /// The database's message, for the log.
    public let description: String
    /// Whether the storage did not answer. The change may have been made; in all other cases nothing was changed.
    public let isOutOfReach: Bool
    public let cause: Cause

    public init(_ description: String, isOutOfReach: Bool = false, cause: Cause? = nil) {
        self.description = description
        self.isOutOfReach = isOutOfReach
        self.cause = cause ?? (isOutOfReach ? .silent : .notWritable)
    }

    /// A stored value was encrypted with a key that this server does not have. Another server may have it.
    public init(unknownKeyOf value: String) {
        self.init(
            unknownKey: "no key of this server opens a stored \(value): compare gateway.key with the other servers")
    }

    public init(unknownKey description: String) {
        self.init(description, isOutOfReach: true, cause: .unknownKey)
    }
}
