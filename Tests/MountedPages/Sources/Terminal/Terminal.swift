import Foundation
import PorticoAuth
import PorticoConfig
import PorticoSQL
import PorticoSQLite

/// Another front end for the accounts of a data folder, in a terminal. It works beside a running server.
@main
struct Terminal {
    let changes = ConfigChanges()
    let config: ConfigService
    let auth: AuthServices

    init(folder: String) throws {
        let database = try SQLiteDatabase.open(path: "\(folder)/portico.sqlite")
        let app = AppConfig(appName: "Terminal")
        config = ConfigService(app: app, store: SQLConfigStore(database), changes: changes, capacity: 0)
        auth = AuthServices(
            store: SQLAuthStore(database), cacheCapacity: 0, changes: changes, hasher: PasswordHasher(),
            policy: AuthPolicy(), registration: .closed, appName: app.appName, now: { Date() })
    }

    static func main() async throws {
        guard CommandLine.arguments.count == 2 else { fail("usage: Terminal DATA-FOLDER", status: 64) }
        do {
            try await Terminal(folder: CommandLine.arguments[1]).run()
        } catch AuthError.wrongCredentials {
            fail("User name or password is wrong.")
        } catch {
            fail("\(error)")
        }
    }

    /// Signs a person in, shows and changes their configuration, and signs them out.
    func run() async throws {
        let identity = try await signIn(ask("User name: "), password: getpass("Password: ").map { String(cString: $0) })
        guard let account = identity.signIn?.account else { throw AuthError.signInEnded }
        print("Logged in as \(account.name).")
        try await show(account.id)

        let heard = changes.observe()
        async let observation: Void = observe(heard)
        while let text = ask("Appearance: "), !text.isEmpty {
            guard let appearance = Appearance(rawValue: text) else { continue }
            try await config.set(UserConfig.appearance, to: appearance, in: .person(account.id))
        }
        _ = try await auth.authenticator.signOut(identity)
        try await observation
        print("Logged out.")
    }

    /// A terminal signs in like a new browser. The returned tokens identify it as long as it keeps them.
    func signIn(_ name: String?, password: String?) async throws -> RequestIdentity {
        let client = Client(agent: "Terminal")
        let stranger = RequestIdentity(credentials: BrowserCredentials(token: nil, run: nil), client: client)
        let tokens = try await auth.authenticator.signIn(
            username: name ?? "", password: password ?? "", server: .local, isAutomatic: false, identity: stranger)
        let credentials = BrowserCredentials(token: tokens.token.digest, run: tokens.run?.digest)
        return try await auth.authenticator.identity(credentials, client: client)
    }

    /// Prints every value in force, as JSON: the stored value, or the default if it is missing or invalid.
    func show(_ account: AccountID) async throws {
        let stored = try await config.storedValues(of: account)
        for key in UserConfig.keys {
            print("\(key.name) = \(stored[key.name].flatMap { key.value($0) } ?? key.defaultJSON)")
        }
    }

    /// Prints changes until the person has signed out.
    func observe(_ changes: AsyncStream<ConfigChange>) async throws {
        for await change in changes {
            if change.keys.values.contains(where: { $0.contains(UserConfig.currentAccountKey) }) { return }
            for case (.person(let account), let keys) in change.keys {
                let person = try await config.config(of: account, isAutoLogin: false)
                print("\(keys.sorted().joined(separator: ", ")) changed: appearance is \(person.appearance).")
            }
        }
    }
}

/// Writes questions to standard error, so that standard output contains only the answers.
private func ask(_ question: String) -> String? {
    FileHandle.standardError.write(Data(question.utf8))
    return readLine()
}

private func fail(_ sentence: String, status: Int32 = 1) -> Never {
    FileHandle.standardError.write(Data("\(sentence)\n".utf8))
    exit(status)
}
