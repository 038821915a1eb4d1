import CPostgreSQL
import Foundation
import PorticoBytes

/// The address of a PostgreSQL database, and the limits of its use. Reflection omits the URL, which may contain a
/// password.
public struct PostgreSQLOptions: Sendable, CustomReflectable {
    /// The address, as libpq reads it: `postgres://USER@HOST/DATABASE?sslmode=verify-full`.
    public var url: String
    /// A file with the password in its first line; nil if the URL has it, or none is needed. The file is read for each
    /// connection, so it can be replaced while the server runs.
    public var passwordFile: String?
    /// Maximum number of connections.
    public var connections: Int
    /// Maximum time of one statement. Waiting for a lock takes at most half of it.
    public var timeout: Duration

    public init(
        url: String, passwordFile: String? = nil, connections: Int = 10, timeout: Duration = .seconds(10)
    ) {
        self.url = url
        self.passwordFile = passwordFile
        self.connections = connections
        self.timeout = timeout
    }

    public var customMirror: Mirror { Mirror(self, children: ["place": place]) }

    /// Whether libpq can read `url` as an address of PostgreSQL.
    public static func isValid(url: String) -> Bool { parameters(of: url) != nil }

    /// Whether the URL allows connections to another machine without verifying the server's certificate and name.
    public var isUnverified: Bool {
        let parameters = Self.parameters(of: url) ?? [:]
        let hosts = (parameters["host"] ?? "").fields(separatedBy: ",", omittingEmpty: true).map(String.init)
        let isLocal = hosts.allSatisfy { $0.begins(with: "/") || ["localhost", "127.0.0.1", "::1"].contains($0) }
        return !isLocal && parameters["sslmode"] != "verify-full"
    }

    /// The server, port and database, without user and password.
    public var place: String {
        let parameters = Self.parameters(of: url) ?? [:]
        let port = parameters["port"].map { ":\($0)" } ?? ""
        return "\(parameters["host"] ?? "localhost")\(port)/\(parameters["dbname"] ?? "")"
    }

    /// The values that the URL sets, by libpq's keyword; nil if it is not a URL that libpq can read.
    static func parameters(of url: String) -> [String: String]? {
        guard url.begins(with: "postgres://") || url.begins(with: "postgresql://"),
            let options = PQconninfoParse(url, nil)
        else { return nil }
        defer { PQconninfoFree(options) }
        var parameters: [String: String] = [:]
        var option = options
        while let keyword = option.pointee.keyword {
            if let value = option.pointee.val { parameters[String(cString: keyword)] = String(cString: value) }
            option += 1
        }
        return parameters
    }

    /// The parameters of a connection: Portico's defaults, overridden by the values of the URL.
    ///
    /// - Throws: an error of the file system for the file of the password.
    func connectionParameters() throws -> [String: String] {
        var parameters = [
            "application_name": "portico", "connect_timeout": "5", "keepalives_idle": "5",
            "keepalives_interval": "2", "keepalives_count": "3", "tcp_user_timeout": "\(timeout.milliseconds)",
        ]
        parameters.merge(Self.parameters(of: url) ?? [:]) { $1 }
        parameters["client_encoding"] = "UTF8"
        if let passwordFile {
            let text = try String(contentsOf: URL(filePath: passwordFile), encoding: .utf8)
            parameters["password"] = String(
                text.fields(maxSplits: 1, omittingEmpty: true) { $0 == 10 || $0 == 13 }.first ?? "")
        }
        return parameters
    }
}

extension Duration {
    var milliseconds: Int64 { Int64(self / .milliseconds(1)) }
}
