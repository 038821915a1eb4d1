import PorticoAuth
import PorticoBytes
import PorticoConfig
import Yams

extension ExportedPeople {
    /// Authelia's `users_database.yml`.
    init(authelia file: [UInt8]) throws {
        guard let text = String(validating: file, as: UTF8.self) else {
            throw CommandFailure(CommaSeparatedProblem.notUTF8.message)
        }
        let root: Node?
        do {
            root = try Yams.compose(yaml: text)
        } catch let error as YamlError {
            throw CommandFailure("the file is not valid YAML: \(error.description.before("\n"))")
        }
        guard let users = root?["users"]?.mapping else { throw CommandFailure("there are no users in this file") }
        for (key, user) in users {
            guard let name = key.string, user.mapping != nil else {
                throw CommandFailure("line \(key.mark?.line ?? 1): this is not a user with fields")
            }
            add(
                line: key.mark?.line ?? 1, userName: name, name: user["displayname"]?.string,
                email: user["email"]?.string,
                passwordHash: user["password"]?.string, groups: user["groups"]?.sequence?.compactMap(\.string) ?? [],
                isDisabled: user["disabled"]?.bool == true)
        }
    }
}
