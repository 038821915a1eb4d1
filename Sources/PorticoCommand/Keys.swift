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
            abstract: "Put a new key in force, and encrypt stored secrets with it.",
            discussion: """
                Without the option gateway.key, the command makes the key itself; no server may run on the data folder. With \
                the option, put a space and the new key after the one in force, on all servers, one after the other; then put \
                the new key first on all, one after the other; then run the command. One hour later, the key from before can \
                be removed.

                If somebody may know the key from before, stop all servers, put the new key first, and add --at-once: \
                no server signs or reads anything with the key from before again, also if the option still holds it.

                If the key is lost, stop all servers and add --lost: the sign-ins at gateways whose tokens no key opens end. \
                Authenticator apps whose secrets no key opens stay, so that nobody logs in without one: these people need a \
                recovery code, or the command users reset-factors.

                Example: \(Program.name) keys rotate --data /var/lib/portico
                """)

        @Flag(help: "End the key from before at once. Drafts and results of jobs that wait are lost.")
        var atOnce = false
        @Flag(help: "Start over without the key from before. Sign-ins that depend on it end.")
        var lost = false

        @OptionGroup var confirmation: Confirmation
        @OptionGroup var output: OutputOptions
        @OptionGroup var folder: FolderOptions

        func validate() throws {
            guard !atOnce || !lost else { throw ValidationError("use either --at-once or --lost") }
        }

        func run() async throws {
            if lost {
                try confirmation.ask(
                    "End the sign-ins at gateways, and remove the drafts and results, that the keys cannot read?")
            }
            let rotation = try await folder.options().rotateKeys(lost ? .lost : atOnce ? .leaked : .planned)
            try output.print(rotation, sentences(about: rotation).joined(separator: "; "))
        }

        private func sentences(about rotation: ServerOptions.KeyRotation) -> [String] {
            var sentences = ["the new key is in force", "\(rotation.sealed.of("secret")) encrypted with it"]
            if lost {
                sentences.append("\(rotation.ended.of("sign-in")) at gateways ended")
            } else if rotation.lost > 0 {
                sentences.append("\(rotation.lost.of("token")) cannot be read with any key: --lost ends their sign-ins")
            }
            if rotation.lostApps > 0 {
                sentences.append(
                    "\(rotation.lostApps.of("authenticator app")) cannot be read with any key: "
                        + "use a recovery code or users reset-factors")
            }
            if lost || atOnce {
                sentences.append("\(rotation.removed.of("draft or result", "drafts or results")) removed")
            }
            if atOnce { sentences.append("links in mails from before no longer work") }
            return sentences
        }
    }
}
