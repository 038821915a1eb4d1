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
        switch self {
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
    private var unconfirmed = 0
    private var administrators = 0
    private var refusedGroups: [String] = []
    private var leftOut: [String] = []

    /// Sentences about the data that does not come along.
    var notes: [String] {
        var notes = leftOut
        if !refusedGroups.isEmpty {
            let names = refusedGroups.map { "“\($0)”" }.joined(separator: ", ")
            notes.append("left out, as they cannot be names of groups: \(names)")
        }
        if administrators > 0 {
            notes.append(
                "\(administrators.of("superuser")) will be no administrator here: see users make-administrator")
        }
        if unconfirmed > 0 {
            notes.append("\(unconfirmed.of("email address", "email addresses")) never confirmed there")
        }
        return notes
    }

    /// Adds a person. Without a user name, the address is the user name; without a name, either of them.
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
        person.isDisabled = isDisabled
        for group in groups {
            if let name = GroupName(group) {
                person.groups.insert(name)
            } else if !refusedGroups.contains(group) {
                refusedGroups.append(group)
            }
        }
        people.append(person)
        if !isConfirmed, !email.isEmpty { unconfirmed += 1 }
        if isAdministrator { administrators += 1 }
    }

    /// Notes data that does not come along.
    mutating func leaveOut(_ count: Int, _ thing: String, _ things: String? = nil) {
        if count > 0 { leftOut.append("left out: \(count.of(thing, things))") }
    }
}
