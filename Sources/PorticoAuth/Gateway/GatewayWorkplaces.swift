import Foundation
import PorticoConfig
import Synchronization

/// The workplaces of gateways: fetched in the background with the token of a sign-in that its gateway has just confirmed.
///
/// Of one server nothing is asked while an answer is under way, nor before an interval since the last call is over.
public final class GatewayWorkplaces: Sendable {
    /// What one call came to, where that is another state of the server than before.
    public enum Change: Hashable, Sendable {
        /// It failed, so what is kept stays; with what went wrong, for those who run the server.
        case failed(ServerID, String)
        /// It succeeded, after others that did not.
        case recovered(ServerID)
    }

    /// A call that is due.
    public struct Call: Hashable, Sendable {
        public let server: ServerID
        let token: GatewayUserName
    }

    private struct State {
        /// When each server was called last.
        var calledAt: [ServerID: Date] = [:]
        var underWay: Set<ServerID> = []
        var problems: [ServerID: String] = [:]
    }

    /// The calls that are due, for one reader.
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

    /// Has the workplaces of a server fetched, where it is time for that. Never waits.
    ///
    /// - Parameter token: one that the server has just confirmed.
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

    /// Makes a call, and keeps what comes where it differs from what is kept.
    ///
    /// - Returns: nil where the server is in the same state as before.
    /// - Throws: `CancellationError`
    public func carryOut(_ call: Call, into service: WorkplaceService) async throws -> Change? {
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
