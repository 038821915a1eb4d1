import CCurl
import Foundation

/// Runs transfers, on one thread of its own. Connections stay open for the next one.
public final class Transfers: Sendable {
    private let loop: TransferLoop

    /// - Parameter connectionsPerHost: how many connections to one server there are at once; further transfers wait.
    public init(connectionsPerHost: Int) {
        let loop = TransferLoop(connectionsPerHost: connectionsPerHost)
        self.loop = loop
        Thread.detachNewThread { loop.run() }
    }

    deinit {
        loop.stop()
    }

    /// Ends what is under way with ``TransferError/stopped``, as all that comes later.
    public func stop() {
        loop.stop()
    }

    /// Returns when the transfer has ended. Cancelling ends it at once.
    public func run(_ handle: TransferHandle) async throws(TransferError) {
        let result = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                loop.begin(TransferLoop.Job(handle: handle, continuation: continuation))
                // It may have been cancelled before there was anything to end.
                if Task.isCancelled { loop.cancel(handle) }
            }
        } onCancel: {
            loop.cancel(handle)
        }
        try result.get()
    }
}
