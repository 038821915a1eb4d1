import Foundation
import Synchronization

/// Shows progress on standard error: as a bar on a terminal, otherwise as a line every few seconds.
final class ProgressBar: Sendable {
    private let isTerminal: Bool
    private let interval: Duration
    private let shown = Mutex<(label: String, time: ContinuousClock.Instant)?>(nil)

    init() {
        let terminal = ProcessInfo.processInfo.environment["TERM"]
        isTerminal = isatty(STDERR_FILENO) == 1 && terminal != "dumb"
        interval = isTerminal ? .milliseconds(100) : .seconds(3)
    }

    /// Runs `work` with a bar, and removes the bar afterwards, even after an error.
    static func with<Result>(_ work: (ProgressBar) async throws -> Result) async rethrows -> Result {
        let bar = ProgressBar()
        defer { bar.end() }
        return try await work(bar)
    }

    /// - Parameter label: the current step; a new one is shown at once.
    func show(_ label: String, _ done: Int, of total: Int) {
        let now = ContinuousClock.now
        let isDue = shown.withLock { shown in
            if isTerminal, done == total || shown?.label != label { shown = nil }
            if shown == nil, !isTerminal { shown = (label, now) }
            if let shown, now - shown.time < interval { return false }
            shown = (label, now)
            return true
        }
        guard isDue else { return }
        let progress = ProgressLine(label: label, done: done, total: total)
        write(isTerminal ? "\r\(progress.bar(width: Self.width))\u{1B}[K" : "\(progress.text)\n")
    }

    /// Removes the bar.
    func end() {
        guard isTerminal, shown.withLock({ $0 != nil }) else { return }
        write("\r\u{1B}[K")
    }

    private func write(_ text: String) { FileHandle.standardError.write(Data(text.utf8)) }

    /// The columns of the terminal minus one, which stays empty.
    private static var width: Int {
        var size = winsize()
        guard ioctl(STDERR_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return 79 }
        return Int(size.ws_col) - 1
    }
}

/// The progress of a step.
struct ProgressLine {
    let label: String
    let done: Int
    let total: Int

    var text: String { "\(label): \(done) of \(total)" }

    /// The bar in at most `width` columns.
    func bar(width: Int) -> String {
        let share = total == 0 ? 1 : Double(done) / Double(total)
        let number = "\(Int(share * 100))"
        let percent = String(repeating: " ", count: 3 - number.count) + number + " %"
        let rest = width - label.count - percent.count - 4
        guard rest >= 5 else { return String("\(label) \(percent)".prefix(max(0, width))) }
        let filled = Int(share * Double(rest))
        let cells = String(repeating: "#", count: filled) + String(repeating: "-", count: rest - filled)
        return "\(label) [\(cells)] \(percent)"
    }
}
