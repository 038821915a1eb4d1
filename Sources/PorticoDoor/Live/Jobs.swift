import Foundation
import Hummingbird
import NIOCore
import PorticoAuth
import PorticoConfig
import PorticoHTML
import PorticoViews

/// The jobs of an installation. Their state and results are stored, so that every server shows them.
package struct Jobs: Sendable {
    let runner: JobRunner
    private var store: any JobStore { runner.store }

    /// The maximum number of jobs of one account whose work is not finished.
    static let limit = 2
    /// The time for which the store keeps a result, in seconds.
    static let keeping: TimeInterval = 600

    /// Starts a job, or returns the running job with the same title of this account in this browser.
    ///
    /// - Parameter page: the page that started it, with its query.
    /// - Throws: 429 if the account has too many jobs whose work is not finished.
    func start(
        _ title: LocalizedText, by person: PersonInBrowser, at page: SitePath,
        work: @escaping @Sendable (JobProgress) async throws -> JobResult
    ) async throws -> Job {
        let new = Job(
            title: title, account: person.account, browser: person.browser, address: page.description,
            startedAt: runner.now())
        let job: Job?
        do {
            job = try await store.start(new, limit: Self.limit)
        } catch {
            Task { await runner.drop(new) }
            throw error
        }
        guard let job else { throw WebError(.tooManyRequests, retryAfter: 10) }
        if job.id == new.id { runner.begin(job, work) }
        return job
    }

    /// A job of this account; nil if there is none with this id.
    package func job(_ id: Job.ID, of account: AccountID) async throws -> Job? {
        guard let job = try await store.job(id), job.account == account, isKept(job) else { return nil }
        return job
    }

    /// The notices for the pages that started jobs: the HUD of running jobs and, with `takes`, toasts about ended jobs
    /// that the person has not seen yet. The page of a job itself shows its state, and gets no notices about it.
    ///
    /// - Parameter paths: the paths of the pages in one document, one over the other.
    package func notices(of person: PersonInBrowser, at paths: [SitePath], takes: Bool) async throws -> Notices {
        let shown = Set(paths.map(\.withoutQuery))
        let here = try await store.jobs(in: person.browser)
            .filter {
                $0.account == person.account && shown.contains($0.pagePath) && !shown.contains($0.path) && isKept($0)
            }
        var notices = Notices(huds: here.filter(\.isRunning).map { $0.hud($0.value, $0.text) })
        for job in here where takes && !job.isNotified {
            guard let toast = job.end(job.outcome), try await store.markNotified(job.id) else { continue }
            notices.toasts.append(toast)
        }
        return notices
    }

    /// The response with the file of a job.
    ///
    /// - Throws: 404 if it has none.
    package func file(of job: Job) async throws -> Response {
        guard case .file(let name, let type) = job.outcome else { throw WebError(.notFound) }
        // Detects a failing database before the response begins.
        guard let first = try await store.part(0, of: job.id) else { throw WebError(.notFound) }
        try await store.markNotified(job.id)
        let body = ResponseBody(contentLength: job.size) { [store] writer in
            try await writer.write(ByteBuffer(bytes: first))
            for number in 1..<max(1, JobRunner.partCount(ofSize: job.size)) {
                guard let part = try await store.part(number, of: job.id) else { throw WebError(.notFound) }
                try await writer.write(ByteBuffer(bytes: part))
            }
            try await writer.finish(nil)
        }
        return Download.response(fileName: name, type: type, body: body)
    }

    /// Records that the person has seen the outcome of a job.
    package func markNotified(_ id: Job.ID) async {
        await runner.attempt { _ = try await store.markNotified(id) }
    }

    /// Cancels a job, whichever server runs it.
    package func cancel(_ job: Job) async throws { try await runner.cancel(job) }

    /// Ends the jobs of servers that are gone, and announces that.
    func interruptLost() async throws {
        for job in try await store.interruptLost(at: runner.now()) { runner.live.publishEnd(of: job, .interrupted) }
    }

    /// Deletes expired jobs.
    func deleteExpired() async throws {
        try await store.deleteJobs(endedUntil: runner.now() - Self.keeping)
    }

    private func isKept(_ job: Job) -> Bool {
        job.endedAt.map { runner.now().timeIntervalSince($0) < Self.keeping } ?? true
    }

}

/// The result of a job.
package enum JobResult: Sendable {
    /// A file to download.
    case file(Download)
    /// A sentence for the person, and the page that shows the result.
    case sentence(LocalizedText, SitePath)
}

/// Reports the progress of a job. Cancelling a job cancels its task.
public struct JobProgress: Sendable {
    let told: @Sendable (Double?, LocalizedText?) -> Void

    /// Reports the progress.
    ///
    /// - Parameters:
    ///   - value: the progress from 0 to 1; nil if unknown.
    ///   - text: the current step; nil keeps the previous text.
    public func report(_ value: Double?, _ text: (some LocalizedTextConvertible)? = LocalizedText?.none) {
        told(value, text?.localizedText)
    }
}
