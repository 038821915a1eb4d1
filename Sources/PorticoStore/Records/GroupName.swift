import PorticoBytes

/// The name of a group of accounts: 1 to 64 characters of `a–z 0–9 . _ -`, at least one of them a letter or digit.
/// Compared without case.
///
/// The character set is limited so that names can be used in lists, headers and rules.
public struct GroupName: Hashable, Comparable, Sendable, CustomStringConvertible {
    public let value: String
    public var description: String { value }

    /// nil if `text` is not the name of a group.
    public init?(_ text: String) {
        let folded = text.trimmingWhitespace().asciiLowercased
        guard (1...64).contains(folded.utf8.count),
            folded.utf8.allSatisfy({ $0.isASCIILetter || $0.isASCIIDigit || ".-_".utf8.contains($0) }),
            folded.utf8.contains(where: { $0.isASCIILetter || $0.isASCIIDigit })
        else { return nil }
        value = folded
    }

    public static func < (one: GroupName, other: GroupName) -> Bool { one.value < other.value }

    /// The groups that a text names, separated by spaces, commas or semicolons.
    ///
    /// - Throws: ``InvalidGroupName``
    public static func list(_ text: String) throws(InvalidGroupName) -> Set<GroupName> {
        var groups: Set<GroupName> = []
        for word in text.unicodeScalars.split(whereSeparator: { $0.properties.isWhitespace || $0 == "," || $0 == ";" })
        {
            guard let group = GroupName(String(word)) else { throw InvalidGroupName(text: String(word)) }
            groups.insert(group)
        }
        return groups
    }
}

/// For names in code; a literal that is not the name of a group is a programming error.
extension GroupName: ExpressibleByStringLiteral {
    public init(stringLiteral text: String) {
        guard let name = GroupName(text) else { preconditionFailure("\"\(text)\" cannot be the name of a group") }
        self = name
    }
}

/// A text that is not the name of a group.
public struct InvalidGroupName: Error, Hashable, Sendable {
    public let text: String
}

extension Set<GroupName> {
    /// The names in ascending order.
    public var names: [String] { sorted().map(\.value) }
}
