import Foundation
import PorticoBytes
import PorticoHTML

/// One mail of the outbox: its HTML as mail clients show it, its text with links to this site, and its HTML source.
public struct OutboxMessagePage: RootPage, Sendable {
    public var id: String
    public var to: String
    public var subject: String
    public var date: Date
    public var text: String
    public var html: String
    /// The origin of this site, for example `http://127.0.0.1:8080`.
    public var origin: String

    public init(id: String, to: String, subject: String, date: Date, text: String, html: String, origin: String) {
        self.id = id
        self.to = to
        self.subject = subject
        self.date = date
        self.text = text
        self.html = html
        self.origin = origin
    }

    public func title(in language: String) -> String { subject }

    public func back(in language: String) -> (title: String, path: SitePath)? {
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
