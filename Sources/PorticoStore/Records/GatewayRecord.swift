import Foundation
import PorticoConfig

/// The token of a sign-in at a gateway, sent as `Authorization: Bearer`. A secret.
public struct GatewayUserName: Hashable, Sendable {
    public let value: String

    /// nil if `text` is empty, longer than 4096 bytes, or has other characters than visible ASCII.
    public init?(_ text: String) {
        guard (1...4096).contains(text.utf8.count), text.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
            return nil
        }
        value = text
    }
}

extension GatewayUserName: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// Omits the secret.
    public var description: String { "GatewayUserName" }
    public var debugDescription: String { description }
    public var customMirror: Mirror { Mirror(self, children: []) }
}

/// An employer's number for a person: 1 to 32 ASCII digits. Leading zeros are significant.
public struct EmployeeNumber: Hashable, Sendable, CustomStringConvertible {
    public let value: String
    public var description: String { value }

    /// nil for any other text.
    public init?(_ text: String) {
        let isDigit = { (byte: UInt8) in (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }
        guard (1...32).contains(text.utf8.count), text.utf8.allSatisfy(isDigit) else { return nil }
        value = text
    }
}

/// A person's details as a gateway reports them.
public struct GatewayPerson: Hashable, Sendable {
    public let employeeNumber: EmployeeNumber
    /// One line of 1 to 100 characters, as in ``UserInfo``.
    public let name: String
    /// nil if the gateway reports none: administrators then choose the groups here.
    public let groups: Set<GroupName>?

    public init(employeeNumber: EmployeeNumber, name: String, groups: Set<GroupName>? = nil) {
        self.employeeNumber = employeeNumber
        self.name = name
        self.groups = groups
    }
}

/// The stored data of a sign-in at a gateway.
public struct GatewayRecord: Hashable, Sendable {
    public let person: GatewayPerson
    /// The token of the sign-in, as ``SecretBox`` sealed it.
    public let sealedToken: Data

    public init(person: GatewayPerson, sealedToken: Data) {
        self.person = person
        self.sealedToken = sealedToken
    }
}
