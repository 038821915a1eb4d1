import PorticoBytes

/// A hash of crypt(5): `$method$parameters$salt$digest`.
struct CryptHash: Hashable, Sendable {
    let text: String
    /// The number of bytes at the end that depend on the password.
    let digestLength: Int

    /// - Throws: ``ImportedHash/Problem``
    init(_ text: String) throws(ImportedHash.Problem) {
        self.text = text
        let bytes = Array(text.utf8)
        guard bytes.first == Self.dollar, bytes.allSatisfy({ $0.isASCIIVisible }) else { throw .unknown }
        switch text.fields(separatedBy: "$").dropFirst().first {
        case "2a", "2b", "2y": digestLength = try Self.bcrypt(bytes)
        case "5": digestLength = try Self.sha(bytes, digest: 43)
        case "6": digestLength = try Self.sha(bytes, digest: 86)
        case "7": digestLength = try Self.scrypt(bytes)
        case "y": digestLength = try Self.yescrypt(bytes)
        default: throw .unknown
        }
        guard bytes.suffix(digestLength).allSatisfy(Self.isDigit), Self.isSupported(text) else { throw .unknown }
    }

    /// `$2b$12$`, 22 characters of salt, 31 of digest.
    private static func bcrypt(_ bytes: [UInt8]) throws(ImportedHash.Problem) -> Int {
        let digits = bytes.dropFirst(4).prefix(2)
        guard bytes.count == 60, bytes[6] == dollar, digits.allSatisfy(\.isASCIIDigit),
            let cost = Int(String(decoding: digits, as: UTF8.self)), cost >= ImportedHash.Bounds.bcrypt.lowerBound,
            bytes[7...].allSatisfy(isDigit)
        else { throw .unknown }
        guard cost <= ImportedHash.Bounds.bcrypt.upperBound else { throw .tooCostly }
        return 31
    }

    /// `$6$salt$digest` or `$6$rounds=N$salt$digest`.
    private static func sha(_ bytes: [UInt8], digest: Int) throws(ImportedHash.Problem) -> Int {
        var parts = parts(bytes)
        if parts.first?.starts(with: "rounds=".utf8) == true {
            let digits = parts.removeFirst().dropFirst("rounds=".utf8.count)
            guard !digits.isEmpty, digits.allSatisfy(\.isASCIIDigit), digits.first != UInt8(ascii: "0") else {
                throw .unknown
            }
            let rounds = Int(String(decoding: digits, as: UTF8.self)) ?? .max
            guard rounds >= ImportedHash.Bounds.shaCryptRounds.lowerBound else { throw .unknown }
            guard rounds <= ImportedHash.Bounds.shaCryptRounds.upperBound else { throw .tooCostly }
        }
        guard parts.count == 2, parts[0].count <= 16, parts[0].allSatisfy(isDigit), parts[1].count == digest else {
            throw .unknown
        }
        return digest
    }

    /// `$7$`, one character of the cost, five each of block size and parallelism, the salt, `$` and the digest.
    private static func scrypt(_ bytes: [UInt8]) throws(ImportedHash.Problem) -> Int {
        let parts = parts(bytes)
        guard parts.count == 2, parts[0].count >= 11, parts[0].dropFirst(11).allSatisfy(isDigit), parts[1].count == 43,
            let exponent = parts[0].first.flatMap(value), exponent >= 1,
            let blockSize = number(parts[0].dropFirst(1).prefix(5)), blockSize >= 1,
            let parallelism = number(parts[0].dropFirst(6).prefix(5)), parallelism >= 1
        else { throw .unknown }
        try requireBounds(exponent: exponent, blockSize, parallelism)
        return 43
    }

    /// `$y$j9T$salt$digest`: flavour, cost and block size, as all programs that use libcrypt write them.
    private static func yescrypt(_ bytes: [UInt8]) throws(ImportedHash.Problem) -> Int {
        let parts = parts(bytes)
        // Characters from 48 on begin a longer number, which no hash within the bounds needs.
        guard parts.count == 3, parts[0].count == 3, parts[0].first == UInt8(ascii: "j"),
            let cost = parts[0].dropFirst().first.flatMap(value), cost < 48,
            let blockSize = parts[0].last.flatMap(value), blockSize < 48,
            parts[1].count <= 86, parts[1].allSatisfy(isDigit), parts[2].count == 43
        else { throw .unknown }
        try requireBounds(exponent: cost + 1, blockSize + 1, 1)
        return 43
    }

    private static func requireBounds(
        exponent: Int, _ blockSize: Int, _ parallelism: Int
    ) throws(ImportedHash.Problem) {
        let bound = ImportedHash.Bounds.scrypt
        guard exponent <= 21, blockSize <= bound >> exponent, parallelism <= (bound >> exponent) / blockSize else {
            throw .tooCostly
        }
    }

    /// The parts after the method.
    private static func parts(_ bytes: [UInt8]) -> [ArraySlice<UInt8>] {
        Array(bytes.split(separator: dollar, omittingEmptySubsequences: false).dropFirst(2))
    }

    /// Whether a byte is one of the 64 characters of crypt(5).
    private static func isDigit(_ byte: UInt8) -> Bool { value(of: byte) != nil }

    /// Five characters, the lowest bits first.
    private static func number(_ characters: ArraySlice<UInt8>) -> Int? {
        var number = 0
        for character in characters.reversed() {
            guard let value = value(of: character) else { return nil }
            number = number << 6 | value
        }
        return number
    }

    /// The value of a character in the base64 of crypt(5): `./`, digits, capital letters, small letters.
    private static func value(of byte: UInt8) -> Int? {
        switch byte {
        case UInt8(ascii: "."), UInt8(ascii: "/"): Int(byte - UInt8(ascii: "."))
        case _ where byte.isASCIIDigit: Int(byte - UInt8(ascii: "0")) + 2
        case _ where byte.isASCIIUppercase: Int(byte - UInt8(ascii: "A")) + 12
        case _ where byte.isASCIILowercase: Int(byte - UInt8(ascii: "a")) + 38
        default: nil
        }
    }

    private static let dollar = UInt8(ascii: "$")
}
