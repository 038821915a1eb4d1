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

extension GatewayUserName: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// Nothing of the secret.
    public var description: String { "GatewayUserName" }
    public var debugDescription: String { description }
    public var customMirror: Mirror { Mirror(self, children: []) }
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

/// What a gateway says of a person.
public struct GatewayPerson: Hashable, Sendable {
    public let employeeNumber: EmployeeNumber
    /// As ``UserInfo`` would keep it: on one line, 1 to 100 characters.
    public let name: String

    public init(employeeNumber: EmployeeNumber, name: String) {
        self.employeeNumber = employeeNumber
        self.name = name
    }
}

/// What is kept of a sign-in at a gateway.
public struct GatewayRecord: Hashable, Sendable {
    public let person: GatewayPerson
    /// The token of the sign-in, as ``SecretBox`` sealed it.
    public let sealedToken: Data

    public init(person: GatewayPerson, sealedToken: Data) {
        self.person = person
        self.sealedToken = sealedToken
    }
}
