import Crypto
import Foundation
import PorticoBytes

/// The codes of an authenticator app (RFC 6238): six digits for each step of 30 seconds, by HMAC-SHA-1, the only
/// parameters that every app knows.
package struct TOTP: Sendable {
    package static let digits = 6
    /// The length of a step, in seconds.
    package static let period = 30

    private let secret: Data

    package init(secret: Data) { self.secret = secret }

    /// A new random secret of 20 bytes, the length of the hash (RFC 4226, section 4).
    package static func makeSecret() -> Data {
        SymmetricKey(size: SymmetricKeySize(bitCount: 160)).withUnsafeBytes { Data($0) }
    }

    /// The step that a time is in: the number of whole periods since 1970.
    package static func step(at time: Date) -> Int64 {
        Int64((time.timeIntervalSince1970 / Double(period)).rounded(.down))
    }

    /// The code of a step: six digits.
    package func code(step: Int64) -> String { String(decoding: bytes(step: step), as: UTF8.self) }

    /// The step of a typed code: the current one, the one before, or the one after, because clocks differ and typing
    /// takes time. If several steps have this code, the last of them. nil if none has it.
    ///
    /// Takes equally long for every code of six digits.
    package func step(of code: String, at time: Date) -> Int64? {
        guard let typed = code.typedCode else { return nil }
        let current = Self.step(at: time)
        return (current - 1...current + 1).filter { bytes(step: $0).isEqualInConstantTime(to: typed) }.last
    }

    /// The secret as apps accept it from a keyboard: base32 (RFC 4648, section 6) without padding.
    package var base32: String {
        let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567".utf8)
        return String(decoding: Base32.encode(secret, with: alphabet), as: UTF8.self)
    }

    /// The address for the QR code that sets up an app (Key URI Format of Google Authenticator).
    ///
    /// A colon separates the issuer from the account in it, so both lose their own colons. Both are shortened to 64
    /// bytes, so the address has less than 800.
    ///
    /// - Parameters:
    ///   - account: the name of the account, as people know it.
    ///   - issuer: the name of the site.
    package func address(account: String, issuer: String) -> String {
        let (issuer, account) = (Self.label(issuer), Self.label(account))
        return "otpauth://totp/\(issuer):\(account)?secret=\(base32)&issuer=\(issuer)"
            + "&algorithm=SHA1&digits=\(Self.digits)&period=\(Self.period)"
    }

    /// The code of a step as ASCII (RFC 4226, section 5.3).
    private func bytes(step: Int64) -> [UInt8] {
        let counter = withUnsafeBytes(of: step.bigEndian) { Data($0) }
        let hash = Array(
            HMAC<Insecure.SHA1>.authenticationCode(for: counter, using: SymmetricKey(data: secret)))
        let offset = Int(hash[hash.count - 1] & 0xF)
        var number = hash[offset..<offset + 4].reduce(0 as UInt32) { $0 << 8 | UInt32($1) } & 0x7FFF_FFFF
        var code: [UInt8] = []
        for _ in 0..<Self.digits {
            code.append(UInt8(ascii: "0") + UInt8(number % 10))
            number /= 10
        }
        return code.reversed()
    }

    /// A part of the label, percent-encoded.
    private static func label(_ name: String) -> String {
        var label = String.UnicodeScalarView()
        var count = 0
        for scalar in name.unicodeScalars where scalar != ":" {
            count += UTF8.width(scalar)
            guard count <= 64 else { break }
            label.append(scalar)
        }
        return PercentEncoding.encode(String(label))
    }
}
