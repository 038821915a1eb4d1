import Foundation
import PorticoAuth
import PorticoCommand
import PorticoConfig
import PorticoServer
import Testing

@Suite("The options of a server")
struct OptionsTests {
    /// Every key: its environment variable, a value, and the value as shown.
    private static let keys: [(key: String, variable: String, value: String, shown: String)] = [
        ("http.hostname", "PORTICO_HTTP_HOSTNAME", "::1", "::1"),
        ("http.port", "PORTICO_HTTP_PORT", "9001", "9001"),
        ("http.origin", "PORTICO_HTTP_ORIGIN", "https://door.example", "https://door.example"),
        ("data.directory", "PORTICO_DATA_DIRECTORY", "/d", "/d"),
        ("public.directory", "PORTICO_PUBLIC_DIRECTORY", "/p", "/p"),
        ("environment", "PORTICO_ENVIRONMENT", "development", "development"),
        ("app.name", "PORTICO_APP_NAME", "Works", "Works"),
        ("splash.minimumDuration", "PORTICO_SPLASH_MINIMUM_DURATION", "1.5", "1.5 seconds"),
        ("presentation.automatic", "PORTICO_PRESENTATION_AUTOMATIC", "fullScreen", "fullScreen"),
        ("session.idle", "PORTICO_SESSION_IDLE", "61", "61.0"),
        ("session.absolute", "PORTICO_SESSION_ABSOLUTE", "62", "62.0"),
        ("session.automaticIdle", "PORTICO_SESSION_AUTOMATIC_IDLE", "63", "63.0"),
        ("session.automaticAbsolute", "PORTICO_SESSION_AUTOMATIC_ABSOLUTE", "64", "64.0"),
        ("events.streamsPerAccount", "PORTICO_EVENTS_STREAMS_PER_ACCOUNT", "3", "3"),
        ("events.streams", "PORTICO_EVENTS_STREAMS", "4", "4"),
        ("events.interval", "PORTICO_EVENTS_INTERVAL", "5", "5.0 seconds"),
        ("cache.capacity", "PORTICO_CACHE_CAPACITY", "0", "0"),
        ("log.level", "PORTICO_LOG_LEVEL", "debug", "debug"),
    ]

    private func shown(_ options: ServerOptions) -> [String] {
        [
            options.hostname, "\(options.port)", options.origin.map { "\($0)" } ?? "none", options.dataFolder,
            options.publicFolder ?? "none", options.environment.rawValue, options.app.appName,
            "\(options.app.splashMinimumDuration)",
            options.app.automaticPresentation.rawValue, "\(options.auth.sessions.idle)",
            "\(options.auth.sessions.absolute)",
            "\(options.auth.sessions.automaticIdle)",
            "\(options.auth.sessions.automaticAbsolute)", "\(options.app.eventStreamsPerAccount)",
            "\(options.app.eventStreams)",
            "\(options.eventInterval)",
            "\(options.cacheCapacity)", "\(options.logLevel)",
        ]
    }

    @Test("come from the command line of a program without commands")
    func arguments() async throws {
        let options = try await ServerOptions.read(arguments: ["--port", "9001", "--data", "/d"])
        #expect(options.port == 9001)
        #expect(options.dataFolder == "/d")
        let failure = await #expect(throws: StartFailure.self) {
            try await ServerOptions.read(arguments: ["--prot", "9001"])
        }
        #expect(failure?.description.contains("Unknown option '--prot'") == true)
    }

    private func withFile(_ text: String, _ test: (String) async throws -> Void) async throws {
        let path = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID().uuidString).json").path
        try Data(text.utf8).write(to: URL(fileURLWithPath: path))
        defer { try? FileManager.default.removeItem(atPath: path) }
        try await test(path)
    }

    @Test("each have a default")
    func defaults() async throws {
        let options = try await ServerOptions.read(environment: [:])
        #expect(
            shown(options) == [
                "127.0.0.1", "8080", "none", "data", "none", "production", "Portico", "0.0 seconds", "pageSheet",
                "43200.0",
                "86400.0",
                "1209600.0", "7776000.0", "32", "10000", "20.0 seconds", "10000", "info",
            ])
    }

    @Test("can each be set by an environment variable")
    func environment() async throws {
        let variables = Dictionary(uniqueKeysWithValues: Self.keys.map { ($0.variable, $0.value) })
        let options = try await ServerOptions.read(environment: variables)
        #expect(shown(options) == Self.keys.map(\.shown))
    }

    @Test("can each be set on the command line")
    func overrides() async throws {
        let values = Dictionary(uniqueKeysWithValues: Self.keys.map { ($0.key, $0.value) })
        let options = try await ServerOptions.read(overrides: values, environment: [:])
        #expect(shown(options) == Self.keys.map(\.shown))
    }

    @Test("can each be set in the JSON file, numbers as numbers or as text")
    func file() async throws {
        try await withFile(
            """
            {"http": {"hostname": "::1", "port": 9001, "origin": "https://door.example"}, "data": {"directory": "/d"},
             "public": {"directory": "/p"}, "environment": "development", "app": {"name": "Works"},
             "splash": {"minimumDuration": 1.5}, "presentation": {"automatic": "fullScreen"},
             "session": {"idle": 61, "absolute": "62", "automaticIdle": 63.0,
             "automaticAbsolute": 64}, "events": {"streamsPerAccount": 3, "streams": "4", "interval": 5},
             "cache": {"capacity": 0}, "log": {"level": "debug"}}
            """
        ) { path in
            let named = try await ServerOptions.read(file: path, environment: [:])
            #expect(shown(named) == Self.keys.map(\.shown))
            let found = try await ServerOptions.read(environment: ["PORTICO_CONFIG_FILE": path])
            #expect(shown(found) == Self.keys.map(\.shown))
        }
    }

    @Test("come from the command line before the environment, and from the environment before the file")
    func precedence() async throws {
        try await withFile(#"{"http": {"port": 9003, "hostname": "::3"}, "app": {"name": "File"}}"#) { path in
            let options = try await ServerOptions.read(
                overrides: ["http.port": "9001"], file: path,
                environment: ["PORTICO_HTTP_PORT": "9002", "PORTICO_HTTP_HOSTNAME": "::2"])
            #expect(options.port == 9001)
            #expect(options.hostname == "::2")
            #expect(options.app.appName == "File")
        }
    }

    @Test(
        "are refused by name if they are invalid",
        arguments: [
            ("PORTICO_HTTP_PORT", "http.port", ["nonsense", "-1", "65536", "80.5", ""]),
            ("PORTICO_HTTP_ORIGIN", "http.origin", ["nonsense", "http://door.example", "https://", "https://a/b"]),
            ("PORTICO_ENVIRONMENT", "environment", ["Production", "test"]),
            ("PORTICO_SESSION_IDLE", "session.idle", ["soon", "-1", "nan", "inf"]),
            ("PORTICO_SPLASH_MINIMUM_DURATION", "splash.minimumDuration", ["long", "-0.5"]),
            ("PORTICO_EVENTS_STREAMS", "events.streams", ["-1", "many"]),
            ("PORTICO_EVENTS_INTERVAL", "events.interval", ["often", "-1"]),
            ("PORTICO_CACHE_CAPACITY", "cache.capacity", ["-1", "many", "1.5"]),
            ("PORTICO_LOG_LEVEL", "log.level", ["loud", "INFO"]),
            ("PORTICO_SERVERS_LIST", "servers.list", ["local,works,works", "Works", "local,,works"]),
            ("PORTICO_SERVERS_DEFAULT", "servers.default", ["local", "nobody", "No name"]),
        ])
    func invalid(variable: String, key: String, values: [String]) async throws {
        for value in values {
            await #expect("\(value)") {
                try await ServerOptions.read(environment: [variable: value])
            } throws: { error in
                error is StartFailure && "\(error)".hasPrefix(key) && !"\(error)".contains("\n")
            }
        }
    }

    /// The options of a server with this name, and these of its own.
    private func provider(_ own: [String: String]) async throws -> ServerOptions {
        var environment = ["PORTICO_SERVERS_LIST": "works", "PORTICO_SERVERS_WORKS_CLIENT_ID": "door"]
        for (key, value) in own { environment["PORTICO_SERVERS_WORKS_\(key)"] = value }
        return try await .read(environment: environment)
    }

    /// Options of an identity provider, and the problem with them.
    private static let lacking: [([String: String], String)] = [
        (["KIND": "saml"], "kind must be gateway, oidc, google"), (["KIND": "oidc"], "issuer is missing"),
        (["KIND": "entra"], "tenant is missing"), (["KIND": "entra", "TENANT": "common"], "tenant must be"),
        (["KIND": "apple"], "teamID is missing"), (["KIND": "apple", "TEAM_ID": "ABCDE"], "clientKeyFile and"),
        (["KIND": "oidc", "ISSUER": "https://a.example", "CLIENT_KEY_FILE": #filePath], "clientKeyFile: "),
        (["KIND": "oidc", "ISSUER": "https://a.example", "CLIENT_KEY_FILE": "/nowhere"], "clientKeyFile: "),
        (["KIND": "github"], "clientSecret is missing"),
        (["KIND": "github", "CLIENT_SECRET": "s", "ADDRESS": "http://a.example"], "address must be"),
    ]

    @Test("name what an identity provider lacks", arguments: lacking)
    func lackingProvider(own: [String: String], problem: String) async throws {
        await #expect("\(own)") {
            try await provider(own)
        } throws: { error in
            error is StartFailure && "\(error)".hasPrefix("servers.works.\(problem)")
        }
    }

    @Test("know the names and addresses of the identity providers that people know")
    func knownProviders() async throws {
        let tenant = "8EAEF023-2b34-4da1-9baa-8bc8c9d6a490"
        for (kind, name, address) in [
            ("google", "Google", "https://accounts.google.com"), ("github", "GitHub", "https://github.com"),
            ("entra", "Microsoft", "https://login.microsoftonline.com/\(tenant.lowercased())/v2.0"),
            ("wechat", "WeChat", "https://open.weixin.qq.com"),
            ("dingtalk", "DingTalk", "https://login.dingtalk.com"),
        ] {
            let own = ["KIND": kind, "CLIENT_SECRET": "s"].merging(kind == "entra" ? ["TENANT": tenant] : [:]) { $1 }
            let options = try await provider(own)
            #expect(options.app.servers.first?.name == name)
            #expect(options.installation.first { $0.key == "servers.works.address" }?.value == address)
        }
    }

    @Test("name gateways by an https address without a user, a query or a fragment, or by one of this machine")
    func gateways() async throws {
        func options(_ url: String) async throws -> ServerOptions {
            try await .read(environment: ["PORTICO_SERVERS_LIST": "works", "PORTICO_SERVERS_WORKS_URL": url])
        }
        for url in [
            "https://me@works.example", "https://works.example?x", "https://works.example#x", "ftp://works.example",
            "works.example", "https://", "http://works.example",
        ] {
            await #expect("\(url)") {
                try await options(url)
            } throws: { error in
                error is StartFailure && "\(error)".hasPrefix("servers.works.url must be ")
                    && !"\(error)".contains("me@")
            }
        }
        for url in ["https://works.example:8443/door", "http://127.0.0.1:8081"] {
            #expect(try await options(url).app.servers.first?.kind == .gateway(URL(string: url)!), "\(url)")
        }
    }

    @Test("of types other than text and number are refused by name, and unknown ones are named")
    func types() async throws {
        for (text, sentence) in [
            (#"{"http": "x"}"#, "http must be an object of options, such as http.hostname"),
            (#"{"http": {"port": true}}"#, "http.port must be a text or a number, not true"),
            (#"{"http": {"port": null}}"#, "http.port must be a text or a number, not null"),
            (#"{"servers": {"list": [["a"]]}}"#, "servers.list must be a text or a number, not a list"),
        ] {
            try await withFile(text) { path in
                await #expect("\(text)") { try await ServerOptions.read(file: path, environment: [:]) } throws: {
                    "\($0)" == sentence
                }
            }
        }
        let problems = await ServerOptions.problems(environment: [
            "PORTICO_HTPP_PORT": "1", "PORTICO_HTTP_PORT": "x", "PORTICO_MAIL_PASSWORD": "p", "PATH": "/bin",
        ])
        #expect(
            problems == [
                #"http.port must be a port from 0 to 65535, not "x""#,
                "PORTICO_HTPP_PORT is not an option: did you mean PORTICO_HTTP_PORT?",
                "mail.password has no effect without mail.host",
            ])
    }

    @Test("that are true or false may be booleans in JSON")
    func flags() async throws {
        try await withFile(#"{"launch": {"worker": true}}"#) { path in
            let options = try await ServerOptions.read(file: path, environment: [:])
            #expect(options.installation.first { $0.key == "launch.worker" }?.value == "true")
        }
        let provider = """
            {"servers": {"list": ["works"], "works": {"kind": "oidc", "issuer": "https://works.example", "clientID": "a",
            "linksByEmail": true, "recheck": true, "trustsFactor": ["mfa", "hwk"], "scopes": ["email", "groups"]}}}
            """
        try await withFile(provider) { path in
            let options = try await ServerOptions.read(file: path, environment: [:])
            let shown = Dictionary(uniqueKeysWithValues: options.installation.map { ($0.key, $0.value) })
            #expect(shown["servers.works.linksByEmail"] == "true" && shown["servers.works.recheck"] == "true")
            #expect(shown["servers.works.trustsFactor"] == "hwk mfa" && shown["servers.works.scopes"] == "email groups")
        }
    }

    @Test("of a server have the environment variables by which they are read")
    func variables() async throws {
        let environment = [
            "PORTICO_SERVERS_LIST": "works", "PORTICO_SERVERS_WORKS_KIND": "oidc",
            "PORTICO_SERVERS_WORKS_ISSUER": "https://works.example", "PORTICO_SERVERS_WORKS_CLIENT_ID": "a",
            "PORTICO_SERVERS_WORKS_LINKS_BY_EMAIL": "true",
        ]
        #expect(await ServerOptions.problems(environment: environment) == [])
        let options = try await ServerOptions.read(file: nil, environment: environment)
        #expect(options.installation.first { $0.variable == "PORTICO_SERVERS_WORKS_CLIENT_ID" }?.value == "a")
    }

    @Test("are not reported as missing if their rules are invalid")
    func unreadableRules() async throws {
        try await withFile(#"{"protected": {"hosts": "shop.example", "rules": [{"path": "/"}]}}"#) { path in
            let problems = await ServerOptions.problems(file: path, environment: [:])
            #expect(problems == ["protected.rules must be a text or a number, not a list"])
        }
        try await withFile(#"{"http": {"port": 9000}"#) { path in
            let problems = await ServerOptions.problems(file: path, environment: [:])
            #expect(problems == ["the configuration file \(path) is not valid JSON: the program jq names the line"])
        }
    }

    @Test("do not have keys with an empty part")
    func emptyPart() async throws {
        try await withFile(#"{"": {"http": {"port": 1}}, "http": {"": {"port": 2}, "port": 9000}}"#) { path in
            let options = try await ServerOptions.read(file: path, environment: [:])
            #expect(options.port == 9000)
            let problems = await ServerOptions.problems(file: path, environment: [:])
            #expect(problems.filter { $0.contains("port is not an option") }.count == 2)
        }
    }

    @Test("are refused if the file is missing or is not JSON, with its path", arguments: ["", "{", "[]", "nonsense"])
    func badFile(text: String) async throws {
        try await withFile(text) { path in
            await #expect { try await ServerOptions.read(file: path, environment: [:]) } throws: { error in
                error is StartFailure && "\(error)".contains(path)
            }
        }
        await #expect { try await ServerOptions.read(file: "/nowhere.json", environment: [:]) } throws: { error in
            error is StartFailure && "\(error)".contains("/nowhere.json")
        }
    }

    @Test("set the names of an installation's cookies, which no other cookie can have")
    func cookieName() async throws {
        let options = try await ServerOptions.read(environment: ["PORTICO_HTTP_COOKIE_NAME": "portico2"])
        #expect(options.cookieName == "portico2")
        let problems = await ServerOptions.problems(environment: ["PORTICO_HTTP_COOKIE_NAME": "portico-run"])
        #expect(
            problems == [
                #"http.cookieName must be portico and up to 33 lower-case letters and digits, not "portico-run""#
            ])
    }

    @Test("remove the usual port from the names of hosts, because no address has it", arguments: ["hosts", "rules"])
    func usualPort(place: String) async {
        let problems = await ServerOptions.problems(environment: [
            "PORTICO_HTTP_ORIGIN": "https://door.example", "PORTICO_HTTP_TRUSTED_PROXIES": "127.0.0.1",
            "PORTICO_PROTECTED_HOSTS": place == "hosts" ? "app.example:443" : "app.example",
            "PORTICO_PROTECTED_RULES": place == "hosts" ? "*/** public" : "app.example:443/** public",
        ])
        #expect(problems.count == 1 && problems[0].hasPrefix("app.example:443 in protected.hosts or"), "\(problems)")
    }

    @Test("allow an application behind the server with rules only, and without trusted proxies")
    func behind() async {
        let upstream = ["PORTICO_PROTECTED_UPSTREAM": "http://127.0.0.1:3000"]
        let problems = await ServerOptions.problems(environment: upstream)
        #expect(problems.contains { $0.hasPrefix("protected.upstream without protected.rules lets nobody in") })
        let rules = upstream.merging(["PORTICO_PROTECTED_RULES": "*/** signed-in"]) { first, _ in first }
        #expect(await ServerOptions.problems(environment: rules).isEmpty)
        for address in [
            "https://127.0.0.1:3000", "127.0.0.1:3000", "http://127.0.0.1:3000/app", "http://h?x", "http://",
        ] {
            let problems = await ServerOptions.problems(environment: ["PORTICO_PROTECTED_UPSTREAM": address])
            #expect(problems.contains { $0.hasPrefix("protected.upstream must be an address") }, "\(address)")
        }
    }
}
