/// What is to be kept cannot be written: the disk is full, or the database is not writable. Nothing was changed.
public struct StorageFailure: Error, CustomStringConvertible {
    /// What the database said, for the log.
    public let description: String

    public init(_ description: String) {
        self.description = description
    }
}
