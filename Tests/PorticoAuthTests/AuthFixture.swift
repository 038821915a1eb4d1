import Foundation
import PorticoAuth
import PorticoConfig
import PorticoSQL
import PorticoTestSupport

/// The services for sign-ins, with a clock that moves only on demand and cheap hashes.
struct AuthFixture {
    static let password = "correct horse battery staple"
    let clock = TestClock()
    let memory: any AuthStore
    let store: FaultyAuthStore
    let services: AuthServices
    let changes = ConfigChanges()
    let hasher: PasswordHasher
    /// The gateway of the server `works`.
    let gateway = FakeGateway()
    static let works = ServerID(rawValue: "works")
    var cached: CachedAuthStore { services.store }
    var users: UserManager { services.users }
    var uses: UseRecorder { services.uses }
    var directory: AccountDirectory { services.directory }
    var authenticator: Authenticator { services.authenticator }

    init(
        parameters: PasswordHasher.Parameters = cheap, cacheCapacity: Int = 100, hasher: PasswordHasher? = nil,
        policy: AuthPolicy = AuthPolicy(), registration: RegistrationMode = .open,
        relyingParty: RelyingParty? = SoftwareAuthenticator.party,
        memory: any AuthStore = SQLAuthStore.forTest()
    ) {
        self.memory = memory
        store = FaultyAuthStore(memory)
        self.hasher = hasher ?? PasswordHasher(parameters: parameters, queue: 300)
        services = AuthServices(
            store: store, cacheCapacity: cacheCapacity, changes: changes, hasher: self.hasher, policy: policy,
            registration: registration, gateways: GatewayAccess([Self.works: gateway]), relyingParty: relyingParty,
            appName: "Portico",
            now: clock.now)
    }

    @discardableResult
    func addAccount(
        _ userName: String = "ada", email: String = "", isAdministrator: Bool = false
    ) async throws -> Account {
        try await directory.add(
            NewAccount(
                userName: userName, name: "Ada", email: email, password: Self.password,
                isAdministrator: isAdministrator))
    }

    func signIn(
        _ userName: String = "ada", password: String = AuthFixture.password, server: ServerID = .local,
        isAutomatic: Bool = false, as identity: RequestIdentity = stranger
    ) async throws -> BrowserTokens {
        try await authenticator.signIn(
            username: userName, password: password, server: server, isAutomatic: isAutomatic, identity: identity)
    }

    /// The identity of a request with these tokens.
    func identity(_ tokens: BrowserTokens, run: Token? = nil) async throws -> RequestIdentity {
        try await authenticator.identity(
            BrowserCredentials(token: tokens.token.digest, run: (tokens.run ?? run)?.digest))
    }

    static let stranger = RequestIdentity(credentials: BrowserCredentials(token: nil, run: nil))
}
