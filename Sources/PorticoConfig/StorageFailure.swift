/// The storage cannot be written, because the disk is full or the database is not writable. Nothing was changed.
public struct StorageFailure: Error, CustomStringConvertible {
    /// The database's message, for the log.
    public let description: String

    public init(_ description: String) {
        self.description = description
    }
}
