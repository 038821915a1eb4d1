import Foundation

/// Base32: a character for every five bits.
enum Base32 {
    /// The bytes in 32 characters of ASCII, the highest bits first, without padding.
    static func encode(_ bytes: Data, with alphabet: [UInt8]) -> [UInt8] {
        var characters: [UInt8] = []
        var (bits, count) = (0, 0)
        for byte in bytes {
            bits = (bits << 8 | Int(byte)) & 0xFFF
            count += 8
            while count >= 5 {
                count -= 5
                characters.append(alphabet[bits >> count & 31])
            }
        }
        if count > 0 { characters.append(alphabet[bits << (5 - count) & 31]) }
        return characters
    }
}
