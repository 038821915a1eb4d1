import Foundation
import PorticoBytes

extension ImportedHash {
    /// The function that made a hash, with its parameters.
    enum Scheme: Hashable, Sendable {
        /// A hash of libcrypt. With `ofSHA256`, its password is the hexadecimal SHA-256 of the person's: bcrypt reads 72
        /// bytes.
        case crypt(CryptHash, ofSHA256: Bool = false)
        /// The whole PHC string. The memory is in KiB.
        case argon2(String, Argon2, memory: Int)
        /// `block` is the first block of the hash, as long as the digest, or the whole hash if that is shorter. Each
        /// block takes all iterations, and the first one is enough to compare.
        case pbkdf2(MessageDigest, iterations: Int, salt: [UInt8], block: [UInt8])
        case scrypt(cost: Int, blockSize: Int, parallelism: Int, salt: [UInt8], hash: [UInt8])
        /// One digest of password and salt.
        case digest(MessageDigest, salt: [UInt8], hash: [UInt8])

        /// The memory of a check, in KiB.
        var memory: Int {
            switch self {
            case .crypt(let hash, _): hash.memory
            case .argon2(_, _, let memory): memory
            case .scrypt(let cost, let blockSize, _, _, _): cost * blockSize / 8
            case .pbkdf2, .digest: 0
            }
        }
    }

    /// The variants of Argon2.
    enum Argon2: String, Sendable {
        case argon2id, argon2i, argon2d
    }

    /// The digests of PBKDF2 and LDAP; the raw value is the length in bytes.
    enum MessageDigest: Int, Sendable {
        case sha1 = 20
        case sha256 = 32
        case sha512 = 64
    }

    /// The bounds of the parameters. At each upper bound, a check takes about a second on a core of 2020.
    enum Bounds {
        static let bcrypt = 4...14
        static let shaCryptRounds = 1000...1_000_000
        /// The product of rounds and bytes of the password.
        static let shaCryptWork = 128_000_000
        static let pbkdf2Iterations = 1...2_000_000
        /// The product of all three parameters of scrypt.
        static let scrypt = 1 << 21
        /// In KiB. A check with more memory than this runs alone.
        static let sharedMemory = 65_536
        /// In KiB.
        static let argon2Memory = 8...262_144
        /// The product of memory in KiB and passes.
        static let argon2Work = 1 << 20
        /// In bytes. A shorter hash would match other passwords, too.
        static let hash = 16...64
        static let salt = 1...128

        /// Checks the parameters of scrypt and yescrypt.
        ///
        /// - Parameters:
        ///   - exponent: the binary logarithm of the cost.
        ///   - blockSize: the parameter r, at least 1.
        ///   - parallelism: the parameter p, at least 1.
        /// - Returns: the memory of a check, in KiB.
        /// - Throws: ``ImportedHash/Problem``
        static func memory(
            ofScrypt exponent: Int, _ blockSize: Int, _ parallelism: Int
        ) throws(ImportedHash.Problem) -> Int {
            guard exponent <= 21, blockSize <= scrypt >> exponent, parallelism <= (scrypt >> exponent) / blockSize
            else {
                throw .tooCostly
            }
            // RFC 7914, section 2; OpenSSL computes no others.
            guard exponent < 16 * blockSize else { throw .unknown }
            return max(1, (blockSize << exponent) / 8)
        }
    }
}

extension ImportedHash.Scheme {
    private typealias Bounds = ImportedHash.Bounds

    init(_ text: String) throws(ImportedHash.Problem) {
        switch text.utf8.first {
        case UInt8(ascii: "{"): self = try Self.braced(text)
        case UInt8(ascii: "$"): self = try Self.modular(text)
        default: self = try Self.django(text)
        }
    }

    // MARK: $…$

    private static func modular(_ text: String) throws(ImportedHash.Problem) -> Self {
        let parts = text.fields(separatedBy: "$").dropFirst().map(String.init)
        switch parts.first {
        case "argon2id", "argon2i", "argon2d": return try argon2(text, parts)
        case "scrypt": return try scrypt(parts)
        case "pbkdf2": return try pbkdf2(.sha1, parts)
        case "pbkdf2-sha1": return try pbkdf2(.sha1, parts)
        case "pbkdf2-sha256": return try pbkdf2(.sha256, parts)
        case "pbkdf2-sha512": return try pbkdf2(.sha512, parts)
        default: return .crypt(try CryptHash(text))
        }
    }

    /// `$argon2id$v=19$m=…,t=…,p=…$salt$hash`; the version may be missing, for 16.
    private static func argon2(_ text: String, _ parts: [String]) throws(ImportedHash.Problem) -> Self {
        var rest = parts.dropFirst()
        if rest.first == "v=19" || rest.first == "v=16" { rest.removeFirst() }
        guard let variant = ImportedHash.Argon2(rawValue: parts[0]), rest.count == 3,
            let values = numbers(rest[rest.startIndex], ["m", "t", "p"]),
            let salt = bytes(base64: rest[rest.startIndex + 1]), let hash = bytes(base64: rest[rest.startIndex + 2]),
            (8...128).contains(salt.count), Bounds.hash.contains(hash.count),
            // libargon2 reads the canonical form only.
            rest.dropFirst().elementsEqual([base64(salt), base64(hash)])
        else { throw .unknown }
        let (memory, passes, lanes) = (values[0], values[1], values[2])
        guard passes >= 1, lanes >= 1, memory >= Bounds.argon2Memory.lowerBound else { throw .unknown }
        // libargon2 begins a thread for each lane in each quarter of a pass. The numbers can be the greatest of all.
        guard lanes <= 16, passes <= 64, memory <= Bounds.argon2Memory.upperBound,
            passes <= Bounds.argon2Work / memory
        else { throw .tooCostly }
        guard memory >= 8 * lanes else { throw .unknown }
        return .argon2(text, variant, memory: memory)
    }

    /// `$scrypt$ln=…,r=…,p=…$salt$hash`
    private static func scrypt(_ parts: [String]) throws(ImportedHash.Problem) -> Self {
        guard parts.count == 4, let values = numbers(parts[1], ["ln", "r", "p"]),
            let salt = bytes(base64: parts[2]), let hash = bytes(base64: parts[3])
        else { throw .unknown }
        return try scrypt(exponent: values[0], values[1], values[2], salt, hash)
    }

    private static func scrypt(
        exponent: Int, _ blockSize: Int, _ parallelism: Int, _ salt: [UInt8], _ hash: [UInt8]
    ) throws(ImportedHash.Problem) -> Self {
        guard exponent >= 1, blockSize >= 1, parallelism >= 1, Bounds.salt.contains(salt.count),
            Bounds.hash.contains(hash.count)
        else { throw .unknown }
        _ = try Bounds.memory(ofScrypt: exponent, blockSize, parallelism)
        return .scrypt(cost: 1 << exponent, blockSize: blockSize, parallelism: parallelism, salt: salt, hash: hash)
    }

    /// `$pbkdf2-sha256$i=1000$salt$hash`, `$pbkdf2-sha256$i=1000,l=32$salt$hash` with the length of the hash, or
    /// `$pbkdf2-sha256$1000$salt$hash` of passlib.
    private static func pbkdf2(
        _ digest: ImportedHash.MessageDigest, _ parts: [String]
    ) throws(ImportedHash.Problem) -> Self {
        guard parts.count == 4, let salt = bytes(base64: parts[2]), let hash = bytes(base64: parts[3]) else {
            throw .unknown
        }
        let iterations = number(parts[1]) ?? numbers(parts[1], ["i"])?[0]
        let withLength = numbers(parts[1], ["i", "l"]).flatMap { $0[1] == hash.count ? $0[0] : nil }
        return try pbkdf2(digest, iterations ?? withLength, salt, hash)
    }

    private static func pbkdf2(
        _ digest: ImportedHash.MessageDigest, _ iterations: Int?, _ salt: [UInt8], _ hash: [UInt8]
    ) throws(ImportedHash.Problem) -> Self {
        guard let iterations, iterations >= 1, Bounds.salt.contains(salt.count), Bounds.hash.contains(hash.count) else {
            throw .unknown
        }
        guard iterations <= Bounds.pbkdf2Iterations.upperBound else { throw .tooCostly }
        return .pbkdf2(digest, iterations: iterations, salt: salt, block: Array(hash.prefix(digest.rawValue)))
    }

    // MARK: Django

    private static func django(_ text: String) throws(ImportedHash.Problem) -> Self {
        guard let (name, rest) = text.cut(at: "$") else { throw .unknown }
        switch name {
        case "bcrypt": return .crypt(try CryptHash(String(rest)))
        case "bcrypt_sha256": return .crypt(try CryptHash(String(rest)), ofSHA256: true)
        case "argon2": return try modular("$" + rest)
        default: break
        }
        let parts = rest.fields(separatedBy: "$").map(String.init)
        switch (name, parts.count) {
        case ("pbkdf2_sha256", 3), ("pbkdf2_sha1", 3):
            guard let hash = bytes(base64: parts[2]) else { throw .unknown }
            return try pbkdf2(name == "pbkdf2_sha1" ? .sha1 : .sha256, number(parts[0]), Array(parts[1].utf8), hash)
        case ("scrypt", 5):
            guard let cost = number(parts[0]), cost >= 2, let blockSize = number(parts[2]),
                let parallelism = number(parts[3]),
                let hash = bytes(base64: parts[4])
            else { throw .unknown }
            guard cost & (cost - 1) == 0 else { throw .unknown }
            return try scrypt(
                exponent: cost.trailingZeroBitCount, blockSize, parallelism, Array(parts[1].utf8), hash)
        default: throw .unknown
        }
    }

    // MARK: {…}

    private static func braced(_ text: String) throws(ImportedHash.Problem) -> Self {
        guard let (start, rest) = text.cut(at: "}"), !start.has("\"") else { return try keycloak(text) }
        let digest: ImportedHash.MessageDigest
        switch start.dropFirst().asciiLowercased {
        case "crypt": return .crypt(try CryptHash(String(rest)))
        case "ssha": digest = .sha1
        case "ssha256": digest = .sha256
        case "ssha512": digest = .sha512
        default: throw .unknown
        }
        guard let bytes = bytes(base64: String(rest)), bytes.count > digest.rawValue,
            Bounds.salt.contains(bytes.count - digest.rawValue)
        else { throw .unknown }
        return .digest(
            digest, salt: Array(bytes[digest.rawValue...]), hash: Array(bytes[..<digest.rawValue]))
    }

    private static func keycloak(_ text: String) throws(ImportedHash.Problem) -> Self {
        guard let credential = KeycloakCredential(json: text), let salt = bytes(base64: credential.secret.salt ?? ""),
            let hash = bytes(base64: credential.secret.value ?? "")
        else { throw .unknown }
        let iterations = credential.data.hashIterations
        switch credential.data.algorithm {
        case "pbkdf2": return try pbkdf2(.sha1, iterations, salt, hash)
        case "pbkdf2-sha256": return try pbkdf2(.sha256, iterations, salt, hash)
        case "pbkdf2-sha512": return try pbkdf2(.sha512, iterations, salt, hash)
        case "argon2":
            guard let text = credential.argon2(iterations, salt: salt, hash: hash) else { throw .unknown }
            return try modular(text)
        default: throw .unknown
        }
    }

    // MARK: Parts

    /// The decimal numbers of `name=number,name=number`, with exactly these names.
    private static func numbers(_ text: String, _ names: [String]) -> [Int]? {
        let parts = text.fields(separatedBy: ",")
        guard parts.count == names.count else { return nil }
        var numbers: [Int] = []
        for (part, name) in zip(parts, names) {
            guard let digits = part.dropping(prefix: name + "="), let number = number(String(digits)) else {
                return nil
            }
            numbers.append(number)
        }
        return numbers
    }

    /// A decimal number without a sign or leading zeros.
    private static func number(_ text: String) -> Int? {
        guard !text.isEmpty, text.utf8.allSatisfy(\.isASCIIDigit), text == "0" || text.utf8.first != UInt8(ascii: "0")
        else { return nil }
        // A number of more digits is a cost, and no error of form.
        return Int(text) ?? .max
    }

    /// The bytes of base64, with or without padding. Passlib has `.` in place of `+`.
    private static func bytes(base64 text: String) -> [UInt8]? {
        var text = text.replacing(bytes: ".", with: "+")
        if !text.ends(with: "=") { text += String(repeating: "=", count: (4 - text.utf8.count % 4) % 4) }
        return Data(base64Encoded: text).map(Array.init)
    }

    /// Base64 without padding.
    fileprivate static func base64(_ bytes: [UInt8]) -> String {
        String(Data(bytes).base64EncodedString().trimmed { $0 == UInt8(ascii: "=") })
    }
}

/// A credential in the export of a Keycloak realm.
private struct KeycloakCredential {
    struct Parts: Decodable {
        let credentialData: String
        let secretData: String
    }

    struct Settings: Decodable {
        let algorithm: String
        let hashIterations: Int?
        let additionalParameters: [String: [String]]?
    }

    struct Secret: Decodable {
        let value: String?
        let salt: String?
    }

    let data: Settings
    let secret: Secret

    /// nil if it has another form.
    init?(json: String) {
        let decoder = JSONDecoder()
        guard let parts = try? decoder.decode(Parts.self, from: Data(json.utf8)),
            let data = try? decoder.decode(Settings.self, from: Data(parts.credentialData.utf8)),
            let secret = try? decoder.decode(Secret.self, from: Data(parts.secretData.utf8))
        else { return nil }
        (self.data, self.secret) = (data, secret)
    }

    /// The credential as a PHC string; nil if a parameter is missing.
    func argon2(_ iterations: Int?, salt: [UInt8], hash: [UInt8]) -> String? {
        let parameters = data.additionalParameters ?? [:]
        let version = ["1.0": "v=16", "1.3": "v=19"][parameters["version"]?.first ?? "1.3"]
        guard let iterations, let version, let type = parameters["type"]?.first,
            let memory = parameters["memory"]?.first, let parallelism = parameters["parallelism"]?.first
        else { return nil }
        let (salt, hash) = (ImportedHash.Scheme.base64(salt), ImportedHash.Scheme.base64(hash))
        return "$argon2\(type)$\(version)$m=\(memory),t=\(iterations),p=\(parallelism)$\(salt)$\(hash)"
    }
}
