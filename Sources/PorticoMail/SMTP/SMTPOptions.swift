import Foundation

/// The connection to a mail server and its requirements.
package struct SMTPOptions: Hashable, Sendable {
    /// The TLS mode of the connection.
    package enum Security: String, Hashable, Sendable, CaseIterable {
        /// STARTTLS: upgrades a clear connection before anything else is sent. Sends nothing without TLS.
        case startTLS = "starttls"
        /// TLS from the first byte.
        case implicitTLS = "tls"
        /// No TLS; only for a server on the same machine.
        case none

        /// The standard port for this mode.
        package var defaultPort: Int {
            switch self {
            case .startTLS: 587
            case .implicitTLS: 465
            case .none: 25
            }
        }
    }

    /// The user name and password for SMTP authentication.
    package struct Credentials: Hashable, Sendable, CustomStringConvertible, CustomReflectable {
        package let userName: String
        package let password: String

        package init(userName: String, password: String) {
            self.userName = userName
            self.password = password
        }

        /// Omits the password, to keep it out of logs.
        package var description: String { "credentials of \(userName)" }
        package var customMirror: Mirror { Mirror(self, children: ["userName": userName]) }
    }

    /// A host name or an IP address.
    package let host: String
    package let port: Int
    package let security: Security
    /// nil if the server needs no authentication.
    package let credentials: Credentials?
    /// Time limit for connecting, including TLS, in seconds.
    package let connectTimeout: TimeInterval
    /// Time limit for sending one mail in total, in seconds.
    package let timeout: TimeInterval
    /// A PEM file of certificates to trust instead of the system's.
    package let certificateFile: String?

    /// - Throws: ``SMTPOptionsProblem`` if an option is invalid, or if the combination is unsafe.
    package init(
        host: String, port: Int? = nil, security: Security = .startTLS, credentials: Credentials? = nil,
        connectTimeout: TimeInterval = 10, timeout: TimeInterval = 60, certificateFile: String? = nil
    ) throws(SMTPOptionsProblem) {
        self.host = host
        self.port = port ?? security.defaultPort
        self.security = security
        self.credentials = credentials
        self.connectTimeout = connectTimeout
        self.timeout = timeout
        self.certificateFile = certificateFile
        if let problem { throw problem }
    }
}

/// The mail server options are invalid. The description is a sentence.
package struct SMTPOptionsProblem: Error, Hashable, Sendable, CustomStringConvertible {
    package let description: String
}
