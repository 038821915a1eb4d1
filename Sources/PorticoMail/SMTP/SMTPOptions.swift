import Foundation

/// How to reach the server that takes mail, and what must be true of it.
public struct SMTPOptions: Hashable, Sendable {
    public enum Security: String, Hashable, Sendable, CaseIterable {
        /// The connection begins in clear and becomes TLS before anything is said; without that, nothing is sent.
        case startTLS = "starttls"
        /// TLS from the first byte.
        case implicitTLS = "tls"
        /// No TLS: for a server on the same machine only.
        case none

        /// The port that is usual for it.
        public var defaultPort: Int {
            switch self {
            case .startTLS: 587
            case .implicitTLS: 465
            case .none: 25
            }
        }
    }

    /// Who sends, to a server that wants to know.
    public struct Credentials: Hashable, Sendable, CustomStringConvertible, CustomReflectable {
        public let userName: String
        public let password: String

        public init(userName: String, password: String) {
            self.userName = userName
            self.password = password
        }

        /// Without the password, which no log should have.
        public var description: String { "credentials of \(userName)" }
        public var customMirror: Mirror { Mirror(self, children: ["userName": userName]) }
    }

    /// A name, or an address of IP.
    public let host: String
    public let port: Int
    public let security: Security
    public let credentials: Credentials?
    /// How long reaching the server may take, TLS included; in seconds.
    public let connectTimeout: TimeInterval
    /// How long sending one mail may take in all; in seconds.
    public let timeout: TimeInterval
    /// A file of certificates (PEM) to be trusted in place of the system's.
    public let certificateFile: String?

    /// - Throws: ``SMTPOptionsProblem`` where options are not possible, or not safe together.
    public init(
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

/// Why a mail server cannot be used as it is configured: a sentence.
public struct SMTPOptionsProblem: Error, Hashable, Sendable, CustomStringConvertible {
    public let description: String
}
