import PorticoHTML

/// A sentence at the edge of a page that tells what has happened, takes no focus and blocks nothing.
///
/// Its JSON form is versioned as that of ``HudContent``: `{"kind":"success","text":"Saved","version":1}`.
public struct Toast: Hashable, Sendable, Identifiable {
    /// A toast of the same id takes the place of the one before; without one it stands for itself.
    public var id: String?
    public var kind: Kind
    public var text: String
    public var action: Action?
    /// Seconds for which it is shown, not counted while somebody reads it; 0 until it is dismissed. Where it is nil, it
    /// leaves when it has been read: after 0.06 seconds a character and two more, at least four.
    public var duration: Double?

    /// What it tells of, which decides how it is announced: a failure at once, the others in their turn.
    public enum Kind: String, Codable, Sendable, CaseIterable {
        case info, success, failure
    }

    /// What the person can do about it, once.
    public struct Action: Codable, Hashable, Sendable {
        public var label: String
        /// Where it leads.
        public var href: SitePath

        public init(label: String, href: SitePath) {
            self.label = label
            self.href = href
        }
    }

    public init(
        _ text: String, kind: Kind = .info, id: String? = nil, action: Action? = nil, duration: Double? = nil
    ) {
        self.id = id
        self.kind = kind
        self.text = text
        self.action = action
        self.duration = duration
    }
}

extension Toast: ExpressibleByStringLiteral {
    public init(stringLiteral text: String) {
        self.init(text)
    }
}

extension Toast: Codable {
    private enum CodingKeys: CodingKey {
        case id, kind, text, action, duration
    }

    /// Throws a `DecodingError` for a newer version, and where there is no text.
    public init(from decoder: any Decoder) throws {
        try CompactJSON.check(decoder)
        let fields = try decoder.container(keyedBy: CodingKeys.self)
        id = try fields.decodeIfPresent(String.self, forKey: .id)
        kind = try fields.decodeIfPresent(Kind.self, forKey: .kind) ?? .info
        text = try fields.decode(String.self, forKey: .text)
        action = try fields.decodeIfPresent(Action.self, forKey: .action)
        duration = try fields.decodeIfPresent(Double.self, forKey: .duration)
    }

    public func encode(to encoder: any Encoder) throws {
        try CompactJSON.mark(encoder)
        var fields = encoder.container(keyedBy: CodingKeys.self)
        try fields.encodeIfPresent(id, forKey: .id)
        try fields.encode(kind, forKey: .kind)
        try fields.encode(text, forKey: .text)
        try fields.encodeIfPresent(action, forKey: .action)
        try fields.encodeIfPresent(duration?.written, forKey: .duration)
    }
}
