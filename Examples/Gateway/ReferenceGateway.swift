import Foundation
import HTTPTypes
import Hummingbird
import Logging
import NIOCore
import PorticoAuth
import PorticoConfig

/// A gateway that implements `docs/gateway.yaml`, and on request the faults.
struct ReferenceGateway: Sendable {
    private let signIns: SignIns
    private let workplaces: JSONValue
    private let faults: FaultSwitch

    init(file: PeopleFile, faults: FaultSwitch = FaultSwitch()) {
        signIns = SignIns(people: file.people)
        workplaces = file.workplaces
        self.faults = faults
    }

    /// - Parameters:
    ///   - port: 0 selects a free port.
    ///   - onServing: called with the port when the server accepts connections.
    func application(
        hostname: String = "127.0.0.1", port: Int = 0, onServing: @escaping @Sendable (_ port: Int) -> Void = { _ in }
    ) -> some ApplicationProtocol {
        var logger = Logger(label: "portico-gateway", factory: { StreamLogHandler.standardError(label: $0) })
        logger.logLevel = .error
        return Application(
            router: router(), configuration: ApplicationConfiguration(address: .hostname(hostname, port: port)),
            onServerRunning: { channel in onServing(channel.localAddress?.port ?? port) }, logger: logger)
    }

    private func router() -> Router<GatewayContext> {
        let router = Router(context: GatewayContext.self)
        router.add(middleware: ErrorForm())
        router.add(middleware: FaultMiddleware(faults: faults))
        router.post("login") { request, _ in try await login(request) }
        router.get("me") { request, _ in try await me(request) }
        router.get("workplaces") { request, _ in try await workplaces(request) }
        router.post("logout") { request, _ in
            try await signIns.end(request.token)
            return Response(status: .noContent)
        }
        router.put("faults") { request, _ in try await setFault(request) }
        return router
    }

    private func login(_ request: Request) async throws -> Response {
        struct Credentials: Decodable { var userName, password: String }
        let credentials = try await request.json(Credentials.self, saying: "A sign-in has userName and password.")
        guard UserName(credentials.userName)?.value == credentials.userName, !credentials.password.isEmpty else {
            throw AnswerError.badRequest("A user name is in lower case, and a password is not empty.")
        }
        let (token, person) = try await signIns.login(userName: credentials.userName, password: credentials.password)
        return try answer(about: person, in: .login, ["gatewayUserName": .text(token)])
    }

    private func me(_ request: Request) async throws -> Response {
        try answer(about: await signIns.person(request.token), in: .me)
    }

    private func workplaces(_ request: Request) async throws -> Response {
        _ = try await signIns.person(request.token)
        return try Response(.object(["data": faults.fault(in: .workplaces).fault.directory(workplaces)]))
    }

    private func answer(
        about person: Person, in call: Call, _ data: [String: JSONValue] = [:]
    ) throws -> Response {
        let fault = faults.fault(in: call).fault
        var data = data
        data["user"] = fault.user(fault == .otherPerson ? signIns.other(than: person) : person)
        return try Response(.object(["data": .object(data)]))
    }

    private func setFault(_ request: Request) async throws -> Response {
        let names = Fault.allCases.map(\.rawValue).joined(separator: ", ")
        let setting = try await request.json(
            FaultSetting.self, saying: "Give fault, one of \(names); and, if you like, seconds and on.")
        guard (0...86_400).contains(setting.seconds ?? 0) else { throw AnswerError.badRequest("That is too long.") }
        faults.set(setting)
        return Response(status: .noContent)
    }
}

/// A request context with access to the channel, to close it.
struct GatewayContext: RequestContext {
    var coreContext: CoreRequestContextStorage
    let channel: any Channel

    init(source: ApplicationRequestContextSource) {
        coreContext = CoreRequestContextStorage(source: source)
        channel = source.channel
    }
}
