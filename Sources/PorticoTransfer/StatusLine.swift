import PorticoBytes

/// The status line of an HTTP response (RFC 9112, 4), such as `HTTP/1.1 200 OK`.
package struct StatusLine: Sendable {
    /// 0 if the line has no status of three digits.
    package let status: Int

    /// - Parameter line: a line of a response's head; nil if it is not a status line.
    package init?(_ line: Substring) {
        guard line.begins(with: "HTTP/") else { return nil }
        let digits = line.asciiWords.dropFirst().first ?? ""
        let isStatus = digits.utf8.count == 3 && digits.utf8.allSatisfy(\.isASCIIDigit)
        status = isStatus ? Int(digits) ?? 0 : 0
    }
}
