import Foundation
import PorticoServer

/// The end of a start, for the person at the terminal: the address of the server and the next step.
struct Greeting {
    let server: StartedServer

    /// Shows it below the log so far, on standard error. Without a terminal there, it shows nothing: the set-up link must
    /// not get into a log.
    static func show(_ server: StartedServer) {
        guard isatty(STDERR_FILENO) == 1 else { return }
        Terminal.reportLines("\n\(Greeting(server: server).text)\n")
    }

    /// Each link is on a line of its own, which fits a terminal of 80 columns.
    var text: String {
        var lines = ["Serving on \(server.origin)", ""]
        if let link = server.setupLink {
            lines += ["There is no account yet. Create the first one, an administrator, with this link:", link, ""]
        }
        switch server.mail {
        case .server(let address): lines.append("Mails go to \(address).")
        case .folder(let path): lines.append("Mails are files in \(path), because mail.host is not set.")
        }
        lines.append("Press Ctrl-C to stop.")
        return lines.joined(separator: "\n")
    }
}
