import PorticoConfig

extension Fault {
    /// What an answer says of a person; nil where it says nothing.
    func user(_ person: Person) -> JSONValue? {
        var record = person.record
        switch self {
        case .noUser: return nil
        case .missingEmployeeNumber: record["employeeNo"] = nil
        case .lettersInEmployeeNumber: record["employeeNo"] = .text("A\(person.employeeNo)")
        case .wrongType: record["employeeNo"] = .integer(42)
        default: break
        }
        return .object(record)
    }

    /// What an answer says of workplaces.
    func directory(_ directory: JSONValue) -> JSONValue {
        guard case .object(var fields) = directory, case .list(let factories) = fields["factories"] else {
            return directory
        }
        switch self {
        case .wrongType: fields["factories"] = .text("many")
        case .repeatedCode: fields["factories"] = .list(factories + factories)
        default: break
        }
        return .object(fields)
    }
}
