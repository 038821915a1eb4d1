/// The status line of an HTTP response (RFC 9112, 4), such as `HTTP/1.1 200 OK`.
public struct StatusLine: Sendable {
    /// 0 if the line has none of three digits.
    public let status: Int

    /// - Parameter line: a line of a response's head; nil if it is no status line.
    public init?(_ line: some StringProtocol) {
        guard line.utf8.starts(with: "HTTP/".utf8) else { return nil }
        let words = line.utf8.split { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\r") || $0 == UInt8(ascii: "\n") }
        let digits = words.dropFirst().first.map { Array($0) } ?? []
        let isStatus = digits.count == 3 && digits.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
        status = isStatus ? digits.reduce(0) { 10 * $0 + Int($1 - UInt8(ascii: "0")) } : 0
    }
}
