import Foundation
import Logging
import PorticoAuth
import ServiceLifecycle
import Synchronization

/// Goes through the letters that are due, once.
final class DeliveryRound: Sendable {
    private let queue: any LetterQueue
    private let transport: any MailTransport
    private let compose: Postman.Compose
    private let now: @Sendable () -> Date
    private let logger: Logger
    private let backOff: BackOff
    private let state = Mutex(State())

    private struct State {
        var isUnderWay = false
        /// What became of a letter, while the queue could not be told. No other letter is sent before it can.
        var unsettled: Outcome?
    }

    private enum Outcome {
        case done(QueuedLetter.ID)
        case failed(QueuedLetter.ID, problem: String, nextAttempt: Date?)
    }

    init(
        queue: any LetterQueue, transport: any MailTransport, compose: @escaping Postman.Compose,
        now: @escaping @Sendable () -> Date, logger: Logger, backOff: BackOff
    ) {
        self.queue = queue
        self.transport = transport
        self.compose = compose
        self.now = now
        self.logger = logger
        self.backOff = backOff
    }

    /// Whether all is done that can be for now. Returns at once while another round is under way.
    @discardableResult
    func run() async -> Bool {
        guard begin() else { return true }
        defer { state.withLock { $0.isUnderWay = false } }
        do {
            try await settle()
            var seen: Set<QueuedLetter.ID> = []
            while !isStopping, let letter = try await queue.dueLetters(at: now(), limit: 1).first {
                // In a round that takes long, one that did not leave is due again.
                guard seen.insert(letter.id).inserted else { return false }
                try await deliver(letter)
            }
            return true
        } catch {
            if !isStopping {
                logger.error("the queue of letters failed", metadata: ["error": "\(String(reflecting: error))"])
            }
            return false
        }
    }

    /// In seconds, negative where it is past; nil where no letter waits.
    func timeToNext() async throws -> TimeInterval? {
        try await queue.nextLetterTime()?.timeIntervalSince(now())
    }

    private var isStopping: Bool { Task.isCancelled || Task.isShuttingDownGracefully }

    private func begin() -> Bool {
        state.withLock { state in
            defer { state.isUnderWay = true }
            return !state.isUnderWay
        }
    }

    /// A letter that was broken off stays as it is.
    private func deliver(_ letter: QueuedLetter) async throws {
        guard let outcome = await outcome(of: letter) else { return }
        state.withLock { $0.unsettled = outcome }
        try await settle()
    }

    private func outcome(of letter: QueuedLetter) async -> Outcome? {
        do {
            guard let message = try await compose(letter) else {
                logger.info("letter not wanted any more", metadata: metadata(letter))
                return .done(letter.id)
            }
            try await transport.send(message)
            logger.info("letter sent", metadata: metadata(letter))
            return .done(letter.id)
        } catch {
            return Task.isCancelled ? nil : failure(of: letter, error)
        }
    }

    private func failure(of letter: QueuedLetter, _ error: any Error) -> Outcome {
        let failure = error as? MailFailure
        let problem = failure?.problem ?? "The mail could not be written."
        let nextAttempt = failure?.isPermanent == true ? nil : backOff.nextAttempt(for: letter, at: now())
        var metadata = metadata(letter)
        metadata["problem"] = "\(problem)"
        metadata["attempt"] = "\(letter.attempts + 1)"
        metadata["next"] = nextAttempt.map { "\($0.ISO8601Format())" }
        if failure == nil { metadata["error"] = "\(String(reflecting: error))" }
        logger.log(level: nextAttempt == nil ? .error : .warning, "letter not sent", metadata: metadata)
        return .failed(letter.id, problem: problem, nextAttempt: nextAttempt)
    }

    /// Tells the queue what became of a letter; also in a task that was cancelled, so that no mail goes twice.
    private func settle() async throws {
        guard let outcome = state.withLock({ $0.unsettled }) else { return }
        try await Task { [queue] in
            switch outcome {
            case .done(let id): try await queue.remove(id)
            case .failed(let id, let problem, let time): try await queue.postpone(id, to: time, problem: problem)
            }
        }.value
        state.withLock { $0.unsettled = nil }
    }

    private func metadata(_ letter: QueuedLetter) -> Logger.Metadata {
        ["letter": "\(letter.id)", "kind": "\(letter.letter.kind)"]
    }
}
