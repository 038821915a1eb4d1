import Foundation
import PorticoBytes

/// All paths that proxies and applications may read in the path of a request.
///
/// Servers do not agree on encoded slashes, repeated slashes, backslashes, parameters after a semicolon, doubly encoded
/// characters and case. If a rule checked only one reading, a request could pass it in another one.
struct PathReadings: Hashable, Sendable {
    /// The decoded paths, without the slash at the end; most requests have one reading. Empty if a reading has a dot
    /// segment, which browsers resolve before they send a request. Also empty if a reading begins with two slashes,
    /// where programs may find a host.
    let paths: [RequestPath]

    /// Maximum length in bytes of a path with several readings, because each reading takes time.
    private static let mostBytes = 2_048

    /// nil if `path` does not begin with a slash, has a percent sign without two hexadecimal digits, or is over 2,048
    /// bytes long and servers may read it in several ways; or if any reading has a control character or bytes that are
    /// not UTF-8.
    init?(_ path: Substring) {
        let bytes = Array(path.utf8)
        guard bytes.first == Self.slash else { return nil }
        guard !Self.isPlain(bytes) else {
            paths = [RequestPath(bytes, mergingSlashes: true)]
            return
        }
        guard bytes.count <= Self.mostBytes, PercentEncoding.isWellFormed(bytes) else { return nil }
        let texts = Self.texts(of: bytes)
        guard texts.allSatisfy(Self.isText) else { return nil }
        let isRefused = Self.variants(of: bytes).union(texts).contains { Self.hasDotSegment($0) || Self.hasHost($0) }
        paths = isRefused ? [] : Array(Set(texts.flatMap(RequestPath.readings)))
    }

    private static let slash = UInt8(ascii: "/")
    private static let backslash = UInt8(ascii: "\\")
    private static let percent = UInt8(ascii: "%")
    private static let dot = UInt8(ascii: ".")

    /// Whether all servers read the path in the same way.
    private static func isPlain(_ path: [UInt8]) -> Bool {
        var previous: UInt8 = 0
        for byte in path {
            switch byte {
            case slash, dot:
                if previous == slash { return false }
            case percent, backslash, UInt8(ascii: ";"): return false
            default:
                if !byte.isASCIIVisible { return false }
            }
            previous = byte
        }
        return true
    }

    /// The path decoded once and twice, with encoded slashes decoded and kept and with parameters kept and removed
    /// before each time, and the variants of the results.
    private static func texts(of path: [UInt8]) -> Set<[UInt8]> {
        let once = decodings([path])
        return Set(once.union(decodings(once)).flatMap(variants))
    }

    /// Texts with encoded slashes decoded, and with encoded slashes kept. A percent sign without an escape remains.
    private static func decodings(_ texts: Set<[UInt8]>) -> Set<[UInt8]> {
        let all = texts.union(texts.map(withoutParameters))
        return Set(
            all.flatMap { text in
                [PercentEncoding.decode(text[...]), PercentEncoding.decode(text[...]) { $0 == slash }]
            })
    }

    /// A text with parameters kept and removed, and with backslashes kept and as slashes. Also as an address: up to a
    /// question mark or a number sign, without spaces at the end.
    private static func variants(of text: [UInt8]) -> Set<[UInt8]> {
        let slashed = text.map { $0 == backslash ? slash : $0 }
        let texts: Set = [text, slashed, withoutParameters(text), withoutParameters(slashed)]
        return texts.union(texts.map(asAddress))
    }

    private static func asAddress(_ text: [UInt8]) -> [UInt8] {
        let path = text.prefix { $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "#") }
        return Array(path[...(path.lastIndex { $0 != UInt8(ascii: " ") } ?? 0)])
    }

    /// The path without parameters: in each segment, the first semicolon and the text after it are removed.
    private static func withoutParameters(_ path: [UInt8]) -> [UInt8] {
        var isParameter = false
        return path.filter { byte in
            isParameter = byte != slash && (isParameter || byte == UInt8(ascii: ";"))
            return !isParameter
        }
    }

    /// Whether a segment between slashes of any kind is one dot or two.
    private static func hasDotSegment(_ path: [UInt8]) -> Bool {
        let decoded = PercentEncoding.decode(path[...]) { $0 != slash && $0 != backslash }
        return decoded.split { $0 == slash || $0 == backslash }.contains { segment in
            segment.first == dot
                && [[dot], [dot, dot]].contains(segment.prefix { $0 != UInt8(ascii: ";") })
        }
    }

    /// Whether the path begins with two slashes of any kind.
    private static func hasHost(_ path: [UInt8]) -> Bool {
        path.count > 1 && path[1] == slash
    }

    /// Whether the bytes are UTF-8 without control characters.
    private static func isText(_ bytes: [UInt8]) -> Bool {
        guard bytes.allSatisfy({ !$0.isASCIIControl }) else { return false }
        return bytes.allSatisfy { $0 < 0x80 }
            || String(validating: bytes, as: UTF8.self)?.unicodeScalars.contains(where: \.isControl) == false
    }
}

extension Unicode.Scalar {
    fileprivate var isControl: Bool { properties.generalCategory == .control }
}

/// A decoded path, as its segments.
struct RequestPath: Hashable, Sendable {
    let segments: [ArraySlice<UInt8>]

    /// - Parameter mergingSlashes: whether empty segments are left out. An empty last one is always left out, because a
    ///   slash at the end does not matter.
    init(_ path: [UInt8], mergingSlashes: Bool) {
        var segments = path.dropFirst().split(
            separator: UInt8(ascii: "/"), omittingEmptySubsequences: mergingSlashes)
        if segments.last?.isEmpty == true { segments.removeLast() }
        self.segments = segments
    }

    /// The path with empty segments kept and left out.
    static func readings(of path: [UInt8]) -> [RequestPath] {
        [RequestPath(path, mergingSlashes: false), RequestPath(path, mergingSlashes: true)]
    }

    private init(segments: [ArraySlice<UInt8>]) { self.segments = segments }

    /// The readings by the case of letters: unchanged, and as applications that ignore case read the path.
    var readings: [(letterCase: LetterCase, path: RequestPath)] {
        let isASCII = segments.allSatisfy { $0.allSatisfy { $0 < 0x80 } }
        return (isASCII ? [.kept, .lower] : LetterCase.allCases).map { ($0, inCase($0)) }
    }

    private func inCase(_ letterCase: LetterCase) -> RequestPath {
        letterCase == .kept ? self : RequestPath(segments: segments.map { letterCase.applied(to: $0)[...] })
    }
}

/// The case in which a path is compared with a rule.
enum LetterCase: CaseIterable {
    case kept
    /// In lower case.
    case lower
    /// Without any difference of case: `ſ` becomes `s`, and `ß` becomes `ss`.
    case folded

    /// The UTF-8 of a segment in this case, in Unicode's normal form C unless it is kept.
    func applied(to segment: some Sequence<UInt8>) -> [UInt8] {
        let bytes = Array(segment)
        guard self != .kept else { return bytes }
        guard bytes.contains(where: { $0 >= 0x80 }) else { return bytes.map(\.asciiLowercased) }
        let lower = String(decoding: bytes, as: UTF8.self).lowercased()
        let text = self == .lower ? lower : lower.uppercased().lowercased()
        return Array(text.precomposedStringWithCanonicalMapping.utf8)
    }
}
