import PorticoConfig
import Synchronization

/// The server whose brand the response to a request has: that of the account or, where nobody is signed in, of the
/// browser's last sign-in. It is found while the response is made, and an error page needs it after all else has failed.
package final class RequestServer: Sendable {
    /// That of the request that the task works for; nil in other tasks.
    @TaskLocal package static var current: RequestServer?

    private let server = Mutex<ServerID?>(nil)

    package init() {}

    /// nil until it is known.
    package var id: ServerID? {
        get { server.withLock { $0 } }
        set { server.withLock { $0 = newValue } }
    }
}
