import Foundation
import PorticoServer
import Testing

@Suite("An option of the installation")
struct InstallationOptionTests {
    /// A value other than the default for each option.
    private static let values = [
        "http.hostname": "::1", "http.port": "9001", "http.connections": "77", "http.shutdownTimeout": "9",
        "http.origin": "https://door.example", "http.hstsSubdomains": "false",
        "security.contact": "mailto:security@door.example",
        "data.directory": "/d",
        "public.directory": "/p", "environment": "development", "app.name": "Works", "app.language": "ar",
        "brand.coverColor": "#003366", "brand.coverColorDark": "#001122", "brand.accentColor": "#004488",
        "brand.accentColorDark": "#99ccff", "brand.sentence": "Read on", "brand.helpLink": "mailto:help@door.example",
        "brand.privacyLink": "https://door.example/privacy", "brand.termsLink": "https://door.example/terms",
        "brand.imprintLink": "https://door.example/imprint", "mail.senderName": "The booksellers",
        "mail.footer": "Bookshop, London", "splash.minimumDuration": "1.5",
        "presentation.automatic": "fullScreen", "session.idle": "61", "session.absolute": "62",
        "session.automaticIdle": "63", "session.automaticAbsolute": "64", "session.proof": "65",
        "session.accounts": "3", "session.rememberedName": "always", "launch.worker": "true",
        "accounts.registration": "open", "accounts.mailSignIn": "on",
        "accounts.secondFactor": "administrators", "accounts.passwordLength": "16",
        "accounts.passkeyOffer": "off", "accounts.linkLifetime": "66",
        "accounts.invitationLifetime": "3601", "accounts.resetDelay": "3602",
        "accounts.eventRetention": "86467", "limits.account": "11", "limits.browser": "12", "limits.network": "13",
        "limits.mails": "14", "limits.rate": "16", "limits.consecutive": "15", "limits.window": "66",
        "mail.host": "mail.example",
        "mail.port": "2525", "mail.security": "tls", "mail.username": "door", "mail.sender": "a@door.example",
        "mail.certificates": #filePath, "events.maximum": "2000", "events.streamsPerAccount": "3",
        "events.streams": "4", "events.interval": "5",
        "servers.list": "local,works", "servers.local.name": "Home", "gateway.timeout": "17",
        "gateway.launchTimeout": "8", "gateway.recheck": "60", "gateway.trust": "3600",
        "gateway.workplacesInterval": "19",
        "gateway.certificates": #filePath, "cache.capacity": "0", "log.level": "debug", "log.format": "json",
        "metrics.address": "::1", "metrics.port": "9100", "metrics.hosts": "door.internal, portico",
        "http.cookieName": "portico2", "http.trustedProxies": "10.0.0.0/8, ::1",
        "protected.hosts": "app.example, shop.example:8443",
        "protected.rules": "app.example/** GET|POST groups:staff proof, */assets/** public",
        "protected.upstream": "http://127.0.0.1:3000", "protected.timeout": "30",
        "database.passwordFile": "/run/secrets/p", "database.connections": "20", "database.timeout": "21",
        "database.startTimeout": "22", "http.drain": "2",
    ]

    @Test("is shown as it was set by its environment variable")
    func variables() async throws {
        let options = ServerOptions().installation
        #expect(
            Set(options.map(\.key))
                == Set(Self.values.keys).union([
                    "mail.password", "gateway.key", "database.url", "brand.mark", "servers.default",
                ]))
        for option in options {
            guard let value = Self.values[option.key] else { continue }
            #expect(option.value != value, "\(option.key)")
            var environment = [
                "PORTICO_MAIL_HOST": "localhost", "PORTICO_MAIL_USERNAME": "somebody",
                "PORTICO_MAIL_PASSWORD": "sesame", "PORTICO_SERVERS_WORKS_URL": "https://works.example",
            ]
            environment[option.variable] = value
            let read = try await ServerOptions.read(environment: environment).installation
            #expect(read.first { $0.key == option.key }?.value == value, "\(option.key)")
        }
    }

    @Test("is shown with its variable, also for a server with a hyphen in its name")
    func hyphen() async throws {
        let variable = "PORTICO_SERVERS_NORTH_WORKS_URL"
        let options = try await ServerOptions.read(environment: [
            "PORTICO_SERVERS_LIST": "north-works", variable: "https://north.example",
        ])
        let url = try #require(options.installation.first { $0.key == "servers.north-works.url" })
        #expect((url.value, url.variable) == ("https://north.example", variable))
    }

    @Test("shows of a secret only that it is set")
    func secrets() async throws {
        #expect(ServerOptions().installation.allSatisfy { !$0.isSecretSet })
        let options = try await ServerOptions.read(environment: [
            "PORTICO_MAIL_HOST": "mail.example", "PORTICO_MAIL_USERNAME": "door", "PORTICO_MAIL_PASSWORD": "sesame",
        ])
        #expect(options.installation.filter(\.isSecretSet).map(\.key) == ["mail.password"])
        try expectNoSecret(in: options)
        let environment = ["PORTICO_DATABASE_URL": "postgres://ada:sesame@127.0.0.1:1/door"]
        let shared = try await ServerOptions.read(environment: environment, includesKept: false)
        #expect(shared.installation.filter(\.isSecretSet).map(\.key) == ["database.url"])
        try expectNoSecret(in: shared)
    }

    private func expectNoSecret(in options: ServerOptions) throws {
        #expect(!"\(options.installation)".contains("sesame"))
        var everything = ""
        dump(options, to: &everything)
        #expect(!everything.contains("sesame"))
    }
}
