import Foundation
import HTTPTypes
import PorticoAuth
import PorticoConfig
import PorticoSQL
import PorticoSQLite
import PorticoTestSupport
import Testing

@testable import PorticoServer

@Suite("Security: numbers from outside")
struct OptionFuzzTests {
    /// Two hundred values: at and beyond the limits of numeric types, and random ones.
    private static let values: [String] = {
        let edges = [
            "", " ", "0", "-0", "1", "-1", "00", "+1", "0x10", "1e3", "1e300", "-1e300", "1e-300", "nan", "NaN", "inf",
            "-inf", "infinity", "1.5", ".5", "5.", "1,5", "1_000", "one", "1 2", "٣", "𝟙", "\u{0}", "1\n",
            "9223372036854775807", "9223372036854775808", "-9223372036854775808", "-9223372036854775809",
            "18446744073709551615", "18446744073709551616", "340282366920938463463374607431768211456", "4294967295",
            "4294967296", "2147483647", "2147483648", "65535", "65536", "9007199254740993", "1e18", "1e19", "9.3e18",
        ]
        var generator = SystemRandomNumberGenerator()
        let random = (0..<(200 - edges.count)).map { number in
            let exponent = Double.random(in: -20...320, using: &generator)
            let magnitude = pow(10, exponent) * (number.isMultiple(of: 4) ? -1 : 1)
            return number.isMultiple(of: 2) ? "\(magnitude)" : String(format: "%.0f", magnitude)
        }
        return edges + random
    }()

    private static let ranges = Dictionary(
        uniqueKeysWithValues: OptionDefinition.all.compactMap { option in option.range.map { (option.key, $0) } })

    @Test("are refused with the range, or are within it")
    func everyOption() async throws {
        for option in ServerOptions().installation {
            for value in Self.values {
                do throws(any Error) {
                    // Without a mail server, its options are not read.
                    let options = try await ServerOptions.read(
                        overrides: ["mail.host": "mail.example"].merging([option.key: value]) { $1 }, environment: [:])
                    #expect(!options.installation.isEmpty)
                    guard let range = Self.ranges[option.key] else { continue }
                    let text = try #require(options.installation.first { $0.key == option.key }?.value ?? value)
                    #expect(range.value(text) != nil, "\(option.key)=\(value)")
                } catch let failure as StartFailure {
                    guard let range = Self.ranges[option.key] else { continue }
                    #expect("\(failure)".contains(range.description), "\(option.key)=\(value)")
                    #expect(StoredOptions.problem(with: value, of: option.key) != nil)
                }
            }
        }
    }

    @Test("that are stored and out of range are ignored, and named")
    func stored() async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("portico-\(UUID().uuidString)").path
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let data = DataFolder(path: folder)
        try data.create()
        let database = try data.openDatabase()
        let stored = [
            "session.idle": "9223372036854775808", "limits.window": "1e300", "splash.minimumDuration": "1e18",
            "limits.account": "7",
        ]
        // Stored by an older version, which had no ranges.
        try await SQLConfigStore(database).set(stored.mapValues { "\"\($0)\"" }, in: .installation)
        try database.close()
        let options = try await ServerOptions.read(overrides: ["data.directory": folder], environment: [:])
        #expect(options.ignored == ["limits.window", "session.idle", "splash.minimumDuration"])
        #expect(options.auth.sessions.idle == ServerOptions().auth.sessions.idle)
        #expect(options.auth.limits.account.attempts == 7)
    }

    @Test("at the ends of their ranges, and clocks a hundred years off, cause no failure", arguments: [true, false])
    func ends(areMost: Bool) async throws {
        let ends = Self.ranges.mapValues {
            OptionRange.text(areMost ? $0.numbers.upperBound : $0.numbers.lowerBound)
        }
        // The password of the tests is shorter than the longest minimum.
        let own = Set(["http.port", "mail.port", "accounts.passwordLength"])
        let read = try await ServerOptions.read(
            overrides: ends.filter { !own.contains($0.key) }, environment: [:])
        try await TestServer.run(
            publicFolder: PorticoProcess.publicFolder,
            configure: { options in
                var read = read
                read.dataFolder = options.dataFolder
                read.publicFolder = options.publicFolder
                read.environment = options.environment
                read.port = 0
                read.app.splashMinimumDuration = .zero
                options = read
            }
        ) { server, client in
            try await server.addAccount(isAdministrator: true)
            for clock in ["0", "3155760000", "-3155760000", "0"] {
                let browser = TestBrowser(client)
                #expect(try await browser.post("/dev/settings", [("clockOffset", clock)]).status == .noContent)
                let wrong = try await browser.post("/session", [("username", "ada"), ("password", "wrong")])
                #expect([.unauthorized, .tooManyRequests].contains(wrong.status), "\(clock)")
                let signedIn = try await browser.signIn(remember: true)
                #expect([.seeOther, .tooManyRequests].contains(signedIn.status), "\(clock)")
                for path in ["/", "/account/sessions", "/administration/settings", "/administration/events"] {
                    #expect(try await browser.get(path).status.code < 500, "\(clock) \(path)")
                }
            }
            for clock in ["nan", "inf", "1e16", "-1e16", "1e300", "3155760001"] {
                let answer = try await TestBrowser(client).post("/dev/settings", [("clockOffset", clock)])
                #expect((400..<500).contains(answer.status.code), "\(clock)")
            }
        }
    }
}
