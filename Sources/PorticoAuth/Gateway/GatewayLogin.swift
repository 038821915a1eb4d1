import Foundation
import PorticoConfig

/// The token of a sign-in at a gateway, which stands in `Authorization: Bearer` of the requests made for it. A secret.
public struct GatewayUserName: Hashable, Sendable {
    public let value: String

    /// `nil` for what is empty, longer than 4096 bytes, or cannot stand in a header: only visible ASCII can.
    public init?(_ text: String) {
        guard (1...4096).contains(text.utf8.count), text.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
            return nil
        }
        value = text
    }
}

/// The number that an employer knows somebody by: 1 to 32 ASCII digits, of which leading zeros count.
public struct EmployeeNumber: Hashable, Sendable, CustomStringConvertible {
    public let value: String
    public var description: String { value }

    /// `nil` where `text` is anything else.
    public init?(_ text: String) {
        let isDigit = { (byte: UInt8) in (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }
        guard (1...32).contains(text.utf8.count), text.utf8.allSatisfy(isDigit) else { return nil }
        value = text
    }
}

/// What a gateway answered to a sign-in, of which nothing was kept before all of it was verified.
public struct GatewayLogin: Hashable, Sendable {
    public let gatewayUserName: GatewayUserName
    public let employeeNumber: EmployeeNumber
    /// What the gateway says of the person; it has a name.
    public let userInfo: UserInfo

    /// Verifies an answer: `{"data": {"gatewayUserName": "…", "user": {"employeeNo": "…", "name": "…"}}}`, in UTF-8. Other
    /// fields are passed over.
    public init(verifying answer: Data) throws(GatewayLoginProblem) {
        let document: Document
        do {
            document = try JSONDecoder().decode(Document.self, from: answer)
        } catch {
            throw .unreadable(Self.field(of: error))
        }
        guard let data = document.data else { throw .missing("data") }
        guard let token = data.gatewayUserName else { throw .missing("data.gatewayUserName") }
        guard let user = data.user else { throw .missing("data.user") }
        guard let number = user.employeeNo else { throw .missing("data.user.employeeNo") }
        guard let name = user.name else { throw .missing("data.user.name") }
        guard let gatewayUserName = GatewayUserName(token) else { throw .invalid("data.gatewayUserName") }
        guard let employeeNumber = EmployeeNumber(number) else { throw .invalid("data.user.employeeNo") }
        userInfo = UserInfo(name: name.personName)
        guard userInfo.problems.isEmpty else { throw .invalid("data.user.name") }
        self.gatewayUserName = gatewayUserName
        self.employeeNumber = employeeNumber
    }

    private struct Document: Decodable {
        struct Payload: Decodable {
            var gatewayUserName: String?
            var user: User?
        }

        struct User: Decodable {
            var employeeNo: String?
            var name: String?
        }

        var data: Payload?
    }

    /// The field that is of another type than it must be; nil where the whole is no JSON.
    private static func field(of error: any Error) -> String? {
        guard case DecodingError.typeMismatch(_, let context) = error, !context.codingPath.isEmpty else { return nil }
        return context.codingPath.map(\.stringValue).joined(separator: ".")
    }
}

/// Why an answer to a sign-in cannot be believed. Fields are named by their way through the answer, such as
/// `data.user.employeeNo`; what stands in them is not repeated.
public enum GatewayLoginProblem: Error, Hashable, Sendable {
    /// It is no JSON, or this field is of another type.
    case unreadable(String?)
    case missing(String)
    case invalid(String)
}
