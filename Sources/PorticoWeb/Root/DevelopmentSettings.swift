import Foundation
import HTTPTypes
import Synchronization

/// What developers and tests can set in a running server. There is none in production.
public final class DevelopmentSettings: Sendable {
    private struct State {
        var clockOffset: TimeInterval = 0
        var launchDelay: Duration = .zero
        var launchFails = false
        var loadsScript = true
        var layerDelay: Duration = .zero
        var layerFails = false
        var jobDelay: Duration = .zero
    }

    private let state = Mutex(State())
    let records = SampleRecords()

    public init() {}

    /// The time, moved by what was set.
    public func now() -> Date {
        Date(timeIntervalSinceNow: state.withLock { $0.clockOffset })
    }

    var loadsScript: Bool { state.withLock { $0.loadsScript } }

    func delayLaunch() async throws {
        let (delay, fails) = state.withLock { ($0.launchDelay, $0.launchFails) }
        if delay > .zero { try await Task.sleep(for: delay) }
        if fails { throw LaunchFailure() }
    }

    /// Before a page that script asked for alone is made.
    func delayLayer() async throws {
        let (delay, fails) = state.withLock { ($0.layerDelay, $0.layerFails) }
        if delay > .zero { try await Task.sleep(for: delay) }
        if fails { throw WebError(.serviceUnavailable) }
    }

    /// After every step of long work.
    func delayJob() async throws {
        try await Task.sleep(for: state.withLock { $0.jobDelay })
    }

    func set(_ form: DevelopmentForm) {
        if let id = form.deletedRecord { records.delete(id) }
        state.withLock { state in
            if let seconds = form.clockOffset { state.clockOffset = seconds }
            if let milliseconds = form.launchDelay { state.launchDelay = .milliseconds(milliseconds) }
            if let fails = form.launchFails { state.launchFails = fails == "on" }
            if let script = form.script { state.loadsScript = script == "on" }
            if let milliseconds = form.layerDelay { state.layerDelay = .milliseconds(milliseconds) }
            if let fails = form.layerFails { state.layerFails = fails == "on" }
            if let milliseconds = form.jobDelay { state.jobDelay = .milliseconds(milliseconds) }
        }
    }
}

/// The failure that ``DevelopmentSettings`` can ask for.
struct LaunchFailure: Error {}

/// The fields of `POST /dev/settings`; what is absent stays as it is.
struct DevelopmentForm: Decodable {
    /// Seconds by which the server's clock is ahead.
    var clockOffset: TimeInterval?
    /// Milliseconds by which every launch is held up.
    var launchDelay: Int?
    /// `on`: every launch fails.
    var launchFails: String?
    /// `off`: pages load no script.
    var script: String?
    /// Milliseconds by which every page is held up that script asks for alone.
    var layerDelay: Int?
    /// `on`: every such page fails.
    var layerFails: String?
    /// Milliseconds by which every step of long work is held up.
    var jobDelay: Int?
    /// The record of the gallery that is deleted; empty for none.
    var deletedRecord: String?

    /// Whether the clock is moved by a hundred years at most, and nothing is held up for longer than an hour.
    var isInRange: Bool {
        (clockOffset.map { abs($0) <= 3_155_760_000 } ?? true)
            && [launchDelay, layerDelay, jobDelay].allSatisfy { $0.map { (0...3_600_000).contains($0) } ?? true }
    }
}
