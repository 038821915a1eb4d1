/// The storage cannot be written, because the disk is full or the database is not writable, or it does not answer.
public struct StorageFailure: Error, CustomStringConvertible {
    /// The database's message, for the log.
    public let description: String
    /// Whether the storage did not answer. A change may have happened then; otherwise nothing was changed.
    public let isOutOfReach: Bool

    public init(_ description: String, isOutOfReach: Bool = false) {
        self.description = description
        self.isOutOfReach = isOutOfReach
    }
}
