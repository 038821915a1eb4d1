import ArgumentParser
import Foundation
import PorticoServer

extension Database {
    struct AcceptClock: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Say that the clock of this machine is right, whatever it is compared with.",
            discussion: """
                A server whose clock differs by more than a minute from that of the database, or is behind the newest \
                security event, is not ready, does not lead and deletes nothing. Correct the clock if it is wrong. This \
                command is for one that is right: after a clock was wrong before, or where the database's is wrong. All that is \
                too old by this clock is deleted then.
                """)

        @OptionGroup var confirmation: Confirmation
        @OptionGroup var output: OutputOptions
        @OptionGroup var folder: FolderOptions

        func run() async throws {
            let options = try await folder.databaseOptions()
            let now = Date()
            try confirmation.ask("Is it \(now.formatted(.iso8601)) now?")
            let accepted = try await options.acceptClock(at: now)
            let lead = accepted.secondsAhead.map { "; it is \(Int($0.rounded())) s ahead of the database's" } ?? ""
            try output.print(accepted, "the clock of this machine counts\(lead)")
        }
    }
}
