import ArgumentParser
import Foundation
import PorticoBytes

/// Options of all commands that cannot be undone.
struct Confirmation: ParsableArguments {
    @Flag(help: "Do not ask.")
    var yes = false

    /// Throws ``CommandFailure`` unless the person confirms or `--yes` is given.
    func ask(_ question: String) throws {
        guard !yes else { return }
        guard isatty(STDIN_FILENO) == 1 else { throw CommandFailure("no terminal to ask on: use --yes") }
        Terminal.ask("\(question) [y/N] ")
        let answer = readLine()?.trimmed().asciiLowercased
        guard answer == "y" || answer == "yes" else { throw CommandFailure("nothing was done") }
    }
}
