import Foundation
import Logging
import PorticoStore
import ServiceLifecycle
import Synchronization

/// Sends all due mails once.
final class DeliveryRound: Sendable {
    private let queue: any MailQueue
    private let transport: any MailTransport
    private let compose: MailDelivery.Compose
    private let isInCharge: @Sendable () -> Bool
    private let claim: TimeInterval
    private let now: @Sendable () -> Date
    private let logger: Logger
    private let backOff: BackOff
    private let state = Mutex(State())

    private struct State {
        var isUnderWay = false
        /// The outcome of a mail while the queue cannot store it. Until then no other mail is sent.
        var unsettled: Outcome?
    }

    private enum Outcome {
        case done(QueuedMail.ID)
        case failed(QueuedMail.ID, problem: String, nextAttempt: Date?)
        case interrupted(QueuedMail)
    }

    /// - Parameter claim: the time for which no other server sends a mail that this one has begun to send, in seconds.
    init(
        queue: any MailQueue, transport: any MailTransport, compose: @escaping MailDelivery.Compose,
        isInCharge: @escaping @Sendable () -> Bool = { true }, claim: TimeInterval,
        now: @escaping @Sendable () -> Date, logger: Logger, backOff: BackOff
    ) {
        self.queue = queue
        self.transport = transport
        self.compose = compose
        self.isInCharge = isInCharge
        self.claim = claim
        self.now = now
        self.logger = logger
        self.backOff = backOff
    }

    /// Sends the due mails. Returns at once if another round is running, or another server sends them.
    ///
    /// - Returns: false if the round failed or must be repeated later.
    @discardableResult
    func run() async -> Bool {
        guard begin() else { return true }
        defer { state.withLock { $0.isUnderWay = false } }
        do {
            // Also once another server sends the mails: it would send again what the queue does not know of.
            try await settle()
            guard isInCharge() else { return false }
            var seen: Set<QueuedMail.ID> = []
            while !isStopping, isInCharge(), let mail = try await claimMail() {
                // In a long round, a mail that failed can be due again.
                guard seen.insert(mail.id).inserted else {
                    try await settle(.interrupted(mail))
                    return false
                }
                try await settle(outcome(of: mail))
            }
            return isInCharge()
        } catch {
            if !isStopping {
                logger.error("the queue of mails failed", metadata: ["error": "\(String(reflecting: error))"])
            }
            return false
        }
    }

    /// Seconds until the next mail is due, negative if overdue; nil if no mail waits.
    func timeToNext() async throws -> TimeInterval? {
        try await queue.nextMailTime()?.timeIntervalSince(now())
    }

    private var isStopping: Bool { Task.isCancelled || Task.isShuttingDownGracefully }

    private func begin() -> Bool {
        state.withLock { state in
            defer { state.isUnderWay = true }
            return !state.isUnderWay
        }
    }

    private func claimMail() async throws -> QueuedMail? {
        let time = now()
        return try await queue.claimMail(at: time, until: time.addingTimeInterval(claim))
    }

    private func outcome(of mail: QueuedMail) async -> Outcome {
        do {
            guard let message = try await compose(mail) else {
                logger.info("mail not wanted any more", metadata: metadata(mail))
                return .done(mail.id)
            }
            try await transport.send(message)
            logger.info("mail sent", metadata: metadata(mail))
            return .done(mail.id)
        } catch {
            return Task.isCancelled ? .interrupted(mail) : failure(of: mail, error)
        }
    }

    private func failure(of mail: QueuedMail, _ error: any Error) -> Outcome {
        let failure = error as? MailFailure
        let problem = failure?.problem ?? "The mail could not be written."
        let nextAttempt = failure?.isPermanent == true ? nil : backOff.nextAttempt(for: mail, at: now())
        var metadata = metadata(mail)
        metadata["problem"] = "\(problem)"
        metadata["attempt"] = "\(mail.attempts + 1)"
        metadata["next"] = nextAttempt.map { "\($0.ISO8601Format())" }
        if failure == nil { metadata["error"] = "\(String(reflecting: error))" }
        logger.log(level: nextAttempt == nil ? .error : .warning, "mail not sent", metadata: metadata)
        return .failed(mail.id, problem: problem, nextAttempt: nextAttempt)
    }

    private func settle(_ outcome: Outcome) async throws {
        state.withLock { $0.unsettled = outcome }
        try await settle()
    }

    /// Stores the outcome of the last mail in the queue, even in a cancelled task, so that no mail is sent twice.
    private func settle() async throws {
        guard let outcome = state.withLock({ $0.unsettled }) else { return }
        try await Task { [queue] in
            switch outcome {
            case .done(let id): try await queue.remove(id)
            case .failed(let id, let problem, let time): try await queue.postpone(id, to: time, problem: problem)
            // As it was in the queue.
            case .interrupted(let mail): try await queue.release(mail)
            }
        }.value
        state.withLock { $0.unsettled = nil }
    }

    private func metadata(_ mail: QueuedMail) -> Logger.Metadata {
        ["mail": "\(mail.id)", "kind": "\(mail.mail.kind)"]
    }
}
