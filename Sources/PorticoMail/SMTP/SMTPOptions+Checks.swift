import Foundation
import PorticoBytes

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
        return "\(scheme)://\(host.has(":") ? "[\(host)]" : host):\(port)"
    }

    /// Excludes characters that have another meaning in a URL.
    private static func isHost(_ host: String) -> Bool {
        if host.has(":") { return isAddress(host, AF_INET6) }
        return (1...253).contains(host.utf8.count) && !"-.".utf8.contains { $0 == host.utf8.first }
            && host.utf8.allSatisfy { $0.isASCIILetter || $0.isASCIIDigit || "-._".utf8.contains($0) }
    }

    /// libcurl, too, resolves "localhost" without DNS.
    private static func isLoopback(_ host: String) -> Bool {
        host.isEqualIgnoringASCIICase(to: "localhost") || host == "::1"
            || host.begins(with: "127.") && isAddress(host, AF_INET)
    }

    private static func isAddress(_ text: String, _ family: Int32) -> Bool {
        var address = in6_addr()
        return inet_pton(family, text, &address) == 1
    }
}
