import PorticoConfig

/// A person in the file of an import, before it is checked.
public struct ImportedPerson: Sendable {
    /// The place in the file: a line, or the number of an entry, from 1.
    public let line: Int
    public var userName: String
    public var name: String
    /// Empty for none.
    public var email = ""
    /// Empty for none. For the forms, see ``ImportedHash/init(_:)``.
    public var passwordHash = ""
    public var isAdministrator = false
    public var isDisabled = false
    public var groups: Set<GroupName> = []

    public init(line: Int, userName: String, name: String) {
        self.line = line
        self.userName = userName
        self.name = name
    }
}
