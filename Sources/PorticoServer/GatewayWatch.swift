import Foundation
import Logging
import PorticoAuth
import ServiceLifecycle

/// What happens beside the requests about gateways: those out of reach are asked again, and what has ended here is ended
/// there.
struct GatewayWatch: Service {
    let signIns: GatewaySignIns
    let logger: Logger

    /// How soon it is noticed that a gateway answers again.
    static let interval = Duration.seconds(2)

    func run() async throws {
        try? await cancelWhenGracefulShutdown {
            while true {
                try await Task.sleep(for: Self.interval)
                await attempt(signIns.recheck)
                await attempt(signIns.endTokens)
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
