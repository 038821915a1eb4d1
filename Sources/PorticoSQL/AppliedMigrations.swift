import PorticoBytes

/// The migrations that a database has, compared with those of this version.
public struct AppliedMigrations: Hashable, Sendable {
    /// The number of migrations that this version knows.
    public let count: Int
    /// The number of the latest migration of a newer version; nil if there is none. Migrations of newer versions only
    /// add, so this version works with them.
    public let newest: Int?

    /// - Parameters:
    ///   - identifiers: the migrations in the database.
    ///   - known: the migrations of this version, in order.
    /// - Throws: ``SchemaProblem``
    public init(_ identifiers: Set<String>, known: [String]) throws {
        guard identifiers.contains(known[0]) else { throw SchemaProblem.foreign }
        guard !identifiers.contains(SQLSchema.unfinishedCopy) else { throw SchemaProblem.unfinishedCopy }
        let unknown = identifiers.subtracting(known)
        let numbers = try unknown.map { identifier in
            guard let number = Int(identifier.before(":")), number > SQLSchema.version else {
                throw SchemaProblem.foreign
            }
            return number
        }
        (count, newest) = (identifiers.count - unknown.count, numbers.max())
        let onlyAdd = unknown.allSatisfy { $0.ends(with: SQLMigration.onlyAdds) }
        guard unknown.isEmpty || (onlyAdd && count == known.count) else { throw SchemaProblem.newer }
    }
}
