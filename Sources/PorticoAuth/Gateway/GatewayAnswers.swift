import Foundation
import PorticoConfig

/// A gateway's response to a sign-in, fully verified.
public struct GatewayLogin: Hashable, Sendable {
    public let gatewayUserName: GatewayUserName
    public let person: GatewayPerson

    public init(gatewayUserName: GatewayUserName, person: GatewayPerson) {
        self.gatewayUserName = gatewayUserName
        self.person = person
    }

    /// Verifies a response: `{"data": {"gatewayUserName": "…", "user": {"employeeNo": "…", "name": "…"}}}`, in UTF-8.
    /// Ignores other fields.
    public init(verifying answer: Data) throws(GatewayAnswerProblem) {
        let data = try GatewayAnswer(decoding: answer)
        guard let token = data.gatewayUserName else { throw .missing("data.gatewayUserName") }
        guard let gatewayUserName = GatewayUserName(token) else { throw .invalid("data.gatewayUserName") }
        self.gatewayUserName = gatewayUserName
        person = try data.person()
    }
}

extension GatewayPerson {
    /// Verifies a response: `{"data": {"user": {"employeeNo": "…", "name": "…", "groups": ["…"]}}}`, in UTF-8; `groups`
    /// is optional. Ignores other fields.
    public init(verifying answer: Data) throws(GatewayAnswerProblem) {
        self = try GatewayAnswer(decoding: answer).person()
    }
}

/// A gateway's response is invalid. Fields are named by their path, such as `data.user.employeeNo`, without their
/// values.
public enum GatewayAnswerProblem: Error, Hashable, Sendable {
    /// It is not JSON, or this field has the wrong type.
    case unreadable(String?)
    /// It is not in UTF-8, or begins with a byte order mark.
    case notUTF8
    /// An object has a field of this name twice.
    case repeatedName(String)
    case missing(String)
    case invalid(String)
    /// Its workplace directory is invalid.
    case workplaces(WorkplaceProblem)
}

/// The `data` object of a response, not verified.
private struct GatewayAnswer: Decodable {
    var gatewayUserName: String?
    var user: User?

    struct User: Decodable {
        var employeeNo: String?
        var name: String?
        var groups: [String]?
    }

    init(decoding answer: Data) throws(GatewayAnswerProblem) {
        struct Document: Decodable { var data: GatewayAnswer? }
        do {
            guard let data = try JSONDecoder().decode(Document.self, from: answer).data else {
                throw GatewayAnswerProblem.missing("data")
            }
            self = data
        } catch let problem as GatewayAnswerProblem {
            throw problem
        } catch {
            throw .unreadable(Self.field(of: error))
        }
    }

    func person() throws(GatewayAnswerProblem) -> GatewayPerson {
        guard let user else { throw .missing("data.user") }
        guard let number = user.employeeNo else { throw .missing("data.user.employeeNo") }
        guard let name = user.name else { throw .missing("data.user.name") }
        guard let employeeNumber = EmployeeNumber(number) else { throw .invalid("data.user.employeeNo") }
        let info = UserInfo(name: name.personName)
        guard info.problems.isEmpty, let name = info.name else { throw .invalid("data.user.name") }
        return GatewayPerson(employeeNumber: employeeNumber, name: name, groups: try Self.groups(user.groups))
    }

    private static func groups(_ names: [String]?) throws(GatewayAnswerProblem) -> Set<GroupName>? {
        guard let names else { return nil }
        let groups = names.compactMap(GroupName.init)
        guard groups.count == names.count else { throw .invalid("data.user.groups") }
        return Set(groups)
    }

    /// The path of the field with the wrong type; nil if the response is not JSON.
    private static func field(of error: any Error) -> String? {
        guard case DecodingError.typeMismatch(_, let context) = error, !context.codingPath.isEmpty else { return nil }
        return context.codingPath.map(\.stringValue).joined(separator: ".")
    }
}
