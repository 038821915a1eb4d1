import PorticoConfig

extension Fault {
    /// The `user` object of a response; nil to leave it out.
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

    /// The directory of a response.
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
