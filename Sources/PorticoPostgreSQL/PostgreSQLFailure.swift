import PorticoBytes
import PorticoConfig

/// An error that PostgreSQL has reported.
public struct PostgreSQLFailure: Error, CustomStringConvertible, Sendable {
    /// The error code: <https://www.postgresql.org/docs/15/errcodes-appendix.html>
    public let code: String
    let message: String

    public var description: String {
        let cause = isOfPooler ? "; \(StorageFailure.Cause.pooler.rawValue)" : ""
        return "PostgreSQL error \(code): \(message)\(cause)"
    }

    /// Whether a prepared statement is missing, or belongs to another client, because a pooler gives each transaction
    /// another connection.
    private var isOfPooler: Bool { ["26000", "42P05"].contains(code) }

    /// Whether the transaction may succeed if it is repeated: a serialization failure, a deadlock, or an outdated
    /// statement.
    var isConflict: Bool { ["40001", "40P01"].contains(code) || isOfOutdatedStatement }

    /// Whether a prepared statement would return other columns than before, because a newer version has added some.
    var isOfOutdatedStatement: Bool { code == "0A000" }

    var isFullDisk: Bool { code == "53100" }

    /// The reason why the database cannot be used; nil for an error of one statement.
    fileprivate var cause: StorageFailure.Cause? {
        switch code {
        case "25006": .readOnly
        case "57P01", "57P02", "57P03": .starting
        case _ where isOfPooler: .pooler
        case _ where code.begins(with: "28") || code.begins(with: "3D"): .refused
        case _ where isFullDisk: .notWritable
        default: nil
        }
    }

    /// Whether the database cannot work at the moment. Other errors are faulty statements.
    var isOfDatabase: Bool {
        let classes = ["08", "28", "3D", "40", "53", "57", "58"]
        return classes.contains { code.begins(with: $0) } || ["25006", "55P03"].contains(code) || isOfPooler
    }
}

/// There is no connection: it could not be made, was lost, or the reply took too long.
struct ConnectionLost: Error, CustomStringConvertible {
    let reason: String
    /// Whether the server has not answered in time. A new connection would take as long.
    var isSilent = false
    var cause = StorageFailure.Cause.silent

    var description: String { "no connection to PostgreSQL: \(reason)" }
}

extension Error {
    /// The error for callers of the engine: a ``StorageFailure`` if the database cannot work at the moment.
    var ofStorage: any Error {
        switch self {
        case let failure as PostgreSQLFailure where failure.isOfDatabase:
            StorageFailure(failure.description, isOutOfReach: !failure.isFullDisk, cause: failure.cause)
        case let lost as ConnectionLost: StorageFailure(lost.description, isOutOfReach: true, cause: lost.cause)
        default: self
        }
    }
}
