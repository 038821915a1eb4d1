import CCurl
import Foundation

/// Runs transfers on its own thread, and reuses connections.
package final class Transfers: Sendable {
    private let loop: TransferLoop

    /// - Parameter connectionsPerHost: maximum number of connections to one server; further transfers wait.
    package init(connectionsPerHost: Int) {
        let loop = TransferLoop(connectionsPerHost: connectionsPerHost)
        self.loop = loop
        Thread.detachNewThread { loop.run() }
    }

    deinit {
        loop.stop()
    }

    /// Ends running and future transfers with ``TransferError/stopped``.
    package func stop() {
        loop.stop()
    }

    /// Runs a transfer until it has ended. Cancelling the task ends it at once.
    package func run(_ handle: TransferHandle) async throws(TransferError) {
        let result = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                loop.begin(TransferLoop.Job(handle: handle, continuation: continuation))
                // The task may have been cancelled before the transfer was queued.
                if Task.isCancelled { loop.cancel(handle) }
            }
        } onCancel: {
            loop.cancel(handle)
        }
        try result.get()
    }
}
