import Foundation
import PorticoConfig
import Synchronization

/// Fetches the workplaces of gateways in the background, with the token of a sign-in that the gateway has just
/// confirmed.
///
/// For each server, requests do not overlap, and a minimum interval separates them.
public final class GatewayWorkplaces: Sendable {
    /// A change in a server's state after a request.
    public enum Change: Hashable, Sendable {
        /// The request failed; the stored workplaces stay. The text describes the error, for operators.
        case failed(ServerID, String)
        /// The request succeeded after failed ones.
        case recovered(ServerID)
    }

    /// A request to make.
    public struct Call: Hashable, Sendable {
        /// The server to ask.
        public let server: ServerID
        let token: GatewayUserName
    }

    private struct State {
        /// The time of the last request to each server.
        var calledAt: [ServerID: Date] = [:]
        var underWay: Set<ServerID> = []
        var problems: [ServerID: String] = [:]
    }

    /// Requests to make, for a single consumer.
    public let calls: AsyncStream<Call>
    private let continuation: AsyncStream<Call>.Continuation
    private let gateways: GatewayAccess
    private let now: @Sendable () -> Date
    private let state = Mutex(State())

    init(gateways: GatewayAccess, now: @escaping @Sendable () -> Date) {
        self.gateways = gateways
        self.now = now
        (calls, continuation) = AsyncStream.makeStream(of: Call.self)
    }

    /// Queues a request for a server's workplaces, unless one is running or the interval is not over. Returns at once.
    ///
    /// - Parameter token: a token that the server has just confirmed.
    func want(from server: ServerID, with token: GatewayUserName) {
        let now = now()
        let isDue = state.withLock { state in
            let last = state.calledAt[server]
            let seconds = last.map { now.timeIntervalSince($0) }
            let isSoon = seconds.map { $0 >= 0 && $0 < gateways.workplacesInterval } ?? false
            guard !isSoon, state.underWay.insert(server).inserted else { return false }
            state.calledAt[server] = now
            return true
        }
        if isDue { continuation.yield(Call(server: server, token: token)) }
    }

    /// Makes a request, and stores the result if it differs from the stored workplaces.
    ///
    /// - Returns: nil if the state of the server is unchanged.
    /// - Throws: `CancellationError`
    public func perform(_ call: Call, into service: WorkplaceService) async throws -> Change? {
        defer { _ = state.withLock { $0.underWay.remove(call.server) } }
        guard let gateway = gateways[call.server] else { return nil }
        do {
            try await service.update(try await gateway.workplaces(call.token), on: call.server)
        } catch GatewayError.cancelled {
            throw CancellationError()
        } catch let error as CancellationError {
            throw error
        } catch {
            let problem = String(reflecting: error)
            let old = state.withLock { $0.problems.updateValue(problem, forKey: call.server) }
            return old == problem ? nil : .failed(call.server, problem)
        }
        let old = state.withLock { $0.problems.removeValue(forKey: call.server) }
        return old == nil ? nil : .recovered(call.server)
    }
}
