import Foundation
import PorticoConfig
import PorticoSQL
import PorticoTestSupport
import Testing

@testable import PorticoPostgreSQL

@Suite("A connection to another machine", .enabled(if: TestPostgreSQL.isAvailable, "\(TestPostgreSQL.reason)"))
struct ConnectionTLSTests {
    /// The address of the server over TLS, whose certificate is for `localhost`.
    private func address() throws -> URLComponents {
        let name = "PORTICO_TEST_POSTGRESQL_TLS"
        let address = try #require(ProcessInfo.processInfo.environment[name], "Scripts/with-postgresql sets it")
        return try #require(URLComponents(string: address))
    }

    private func isEncrypted(at address: URLComponents) async throws -> Bool {
        let database = PostgreSQLDatabase(PostgreSQLOptions(url: try #require(address.string), connections: 1))
        let sql = "SELECT ssl::INTEGER AS ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()"
        return try await database.ask { try $0.rows(sql, [])[0].value("ssl") as Int == 1 }
    }

    @Test("is encrypted if the server proves the name in the URL")
    func verified() async throws {
        #expect(try await isEncrypted(at: try address()))
    }

    @Test("is refused if the certificate is for another name, or nobody has signed it")
    func refused() async throws {
        var (other, unknown) = (try address(), try address())
        other.host = "127.0.0.1"
        unknown.queryItems = [
            URLQueryItem(name: "sslmode", value: "verify-full"),
            URLQueryItem(name: "sslrootcert", value: "/etc/ssl/certs/ca-certificates.crt"),
        ]
        for address in [other, unknown] {
            let failure = await #expect(throws: StorageFailure.self) { _ = try await isEncrypted(at: address) }
            #expect(failure?.isOutOfReach == true)
            #expect("\(failure, default: "")".contains("certificate"))
        }
    }
}
