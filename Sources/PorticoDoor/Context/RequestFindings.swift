import PorticoAuth
import PorticoHTML
import Synchronization

/// Facts that the handler of a request finds, for the code that passes on the response.
package final class RequestFindings: Sendable {
    private struct State {
        var address: SitePath?
        var needsProof = ProofLevel.nothing
        var repeatsSecrets = false
    }

    private let state = Mutex(State())

    /// The address of the page in the response, if it differs from that of the request.
    package var address: SitePath? {
        get { state.withLock { $0.address } }
        set { state.withLock { $0.address = newValue } }
    }

    /// The recent proof that the person needs to see the response.
    package var needsProof: ProofLevel {
        get { state.withLock { $0.needsProof } }
        set { state.withLock { $0.needsProof = newValue } }
    }

    /// Whether the page contains a password or another secret from the form.
    package var repeatsSecrets: Bool {
        get { state.withLock { $0.repeatsSecrets } }
        set { state.withLock { $0.repeatsSecrets = newValue } }
    }
}
