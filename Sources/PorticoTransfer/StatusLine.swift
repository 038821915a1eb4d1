/// The status line of an HTTP response (RFC 9112, 4), such as `HTTP/1.1 200 OK`.
public struct StatusLine: Sendable {
    /// 0 if the line has none.
    public let status: Int

    /// - Parameter line: a line of a response's head; nil if it is no status line.
    public init?(_ line: some StringProtocol) {
        guard line.hasPrefix("HTTP/") else { return nil }
        status = line.split(whereSeparator: \.isWhitespace).dropFirst().first.flatMap { Int($0) } ?? 0
    }
}
