import Foundation
import PorticoAuth
import PorticoConfig

/// A person who can sign in.
struct Person: Codable, Hashable, Sendable {
    let userName: String
    let password: String
    let employeeNo: String
    let name: String
    /// nil if the gateway names no groups.
    var groups: [String]?
}

/// The content of a people file:
/// `{"people": [{"userName": "…", "password": "…", "employeeNo": "…", "name": "…", "groups": […]}], "workplaces": …}`,
/// with optional groups, and optional workplaces in the form of ``WorkplaceDirectory``.
struct PeopleFile: Sendable {
    let people: [Person]
    let workplaces: JSONValue

    /// - Throws: ``PeopleFileProblem``
    init(path: String) throws {
        let data: Data
        do {
            data = try Data(contentsOf: URL(fileURLWithPath: path))
        } catch {
            throw PeopleFileProblem("the file cannot be read")
        }
        try self.init(data)
    }

    /// - Throws: ``PeopleFileProblem``
    init(_ data: Data) throws {
        struct Document: Decodable {
            var people: [Person]
            var workplaces: JSONValue?
        }
        let document: Document
        do {
            document = try JSONDecoder().decode(Document.self, from: data)
        } catch {
            throw PeopleFileProblem(error)
        }
        people = document.people
        workplaces = document.workplaces ?? .object(["factories": .list([])])
        try verifyPeople()
        do {
            _ = try WorkplaceDirectory(verifying: JSONEncoder().encode(workplaces))
        } catch let problem as WorkplaceProblem {
            throw PeopleFileProblem(problem)
        }
    }

    private func verifyPeople() throws {
        var userNames: Set<String> = []
        var numbers: Set<String> = []
        for (index, person) in people.enumerated() {
            let problem: String? =
                if UserName(person.userName)?.value != person.userName {
                    "userName must be 1 to 64 of a–z 0–9 . _ - @ +, with a letter or digit"
                } else if !userNames.insert(person.userName).inserted {
                    "userName is somebody else's"
                } else if person.password.isEmpty {
                    "password must not be empty"
                } else if EmployeeNumber(person.employeeNo) == nil {
                    "employeeNo must be 1 to 32 digits"
                } else if !numbers.insert(person.employeeNo).inserted {
                    "employeeNo is somebody else's"
                } else if !person.hasName {
                    "name must be 1 to 100 characters"
                } else if person.groups?.allSatisfy({ GroupName($0) != nil }) == false {
                    "groups must be names of 1 to 64 of a–z 0–9 . _ -"
                } else {
                    nil
                }
            if let problem { throw PeopleFileProblem("people[\(index)]: \(problem)") }
        }
    }
}

extension Person {
    /// The `user` object of the API.
    var record: [String: JSONValue] {
        var record: [String: JSONValue] = ["employeeNo": .text(employeeNo), "name": .text(name)]
        if let groups { record["groups"] = .list(groups.map(JSONValue.text)) }
        return record
    }

    /// Whether Portico accepts the name.
    fileprivate var hasName: Bool {
        let info = UserInfo(name: name)
        return info.problems.isEmpty && info.name != nil
    }
}
