import Foundation
import PorticoBytes
import PorticoHTML

/// A mail to one person. The template is its HTML form; ``text`` is its plain text form.
package struct Mail: Sendable {
    /// The button of the mail.
    package struct Action: Hashable, Sendable {
        package var label: String
        package var link: WebURL

        package init(label: String, link: WebURL) {
            self.label = label
            self.link = link
        }
    }

    /// The time of an event.
    package struct Moment: Hashable, Sendable {
        package var time: Date
        /// The recipient's time zone; nil if it is not known.
        package var zone: TimeZone?

        package init(_ time: Date, in zone: TimeZone? = nil) {
            self.time = time
            self.zone = zone
        }

        /// The time in the recipient's time zone, otherwise in UTC, with the name of the zone.
        func text(in language: String) -> String {
            ReaderFormat(Strings(language: language), zone: zone).time(time)
        }

        /// The same with the day of the week, for an end that is days ahead.
        func textWithWeekday(in language: String) -> String {
            ReaderFormat(Strings(language: language), zone: zone).timeWithWeekday(time)
        }
    }

    /// The name of the application, as the head of the HTML form.
    package let appName: String
    /// One line.
    package let subject: String
    package let greeting: String
    /// The text before the action.
    package let paragraphs: [String]
    package let action: Action?
    /// The text after the action.
    package let closing: [String]
    /// A BCP 47 tag.
    package let language: String
    /// The installation's last paragraph. Its line breaks are kept.
    package var footer: String?
    package var colors = MailColors()

    package init(
        appName: String, subject: String, greeting: String, paragraphs: [String], action: Action? = nil,
        closing: [String] = [],
        language: String
    ) {
        self.appName = appName
        self.subject = subject.fields(omittingEmpty: true) { $0 == 10 || $0 == 13 }.joined(separator: " ")
        self.greeting = greeting
        self.paragraphs = paragraphs
        self.action = action
        self.closing = closing
        self.language = language
    }

    var footerLines: [String] { (footer ?? "").fields(omittingEmpty: true) { $0 == 10 || $0 == 13 }.map(String.init) }

    /// The plain text, wrapped at 72 characters. Links and single long words are not wrapped and have their own lines.
    package var text: String {
        var parts = ([greeting] + paragraphs).map { $0.wrapped(at: 72) }
        if let action { parts.append("\(Strings(language: language).mailLink(action.label))\n\(action.link)") }
        parts += closing.map { $0.wrapped(at: 72) }
        if !footerLines.isEmpty { parts.append(footerLines.map { $0.wrapped(at: 72) }.joined(separator: "\n")) }
        return parts.joined(separator: "\n\n") + "\n"
    }
}

extension String {
    /// The words in lines of at most `width` characters; a longer word has its own line.
    func wrapped(at width: Int) -> String {
        var lines: [String] = []
        for word in split(whereSeparator: \.isWhitespace) {
            if let last = lines.last, last.count + 1 + word.count <= width {
                lines[lines.count - 1] = "\(last) \(word)"
            } else {
                lines.append(String(word))
            }
        }
        return lines.joined(separator: "\n")
    }
}
