import Foundation
import Logging
import PorticoAuth
import PorticoConfig
import ServiceLifecycle

/// Background work for gateways: rechecks unreachable ones, ends their tokens, and fetches their workplaces.
struct GatewayWatch: Service {
    let domain: Domain

    /// Time between two rounds of rechecks and ended tokens.
    static let interval = Duration.seconds(2)

    func run() async throws {
        try? await cancelWhenGracefulShutdown {
            try await withThrowingDiscardingTaskGroup { group in
                group.addTask { try await watchSignIns() }
                for await call in auth.gatewayWorkplaces.calls { group.addTask { await fetch(call) } }
            }
        }
    }

    private var auth: AuthServices { domain.auth }
    private var logger: Logger { domain.storage.logger }

    private func watchSignIns() async throws {
        while true {
            try await Task.sleep(for: Self.interval)
            await attempt(auth.gatewaySignIns.recheck)
            if domain.storage.cluster.leadership.isLeading { await attempt(auth.gatewayTokens.end) }
        }
    }

    /// Logs only changes between failure and success.
    private func fetch(_ call: GatewayWorkplaces.Call) async {
        await attempt {
            switch try await auth.gatewayWorkplaces.perform(call, into: domain.workplaces) {
            case .failed(let server, let problem):
                logger.warning(
                    "the workplaces of a gateway are not to be had: those kept stay",
                    metadata: ["server": "\(server)", "error": "\(problem)"])
            case .recovered(let server):
                logger.notice("the workplaces of a gateway are to be had again", metadata: ["server": "\(server)"])
            case nil: break
            }
        }
    }

    private func attempt(_ work: () async throws -> Void) async {
        do {
            try await work()
        } catch is CancellationError {
        } catch {
            logger.error("asking gateways failed", metadata: ["error": "\(String(reflecting: error))"])
        }
    }
}
