import ArgumentParser
import PorticoAuth
import PorticoBytes
import PorticoConfig

/// A system whose export `users import --from` reads.
enum PeopleSource: String, CaseIterable, ExpressibleByArgument {
    case django, devise, laravel, authelia, keycloak

    /// Reads the people of a file.
    ///
    /// - Throws: ``CommandFailure`` if the file has another form.
    func people(_ file: [UInt8]) throws -> ExportedPeople {
        let file = CommaSeparatedRecords.inUTF8(file)
        return switch self {
        case .django: try ExportedPeople(django: file)
        case .devise: try ExportedPeople(table: file, hash: "encrypted_password")
        case .laravel: try ExportedPeople(table: file, hash: "password")
        case .authelia: try ExportedPeople(authelia: file)
        case .keycloak: try ExportedPeople(keycloak: file)
        }
    }
}

/// The people in the file of another system, and the data that does not come along.
struct ExportedPeople {
    var people: [ImportedPerson] = []
    /// The word for ``ImportedPerson/line``: `line`, or `entry` in JSON.
    var place = "line"
    /// The rows of the file that are no people.
    var refusals: [AccountImportRefusal] = []
    private var unconfirmed: [String] = []
    private var administrators: [String] = []
    private var refusedGroups: [String] = []
    private var leftOut: [String] = []

    /// Sentences about the data that does not come along.
    var notes: [String] {
        var notes = self
        notes.note("left out, as they cannot be names of groups", refusedGroups)
        notes.note("superusers, who do not become administrators (see users make-administrator)", administrators)
        notes.note("left out, as the email address was never confirmed: the password of", unconfirmed, separator: "")
        return notes.leftOut
    }

    /// Adds a person. Without a user name, the address is the user name; without a name, either of them. With an
    /// unconfirmed address, the password is left out.
    mutating func add(
        line: Int, userName: String?, name: String?, email: String?, passwordHash: String?, groups: [String] = [],
        isDisabled: Bool = false, isConfirmed: Bool = true, isAdministrator: Bool = false
    ) {
        let email = email ?? ""
        let userName = [userName ?? "", email].first { !$0.isEmpty } ?? ""
        let name = name?.trimmingWhitespace() ?? ""
        var person = ImportedPerson(line: line, userName: userName, name: name.isEmpty ? userName : name)
        person.email = email
        person.passwordHash = passwordHash ?? ""
        // Somebody else may have registered with the address of this person, and know the password.
        if !isConfirmed, !email.isEmpty, !person.passwordHash.isEmpty {
            person.passwordHash = ""
            unconfirmed.append(userName)
        }
        person.isDisabled = isDisabled
        for group in groups {
            if let name = GroupName(group) {
                person.groups.insert(name)
            } else if !refusedGroups.contains(group) {
                refusedGroups.append(group)
            }
        }
        people.append(person)
        if isAdministrator { administrators.append(userName) }
    }

    /// Notes data that does not come along.
    mutating func leaveOut(_ count: Int, _ thing: String, _ things: String? = nil) {
        if count > 0 { leftOut.append("left out: \(count.of(thing, things))") }
    }

    /// Notes names, unless there are none.
    mutating func note(_ sentence: String, _ names: [String], separator: String = ":") {
        guard !names.isEmpty else { return }
        leftOut.append("\(sentence)\(separator) \(names.map { "“\($0.printable)”" }.joined(separator: ", "))")
    }
}
