import PorticoAuth
import PorticoMail
import Synchronization

/// Records the mails to send, and handles them as the test determines.
final class ScriptedTransport: MailTransport {
    typealias Script = @Sendable (MailMessage) async throws(MailFailure) -> Void

    private let recipients = Mutex<[String]>([])
    private let script: Mutex<Script>

    init(_ script: @escaping Script = { _ in }) {
        self.script = Mutex(script)
    }

    /// The recipients of the mails, in order.
    var sent: [String] { recipients.withLock { $0 } }

    func follow(_ other: @escaping Script) { script.withLock { $0 = other } }

    func send(_ message: MailMessage) async throws(MailFailure) {
        recipients.withLock { $0.append(message.to.address.value) }
        let script = script.withLock { $0 }
        try await script(message)
    }
}

/// Opens once. Earlier callers wait.
final class Gate: Sendable {
    private let stream: AsyncStream<Void>
    private let continuation: AsyncStream<Void>.Continuation

    init() { (stream, continuation) = AsyncStream.makeStream() }

    func open() { continuation.finish() }

    /// Also returns when the task is cancelled.
    func pass() async { for await _ in stream {} }
}

/// Pauses that end when the test ends them.
actor Pauses {
    private(set) var durations: [Duration] = []
    private var end: AsyncStream<Void>.Continuation?

    func pause(_ duration: Duration) async throws {
        let (stream, continuation) = AsyncStream.makeStream(of: Void.self)
        end = continuation
        durations.append(duration)
        for await _ in stream { return }
        throw CancellationError()
    }

    func endPause() { end?.yield() }
}
