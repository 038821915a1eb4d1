import Foundation
import PorticoConfig

/// Keeps jobs and their results for all servers of an installation. Deleting the browser or the account deletes its
/// jobs.
///
/// A job is at work until its work has returned, possibly long after it was cancelled.
public protocol JobStore: Sendable {
    /// Adds a job that is at work on this server.
    ///
    /// - Parameter limit: the maximum number of jobs of an account that are at work.
    /// - Returns: the job, or the running one with the same title of this account in this browser; nil above the limit.
    func start(_ job: Job, limit: Int) async throws -> Job?
    func job(_ id: Job.ID) async throws -> Job?
    /// The jobs of a browser, oldest first.
    func jobs(in browser: Browser.ID) async throws -> [Job]
    /// Stores the progress.
    ///
    /// - Returns: whether the job is running.
    func report(_ value: Double?, _ text: LocalizedText, of id: Job.ID) async throws -> Bool
    /// Adds a part of the result, before the job ends; the first one is 0.
    ///
    /// - Returns: whether the job is running.
    func add(_ part: Data, number: Int, of id: Job.ID) async throws -> Bool
    /// Ends a job once. A result replaces earlier ones with the same title of this account in this browser, and the
    /// oldest results beyond `capacity` bytes.
    ///
    /// - Parameters:
    ///   - size: the size of the file, in bytes.
    ///   - isAtWork: whether its work is still running, such as after a cancellation. If so, its server is notified and
    ///     stops it.
    /// - Returns: whether this call ended it.
    func end(
        _ id: Job.ID, _ outcome: Job.Outcome, at time: Date, size: Int, capacity: Int, isAtWork: Bool
    ) async throws -> Bool
    /// A part of the result; nil if there is none.
    func part(_ number: Int, of id: Job.ID) async throws -> Data?
    /// - Returns: whether the person had not been notified of the end of the job before.
    @discardableResult
    func markNotified(_ id: Job.ID) async throws -> Bool
    /// Ends the jobs of servers that have stopped or are lost.
    ///
    /// - Returns: the jobs that were running.
    func interruptLost(at time: Date) async throws -> [Job]
    /// Deletes jobs that ended at `time` or before, and their results.
    func deleteJobs(endedUntil time: Date) async throws
}
