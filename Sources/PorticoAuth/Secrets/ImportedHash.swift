import PorticoBytes

/// A password hash of another system. An imported account has it until the person's first login with the password, which
/// replaces it by a hash of Argon2id.
///
/// Libcrypt, libargon2 and OpenSSL compute the hashes. For the forms, see ``init(_:)``.
public struct ImportedHash: Hashable, Sendable {
    /// The reason why a hash cannot be imported.
    public enum Problem: Error, Hashable, Sendable {
        /// The form is unknown, or a part of it is invalid.
        case unknown
        /// A check would take more than about a second of a usual processor, or more than 256 MiB.
        case tooCostly
    }

    /// The text for the store. The mark at its start keeps a hash of Argon2id apart from those of ``PasswordHasher``.
    var stored: String { Self.mark + text }

    private static let mark = "imported:"
    private let text: String
    private let scheme: Scheme

    /// Reads a hash. Computes nothing.
    ///
    /// The forms:
    /// - crypt(3): bcrypt (`$2a$`, `$2b$`, `$2y$`), sha256-crypt (`$5$`), sha512-crypt (`$6$`), scrypt (`$7$`), yescrypt
    ///   (`$y$`); also after `{CRYPT}`;
    /// - PHC strings, also as passlib writes them: `$argon2id$`, `$argon2i$`, `$argon2d$`, `$scrypt$`, `$pbkdf2$`,
    ///   `$pbkdf2-sha256$`, `$pbkdf2-sha512$`;
    /// - Django: `pbkdf2_sha256$`, `pbkdf2_sha1$`, `argon2$`, `bcrypt$`, `bcrypt_sha256$`, `scrypt$`;
    /// - LDAP: `{SSHA}`, `{SSHA256}`, `{SSHA512}`;
    /// - Keycloak: a credential as JSON, with `credentialData` and `secretData`.
    ///
    /// - Throws: ``Problem``
    public init(_ text: String) throws(Problem) {
        self.text = String(text.trimmed(\.isASCIIWhitespace))
        // The longest, the JSON of Keycloak, has about 500 bytes.
        guard self.text.utf8.count <= 4096 else { throw .unknown }
        scheme = try Scheme(self.text)
    }

    /// Reads the hash of an account from the store; nil for a hash by ``PasswordHasher``.
    ///
    /// - Throws: ``Problem`` for an imported hash that this version cannot read.
    init?(stored: String) throws(Problem) {
        guard let text = stored.dropping(prefix: Self.mark) else { return nil }
        try self.init(String(text))
    }

    /// Whether a hash in the store is that of another system.
    static func isStored(_ stored: String) -> Bool { stored.begins(with: mark) }

    /// Whether a check needs so much memory that only one such check may run at a time.
    var isLarge: Bool { scheme.memory > Bounds.sharedMemory }

    /// Whether `password` has this hash. Blocks for up to a second.
    ///
    /// - Throws: ``PasswordHasher/Failure``
    func matches(_ password: String) throws -> Bool {
        // A text of C ends at a 0, and HMAC ignores one at the end.
        try !password.has("\0") && scheme.matches(Array(password.utf8))
    }
}
