import Foundation
import Hummingbird
import Logging
import PorticoAuth
import PorticoConfig
import PorticoFeatures
import PorticoSQL
import PorticoSQLite

/// A front door with a store in memory that can fail, and a clock that a test controls. Use it for conditions that
/// ``TestServer`` cannot produce.
package struct TestDoor: Sendable {
    /// The store of the front door; wraps ``memory``.
    package let store: FaultyAuthStore
    /// The store in memory, which never fails.
    package let memory: any AuthStore
    /// The database of all stores.
    package let database: RecordingDatabase
    /// The clock of the front door.
    package let clock: TestClock
    /// The account services of the front door.
    package let auth: AuthServices
    /// The configuration store.
    package let configStore: PausingConfigStore
    /// The configuration service.
    package let config: ConfigService
    /// The workplace store.
    package let workplaceStore: PausingWorkplaceStore
    /// The workplace service.
    package let workplaces: WorkplaceService
    /// Publishes changes of configuration, accounts and sign-ins.
    package let changes: ConfigChanges
    /// All routes of the front door.
    package let routes: [RouteDescription]
    /// The token of the set-up link.
    package let setupToken: Token

    /// Runs `test` against a new front door.
    ///
    /// - Parameters:
    ///   - gateways: the gateways that `app` lists as servers.
    ///   - providers: the identity providers that `app` lists as servers.
    ///   - branding: by default the standard look.
    ///   - relyingParty: the site of passkeys; nil for none.
    ///   - protection: the rules of protected applications; the client is then a trusted proxy.
    ///   - mount: adds pages of an application.
    package static func run(
        publicFolder: String, app: AppConfig = AppConfig(), branding: Branding? = nil,
        gateways: GatewayAccess = GatewayAccess(), providers: [ServerID: any IdentityProvider] = [:],
        relyingParty: RelyingParty? = nil, policy: AuthPolicy = AuthPolicy(), hasher: PasswordHasher? = nil,
        cacheCapacity: Int = 0,
        protection: ProtectionRules = ProtectionRules(), logger: Logger? = nil,
        mount: @escaping @Sendable (inout MainSection) -> Void = { _ in },
        _ test: @escaping @Sendable (TestDoor, TestClient) async throws -> Void
    ) async throws {
        try await AsyncSemaphore.servers.pass {
            let hasher = hasher ?? PasswordHasher(parameters: .init(memory: 8, iterations: 1), queue: 300)
            let (door, frontDoor) = try make(
                publicFolder, app, branding, gateways, providers, relyingParty, policy, hasher, cacheCapacity,
                protection,
                mount)
            let application = Application(responder: frontDoor, logger: logger ?? .silent)
            try await application.serve { client in try await test(door, client) }
        }
    }

    private static func make(
        _ publicFolder: String, _ app: AppConfig, _ branding: Branding?, _ gateways: GatewayAccess,
        _ providers: [ServerID: any IdentityProvider], _ relyingParty: RelyingParty?, _ policy: AuthPolicy,
        _ hasher: PasswordHasher, _ cacheCapacity: Int, _ protection: ProtectionRules,
        _ mount: @Sendable (inout MainSection) -> Void
    ) throws -> (TestDoor, FrontDoor) {
        let (clock, database, changes) = (TestClock(), RecordingDatabase(SQLiteDatabase.forTest()), ConfigChanges())
        let memory = SQLAuthStore(database)
        let store = FaultyAuthStore(memory)
        let configStore = PausingConfigStore(SQLConfigStore(database))
        let config = ConfigService(app: app, store: configStore, changes: changes, capacity: cacheCapacity)
        let workplaceStore = PausingWorkplaceStore()
        let workplaces = WorkplaceService(store: workplaceStore, changes: changes, capacity: cacheCapacity)
        let auth = AuthServices(
            store: store, cacheCapacity: cacheCapacity, changes: changes, hasher: hasher, policy: policy,
            registration: app.registration, gateways: gateways, providers: providers,
            linksByEmail: Set(app.servers.filter(\.linksByEmail).map(\.id)), relyingParty: relyingParty,
            appName: app.appName, now: clock.now)
        let token = Token.random()
        let liveUI = LiveUI(
            app: app, now: clock.now, logger: .silent, origin: .loopback(port: nil),
            jobs: SQLJobStore(database, box: SecretBox(), server: "test"))
        let services = WebServices(
            config: config,
            branding: branding,
            workplaces: workplaces,
            auth: auth,
            firstAccount: FirstAccount(directory: auth.directory, users: auth.users, expected: token.digest),
            protection: protection,
            clients: ClientAddress(trustedProxies: protection.rules.isEmpty ? [] : AddressRange.loopback),
            liveUI: liveUI,
            setupLinkUsed: {}, checkReadiness: { _ = try await store.hasLocalAccounts() })
        let door = try FrontDoor(
            services: services, origin: .loopback(port: nil), publicFolder: publicFolder, version: "0",
            development: nil, mount: mount)
        let testDoor = TestDoor(
            store: store, memory: memory, database: database, clock: clock, auth: auth, configStore: configStore,
            config: config, workplaceStore: workplaceStore, workplaces: workplaces, changes: changes,
            routes: door.routes, setupToken: token)
        return (testDoor, door)
    }

    /// Adds an account with the password ``TestServer/password``.
    @discardableResult
    package func addAccount(_ userName: String = "ada") async throws -> Account {
        try await auth.directory.add(
            NewAccount(userName: userName, name: "Ada", password: TestServer.password, isAdministrator: false))
    }
}

extension SQLConfigStore {
    /// A store on a new in-memory database.
    package static func inMemory() -> SQLConfigStore { SQLConfigStore(SQLiteDatabase.forTest()) }
}

extension SQLWorkplaceStore {
    /// A store on a new in-memory database.
    package static func inMemory() -> SQLWorkplaceStore { SQLWorkplaceStore(SQLiteDatabase.forTest()) }
}

extension SQLiteDatabase {
    fileprivate static func forTest() -> SQLiteDatabase {
        do { return try inMemory() } catch { preconditionFailure("no database in memory: \(error)") }
    }
}
