import Foundation
import PorticoTestSupport
import Testing

@testable import PorticoServer

@Suite("portico config")
struct ConfigCommandTests {
    @Test("stores values for a person, from JSON or plain text, and shows them")
    func person() async throws {
        try await ProcessFolder.with { folder in
            try await folder.addUser("ada")
            try await folder.command("config", "list", "--user", "ada").prints("")
            try await folder.command("config", "get", "appearance", "--user", "ada").prints("automatic\n")
            try await folder.command("config", "set", "appearance", "dark", "--user", "ADA")
                .prints("set appearance of ada\n")
            try await folder.command("config", "set", "textSize", "\"XL\"", "--user", "ada")
                .prints("set textSize of ada\n")
            let code = try await folder.command("config", "set", "workShopCode", "7", "--user", "ada", "--json")
            #expect(try code.json() == #"{"key":"workShopCode","secret":false,"stored":true,"value":"7"}"#)
            _ = try await folder.command("config", "set", "userInfo", #"{"name":"Ada L."}"#, "--user", "ada")
            try await folder.command("config", "list", "--user", "ada").prints(
                "appearance\tdark\ntextSize\tXL\nuserInfo\t{\"name\":\"Ada L.\",\"note\":\"\",\"pronouns\":\"\"}\n"
                    + "workShopCode\t7\n")
            let get = try await folder.command("config", "get", "userInfo", "--user", "ada", "--json")
            #expect(
                try get.json() == #"{"key":"userInfo","secret":false,"stored":true,"#
                    + #""value":{"name":"Ada L.","note":"","pronouns":""}}"#)
            let size = try await folder.command("config", "get", "currentFactoryCode", "--user", "ada", "--json")
            #expect(try size.json() == #"{"key":"currentFactoryCode","secret":false,"stored":false,"value":null}"#)
        }
    }

    @Test("reads its options from standard input")
    func standardInput() async throws {
        try await ProcessFolder.with { folder in
            try await folder.addUser("ada")
            let options = #"{"accounts": {"registration": "closed"}}"#
            let set = try await folder.command(
                "config", "set", "app.name", "The works", "--config", "-", input: options)
            #expect(set.code == 0, "\(set.errors)")
            try await folder.command("config", "get", "app.name").prints("The works\n")
        }
    }

    @Test("names the parts that a mark must not contain")
    func mark() async throws {
        try await ProcessFolder.with { folder in
            try await folder.addUser("ada")
            let mark = Data(
                "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 8 8'><filter/><path d='M0 0h8v8z'/></svg>".utf8)
            let url = "data:image/svg+xml;base64,\(mark.base64EncodedString())"
            let set = try await folder.command("config", "set", "brand.mark", url)
            #expect(set.code == 0 && set.errors == "brand.mark: left out filter, which a mark cannot contain\n")
        }
    }

    @Test("refuses unknown keys, invalid values, secrets and unknown accounts")
    func refusals() async throws {
        try await ProcessFolder.with { folder in
            try await folder.addUser("ada")
            func set(_ key: String, _ value: String, user: String = "ada") async throws -> CommandResult {
                try await folder.command("config", "set", key, value, "--user", user)
            }
            try await set("colour", "red").fails("there is no setting colour")
            try await set("apearance", "dark").fails("there is no setting apearance: did you mean appearance?")
            try await set("appearance", "red").fails("appearance must be one of automatic, light, dark")
            try await set("appearance", "").fails("appearance must be one of automatic, light, dark")
            try await set("textSize", "xxl").fails("textSize must be one of XS, S, M, L, XL, XXL, XXXL")
            try await set("workShopCode", "").fails("this is no value for workShopCode")
            try await set("userInfo", #"{"name":" "}"#).fails("this is no value for userInfo")
            try await set("gatewayUserName", "x").fails("this is a secret, which is neither shown nor set here")
            try await folder.command("config", "get", "gatewayUserName", "--user", "ada")
                .fails("this is a secret, which is neither shown nor set here")
            try await set("appearance", "dark", user: "nobody").fails("there is no account of this name")
            try await folder.command("config", "list", "--user", "ada").prints("")
        }
    }

    @Test("shows the options in force with their sources, and sets none of the machine")
    func installation() async throws {
        try await ProcessFolder.with { folder in
            let file = try folder.file(
                "portico.json",
                #"{"http": {"port": 9001}, "mail": {"host": "localhost", "security": "none", "#
                    + #""username": "door", "password": "sesame"}}"#)
            func config(_ arguments: String...) async throws -> CommandResult {
                let process = try PorticoProcess(
                    ["config"] + arguments + ["--data", folder.data, "--config", file], in: folder)
                let code = try await process.exitCode()
                return CommandResult(code: code, output: process.output, errors: process.errors)
            }
            let list = try await config("list")
            #expect(list.code == 0)
            #expect(list.output.contains("http.port\t9001\tfile\tPORTICO_HTTP_PORT\n"))
            #expect(list.output.contains("mail.username\tdoor\tfile\tPORTICO_MAIL_USERNAME\n"))
            #expect(list.output.contains("mail.password\t(set)\tfile\tPORTICO_MAIL_PASSWORD\n"))
            #expect(list.output.contains("gateway.key\t\tdefault\tPORTICO_GATEWAY_KEY\n"))
            #expect(list.output.contains("data.directory\t\(folder.data)\tcommand line\tPORTICO_DATA_DIRECTORY\n"))
            #expect(!list.output.contains("sesame"))
            #expect(try await !config("list", "--json").json().contains("sesame"))
            try await config("get", "http.port").prints("9001\n")
            try await config("get", "PORTICO_HTTP_PORT").prints("9001\n")
            #expect(
                try await config("get", "mail.password", "--json").json()
                    == #"{"key":"mail.password","secret":true,"set":true,"source":"file","#
                    + #""variable":"PORTICO_MAIL_PASSWORD"}"#)
            #expect(
                try await config("get", "http.port", "--json").json()
                    == #"{"key":"http.port","secret":false,"source":"file","value":9001,"#
                    + #""variable":"PORTICO_HTTP_PORT"}"#)
            try await config("get", "appearance").fails("appearance is a setting of a person: add --user")
            try await config("get", "htpp.port").fails("there is no option htpp.port: did you mean http.port?")
            try await config("get", "colour").fails("there is no option colour")
            try await folder.addUser("ada")
            try await config("set", "http.port", "9002").fails(
                "http.port goes with the machine: set PORTICO_HTTP_PORT, or http.port in the JSON file of options")
            try await config("get", "http.port").prints("9001\n")
        }
    }

    @Test("rehearses a stricter rule of second factors without storing it")
    func rehearses() async throws {
        try await ProcessFolder.with { folder in
            try await folder.addUser("ada")
            let rehearse = { (value: String, options: [String]) in
                try await folder.command(["config", "set", "accounts.secondFactor", value, "--rehearse"] + options)
            }
            try await rehearse("all", []).prints("all would stop nobody who was here in the last 30 days\n")
            let json = try await rehearse("administrators", ["--json"]).output
            #expect(json.contains(#""count" : 0"#) && json.contains(#""policy" : "administrators""#))
            try await rehearse("everybody", []).fails(
                #"accounts.secondFactor must be one of off, optional, administrators, all, not "everybody""#)
            try await folder.command("config", "set", "accounts.registration", "open", "--rehearse").fails(
                "--rehearse is for accounts.secondFactor, not for accounts.registration")
            try await folder.command("config", "get", "accounts.secondFactor").prints("optional\n")
        }
    }

    @Test("stores options of the installation for the next start")
    func kept() async throws {
        try await ProcessFolder.with { folder in
            try await folder.command("config", "set", "limits.account", "7")
                .fails("there is no database in \(folder.data)")
            try await folder.addUser("ada")
            try await folder.command("config", "set", "accounts.registration", "open")
                .prints("set accounts.registration: a running server takes it over at once\n")
            try await folder.command("config", "get", "PORTICO_ACCOUNTS_REGISTRATION").prints("open\n")
            #expect(
                try await folder.command("config", "list").output.contains(
                    "accounts.registration\topen\tdatabase\tPORTICO_ACCOUNTS_REGISTRATION\n"))
            try await folder.command("config", "set", "accounts.registration", "all")
                .fails(#"accounts.registration must be open, invitation or closed, not "all""#)
            try await folder.command("config", "unset", "accounts.registration")
                .prints("unset accounts.registration: a running server takes it over at once\n")
            try await folder.command("config", "get", "accounts.registration").prints("invitation\n")
            let events = try await folder.command("events", "tail").output
            #expect(events.split(separator: "\n").filter { $0.contains("settingChanged") }.count == 2, "\(events)")
        }
    }

    @Test("removes the stored value of a person")
    func unset() async throws {
        try await ProcessFolder.with { folder in
            try await folder.addUser("ada")
            _ = try await folder.command("config", "set", "appearance", "dark", "--user", "ada")
            try await folder.command("config", "unset", "appearance", "--user", "ada")
                .prints("unset appearance of ada\n")
            try await folder.command("config", "get", "appearance", "--user", "ada").prints("automatic\n")
            try await folder.command("config", "unset", "apearance", "--user", "ada")
                .fails("there is no setting apearance: did you mean appearance?")
            try await folder.command("config", "unset", "gatewayUserName", "--user", "ada")
                .fails("this is a secret, which is neither shown nor set here")
        }
    }

    @Test("removes stored values of the installation without effect")
    func unsetUnused() async throws {
        try await ProcessFolder.with { folder in
            try await folder.addUser("ada")
            let kept = try await StoredOptions.open(options: ServerOptions(dataFolder: folder.data))
            try await kept.set(["http.port": "9000", "accounts.other": "x"], of: nil, current: { _ in 0 })
            #expect(try await folder.command("config", "check").code == 1)
            for key in ["http.port", "accounts.other"] {
                try await folder.command("config", "unset", key).prints("unset \(key): it had no effect\n")
            }
            try await folder.command("config", "check").prints("no problems\n")
            try await folder.command("config", "unset", "accounts.other").fails("there is no option accounts.other")
        }
    }

    @Test("names all mistakes, without starting a server")
    func check() async throws {
        try await ProcessFolder.with { folder in
            try await folder.command("config", "check").prints("no problems\n")
            #expect(!FileManager.default.fileExists(atPath: folder.data))
            let file = try folder.file(
                "portico.json",
                #"{"http": {"port": 99999, "prot": 1}, "mail": {"security": "tls"}, "app": {"name": true}, "#
                    + #""log": "info", "servers": {"works": {"url": "https://works.example"}}}"#)
            let result = try await folder.command("config", "check", "--config", file)
            #expect(result.code == 1)
            #expect(
                result.output == """
                    app.name must be a text or a number, not true
                    log must be an object of options, such as log.level
                    http.port must be a port from 0 to 65535, not "99999"
                    http.prot is not an option: did you mean http.port?
                    servers.works.url has no effect: servers.list does not name this server
                    mail.security has no effect without mail.host

                    """)
            #expect(result.errors == "")
            let json = try await folder.command(
                ["config", "check", "--json", "--config", "-"], input: #"{"acounts": {"registration": "open"}}"#)
            #expect(
                json.output == """
                    {
                      "problems" : [
                        "acounts.registration is not an option: did you mean accounts.registration?"
                      ]
                    }

                    """)
        }
    }

    @Test("and every other misspelt command is refused with the nearest name")
    func commands() async throws {
        try await ProcessFolder.with { folder in
            for (arguments, sentence) in [
                (["user", "list"], "There is no command user: did you mean users?"),
                (["users", "lst"], "There is no command lst: did you mean list?"),
                (["cofnig"], "There is no command cofnig: did you mean config?"),
                (["xyzzy"], "There is no command xyzzy"),
            ] {
                let process = try PorticoProcess(arguments, in: folder)
                #expect(try await process.exitCode() == 64)
                #expect(process.errors.hasPrefix("Error: \(sentence)\n"), "\(process.errors)")
            }
            let help = try await folder.run("serve", "--help").output
            #expect(help.contains("(public.directory)"))
            #expect(help.contains("portico serve --origin https://door.example"))
        }
    }

    @Test("names the values that a running server then shows")
    func server() async throws {
        try await ProcessFolder.with { folder in
            try await folder.addUser("ada")
            let server = try await folder.serve()
            var client = ProcessClient(port: server.port)
            #expect(try await client.signIn() == "303")
            let browser = client
            #expect(try await !browser.get("/").contains(#"data-text-size="XXL""#))
            _ = try await folder.command("config", "set", "textSize", "XXL", "--user", "ada")
            #expect(try await eventually { try await browser.get("/").contains(#"data-text-size="XXL""#) })
        }
    }
}
