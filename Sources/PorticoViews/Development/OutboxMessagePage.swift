import Foundation
import PorticoBytes
import PorticoHTML

/// One mail of the outbox: its HTML as mail clients show it, its text with links to this site, and its HTML source.
package struct OutboxMessagePage: RootPage, Sendable {
    package var id: String
    package var to: String
    package var subject: String
    package var date: Date
    package var text: String
    package var html: String
    /// The origin of this site, for example `http://127.0.0.1:8080`.
    package var origin: String

    package init(id: String, to: String, subject: String, date: Date, text: String, html: String, origin: String) {
        self.id = id
        self.to = to
        self.subject = subject
        self.date = date
        self.text = text
        self.html = html
        self.origin = origin
    }

    package func title(in language: String) -> String { subject }

    package func back(in language: String) -> (title: String, path: SitePath)? {
        (Strings(language: language).outbox, .outbox)
    }

    func details(_ t: Strings) -> CellGroup {
        CellGroup(
            id: "mail",
            cells: [
                .detail(DetailCell(id: "mail-to", title: t.queuedMailTo, value: .text(to))),
                .detail(DetailCell(id: "mail-date", title: t.queuedMailDate, value: .time(date))),
            ])
    }

    /// A line of the text, with a path if the line is an address of this site.
    struct Line {
        let text: Substring
        let path: SitePath?
    }

    var lines: [Line] {
        text.fields(separatedBy: "\n").map { line in
            let isHere = line.begins(with: origin + "/")
            return Line(text: line, path: isHere ? SitePath(untrusted: String(line.dropFirst(origin.count))) : nil)
        }
    }
}
