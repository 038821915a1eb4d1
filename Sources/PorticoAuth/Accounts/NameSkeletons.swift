import Foundation
import PorticoBytes
import PorticoConfig
import PorticoStore

#if canImport(_FoundationICU)
    import _FoundationICU
#endif

/// The skeletons of a display name, by which it is compared with user names. Texts with the same skeleton look alike
/// (Unicode Technical Standard 39, section 4): `ada` in Latin and in Cyrillic letters.
package struct NameSkeletons: Hashable, Sendable {
    /// Those that a user name can have; empty for most names, because user names have no spaces.
    package let values: Set<String>

    package init(of name: String) {
        guard !name.isEmpty, !name.has(" "), name.utf8.count <= Self.longest else {
            values = []
            return
        }
        let name = name.precomposedStringWithCompatibilityMapping
        // Either way finds a likeness that the other one hides: a capital I looks like the l of "alice", and is the
        // capital letter of the i in "admin".
        let folded = [name, Self.skeleton(of: name)].map { Self.skeleton(of: $0.lowercased()).lowercased() }
        values = Set(folded.map(UserName.skeleton).filter { $0.utf8.allSatisfy(\.isASCIIVisible) })
    }

    /// Longer names look like no user name.
    private static let longest = 512

    #if canImport(_FoundationICU)
        /// ICU's checker, which is never changed after this, so that all threads may use it.
        private nonisolated(unsafe) static let checker: OpaquePointer? = {
            var status = U_ZERO_ERROR
            return swift_uspoof_open(&status)
        }()

        /// The skeleton by ICU's table of confusable characters; the text itself if ICU has no table.
        private static func skeleton(of text: String) -> String {
            guard let checker else { return text }
            let source = text.utf8.map { CChar(bitPattern: $0) }
            // The longest skeleton of a character has 18 others.
            var target = [CChar](repeating: 0, count: 64 * source.count + 1)
            var status = U_ZERO_ERROR
            let length = swift_uspoof_getSkeletonUTF8(
                checker, 0, source, Int32(source.count), &target, Int32(target.count), &status)
            guard status.rawValue <= U_ZERO_ERROR.rawValue else { return text }
            return String(decoding: target.prefix(Int(length)).map { UInt8(bitPattern: $0) }, as: UTF8.self)
        }
    #else
        /// The system's ICU has no public interface here, so only the characters of ASCII are compared.
        private static func skeleton(of text: String) -> String { text }
    #endif
}

extension AccountDirectory {
    /// The accounts with another person's user name as their display name, or with a name that looks like one; and the
    /// account with that user name. A name that looks like the account's own user name does not count.
    ///
    /// Names with a space cost nothing. All others together cost one query of an index.
    public func lookalikes(of accounts: [Account]) async throws -> [AccountID: AccountID] {
        var skeletons: [AccountID: Set<String>] = [:]
        for account in accounts {
            let values = NameSkeletons(of: account.name).values
            if !values.isEmpty, !values.contains(UserName.skeleton(of: account.id.user)) {
                skeletons[account.id] = values
            }
        }
        let wanted = skeletons.values.reduce(into: Set<String>()) { $0.formUnion($1) }
        guard !wanted.isEmpty else { return [:] }
        let owners = try await store.read { try $0.userNames(withSkeletons: wanted) }
        return skeletons.compactMapValues { values in values.sorted().lazy.compactMap { owners[$0] }.first }
    }
}
