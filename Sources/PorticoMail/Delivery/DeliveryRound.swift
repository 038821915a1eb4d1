import Foundation
import Logging
import PorticoConfig
import PorticoStore
import ServiceLifecycle
import Synchronization

/// Sends all due mails once, several at a time.
final class DeliveryRound: Sendable {
    private let queue: any MailQueue
    private let transport: any MailTransport
    private let compose: MailDelivery.Compose
    private let isInCharge: @Sendable () -> Bool
    private let claim: TimeInterval
    private let most: Int
    private let now: @Sendable () -> Date
    private let logger: Logger
    private let backOff: BackOff
    private let lines: LogLimit
    private let state = Mutex(State())

    private struct State {
        var isUnderWay = false
        /// The outcomes of mails that the queue could not store yet. Until it can, no other mail is sent.
        var unsettled: [QueuedMail.ID: Outcome] = [:]
        /// Makes the running round look for mails again.
        var news: AsyncStream<Void>.Continuation?
    }

    private enum Step: Sendable {
        case sent(Result<Void, any Error>)
        /// Mails were queued.
        case news
        case cancelled
    }

    private enum Outcome: Sendable {
        case done
        case failed(problem: String, nextAttempt: Date?)
        case interrupted(QueuedMail)
    }

    /// - Parameters:
    ///   - claim: time during which no other server sends a mail that this one has begun to send, in seconds.
    ///   - most: maximum number of mails sent at the same time.
    init(
        queue: any MailQueue, transport: any MailTransport, compose: @escaping MailDelivery.Compose,
        isInCharge: @escaping @Sendable () -> Bool = { true }, claim: TimeInterval, most: Int,
        now: @escaping @Sendable () -> Date, logger: Logger, backOff: BackOff,
        lines: LogLimit = LogLimit(interval: .seconds(1))
    ) {
        self.queue = queue
        self.transport = transport
        self.compose = compose
        self.isInCharge = isInCharge
        self.claim = claim
        self.most = most
        self.now = now
        self.logger = logger
        self.backOff = backOff
        self.lines = lines
    }

    /// Sends the due mails. Returns at once if another round is running, or another server sends them.
    ///
    /// - Returns: false if the round failed or must be repeated later.
    @discardableResult
    func run() async -> Bool {
        guard begin() else { return true }
        defer { state.withLock { $0.isUnderWay = false } }
        do {
            // Even if another server sends the mails by now: it would send mails again whose outcomes the queue does
            // not have.
            try await settle()
            if isInCharge() { try await sendDueMails() }
            return isInCharge()
        } catch {
            if !isStopping {
                logger.error("the queue of mails failed", metadata: ["error": "\(String(reflecting: error))"])
            }
            return false
        }
    }

    /// Makes the running round also send mails that were queued since it began, although others still hang.
    func lookAgain() { state.withLock { _ = $0.news?.yield() } }

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

    /// Claims a mail only when it can be sent at once, so that mails that a person waits for come first. If the queue
    /// fails, the mails being sent are completed.
    private func sendDueMails() async throws {
        let (news, caller) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        state.withLock { $0.news = caller }
        let failure = await withTaskGroup(of: Step.self) { group in
            var (seen, underWay): (Set<QueuedMail.ID>, Int) = ([], 0)
            var failure: (any Error)?
            group.addTask { await Self.next(of: news) }
            while true {
                do {
                    while failure == nil, underWay < most, let mail = try await claimMail(notOf: &seen) {
                        group.addTask { .sent(await self.send(mail)) }
                        underWay += 1
                    }
                } catch {
                    failure = error
                }
                guard underWay > 0, let step = await group.next() else { break }
                switch step {
                case .sent(let result):
                    underWay -= 1
                    if case .failure(let error) = result { failure = error }
                case .news: group.addTask { await Self.next(of: news) }
                case .cancelled: break
                }
            }
            group.cancelAll()
            return failure
        }
        if let failure { throw failure }
    }

    private static func next(of news: AsyncStream<Void>) async -> Step {
        for await _ in news { return .news }
        return .cancelled
    }

    /// - Parameter seen: the mails of this round. A failed mail can be due again in a long round; it is left to the
    ///   next one.
    private func claimMail(notOf seen: inout Set<QueuedMail.ID>) async throws -> QueuedMail? {
        guard !isStopping, isInCharge(), let mail = try await claimMail() else { return nil }
        guard !seen.insert(mail.id).inserted else { return mail }
        try await settle(.interrupted(mail), of: mail.id)
        return nil
    }

    /// - Returns: the failure of the queue, if it cannot store the outcome.
    private func send(_ mail: QueuedMail) async -> Result<Void, any Error> {
        do {
            return .success(try await settle(outcome(of: mail), of: mail.id))
        } catch {
            return .failure(error)
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
                return .done
            }
            try await transport.send(message)
            logger.info("mail sent", metadata: metadata(mail))
            return .done
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
        log(metadata, isGivenUp: nextAttempt == nil)
        return .failed(problem: problem, nextAttempt: nextAttempt)
    }

    /// Logs each given-up mail. Logs other failures at most once a second: while the mail server is down, all fail.
    private func log(_ metadata: Logger.Metadata, isGivenUp: Bool) {
        guard !isGivenUp else { return logger.error("mail not sent", metadata: metadata) }
        guard let count = lines.take() else { return }
        var metadata = metadata
        if count > 1 { metadata["mails"] = "\(count)" }
        logger.warning("mail not sent", metadata: metadata)
    }

    private func settle() async throws {
        for (id, outcome) in state.withLock({ $0.unsettled }) { try await settle(outcome, of: id) }
    }

    /// Stores the outcome of a mail in the queue, even in a cancelled task, so that no mail is sent twice.
    private func settle(_ outcome: Outcome, of id: QueuedMail.ID) async throws {
        state.withLock { $0.unsettled[id] = outcome }
        try await Task { [queue] in
            switch outcome {
            case .done: try await queue.remove(id)
            case .failed(let problem, let time): try await queue.postpone(id, to: time, problem: problem)
            // Restores the mail's due time.
            case .interrupted(let mail): try await queue.release(mail)
            }
        }.value
        state.withLock { $0.unsettled[id] = nil }
    }

    private func metadata(_ mail: QueuedMail) -> Logger.Metadata {
        ["mail": "\(mail.id)", "kind": "\(mail.mail.kind)"]
    }
}
