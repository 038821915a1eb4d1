import Foundation
import Logging
import PorticoAuth
import PorticoBrand
import PorticoConfig
import PorticoFeatures
import PorticoSQL
import PorticoSQLite
import PorticoTestSupport
import PorticoViews
import Testing

@testable import PorticoServer

@Suite("The options in the database")
struct KeptOptionsTests {
    private func withFolder(_ test: (String) async throws -> Void) async throws {
        let path = FileManager.default.temporaryDirectory.appendingPathComponent("portico-\(UUID().uuidString)").path
        defer { try? FileManager.default.removeItem(atPath: path) }
        _ = try await AuthServices.open(options: ServerOptions(dataFolder: path), createsMissing: true)
        try await test(path)
    }

    private func read(_ path: String, environment: [String: String] = [:]) async throws -> ServerOptions {
        try await ServerOptions.read(overrides: ["data.directory": path], environment: environment)
    }

    private func inForce(_ options: ServerOptions, kept: StoredOptions) async throws -> RunningOptions {
        let accounts = try await AuthServices.open(options: options).store
        return try await RunningOptions(
            options, kept: kept, accounts: accounts, changes: ConfigChanges(), logger: Logger(label: "test"),
            now: { Date() })
    }

    private func keep(_ text: String?, for key: String, in path: String) async throws {
        try await StoredOptions.open(options: ServerOptions(dataFolder: path)).set(key, to: text)
    }

    @Test("are in force from the next start, unless another source sets them")
    func precedence() async throws {
        try await withFolder { path in
            try await keep("open", for: "accounts.registration", in: path)
            try await keep("7", for: "limits.account", in: path)
            #expect(try await read(path).app.registration == .open)
            #expect(try await read(path).auth.limits.account.attempts == 7)
            let other = try await read(path, environment: ["PORTICO_ACCOUNTS_REGISTRATION": "closed"])
            #expect(other.app.registration == .closed)
            #expect(
                other.remarks == ["accounts.registration in the database has no effect: the environment sets it"])
            #expect(other.installation.filter(\.isFixed).map(\.key) == ["data.directory", "accounts.registration"])
            try await keep(nil, for: "accounts.registration", in: path)
            #expect(try await read(path).app.registration == .invitation)
        }
    }

    @Test("are read without the hidden characters and the length that earlier versions allowed")
    func earlier() async throws {
        try await withFolder { path in
            let store = SQLConfigStore(try await ServerOptions(dataFolder: path).openDatabase())
            let long = "Read " + String(repeating: "\u{200D}on", count: 200)
            let texts = [
                "app.name": "The \u{202E}works\u{0}", "brand.sentence": long, "mail.footer": "a\u{1B}\r\nb\tc",
                "servers.local.brand.sentence": "Read\u{2066} on",
            ]
            try await store.set(
                try texts.mapValues { String(decoding: try JSONEncoder().encode($0), as: UTF8.self) }, in: .installation
            )
            let options = try await read(
                path,
                environment: [
                    "PORTICO_SERVERS_LIST": "local,works", "PORTICO_SERVERS_WORKS_URL": "https://works.example",
                ])
            #expect(options.ignored.isEmpty)
            #expect(options.app.appName == "The works")
            #expect(options.brandInForce.mailFooter == "a\nb c")
            let sentence = try #require(options.brandInForce.sentence)
            #expect(
                sentence.utf8.starts(with: "Read ".utf8) && long.unicodeScalars.starts(with: sentence.unicodeScalars))
            #expect(options.serverBrands[.local]?.text(.sentence) == "Read on")
        }
    }

    @Test("are taken over by a running server if they need no restart and no other source sets them")
    func running() async throws {
        try await withFolder { path in
            let options = try await read(path, environment: ["PORTICO_SESSION_PROOF": "120"])
            let running = try await inForce(options, kept: try await StoredOptions.open(options: options))
            try await keep("7200", for: "session.idle", in: path)
            try await keep("240", for: "session.proof", in: path)
            try await keep("open", for: "accounts.registration", in: path)
            try await keep("The works", for: "app.name", in: path)
            try await running.update()
            #expect(running.policy.value.sessions.idle == 7200)
            #expect(running.policy.value.proof == 120, "the environment takes precedence")
            #expect(running.policy.value.registration == .open)
            #expect(running.branding.brands.installation.name == "The works")
            try await keep(nil, for: "session.idle", in: path)
            try await running.update()
            #expect(running.policy.value.sessions.idle == SessionPolicy().idle)
        }
    }

    @Test("can be removed if no option has their key")
    func unused() async throws {
        try await withFolder { path in
            let kept = try await StoredOptions.open(options: ServerOptions(dataFolder: path))
            try await kept.set(
                ["http.port": "9000", "accounts.other": "x", "app.name": "The works", "shop.motto": "x"], of: nil,
                current: { _ in 0 })
            for key in ["http.port", "accounts.other"] { #expect(try await kept.removeUnused(key), "\(key)") }
            for key in ["http.port", "accounts.other", "app.name", "http.host", "shop.motto"] {
                #expect(try await !kept.removeUnused(key), "\(key)")
            }
            #expect(try await kept.values() == ["app.name": "The works", "shop.motto": "x"])
        }
    }

    @Test("are taken over also if they changed while the server started")
    func changedDuringStart() async throws {
        try await withFolder { path in
            try await keep("open", for: "accounts.registration", in: path)
            let options = try await read(path)
            try await keep("closed", for: "accounts.registration", in: path)
            let running = try await inForce(options, kept: try await StoredOptions.open(options: options))
            #expect(running.policy.value.registration == .open)
            try await running.update()
            #expect(running.policy.value.registration == .closed)
        }
    }

    @Test("need no restart where they are parts of a server's brand")
    func partsOfBrandAreLive() throws {
        let server = try #require(ServerID("works"))
        let options = OptionDefinition.brand(of: server)
        #expect(options.filter(\.isLive).count == BrandField.allCases.count)
    }

    @Test("are taken over in the order in which they were read, also if one takes long")
    func order() async throws {
        try await withFolder { path in
            let store = PausingConfigStore()
            let running = try await inForce(ServerOptions(dataFolder: path), kept: StoredOptions(store: store))
            // After the first update has read the old value, a new value is stored and a second update begins.
            let (begun, begin) = AsyncStream.makeStream(of: Task<Void, any Error>.self)
            store.pauseNextRead {
                try? await store.set(["session.idle": "\"7200\""], in: .installation)
                begin.yield(Task { try await running.update() })
                for _ in 0..<10_000 where running.policy.value.sessions.idle != 7200 { await Task.yield() }
            }
            try await running.update()
            for await second in begun.prefix(1) { try await second.value }
            #expect(running.policy.value.sessions.idle == 7200)
        }
    }

    @Test("must be valid, with values that a database can hold")
    func refusals() async throws {
        try await withFolder { path in
            await #expect(throws: StoredOptions.Problem.unknownKey) { try await keep("x", for: "colour", in: path) }
            for key in ["http.port", "data.directory", "mail.password", "environment", "cache.capacity"] {
                await #expect(throws: StoredOptions.Problem.self, "\(key)") { try await keep("1", for: key, in: path) }
            }
            for (key, text) in [
                ("accounts.registration", "x"), ("limits.account", "-1"), ("limits.account", ""),
                ("accounts.linkLifetime", "7200"), ("session.idle", "soon"), ("session.idle", "59"),
                ("limits.account", "0"), ("limits.window", "1"), ("session.accounts", "0"), ("app.name", " "),
                ("app.name", "a\nb"), ("accounts.eventRetention", "86400"),
            ] {
                await #expect(throws: StoredOptions.Problem.self, "\(key)") { try await keep(text, for: key, in: path) }
            }
            let options = try await read(path)
            #expect(options.installation.map(\.value) == ServerOptions(dataFolder: path).installation.map(\.value))
        }
    }

    @Test("are ignored and named if the stored value is invalid")
    func edited() async throws {
        try await withFolder { path in
            let store = SQLConfigStore(try DataFolder(path: path).openDatabase())
            try await store.set(
                [
                    "limits.account": "\"many\"", "limits.network": "9", "app.name": "\"Works\"",
                    "session.idle": "\"60\"", "colour": "\"red\"", "http.port": "\"9\"",
                    "shop.motto": "\"of an application\"",
                ], in: .installation)
            let options = try await read(path)
            #expect(options.auth.limits.account == LimitPolicy().account)
            #expect(options.auth.limits.network.attempts == 9)
            #expect(options.port == 8080)
            #expect(options.app.appName == "Works")
            #expect(options.auth.sessions.idle == 60)
            #expect(options.ignored == ["colour", "http.port", "limits.account"])
            #expect(options.remarks == options.ignored.map { "\($0) in the database is not valid and is ignored" })
            #expect(try await store.values(in: .installation).count == 7)
        }
    }

    @Test(
        "H7 are the parts of a server's brand that differ from the installation's, in force at once and after a restart"
    )
    func brandOfServer() async throws {
        try await withFolder { path in
            let environment = [
                "PORTICO_SERVERS_LIST": "local,works", "PORTICO_SERVERS_WORKS_URL": "https://works.example",
                "PORTICO_SERVERS_WORKS_APP_NAME": "Works", "PORTICO_BRAND_SENTENCE": "Read on",
            ]
            let works = ServerID(rawValue: "works")
            let options = try await read(path, environment: environment)
            let kept = try await StoredOptions.open(options: options)
            let running = try await inForce(options, kept: kept)
            let settings = InstallationSettingsStore(running: running)
            let stored = try await settings.brand(of: works)
            #expect(stored.fixed == [.name] && stored.brand.sentence == "Read on")
            var brand = stored.brand
            (brand.sentence, brand.coverColor, brand.name) = (nil, BrandColor("#003366"), "Refused")
            try await settings.keep(brand, of: works, version: stored.version)
            #expect(
                try await kept.values() == [
                    "servers.works.brand.sentence": "", "servers.works.brand.coverColor": "#003366",
                ])
            for options in [running.value, try await read(path, environment: environment)] {
                let brand = options.brandsInForce.brand(of: works)
                #expect(brand.name == "Works" && brand.sentence == nil && brand.coverColor == BrandColor("#003366"))
                #expect(options.brandInForce.sentence == "Read on" && options.brandInForce.coverColor == nil)
                #expect(options.ignored.isEmpty)
            }
            await #expect(throws: ConfigError.self) {
                try await settings.keep(Brand(), of: works, version: stored.version)
            }
            try await settings.keep(nil, of: works, version: nil)
            #expect(try await kept.values().isEmpty)
            #expect(running.value.brandsInForce.brand(of: works).sentence == "Read on")
        }
    }

    @Test("H7 of a server's brand are ignored if they are invalid")
    func invalidBrandOfServer() async throws {
        try await withFolder { path in
            let key = "servers.works.brand.coverColor"
            await #expect(throws: StoredOptions.Problem.self) { try await keep("yellow", for: key, in: path) }
            try await keep("#003366", for: key, in: path)
            let store = SQLConfigStore(try DataFolder(path: path).openDatabase())
            try await store.set([key: "\"yellow\""], in: .installation)
            let options = try await read(
                path,
                environment: [
                    "PORTICO_SERVERS_LIST": "local,works", "PORTICO_SERVERS_WORKS_URL": "https://works.example",
                ])
            #expect(options.serverBrands.isEmpty && options.ignored == [key])
        }
    }

    @Test("are shown with the values in force")
    func settings() async throws {
        try await withFolder { path in
            let options = try await read(path, environment: ["PORTICO_APP_NAME": "Works"])
            let kept = try await StoredOptions.open(options: options)
            let settings = try await InstallationSettingsStore(running: inForce(options, kept: kept))
            #expect(try await settings.keep("open", for: .registration, of: nil))
            #expect(try await !settings.keep("x", for: .registration, of: nil))
            #expect(try await !settings.keep("x", for: .environment, of: nil))
            let all = try await settings.all()
            let registration = try #require(all.first { $0.option == .registration })
            #expect(registration.value == .registrationOpen, "in force at once")
            #expect(registration.version > 0)
            #expect(registration.text == "open")
            #expect(all.first { $0.option == .appName }?.text == nil, "the environment takes precedence")
            #expect(all.first { $0.option == .mailHost }?.text == nil)
        }
    }
}
