import Foundation
import PorticoConfig

/// Work that takes longer than a response should, as stored for all servers of an installation.
public struct Job: Hashable, Sendable, Identifiable {
    /// Its state.
    public enum Outcome: Hashable, Sendable {
        case running
        /// A file to download, with its media type.
        case file(name: String, type: String)
        /// A sentence for the person, and the path of the page that shows the result.
        case sentence(LocalizedText, link: String)
        /// `errorID` identifies the error in the log.
        case failed(errorID: String)
        case cancelled
        /// Its server has stopped.
        case interrupted
    }

    public let id: String
    public let title: LocalizedText
    /// The account that started it, in this browser.
    public let account: AccountID
    public let browser: Browser.ID
    /// The page that started it, with its query.
    public let address: String
    /// The progress from 0 to 1; nil if unknown.
    public let value: Double?
    /// The current step.
    public let text: LocalizedText
    public let outcome: Outcome
    /// The size of the file in bytes.
    public let size: Int
    /// Whether the person was notified of its end.
    public let isNotified: Bool
    public let startedAt: Date
    /// nil while it runs.
    public let endedAt: Date?

    public init(
        id: String = Job.newID(), title: LocalizedText, account: AccountID, browser: Browser.ID, address: String,
        value: Double? = nil, text: LocalizedText? = nil, outcome: Outcome = .running, size: Int = 0,
        isNotified: Bool = false,
        startedAt: Date, endedAt: Date? = nil
    ) {
        self.id = id
        self.title = title
        self.account = account
        self.browser = browser
        self.address = address
        self.value = value
        self.text = text ?? title
        self.outcome = outcome
        self.size = size
        self.isNotified = isNotified
        self.startedAt = startedAt
        self.endedAt = endedAt
    }

    /// 128 random bits, so that the id cannot be guessed.
    public static func newID() -> String {
        String(UInt64.random(in: .min ... .max), radix: 36) + String(UInt64.random(in: .min ... .max), radix: 36)
    }

    public var isRunning: Bool { endedAt == nil }
}

extension Job.Outcome: Codable {
    /// Its JSON form. Earlier versions read only the sentence in the source language.
    private enum Stored: Codable {
        case running
        case file(name: String, type: String)
        case sentence(String, link: String, entry: LocalizedText?)
        case failed(errorID: String)
        case cancelled
        case interrupted
    }

    public init(from decoder: any Decoder) throws {
        self =
            switch try Stored(from: decoder) {
            case .running: .running
            case .file(let name, let type): .file(name: name, type: type)
            case .sentence(let text, let link, let entry):
                .sentence(LocalizedText(entry: entry, text: text), link: link)
            case .failed(let errorID): .failed(errorID: errorID)
            case .cancelled: .cancelled
            case .interrupted: .interrupted
            }
    }

    public func encode(to encoder: any Encoder) throws {
        let stored: Stored =
            switch self {
            case .running: .running
            case .file(let name, let type): .file(name: name, type: type)
            case .sentence(let text, let link): .sentence(text.description, link: link, entry: text.entry)
            case .failed(let errorID): .failed(errorID: errorID)
            case .cancelled: .cancelled
            case .interrupted: .interrupted
            }
        try stored.encode(to: encoder)
    }
}
