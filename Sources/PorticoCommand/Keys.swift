import ArgumentParser
import PorticoServer

/// The commands for the master keys.
struct Keys: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Change the keys that encrypt stored secrets.", subcommands: [Rotate.self])
}

extension Keys {
    struct Rotate: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Put a new key in force, and encrypt stored tokens of gateways with it.",
            discussion: """
                Without the option gateway.key, the command makes the key itself; no server may run on the data folder. With \
                the option, put the new key first, a space, and the key from before after it; start all servers again, and \
                run the command. One hour later, the key from before can be removed.

                If somebody may know the key from before, add --at-once: until it is removed, it signs assertions, and signs \
                in at other hosts. With the option, stop all servers before the command, and remove the key from before after \
                it.

                Example: \(Program.name) keys rotate --data /var/lib/portico
                """)

        @Flag(help: "Remove the key from before at once. Drafts and results of jobs that wait are lost.")
        var atOnce = false

        @OptionGroup var output: OutputOptions
        @OptionGroup var folder: FolderOptions

        func run() async throws {
            let rotation = try await folder.options().rotateKeys(isAtOnce: atOnce)
            let lost = rotation.lost == 0 ? "" : "; \(rotation.lost.of("token")) cannot be read with any key"
            try output.print(
                rotation, "the new key is in force; \(rotation.sealed.of("token")) encrypted with it\(lost)")
        }
    }
}
