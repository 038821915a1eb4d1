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
            // A user that is no mapping has neither an address nor a password, and is refused for that.
            add(
                line: key.mark?.line ?? 1, userName: key.text, name: user["displayname"]?.text,
                email: user["email"]?.text, passwordHash: user["password"]?.text,
                groups: user["groups"]?.sequence?.compactMap(\.text) ?? [], isDisabled: user["disabled"]?.bool == true)
        }
    }
}

extension Node {
    /// The text of a scalar; nil for null (YAML 1.2, 10.3.2).
    fileprivate var text: String? {
        guard let scalar else { return nil }
        let isNull = scalar.style == .plain && ["", "~", "null", "Null", "NULL"].contains(scalar.string)
        return isNull ? nil : scalar.string
    }
}
