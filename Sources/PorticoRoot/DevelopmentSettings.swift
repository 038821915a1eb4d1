import Foundation
import HTTPTypes
import Synchronization

/// Settings of a running server, for developers and tests. They do not exist in production.
public final class DevelopmentSettings: Sendable {
    private struct State {
        var clockOffset: TimeInterval = 0
        var machineClockOffset: TimeInterval = 0
        var launchDelay: Duration = .zero
        var launchFails = false
        var loadsScript = true
        var layerDelay: Duration = .zero
        var layerFails = false
        var jobDelay: Duration = .zero
        var storePause = 0
        var hashesCheaply = false
    }

    private let state = Mutex(State())
    package let records = SampleRecords()

    /// The file with the reason why the last build failed; it is missing after a successful build. nil if nobody
    /// builds.
    package let buildProblems: String?

    /// The defaults: no delays, no failures.
    public init(buildProblems: String? = nil) {
        self.buildProblems = buildProblems
    }

    /// The current time plus the clock offsets.
    public func now() -> Date {
        Date(timeIntervalSinceNow: state.withLock { $0.clockOffset + $0.machineClockOffset })
    }

    /// The time that the clock of the machine shows.
    public func machineNow() -> Date {
        Date(timeIntervalSinceNow: state.withLock { $0.machineClockOffset })
    }

    /// Moves the clock of the server forward.
    package func advanceClock(by seconds: TimeInterval) {
        state.withLock { $0.clockOffset += seconds }
    }

    /// Whether new password hashes have the least cost.
    public var hashesCheaply: Bool { state.withLock { $0.hashesCheaply } }

    var loadsScript: Bool { state.withLock { $0.loadsScript } }

    func delayLaunch() async throws {
        let (delay, fails) = state.withLock { ($0.launchDelay, $0.launchFails) }
        if delay > .zero { try await Task.sleep(for: delay) }
        if fails { throw LaunchFailure() }
    }

    /// Delays or fails a page that script requests without its presenters.
    func delayLayer() async throws {
        let (delay, fails) = state.withLock { ($0.layerDelay, $0.layerFails) }
        if delay > .zero { try await Task.sleep(for: delay) }
        if fails { throw WebError(.serviceUnavailable) }
    }

    /// Delays a step of a job.
    package func delayJob() async throws {
        try await Task.sleep(for: state.withLock { $0.jobDelay })
    }

    /// Pauses for a random time up to the one that is set.
    public func pauseStore() async throws {
        let most = state.withLock { $0.storePause }
        if most > 0 { try await Task.sleep(for: .milliseconds(Int.random(in: 0...most))) }
    }

    package func set(_ form: DevelopmentForm) {
        if let record = form.deletedRecord { records.delete(record.value) }
        state.withLock { state in
            if let seconds = form.clockOffset { state.clockOffset = seconds }
            if let seconds = form.machineClockOffset { state.machineClockOffset = seconds }
            if let milliseconds = form.launchDelay { state.launchDelay = .milliseconds(milliseconds) }
            if let fails = form.launchFails { state.launchFails = fails == "on" }
            if let script = form.script { state.loadsScript = script == "on" }
            if let milliseconds = form.layerDelay { state.layerDelay = .milliseconds(milliseconds) }
            if let fails = form.layerFails { state.layerFails = fails == "on" }
            if let milliseconds = form.jobDelay { state.jobDelay = .milliseconds(milliseconds) }
            if let milliseconds = form.storePause { state.storePause = milliseconds }
            if let cheap = form.cheapHashes { state.hashesCheaply = cheap == "on" }
        }
    }
}

/// The launch failure requested by ``DevelopmentSettings``.
struct LaunchFailure: Error {}

/// The fields of `POST /dev/settings`; missing fields stay unchanged.
package struct DevelopmentForm: Decodable {
    /// The offset of the server's clock in seconds.
    var clockOffset: TimeInterval?
    /// The offset of the machine's clock, which the server watches, in seconds.
    var machineClockOffset: TimeInterval?
    /// The delay of every launch in milliseconds.
    var launchDelay: Int?
    /// `on`: every launch fails.
    var launchFails: String?
    /// `off`: pages load no script.
    var script: String?
    /// The delay of pages that script requests without their presenters, in milliseconds.
    var layerDelay: Int?
    /// `on`: every such page fails.
    var layerFails: String?
    /// The delay of every job step in milliseconds.
    var jobDelay: Int?
    /// The longest pause before and after each transaction about accounts and sign-ins, in milliseconds.
    var storePause: Int?
    /// `on`: new password hashes have the least cost.
    var cheapHashes: String?
    /// The id of the gallery record to delete; empty restores all.
    var deletedRecord: ClearableText?

    /// Whether the offset is at most one hundred years and every delay at most one hour.
    package var isInRange: Bool {
        [clockOffset, machineClockOffset].allSatisfy { $0.map { abs($0) <= 3_155_760_000 } ?? true }
            && [launchDelay, layerDelay, jobDelay, storePause].allSatisfy {
                $0.map { (0...3_600_000).contains($0) } ?? true
            }
    }
}
