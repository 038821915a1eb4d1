import Foundation
import PorticoBytes
import PorticoHTML

/// A mail to one person. The template is its HTML form; ``text`` is its plain text form.
public struct Mail: Sendable {
    /// The button of the mail.
    public struct Action: Hashable, Sendable {
        public var label: String
        public var link: WebURL

        public init(label: String, link: WebURL) {
            self.label = label
            self.link = link
        }
    }

    /// The time of an event.
    public struct Moment: Hashable, Sendable {
        public var time: Date
        /// The recipient's time zone; nil if it is not known.
        public var zone: TimeZone?

        public init(_ time: Date, in zone: TimeZone? = nil) {
            self.time = time
            self.zone = zone
        }

        /// The time in the recipient's time zone, otherwise in UTC, with the name of the zone.
        func text(in language: String) -> String {
            guard let zone else { return Strings(language: language).momentUTC(TimeText(time).utc.readable) }
            let style = Date.FormatStyle(
                date: .long, time: .shortened, locale: Locale(identifier: language), timeZone: zone)
            return time.formatted(style.timeZone())
        }
    }

    /// The name of the application, as the head of the HTML form.
    public let appName: String
    /// One line.
    public let subject: String
    public let greeting: String
    /// The text before the action.
    public let paragraphs: [String]
    public let action: Action?
    /// The text after the action.
    public let closing: [String]
    /// A BCP 47 tag.
    public let language: String
    /// The installation's last paragraph. Its line breaks are kept.
    public var footer: String?
    public var colors = MailColors()

    public init(
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
    public var text: String {
        var parts = ([greeting] + paragraphs).map { $0.wrapped(at: 72) }
        if let action { parts.append("\(action.label):\n\(action.link)") }
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
