import Foundation

extension SMTPOptions {
    var problem: SMTPOptionsProblem? {
        let sentence: String? =
            if !Self.isHost(host) {
                "\(host.debugDescription) is not the name or the address of a mail server"
            } else if !(1...65_535).contains(port) {
                "a mail server has no port \(port); it must be between 1 and 65535"
            } else if security == .none, !Self.isLoopback(host) {
                "mail would go to \(host) in clear: use starttls or tls, which only a server at localhost can do without"
            } else if !(0 < connectTimeout && connectTimeout <= timeout && timeout <= 3600) {
                "time-outs of mail must be more than 0 s and at most 3600 s, and connecting may take no longer than all"
            } else if let certificateFile, !FileManager.default.isReadableFile(atPath: certificateFile) {
                "the file of certificates for mail, \(certificateFile), cannot be read"
            } else if let credentials, credentials.userName.isEmpty || credentials.password.isEmpty {
                "the mail server needs a user name and a password, or neither"
            } else {
                nil
            }
        return sentence.map(SMTPOptionsProblem.init)
    }

    /// The URL for libcurl.
    var url: String {
        let scheme = security == .implicitTLS ? "smtps" : "smtp"
        return "\(scheme)://\(Self.hasColon(host) ? "[\(host)]" : host):\(port)"
    }

    /// Excludes characters that have another meaning in a URL.
    private static func isHost(_ host: String) -> Bool {
        if hasColon(host) { return isAddress(host, AF_INET6) }
        return (1...253).contains(host.utf8.count) && !"-.".utf8.contains { $0 == host.utf8.first }
            && host.utf8.allSatisfy { byte in
                switch byte | 0x20 {
                case UInt8(ascii: "a")...UInt8(ascii: "z"): true
                default: (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || "-._".utf8.contains(byte)
                }
            }
    }

    /// libcurl, too, resolves "localhost" without DNS.
    private static func isLoopback(_ host: String) -> Bool {
        let bytes = host.utf8.map { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) ? $0 | 0x20 : $0 }
        return bytes == Array("localhost".utf8) || bytes == Array("::1".utf8)
            || bytes.starts(with: "127.".utf8) && isAddress(host, AF_INET)
    }

    private static func hasColon(_ host: String) -> Bool { host.utf8.contains(UInt8(ascii: ":")) }

    private static func isAddress(_ text: String, _ family: Int32) -> Bool {
        var address = in6_addr()
        return inet_pton(family, text, &address) == 1
    }
}
