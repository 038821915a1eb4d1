import Foundation
import PorticoBytes

/// Writes to a terminal or to another program, without control and direction characters, because people choose their
/// names freely. Values on one line are made ``Swift/String/printable`` when they are inserted.
enum Terminal {
    /// Prints a text of one or several lines to standard output.
    static func print(_ text: String, terminator: String = "\n") {
        Swift.print(text.printableLines, terminator: terminator)
    }

    /// Prints one line to standard error.
    static func report(_ line: String) {
        write(line.printable + "\n")
    }

    /// Prints a text of several lines to standard error, at once.
    static func reportLines(_ text: String) {
        write(text.printableLines + "\n")
    }

    /// Asks on standard error, without ending the line.
    static func ask(_ question: String) {
        write(question.printable)
    }

    private static func write(_ text: String) {
        FileHandle.standardError.write(Data(text.utf8))
    }
}
