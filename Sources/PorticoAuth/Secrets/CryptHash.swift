import PorticoBytes

/// A hash of crypt(5): `$method$parameters$salt$digest`.
struct CryptHash: Hashable, Sendable {
    let text: String
    /// The number of bytes at the end that depend on the password.
    let digestLength: Int
    /// In bytes. A longer password would take too long, so it does not match.
    private(set) var longestPassword = Int.max
    /// The memory of a check, in KiB.
    private(set) var memory = 8

    /// - Throws: ``ImportedHash/Problem``
    init(_ text: String) throws(ImportedHash.Problem) {
        self.text = text
        let bytes = Array(text.utf8)
        guard bytes.first == Self.dollar, bytes.allSatisfy({ $0.isASCIIVisible }) else { throw .unknown }
        let method = text.fields(separatedBy: "$").dropFirst().first
        switch method {
        case "2a", "2b", "2y":
            try Self.checkBcrypt(bytes)
            digestLength = 31
        case "5", "6":
            digestLength = method == "5" ? 43 : 86
            longestPassword = try ImportedHash.Bounds.shaCryptWork / Self.rounds(bytes, digest: digestLength)
        case "7":
            digestLength = 43
            memory = try Self.memory(ofScrypt: bytes)
        case "y":
            digestLength = 43
            memory = try Self.memory(ofYescrypt: bytes)
        default: throw .unknown
        }
        // Libcrypt advises against sha256-crypt.
        guard bytes.suffix(digestLength).allSatisfy(Self.isDigit), Self.isSupported(text, isLegacy: method == "5")
        else {
            throw .unknown
        }
    }

    /// `$2b$12$`, 22 characters of salt, 31 of digest.
    private static func checkBcrypt(_ bytes: [UInt8]) throws(ImportedHash.Problem) {
        let digits = bytes.dropFirst(4).prefix(2)
        guard bytes.count == 60, bytes[6] == dollar, digits.allSatisfy(\.isASCIIDigit),
            let cost = Int(String(decoding: digits, as: UTF8.self)), cost >= ImportedHash.Bounds.bcrypt.lowerBound,
            bytes[7...].allSatisfy(isDigit)
        else { throw .unknown }
        guard cost <= ImportedHash.Bounds.bcrypt.upperBound else { throw .tooCostly }
    }

    /// The rounds of `$6$rounds=N$salt$digest`; 5,000 for `$6$salt$digest`.
    private static func rounds(_ bytes: [UInt8], digest: Int) throws(ImportedHash.Problem) -> Int {
        var parts = parts(bytes)
        var rounds = 5000
        if parts.first?.starts(with: "rounds=".utf8) == true {
            let digits = parts.removeFirst().dropFirst("rounds=".utf8.count)
            guard !digits.isEmpty, digits.allSatisfy(\.isASCIIDigit), digits.first != UInt8(ascii: "0") else {
                throw .unknown
            }
            rounds = Int(String(decoding: digits, as: UTF8.self)) ?? .max
            guard rounds >= ImportedHash.Bounds.shaCryptRounds.lowerBound else { throw .unknown }
            guard rounds <= ImportedHash.Bounds.shaCryptRounds.upperBound else { throw .tooCostly }
        }
        guard parts.count == 2, parts[0].count <= 16, parts[0].allSatisfy(isDigit), parts[1].count == digest else {
            throw .unknown
        }
        return rounds
    }

    /// `$7$`, one character of the cost, five each of block size and parallelism, the salt, `$` and the digest.
    private static func memory(ofScrypt bytes: [UInt8]) throws(ImportedHash.Problem) -> Int {
        let parts = parts(bytes)
        guard parts.count == 2, parts[0].count >= 11, parts[0].dropFirst(11).allSatisfy(isDigit), parts[1].count == 43,
            let exponent = parts[0].first.flatMap(value), exponent >= 1,
            let blockSize = number(parts[0].dropFirst(1).prefix(5)), blockSize >= 1,
            let parallelism = number(parts[0].dropFirst(6).prefix(5)), parallelism >= 1
        else { throw .unknown }
        return try ImportedHash.Bounds.memory(ofScrypt: exponent, blockSize, parallelism)
    }

    /// `$y$j9T$salt$digest`: flavour, cost and block size, as all programs that use libcrypt write them.
    private static func memory(ofYescrypt bytes: [UInt8]) throws(ImportedHash.Problem) -> Int {
        let parts = parts(bytes)
        // Characters from 48 on begin a longer number, which no hash within the bounds needs.
        guard parts.count == 3, parts[0].count == 3, parts[0].first == UInt8(ascii: "j"),
            let cost = parts[0].dropFirst().first.flatMap(value), cost < 48,
            let blockSize = parts[0].last.flatMap(value), blockSize < 48,
            parts[1].count <= 86, parts[1].allSatisfy(isDigit), parts[2].count == 43
        else { throw .unknown }
        return try ImportedHash.Bounds.memory(ofScrypt: cost + 1, blockSize + 1, 1)
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
